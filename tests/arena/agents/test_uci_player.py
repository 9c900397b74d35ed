"""Engines as players, good ones and bad ones: real processes, none of which outlives its game."""

import os
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from select import select
from time import monotonic

import pytest

from cornered import GAMES, BadSetup, Board, new_game
from cornered.arena.agents import leave, seated
from cornered.arena.agents.program import Program, TooLate
from cornered.play.opponents import Forfeit

pytestmark = pytest.mark.skipif(
    sys.platform != "linux", reason="asks Linux's pidfd whether a process has ended"
)

FAKE = f"{sys.executable} {Path(__file__).with_name('fake_engine.py')}"
OURS = f"{sys.executable} -m cornered engine"
START = new_game("knights-duel").start()


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """The processes that are started meanwhile; none of them may be left at the end."""
    numbers: list[int] = []
    begin = Program.__init__

    def noted(self: Program, *args: object, **kwargs: object) -> None:
        begin(self, *args, **kwargs)  # type: ignore[arg-type]
        numbers.append(self._process.pid)

    monkeypatch.setattr(Program, "__init__", noted)
    yield numbers
    assert all(map(has_ended, numbers))


def has_ended(process: int) -> bool:
    """Whether the process is over, or is just ending."""
    try:
        handle = os.pidfd_open(process)
    except ProcessLookupError:
        return True
    try:
        return bool(select([handle], [], [], 5)[0])
    finally:
        os.close(handle)


@pytest.mark.parametrize("protocol", ["uci", "ugi"])
@pytest.mark.parametrize("game", GAMES)
def test_our_own_engine_plays_a_whole_game_from_both_seats(
    game: str, protocol: str, started: list[int]
) -> None:
    agent = seated(f"{protocol}:{OURS};movetime=20", Random())
    position = new_game(game).start()
    while position.moves():
        position = position.play(agent(position))
    leave(agent)
    assert len(started) == 1


def test_one_engine_plays_on_several_boards(started: list[int]) -> None:
    agent = seated(f"uci:{OURS};movetime=20", Random())
    for board in (Board(5, 5), Board(6, 7), Board(3, 9)):
        start = new_game("knights-blockade", board).start()
        assert agent(start) in start.moves()
    leave(agent)
    assert len(started) == 1


@pytest.mark.parametrize(
    ("fault", "sentence"),
    [
        ("sleeps", "did not answer in time."),
        ("floods", "did not answer in time."),
        ("dies", "ended with exit code 1: out of ideas."),
        ("is killed", "was ended by signal 9."),
        ("talks nonsense", "made no legal move: [31mz9z9."),
        ("moves illegally", "made no legal move: a1a1."),
        ("says nothing", "made no legal move: none."),
        ("sends a long line", "sent more than 100,000 bytes at once."),
        ("closes stdout", "closed its output."),
    ],
)
def test_an_engine_at_fault_forfeits_and_is_gone(fault: str, sentence: str, started: list[int]) -> None:
    agent = seated(f"uci:{FAKE} '{fault}';seconds=2", Random())
    with pytest.raises(Forfeit) as caught:
        agent(START)
    assert str(caught.value) == f"{Path(sys.executable).name} {sentence}"
    assert has_ended(started[0])


def test_an_engine_that_never_starts_forfeits_and_is_gone(
    started: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cornered.arena.agents.uci_player._TO_START", 0.5)
    with pytest.raises(Forfeit, match="did not answer in time"):
        seated(f"uci:{FAKE} 'never starts'", Random())(START)
    assert has_ended(started[0])


def test_an_engine_that_fills_its_error_stream_plays_on(started: list[int]) -> None:
    agent = seated(f"uci:{FAKE} 'floods its errors'", Random())
    assert agent(START) in START.moves()
    leave(agent)


def test_an_engine_that_ignores_quit_is_ended(started: list[int]) -> None:
    agent = seated(f"uci:{FAKE} 'ignores quit'", Random())
    agent(START)
    leave(agent)
    assert has_ended(started[0])


def test_what_an_engine_has_started_ends_with_it(
    started: list[int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CHILD", str(tmp_path / "child"))
    agent = seated(f"uci:{FAKE} 'leaves a child'", Random())
    agent(START)
    leave(agent)
    assert has_ended(int((tmp_path / "child").read_text()))


def test_an_engine_that_nobody_holds_any_more_is_ended(started: list[int]) -> None:
    agent = seated(f"uci:{FAKE}", Random())
    agent(START)
    del agent
    assert has_ended(started[0])


def test_an_engine_that_failed_is_started_anew_for_the_next_game(started: list[int]) -> None:
    agent = seated(f"uci:{FAKE} dies", Random())
    for _ in range(2):
        with pytest.raises(Forfeit):
            agent(START)
    assert len(started) == 2


def test_options_reach_the_engine_and_unknown_ones_are_refused(started: list[int]) -> None:
    agent = seated(f"uci:{FAKE};Threads=2", Random())
    assert agent(START) in START.moves()
    leave(agent)
    with pytest.raises(Forfeit, match="has no option 'Colour'"):
        seated(f"uci:{FAKE};Colour=red", Random())(START)


@pytest.mark.parametrize(
    ("address", "sentence"),
    [
        ("uci:no-such-engine", "There is no program 'no-such-engine' to run."),
        ("uci:'unbalanced", "is not a command"),
        ("uci:", "is no agent"),
        (f"uci:{FAKE};movetime", "'movetime' sets nothing"),
        (f"uci:{FAKE};movetime=soon", "movetime=soon is not a positive number."),
    ],
)
def test_an_engine_that_cannot_be_is_refused_at_once(address: str, sentence: str) -> None:
    with pytest.raises(BadSetup, match=sentence):
        seated(address, Random())


def test_whoever_waits_for_a_program_is_told_when_it_is_ended_elsewhere() -> None:
    programs = [Program(["sleep", "60"]) for _ in range(100)]
    with ThreadPoolExecutor(2 * len(programs)) as threads:
        waiting = [threads.submit(program.line, monotonic() + 50) for program in programs]
        list(threads.map(Program.close, programs))
        faults = [one.exception(40) for one in waiting]
    assert all(faults)
    assert not any(isinstance(fault, TooLate) for fault in faults)
