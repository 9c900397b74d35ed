"""Kills a long solve again and again, lets it finish, and compares: the same result, how many more positions?

    python tools/kill_long_solve.py                        # ten kills of Knight's Blockade 5×11
    python tools/kill_long_solve.py 10 --size 7x9 --slice 2

What a killed command had not finished yet is counted as the most that any search of the run has cost.
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

CORNERED = [sys.executable, "-m", "cornered", "solve", "knights-blockade"]
WORKERS = 2


def begin(folder: Path, options: list[str]) -> subprocess.Popen[str]:
    """The command, in a group of its own: it and its workers are killed together."""
    command = [*CORNERED, *options, "--keep", str(folder), "--workers", str(WORKERS), "--json"]
    return subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, start_new_session=True
    )


def finish(folder: Path, options: list[str]) -> dict[str, object]:
    """What it says when nobody disturbs it."""
    told, _ = begin(folder, options).communicate()
    found: dict[str, object] = json.loads(told)
    return found


def kill_once(folder: Path, options: list[str], seconds: float) -> bool:
    """Whether it was still at work after so long, and so was killed."""
    solving = begin(folder, options)
    time.sleep(seconds)
    alive = solving.poll() is None
    if alive:
        os.killpg(solving.pid, signal.SIGKILL)
    solving.wait()
    return alive


def lost_at_most(folder: Path, kills: int) -> int:
    """How many positions the kills have cost that no line tells of."""
    lines = [json.loads(line) for path in folder.iterdir() for line in path.read_text().splitlines()[1:]]
    return kills * WORKERS * max(line["positions"] for line in lines)


def main() -> None:
    """Prints both results."""
    wanted, *options = sys.argv[1:] or ["10", "--size", "5x11", "--slice", "0.3"]
    with tempfile.TemporaryDirectory() as first, tempfile.TemporaryDirectory() as second:
        began = time.monotonic()
        undisturbed = finish(Path(first), options)
        seconds = time.monotonic() - began
        kills = sum(
            kill_once(Path(second), options, random.uniform(1, seconds / int(wanted)))
            for _ in range(int(wanted))
        )
        disturbed = finish(Path(second), options)
        lost = lost_at_most(Path(second), kills)
    positions = int(str(disturbed["positions"]))
    more = (positions + lost) / int(str(undisturbed["positions"])) - 1
    print(f"undisturbed: Player {undisturbed['winner']} wins, {undisturbed['positions']:,} positions")
    print(f"killed {kills} times: Player {disturbed['winner']} wins, {positions:,} positions")
    print(f"and at most {lost:,} lost: {more:+.1%}")


if __name__ == "__main__":
    main()
