"""Questions a second through the local runner, its memory over a million, and what a chunk costs on Ray."""

import re
import resource
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from figures import Row

from cornered.arena.spread import Local, Spread
from cornered.arena.yardstick.asking import read_entrant
from cornered.arena.yardstick.positions import ask, position_test
from cornered.arena.yardstick.runs import RunFile
from cornered.arena.yardstick.suite import Suite, SuiteQuestion, load_suite

FEW, MANY = 100_000, 1_000_000
CHUNKS = 200
CHUNK = "measuring, a chunk handed out"
WITH_RAY = Path(__file__).parents[1] / ".venv-conformance" / "bin" / "python"


class Again(Sequence[SuiteQuestion]):
    """The same questions over and over."""

    def __init__(self, questions: Sequence[SuiteQuestion], count: int) -> None:
        self._questions, self._count = questions, count

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, number):
        if not 0 <= number < self._count:
            raise IndexError(number)
        return self._questions[number % len(self._questions)]


def asked(questions: int) -> float:
    """Seconds by the clock to ask `random` so many questions, with everything on disk and in order."""
    suite = load_suite("cornered-1")
    long = Suite(suite.name, suite.sha256, Again(suite.questions, questions), suite.starts)
    work = position_test(long, read_entrant("random"), seed=1)
    with TemporaryDirectory() as folder, RunFile(Path(folder) / "run.jsonl", work.header) as file:
        begun = perf_counter()
        found = ask(work, file, Local(), lambda _: True)
        assert found.complete
        return perf_counter() - begun


def megabytes() -> float:
    """The most memory that this process has had so far, or any of those that it has started."""
    # What the system tells of a process itself includes what its parent had when it started it.
    own = re.search(r"VmHWM:\s*(\d+)", Path("/proc/self/status").read_text())
    assert own
    return max(int(own[1]), resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss) / 1024


def milliseconds_a_chunk(spread: Spread) -> float:
    """What it costs to hand out a chunk and take back its result."""
    list(spread.run(abs, range(CHUNKS), lambda: True))  # starts the processes
    begun = perf_counter()
    list(spread.run(abs, range(CHUNKS), lambda: True))
    return 1000 * (perf_counter() - begun) / CHUNKS


def told_by(python: Path | str, what: str) -> list[float]:
    """What this file prints when it is run by itself: nothing that was imported before counts as memory."""
    told = subprocess.run([python, __file__, what], check=True, capture_output=True, text=True).stdout
    return [float(figure) for figure in told.splitlines()[-1].split()]


def on_ray() -> list[Row]:
    """Measured in the environment that has Ray: it is too heavy for that of the benchmarks as well."""
    if not WITH_RAY.exists():
        print("Ray is not measured: it is where `make conformance` has installed it.")
        return []
    return [Row(CHUNK, "Ray, all on one machine", *told_by(WITH_RAY, "ray"), "ms")]


def run() -> list[Row]:
    """Speed by the clock on all cores; memory after a few and after many."""
    title = "measuring `random`"
    (few, memory_of_few), (many, memory_of_many) = (told_by(sys.executable, str(n)) for n in (FEW, MANY))
    return [
        Row(f"{title}, questions", "cornered, 100,000", FEW / few, "a second", "≥ 20,000"),
        Row(f"{title}, questions", "cornered, 1,000,000", MANY / many, "a second", "≥ 20,000"),
        Row(f"{title}, memory", "after 1,000,000 questions", memory_of_many, "MB"),
        Row(f"{title}, memory", "after 100,000 questions", memory_of_few, "MB"),
        *on_ray(),
    ]


if __name__ == "__main__":
    if sys.argv[1] == "ray":
        from cornered.arena.spread.on_ray import OnRay

        print(milliseconds_a_chunk(OnRay("local")))
    else:
        print(asked(int(sys.argv[1])), megabytes())
