"""Kills a long solve again and again, lets it finish, and compares: the same result, how many more positions?

    python tools/kill_long_solve.py                        # ten kills of Knight's Blockade 5×11
    python tools/kill_long_solve.py 10 knights-blockade --size 7x9 --slice 500000 --workers 2

What a killed command had begun and not finished is counted as lost in full: a slice for each worker.
"""

import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

USUAL = ["10", "knights-blockade", "--size", "5x11", "--slice", "50000", "--workers", "1"]


def begin(folder: Path, options: list[str]) -> subprocess.Popen[str]:
    """The command, in a group of its own: it and its workers are killed together."""
    command = [sys.executable, "-m", "cornered", "solve", *options, "--keep", str(folder), "--json"]
    return subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, start_new_session=True
    )


def finish(folder: Path, options: list[str]) -> tuple[object, int]:
    """Who wins, it says when nobody disturbs it, and after how many positions."""
    told, _ = begin(folder, options).communicate()
    found = json.loads(told)
    return found["winner"], found["positions"]


def kill_once(folder: Path, options: list[str], seconds: float) -> int:
    """How many positions are lost at the most by a kill after so long; 0 if it has ended by then."""
    solving = begin(folder, options)
    time.sleep(seconds)
    alive = solving.poll() is None
    if alive:
        os.killpg(solving.pid, signal.SIGKILL)
    solving.wait()
    return lost_at_most(folder, options) if alive else 0


def lost_at_most(folder: Path, options: list[str]) -> int:
    """The slices that were going on, and the 4,096 positions that each search looks at first."""
    events = [json.loads(line) for path in folder.iterdir() for line in path.read_text().splitlines()]
    searched = sum(event.get("positions", 0) for event in events)
    a_slice = max(int(options[options.index("--slice") + 1]), searched // 200)
    return int(options[options.index("--workers") + 1]) * (a_slice + 4096)


def main() -> None:
    """Prints both results."""
    wanted, *options = sys.argv[1:] or USUAL
    with tempfile.TemporaryDirectory() as first, tempfile.TemporaryDirectory() as second:
        began = time.monotonic()
        winner, undisturbed = finish(Path(first), options)
        seconds = time.monotonic() - began
        moments = [random.uniform(0.5, 2 * seconds / int(wanted)) for _ in range(int(wanted))]
        losses = [loss for each in moments if (loss := kill_once(Path(second), options, each))]
        same_winner, disturbed = finish(Path(second), options)
    more = (disturbed + sum(losses)) / undisturbed - 1
    print(f"undisturbed: Player {winner} wins, {undisturbed:,} positions")
    print(f"killed {len(losses)} times: Player {same_winner} wins, {disturbed:,} positions")
    print(f"and at most {sum(losses):,} lost: {more:+.1%}")
    sys.exit(same_winner != winner or more > 0.1)


if __name__ == "__main__":
    main()
