"""The command that sets runs side by side: report."""

import os
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

import click

from cornered.arena.yardstick.report import Report
from cornered.arena.yardstick.runs import RunError
from cornered.arena.yardstick.scores import percent, probability, two_digits, with_interval
from cornered.cli import Failed
from cornered.cli.figures import print_agents
from cornered.cli.options import json_option, print_json
from cornered.cli.tables import print_table


@click.command
@click.argument("runs", nargs=-1, required=True, metavar="RUN...", type=click.Path(path_type=Path))
@click.option(
    "out", "-o", metavar="PAGE.html", type=click.Path(path_type=Path), help="Write a page with plots here."
)
@json_option
def report(runs: tuple[Path, ...], out: Path | None, as_json: bool) -> None:
    """Set RUNs side by side: files of `measure` and `tournament`, and inspect's logs (.eval, .json).

    With -o the report is one page that loads nothing: shares by distance and by game with their intervals,
    errors by kind, agents compared on the same questions, and mistakes worth a look on drawn boards.

    \b
    Examples:
      cornered report easy.jsonl hard.jsonl
      cornered report *.jsonl logs/*.eval -o levels.html
      cornered report easy.jsonl hard.jsonl --json
    """
    try:
        found = Report(runs)
        if out:
            _write(out, found)
    except RunError as error:
        raise Failed(str(error)) from None
    if as_json:
        print_json(found.summary())
    else:
        _print(found.summary())
        if out:
            click.echo(f"The page is in {out}", err=True)


def _write(path: Path, found: Report) -> None:
    """Writes the page whole or not at all."""
    from cornered.arena.yardstick.report_page import page

    try:
        with NamedTemporaryFile("w", dir=path.parent, suffix=".html", delete=False, encoding="utf-8") as file:
            file.write(page(found))
        os.chmod(file.name, 0o644)
        os.replace(file.name, path)
    except OSError as error:
        raise RunError(f"{path} cannot be written ({error.strerror}).") from None


def _print(told: dict[str, Any]) -> None:
    if not told["positions"] and not told["games"]:
        click.echo("There are no results in these runs yet.")
    if told["positions"]:
        print_table(
            ["agent", "questions", "kept", "chance", "skill", "β", "refused"],
            [
                (
                    row["agent"] if row["complete"] else f"{row['agent']} (not finished)",
                    row["questions"],
                    with_interval(row, "kept", percent),
                    percent(row["chance"]),
                    two_digits(row["skill"]),
                    with_interval(row, "beta", two_digits),
                    sum(row["refused"].values()),
                )
                for row in told["positions"]
            ],
        )
    if told["comparisons"]:
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
                for row in told["comparisons"]
            ],
        )
    for games in told["games"]:
        click.echo(f"\n{games['games']:,} games from starts of {games['suite']}")
        print_agents(games["agents"])
