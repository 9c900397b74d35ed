"""How long a command takes to answer, beside the bare interpreter that runs it."""

import resource
import subprocess
import sys
from pathlib import Path
from statistics import median

from figures import Row

COMMAND = str(Path(sys.executable).with_name("cornered"))
COMMANDS = {
    "cornered --help": [COMMAND, "--help"],
    "cornered games": [COMMAND, "games"],
    "python -c pass": [sys.executable, "-c", "pass"],
}


def cpu_seconds(command: list[str]) -> float:
    """The CPU time that a command takes from start to end."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def run(rounds: int = 21) -> list[Row]:
    """Each command against bare Python; they take turns, and the median counts."""
    measured: dict[str, list[float]] = {name: [] for name in COMMANDS}
    for _ in range(rounds):
        for name, command in COMMANDS.items():
            measured[name].append(cpu_seconds(command))
    figures = {name: median(seconds) * 1000 for name, seconds in measured.items()}
    bare = figures.pop("python -c pass")
    rows = []
    for name, figure in figures.items():
        rows.append(Row(f"start of {name}", name, figure, "ms"))
        rows.append(Row(f"start of {name}", "python -c pass", bare, "ms", "≤ 8"))
    return rows
