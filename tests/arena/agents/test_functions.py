"""Functions as players, good ones and bad ones: real processes, none of which outlives its game."""

import os
import pickle
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from copy import deepcopy
from pathlib import Path
from random import Random
from select import select
from time import monotonic

import pytest

from cornered import BadSetup, new_game
from cornered.arena.agents import Agent, leave, seated
from cornered.play.opponents import Forfeit

START = new_game("knights-duel").start()
AGENTS = """
import itertools, os, sys, time
asked = 0

def first(position):
    return position.moves()[0]

def counts(position):
    global asked
    asked += 1
    return position.moves()[asked % 2]

def thinks_for_ever(position):
    with open("thinking", "w") as file:
        file.write(str(os.getpid()))
    while True:
        pass

def never_returns_from_c(position):
    with open("thinking", "w") as file:
        file.write(str(os.getpid()))
    any(itertools.repeat(0))

def swallows_everything(position):
    while True:
        try:
            time.sleep(1000)
        except BaseException:
            pass

def sleeps_later(position):
    return first(position) if position.to_move == 1 else time.sleep(1000)

def dies(position):
    os._exit(3)

def leaves(position):
    sys.exit("no more")

def is_interrupted(position):
    raise KeyboardInterrupt

def chats(position):
    print("x" * 10_000_000)
    os.write(1, b"nonsense")
    return position.moves()[0]

def boasts(position):
    return 10**5000

class Heavy:
    def __repr__(self):
        return "x" * 10_000_000

def answers_at_length(position):
    return Heavy()

def raises_at_length(position):
    raise ValueError("x" * 10_000_000)
"""


@pytest.fixture(autouse=True)
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The agents as a module in the folder that we run in."""
    (tmp_path / "agents_at_hand.py").write_text(AGENTS)
    (tmp_path / "slow_to_import.py").write_text("import time\ntime.sleep(1000)\n")
    (tmp_path / "exits.py").write_text("import sys\nsys.exit(0)\n")
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def agent() -> Iterator[Callable[..., Agent]]:
    """Seats one of the functions, and sees it off afterwards."""
    sitting = []

    def sit_down(name: str, settings: str = "") -> Agent:
        sitting.append(seated(f"agents_at_hand:{name}{settings}", Random()))
        return sitting[-1]

    yield sit_down
    for each in sitting:
        leave(each)


def children() -> set[int]:
    """The processes that this one has started and that have not ended."""
    command = ["ps", "-A", "-o", "pid=,ppid=,args="]
    listed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    ours = [line.split() for line in listed.splitlines() if "arena.agents.functions" in line]
    return {int(process) for process, parent, *_ in ours if int(parent) == os.getpid()}


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("thinks_for_ever", "did not answer in time."),
        ("never_returns_from_c", "did not answer in time."),
        ("swallows_everything", "did not answer in time."),
        ("dies", "ended with exit code 3."),
        ("is_interrupted", "was ended by signal 2"),
        ("leaves", "failed: SystemExit: no more."),
        ("boasts", "answered with a number that is no square's."),
        ("answers_at_length", "answered with Heavy, not with a square's number."),
        ("raises_at_length", "failed: ValueError: xxx"),
    ],
)
def test_a_function_at_fault_forfeits_and_nothing_of_it_is_left(
    name: str, sentence: str, agent: Callable[..., Agent]
) -> None:
    before = children()
    sitting = agent(name, ";seconds=1")
    with pytest.raises(Forfeit) as caught:
        sitting(START)
    assert str(caught.value).startswith(f"agents_at_hand:{name} {sentence}")
    assert len(str(caught.value)) < 1000
    leave(sitting)
    assert children() <= before


def test_a_function_that_was_given_up_begins_the_next_game_anew(agent: Callable[..., Agent]) -> None:
    sitting = agent("sleeps_later", ";seconds=1")
    for _ in range(2):
        after = START.play(sitting(START))
        with pytest.raises(Forfeit, match="in time"):
            sitting(after)


def test_what_a_function_prints_is_not_taken_for_its_answer(agent: Callable[..., Agent]) -> None:
    assert agent("chats")(START) == START.moves()[0]


def test_a_function_keeps_what_it_knows_from_move_to_move(agent: Callable[..., Agent]) -> None:
    sitting = agent("counts")
    assert [sitting(START) for _ in range(3)] == [START.moves()[1], START.moves()[0], START.moves()[1]]


@pytest.mark.parametrize("copied", [deepcopy, lambda agent: pickle.loads(pickle.dumps(agent))])
def test_a_copy_has_a_process_of_its_own(
    copied: Callable[[Agent], Agent], agent: Callable[..., Agent]
) -> None:
    sitting = agent("counts")
    sitting(START)
    other = copied(sitting)
    assert other(START) == START.moves()[1]
    leave(other)
    assert sitting(START) == START.moves()[0]


@pytest.mark.parametrize("address", ["slow_to_import:choose", "exits:choose"])
def test_a_module_that_cannot_be_imported_is_refused(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cornered.arena.agents.functions.TO_IMPORT", 2.0)
    before = children()
    with pytest.raises(BadSetup, match=f"There is no agent '{address}'"):
        seated(address, Random())
    assert children() <= before


@pytest.mark.skipif(sys.platform != "linux", reason="asks Linux's pidfd whether a process has ended")
@pytest.mark.parametrize(
    "address",
    [
        "agents_at_hand:thinks_for_ever",
        "agents_at_hand:never_returns_from_c;seconds=1",
        "text:agents_at_hand:thinks_for_ever",
        "text:agents_at_hand:never_returns_from_c;seconds=1",
    ],
)
def test_a_function_does_not_outlive_whoever_asked_it_not_even_in_the_middle_of_a_thought(
    address: str,
) -> None:
    asking = (
        "from random import Random\n"
        "from cornered import new_game\n"
        "from cornered.arena.agents import seated\n"
        f"seated('{address}', Random())(new_game('knights-duel').start())\n"
    )
    asker = subprocess.Popen([sys.executable, "-c", asking])
    thinking, ends = Path("thinking"), monotonic() + 30
    while not (thinking.exists() and thinking.read_text()):
        assert monotonic() < ends
    handle = os.pidfd_open(int(thinking.read_text()))
    asker.send_signal(signal.SIGKILL)
    asker.wait()
    try:
        assert select([handle], [], [], 10)[0]
    finally:
        with suppress(ProcessLookupError):
            signal.pidfd_send_signal(handle, signal.SIGKILL)
        os.close(handle)
