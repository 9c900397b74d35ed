"""Runs every `bench_*.py` beside this file, or those named; prints a table and writes docs/performance.md.

    python bench/run.py [rules startup ...]

Each has a `run() -> list[Row]`. `ours / theirs` divides the first figure under a title by the row's own.
"""

import os
import platform
import re
import sys
from importlib import import_module
from pathlib import Path

from figures import Row

PAGE = Path(__file__).parents[1] / "docs" / "performance.md"


def modules(wanted: list[str]) -> list[str]:
    """The names of the modules to import: all of them, unless some are asked for by their short names."""
    found = sorted(path.stem for path in Path(__file__).parent.glob("bench_*.py"))
    return [name for name in found if not wanted or name.removeprefix("bench_") in wanted]


def with_ratios(rows: list[Row]) -> list[tuple[Row, str]]:
    """Each row with our figure divided by its own; the first row under a title is ours and has no ratio."""
    ours = {row.title: row.figure for row in reversed(rows)}
    firsts = {id(next(row for row in rows if row.title == title)) for title in ours}
    return [(row, "" if id(row) in firsts else f"{ours[row.title] / row.figure:.3g}") for row in rows]


def table(rows: list[Row]) -> list[str]:
    """The rows as lines for the terminal, grouped under their titles."""
    lines, title = [], ""
    for row, ratio in with_ratios(rows):
        if row.title != title:
            title = row.title
            lines += ["", f"{title:<44}{'':>22}{'ours / theirs':>16}{'aim':>8}"]
        lines.append(f"  {row.who:<42}{row.figure:>13,.1f} {row.unit:<8}{ratio:>16}{row.aim:>8}".rstrip())
    return lines


def page(rows: list[Row]) -> str:
    """The text of docs/performance.md."""
    lines = [
        f"| {row.title} | {row.who} | {row.figure:,.1f} {row.unit} | {ratio} | {row.aim} |"
        for row, ratio in with_ratios(rows)
    ]
    return "\n".join([HEAD.format(machine=machine(), python=platform.python_version()), *lines, ""])


HEAD = """# Performance

Made by `make bench` on {machine}, Python {python}. Everything in the table was measured in one run, each
program on the same task beside ours unless its row names another. Random games and start-up are medians of
rounds in which the programs take turns. Solvers' times are medians of rounds that begin with nothing
remembered; OpenSpiel's solver, the slowest, has a single one. Comparisons and start-up count CPU time,
waiting times are by the clock. *Ours / theirs* divides our figure by the one in the row; *aim* is what we
want of that ratio or, where there is none, of the figure.

The site's figures have server and clients on one machine over loopback, in games of Knight's Blockade 8×8;
every move is on disk (SQLite, `synchronous=FULL`) before it is answered; at full speed that sets the pace.

Batches hold B games, each begun again when it ends; a step is one move in one of them and writes planes,
mask, turn and winner for the caller. Both policies are random: in the kernel, or in numpy from the mask.

In the match at Knight's Duel the starts are hard wins of a kind on which programs differ
(`bench/duel_starts.py`); from random starts both convert nearly every won seat, and it would end level.

| task | program | figure | ours / theirs | aim |
|---|---|---|---|---|"""


def machine() -> str:
    """The number and model of the processor's cores, as the page names them."""
    cpu = (
        re.search(r"model name\s*: (.*)", Path("/proc/cpuinfo").read_text())
        if sys.platform == "linux"
        else None
    )
    return f"{os.cpu_count()} cores of {cpu[1] if cpu else platform.processor()}"


def main() -> None:
    """Runs what is wanted; the page is written only when nothing was left out."""
    wanted = sys.argv[1:]
    rows: list[Row] = []
    for name in modules(wanted):
        rows += (found := import_module(name).run())
        print("\n".join(table(found)), flush=True)
    if not wanted:
        PAGE.write_text(page(rows), encoding="utf-8")


if __name__ == "__main__":
    main()
