"""Scores and standings as the terminal shows them, and as JSON."""

import json
from collections.abc import Iterable, Mapping
from typing import Any

import click

from cornered.arena.yardstick.runs import Header
from cornered.arena.yardstick.scores import (
    Scores,
    Standings,
    elo,
    percent,
    two_digits,
    value_or_bound,
    with_interval,
)
from cornered.cli.tables import print_table


def print_scores(header: Header, scores: Scores, as_json: bool) -> None:
    """What a position test has found."""
    told = {"agent": header.agents[0], "suite": header.suite, "sha256": header.sha256, **scores.summary()}
    if as_json:
        _print_json(told)
        return
    if not told["questions"]:
        click.echo("No question was answered.")
        return
    click.echo(f"{told['agent']} on {told['suite']}: {told['questions']:,} questions")
    click.echo(f"Kept {with_interval(told, 'kept', percent)}, where chance keeps {percent(told['chance'])}.")
    click.echo(f"Skill {two_digits(told['skill'])}, β {with_interval(told, 'beta', two_digits)}.")
    click.echo(_pace(told))
    if told["refused"]:
        kinds = ", ".join(f"{count} {kind}" for kind, count in told["refused"].items())
        click.echo(
            f"Refused: {kinds}. Without them: kept {with_interval(told['answered'], 'kept', percent)}."
        )
    for what in ("game", "board", "band"):
        click.echo()
        _print_rows(f"by {what}", told[f"by_{what}"].items())


def _pace(told: dict[str, Any]) -> str:
    later = "" if told["regret"] is None else f"Wins {told['regret']:.1f} plies later than it could. "
    tokens = "" if told["tokens"] is None else f"{told['tokens']:,} tokens, "
    return f"{later}{tokens}{told['seconds'] / told['questions'] * 1000:,.1f} ms a question."


def _print_rows(heading: str, rows: Iterable[tuple[str, dict[str, Any]]]) -> None:
    print_table(
        [heading, "questions", "kept", "chance", "skill", "β"],
        [
            (
                name,
                row["questions"],
                with_interval(row, "kept", percent),
                percent(row["chance"]),
                two_digits(row["skill"]),
                with_interval(row, "beta", two_digits),
            )
            for name, row in rows
        ],
    )


def print_standings(header: Header, standings: Standings, known: Mapping[str, float], as_json: bool) -> None:
    """What games have found, on the scale of the ratings that are known."""
    if not standings.played:
        click.echo("No game was played to its end.", err=True)
        return
    told = {"suite": header.suite, "sha256": header.sha256, **standings.summary(known)}
    if as_json:
        _print_json(told)
        return
    click.echo(f"{told['games']:,} games from starts of {told['suite']}")
    print_agents(told["agents"])


def print_agents(agents: dict[str, dict[str, Any]]) -> None:
    """The agents of a summary of games: their ratings, and who beat whom."""
    print_table(
        ["agent", "rating", "Elo", "kept", "β", *(f"against {name}" for name in agents)],
        [
            (
                name,
                with_interval(row, "rating", two_digits),
                value_or_bound(row, "rating", elo),
                with_interval(row, "kept", percent),
                with_interval(row, "beta", two_digits),
                *(_won(row["against"].get(other)) for other in agents),
            )
            for name, row in agents.items()
        ],
    )


def _won(against: dict[str, Any] | None) -> str:
    return f"{against['won']} of {against['games']}" if against else "–"


def _print_json(told: dict[str, Any]) -> None:
    """On the last line, whatever an agent has printed before it."""
    click.echo(json.dumps(told, ensure_ascii=False))
