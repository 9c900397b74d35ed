"""How do the five levels score? Measures them on the suite that ships, and fills in docs/yardstick.md.

    python tools/measure_yardstick.py [--starts 40] [--runs build/yardstick]

The runs stay in their folder: what was stopped goes on, and what is finished is only told again.
"""

import argparse
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from cornered.arena.spread import Local
from cornered.arena.yardstick.asking import read_entrant
from cornered.arena.yardstick.games import LADDER, anchors, everyone, games
from cornered.arena.yardstick.positions import ask, position_test
from cornered.arena.yardstick.running import Work, results
from cornered.arena.yardstick.runs import RunFile
from cornered.arena.yardstick.scores import Standings, elo, percent, two_digits, value_or_bound, with_interval
from cornered.arena.yardstick.suite import BANDS, load_suite
from cornered.play.players import LEVELS

PAGE = Path(__file__).parents[1] / "docs" / "yardstick.md"
BEGIN, END = "<!-- measured: {} -->\n", "<!-- end -->"
SUITE = load_suite("cornered-1")

Table = list[list[str]]


def progress(made: int) -> bool:
    """Tells how far it is."""
    print(f"\r{made} ", end="", flush=True)
    return True


def scores(folder: Path) -> dict[str, dict[str, Any]]:
    """The summaries of the five levels on all questions."""
    found = {}
    for level in LEVELS:
        work = position_test(SUITE, read_entrant(level), seed=0)
        with RunFile(folder / f"{level}.jsonl", work.header) as file:
            found[str(level)] = ask(work, file, Local(), progress).scores.summary()
    return found


def standings(folder: Path, starts: int) -> dict[str, Any]:
    """The summary of a tournament of the five levels."""
    work: Work = games(SUITE, everyone(LADDER), seed=0, starts=starts)
    found = Standings()
    with RunFile(folder / f"tournament-{starts}.jsonl", work.header) as file:
        for game in results(work, file, Local(), progress):
            found.add(game)
    return found.summary(anchors(LEVELS))


def overall(found: dict[str, dict[str, Any]]) -> Table:
    """A row for each level."""
    heads = ["level", "kept", "skill", "β", "wins later by", "a question takes"]
    rows = [
        [
            f"`{level}`",
            with_interval(row, "kept", percent),
            two_digits(row["skill"]),
            with_interval(row, "beta", two_digits),
            f"{row['regret']:.1f} plies",
            f"{1000 * row['seconds'] / row['questions']:,.1f} ms",
        ]
        for level, row in found.items()
    ]
    return [heads, *rows]


def betas(found: dict[str, dict[str, Any]], by: str, names: Iterable[str]) -> Table:
    """The β of each level, a row for each game, board or band."""
    rows = [
        [
            name,
            percent(found["random"][by][name]["chance"]),
            *(with_interval(row[by][name], "beta", two_digits) for row in found.values()),
        ]
        for name in names
    ]
    return [[by.removeprefix("by_"), "chance", *(f"`{level}`" for level in found)], *rows]


def tournament(found: dict[str, Any]) -> Table:
    """A row for each level: its rating, the decisions it kept, and how it did against each other."""
    agents = found["agents"]
    rows = [
        [
            f"`{name}`",
            with_interval(row, "rating", two_digits),
            value_or_bound(row, "rating", elo),
            with_interval(row, "kept", percent),
            with_interval(row, "beta", two_digits),
            *(won(row["against"].get(other)) for other in agents),
        ]
        for name, row in agents.items()
    ]
    return [["level", "rating", "Elo", "kept", "β", *(f"against `{name}`" for name in agents)], *rows]


def won(against: dict[str, Any] | None) -> str:
    """How many games of how many."""
    return f"{against['won']} of {against['games']}" if against else "–"


def written(table: Table) -> str:
    """The table in Markdown."""
    heads, *rows = table
    return "".join(f"| {' | '.join(row)} |\n" for row in [heads, ["---"] * len(heads), *rows])


def put(page: str, name: str, text: str) -> str:
    """The page with this text between its marks."""
    before, mark, after = page.partition(BEGIN.format(name))
    assert mark, name
    return before + mark + text + END + after.partition(END)[2]


def main() -> None:
    """Measures, and writes the tables into the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--starts", type=int, default=40)
    parser.add_argument("--runs", type=Path, default=Path("build/yardstick"))
    chosen = parser.parse_args()
    asked = scores(chosen.runs)
    played = standings(chosen.runs, chosen.starts)
    page = PAGE.read_text("utf-8")
    whole = asked["random"]
    for name, table in {
        "levels": overall(asked),
        "games": betas(asked, "by_game", whole["by_game"]),
        "boards": betas(asked, "by_board", whole["by_board"]),
        "bands": betas(asked, "by_band", BANDS),
        "tournament": tournament(played),
    }.items():
        page = put(page, name, written(table))
    PAGE.write_text(page, "utf-8")


if __name__ == "__main__":
    main()
