"""The pictures of docs/yardstick.md, from the runs of the five levels.

    python tools/draw_yardstick.py [--runs build/yardstick]

`tools/measure_yardstick.py` makes the runs.
"""

import argparse
from pathlib import Path

from cornered.arena.yardstick import plots
from cornered.arena.yardstick.report import Report
from cornered.arena.yardstick.report_page import plots_of
from cornered.play.drawing.board import palette
from cornered.play.players import LEVELS

FOLDER = Path(__file__).parents[1] / "docs" / "pictures"
NAMES = ("ability", "by-distance", "by-game")
STYLE = f"<style>{palette()}{plots.STYLE}svg {{ background: var(--paper); }}</style>"


def main() -> None:
    """Draws them, each with its colours in it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=Path, default=Path("build/yardstick"))
    runs = parser.parse_args().runs
    report = Report(runs / f"{level}.jsonl" for level in LEVELS)
    FOLDER.mkdir(exist_ok=True)
    for name, plot in zip(NAMES, plots_of(report.tested).values(), strict=True):
        drawn = plot.replace("<title>", f"{STYLE}<title>", 1)
        (FOLDER / f"yardstick-{name}.svg").write_text(f"{drawn}\n", "utf-8")


if __name__ == "__main__":
    main()
