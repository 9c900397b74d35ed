"""Runs every `bench_*.py` beside this file, or those named, and prints one table.

    python bench/run.py [rules startup ...]

Each gives `run() -> list[Row]`. `ours / theirs` divides the first figure under a title by the row's own.
"""

import sys
from importlib import import_module
from pathlib import Path

from figures import Row


def modules(wanted: list[str]) -> list[str]:
    """The benchmarks to run, by module name."""
    found = sorted(path.stem for path in Path(__file__).parent.glob("bench_*.py"))
    return [name for name in found if not wanted or name.removeprefix("bench_") in wanted]


def table(rows: list[Row]) -> list[str]:
    """The rows as lines, grouped under their titles."""
    lines, ours, title = [], 0.0, ""
    for row in rows:
        if row.title != title:
            title, ours = row.title, row.figure
            lines += ["", f"{title:<44}{'':>22}{'ours / theirs':>16}{'aim':>8}"]
            ratio = ""
        else:
            ratio = f"{ours / row.figure:.2f}"
        lines.append(f"  {row.who:<42}{row.figure:>13,.1f} {row.unit:<8}{ratio:>16}{row.aim:>8}".rstrip())
    return lines


def main() -> None:
    """All the benchmarks in one run."""
    for name in modules(sys.argv[1:]):
        print("\n".join(table(import_module(name).run())), flush=True)


if __name__ == "__main__":
    main()
