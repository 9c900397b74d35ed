"""Makes docs/atlas.md and docs/growth.svg: measures one command for each board, in a process of its own.

    python tools/make_atlas.py            # the boards that take seconds
    python tools/make_atlas.py --records  # the long ones: half an hour
    python tools/make_atlas.py --pages    # nothing: only writes the pages again
    python tools/make_atlas.py "solve knights-duel --size 6x6" ...

What was measured is kept in docs/atlas.json; a command that is measured again replaces its entry.
"""

import json
import os
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter

from atlas_pages import page, plot

TOOLS = Path(__file__).parent
DOCS = TOOLS.parent / "docs"
MEASURED = DOCS / "atlas.json"
NOTES = TOOLS / "atlas_notes.md"  # what resists, and how far it got: written by hand
GRAPHS = 20_000_000

SURVEYS = {
    "knights-blockade": ["3x3", "3x4", "3x5", "4x4", "3x6", "4x5", "3x7", "4x6", "5x5", "3x9", "4x7", "5x6"],
    "knights-duel": ["3x3", "3x4", "3x5", "4x4", "3x6", "4x5", "3x7", "4x6", "5x5", "3x9", "4x7", "5x6"],
    "blockade": ["3x3", "3x4", "3x5", "4x4", "3x6", "4x5", "4x6", "5x5"],
    "block-capture": ["3x3", "3x5", "3x7", "5x5"],
    "trap-the-knight": ["3x4", "4x4", "4x5", "5x5", "5x6", "6x6", "8x8"],
}
# No theorem covers these boards of up to 72 squares: their sides, three or more, add up to an odd number.
DUELS = [
    f"{rows}x{cols}" for rows in range(3, 9) for cols in range(rows + 1, 72 // rows + 1) if (rows + cols) % 2
]
QUESTIONS = [
    *(f"solve knights-blockade --size {size}" for size in ("5x7", "6x6", "6x7", "7x7")),
    *(f"solve knights-blockade --size {size} --winner" for size in ("5x5", "5x7", "5x9", "7x7", "5x11")),
    *(f"solve knights-duel --size {size}" for size in ("5x7", "6x6", "6x7", "7x7", "7x8")),
    *(f"solve knights-duel --size {size} --winner" for size in DUELS),
    *(f"solve blockade --size {size} --grundy" for size in ("5x6", "5x7", "6x6", "6x7", "7x7", "7x8", "8x8")),
    *(f"solve blockade --size {size} --grundy --winner" for size in ("5x5", "5x9", "7x9", "8x9", "7x10")),
    "solve blockade --size 8x10 --winner",
    *(
        f"solve block-capture --size {size}"
        for size in ("7x7", "7x9", "9x9", "9x11", "7x15", "9x13", "11x11", "101x101")
    ),
]
RECORDS = [
    "solve knights-blockade --size 7x9 --winner",
    "solve blockade --size 9x9 --grundy --winner",
    "solve blockade --size 8x11 --winner",
    "solve blockade --size 9x10 --winner",
]


def measured(command: str) -> dict[str, object]:
    """What a command answers as JSON, with its seconds by the clock and of CPU time, and its peak memory."""
    began = perf_counter()
    with tempfile.TemporaryFile() as out:
        process = subprocess.Popen(
            [sys.executable, "-m", "cornered", *shlex.split(command), "--json"], stdout=out
        )
        _, status, used = os.wait4(process.pid, 0)
        if status:
            raise SystemExit(f"{command} failed")
        out.seek(0)
        answer = json.load(out)
    answer = answer[0] if isinstance(answer, list) else answer
    taken = {
        "wall": round(perf_counter() - began, 2),
        "cpu": round(used.ru_utime + used.ru_stime, 2),
        "mebibytes": used.ru_maxrss // 1024,
    }
    return {"command": f"cornered {command}", **answer, **taken}


def main() -> None:
    """Measures what was asked for, and writes the pages from all that has been measured."""
    surveys = [
        f"atlas {name} --size {size} --positions {GRAPHS} --seconds 60"
        for name, sizes in SURVEYS.items()
        for size in sizes
    ]
    named = {"--records": RECORDS, "--pages": []}
    commands = named.get(sys.argv[-1], sys.argv[1:] or surveys + QUESTIONS)
    entries = json.loads(MEASURED.read_text("utf-8")) if MEASURED.exists() else {}
    for command in commands:
        entries[command] = measured(command)
        print(command, entries[command]["wall"], "s", flush=True)
        MEASURED.write_text(json.dumps(entries, indent=1, ensure_ascii=False) + "\n", "utf-8")
    (DOCS / "atlas.md").write_text(page(entries.values(), NOTES.read_text("utf-8")), "utf-8")
    (DOCS / "growth.svg").write_text(plot(entries.values()), "utf-8")


if __name__ == "__main__":
    main()
