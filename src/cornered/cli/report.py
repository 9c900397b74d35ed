"""The command report, and how scores and standings look at the terminal."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from cornered.arena.yardstick.runs import Header
from cornered.arena.yardstick.scores import (
    Scores,
    Standings,
    elo,
    percent,
    probability,
    two_digits,
    value_or_bound,
    with_interval,
)
from cornered.cli.options import json_option, output_option
from cornered.cli.output import print_json, print_table, write_file


@click.command
@click.argument("runs", nargs=-1, required=True, metavar="RUN...", type=click.Path(path_type=Path))
@output_option("Write a page with plots here.", metavar="PAGE.html")
@json_option
def report(runs: tuple[Path, ...], output: Path | None, as_json: bool) -> None:
    """Set RUNs side by side: files of `measure` and `tournament`, and inspect's logs (.eval, .json).

    With -o the report is one page that loads nothing: shares by distance and by game with their intervals,
    errors by kind, agents compared on the same questions, and mistakes worth a look on drawn boards.

    \b
    Examples:
      cornered report easy.jsonl hard.jsonl
      cornered report *.jsonl logs/*.eval -o levels.html
      cornered report easy.jsonl hard.jsonl --json
    """
    from cornered.arena.yardstick.report import Report

    found = Report(runs)
    if output:
        from cornered.arena.yardstick.report_page import page

        write_file(output, page(found))
    if as_json:
        print_json(found.summary())
    else:
        _print(found.summary())
        if output:
            click.echo(f"The page is in {output}", err=True)


def _print(summary: dict[str, Any]) -> None:
    if not summary["positions"] and not summary["games"]:
        click.echo("There are no results in these runs yet.")
    if summary["positions"]:
        print_table(
            ["agent", *_SCORED, "refused"],
            [
                (
                    row["agent"] if row["complete"] else f"{row['agent']} (not finished)",
                    *_scored(row),
                    sum(row["refused"].values()),
                )
                for row in summary["positions"]
            ],
        )
    if summary["comparisons"]:
        click.echo()
        print_table(
            ["on the same questions", "asked", "only the first", "only the second", "p"],
            [
                (
                    f"{row['first']} and {row['second']}",
                    row["questions"],
                    row["only_first"],
                    row["only_second"],
                    probability(row["p"]),
                )
                for row in summary["comparisons"]
            ],
        )
    for games in summary["games"]:
        click.echo(f"\n{games['games']:,} games from starts of {games['suite']}")
        _print_agents(games["agents"])


_SCORED = ["questions", "kept", "chance", "skill", "β"]


def _scored(row: dict[str, Any]) -> Sequence[object]:
    """The figures under the headings `_SCORED`."""
    return (
        row["questions"],
        with_interval(row, "kept", percent),
        percent(row["chance"]),
        two_digits(row["skill"]),
        with_interval(row, "beta", two_digits),
    )


def print_scores(header: Header, scores: Scores, as_json: bool) -> None:
    """What a position test has found."""
    summary = {"agent": header.agents[0], "suite": header.suite, "sha256": header.sha256, **scores.summary()}
    if as_json:
        _print_in_a_line(summary)
        return
    if not summary["questions"]:
        click.echo("No question was answered.")
        return
    click.echo(f"{summary['agent']} on {summary['suite']}: {summary['questions']:,} questions")
    kept = with_interval(summary, "kept", percent)
    click.echo(f"Kept {kept}, where chance keeps {percent(summary['chance'])}.")
    click.echo(f"Skill {two_digits(summary['skill'])}, β {with_interval(summary, 'beta', two_digits)}.")
    click.echo(_pace(summary))
    if summary["refused"]:
        kinds = ", ".join(f"{count} {kind}" for kind, count in summary["refused"].items())
        kept = with_interval(summary["answered"], "kept", percent)
        click.echo(f"Refused: {kinds}. Without them: kept {kept}.")
    for what in ("game", "board", "band"):
        click.echo()
        rows = [(name, *_scored(row)) for name, row in summary[f"by_{what}"].items()]
        print_table([f"by {what}", *_SCORED], rows)


def _pace(summary: dict[str, Any]) -> str:
    regret = summary["regret"]
    later = "" if regret is None else f"Wins {regret:.1f} plies later than it could. "
    tokens = "" if summary["tokens"] is None else f"{summary['tokens']:,} tokens, "
    return f"{later}{tokens}{summary['seconds'] / summary['questions'] * 1000:,.1f} ms a question."


def print_standings(header: Header, standings: Standings, known: Mapping[str, float], as_json: bool) -> None:
    """What games have found, on the scale of the ratings that are known."""
    if not standings.played:
        click.echo("No game was played to its end.", err=True)
        return
    summary = {"suite": header.suite, "sha256": header.sha256, **standings.summary(known)}
    if as_json:
        _print_in_a_line(summary)
        return
    click.echo(f"{summary['games']:,} games from starts of {summary['suite']}")
    _print_agents(summary["agents"])


def _print_agents(agents: dict[str, dict[str, Any]]) -> None:
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


def _print_in_a_line(summary: dict[str, Any]) -> None:
    """JSON on the last line, whatever an agent has printed before it."""
    import json

    click.echo(json.dumps(summary, ensure_ascii=False))
