"""Work spread over processes: every result once, whatever dies."""

import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from time import monotonic
from types import ModuleType

import pytest

from cornered.arena.spread import Here, Local, Spread, WorkLost
from cornered.errors import BadSetup

CHORES = """
import os, signal
from pathlib import Path
from cornered.errors import BadSetup

def squared(number):
    return number * number

def dies_once(marker):
    if not Path(marker).exists():
        Path(marker).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return "done"

def dies(chunk):
    os.kill(os.getpid(), signal.SIGKILL)

def refuses(chunk):
    raise BadSetup("There is no such agent.")
"""


def forever() -> bool:
    return True


@pytest.fixture
def chores(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """A module that other processes can import too."""
    (tmp_path / "chores.py").write_text(CHORES)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "chores", raising=False)
    return import_module("chores")


@pytest.mark.parametrize("spread", [Here(), Local(2)])
def test_every_chunk_has_one_result(chores: ModuleType, spread: Spread) -> None:
    assert sorted(spread.run(chores.squared, range(20), forever)) == [number * number for number in range(20)]


def test_a_process_that_dies_costs_nothing_but_time(chores: ModuleType, tmp_path: Path) -> None:
    chunks = [str(tmp_path / name) for name in "abc"]
    assert list(Local(2).run(chores.dies_once, chunks, forever)) == ["done"] * 3


def test_work_that_always_kills_its_process_is_given_up(chores: ModuleType) -> None:
    with pytest.raises(WorkLost, match="A process died 3 times over the same piece of work"):
        list(Local(2).run(chores.dies, [1], forever))


def test_what_the_work_refuses_is_told_here(chores: ModuleType) -> None:
    with pytest.raises(BadSetup, match="There is no such agent"):
        list(Local(2).run(chores.refuses, [1], forever))


def test_chunks_are_taken_only_when_there_is_room_and_none_after_a_stop(chores: ModuleType) -> None:
    taken = []

    def chunks() -> Iterator[int]:
        for number in range(100):
            taken.append(number)
            yield number

    results = Local(2).run(chores.squared, chunks(), lambda: len(taken) < 10)
    assert len(list(results)) < 12
    assert len(taken) < 12


class Chain(Iterator[int]):
    """A number at a time, each only when the one before it has come back squared."""

    def __init__(self) -> None:
        self.waiting = [2]

    def __next__(self) -> int:
        if not self.waiting:
            raise StopIteration
        return self.waiting.pop()


@pytest.mark.parametrize("spread", [Here(), Local(1), Local(2)])
def test_chunks_that_arise_from_results_are_worked_on_too(chores: ModuleType, spread: Spread) -> None:
    chain, results = Chain(), []
    for result in spread.run(chores.squared, chain, forever):
        results.append(result)
        if len(results) < 4:
            chain.waiting += [result, -result]
    assert results[:2] == [4, 16]
    assert len(results) == 7


PARENT = """
import os, sys
sys.path.insert(0, {folder!r})
from cornered.arena.spread import Local
import waits
if __name__ == "__main__":
    for _ in Local(2).run(waits.work, [1, 2], lambda: True):
        pass
"""
WORK = """
import os, time
def work(chunk):
    os.write(1, f"{os.getpid()}\\n".encode())
    time.sleep(1000)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="asks /proc whether a process has ended")
def test_workers_end_when_whoever_started_them_is_killed(tmp_path: Path) -> None:
    (tmp_path / "waits.py").write_text(WORK)
    (tmp_path / "parent.py").write_text(PARENT.format(folder=str(tmp_path)))
    with subprocess.Popen(
        [sys.executable, tmp_path / "parent.py"], stdout=subprocess.PIPE, text=True
    ) as parent:
        assert parent.stdout
        workers = [int(parent.stdout.readline()) for _ in range(2)]
        parent.kill()
        deadline = monotonic() + 30
        while any(Path(f"/proc/{worker}").exists() for worker in workers):
            assert monotonic() < deadline
