"""Functions named by their address, each in a process of its own, which can be ended when it takes too long.

The process is `python -m cornered.arena.agents.functions` with the function's address and, in JSON, where to
look for modules. It prints an object when it has looked, and then another for every line that it reads: a
position's code or, for a function from text to text, a text in JSON. What the function itself prints goes to
the errors.

The process ends when its input does, even while the function runs. A function that never returns from C lets
no other thread run, so that the end goes unnoticed: a timer of the system ends the process then, soon after
the function's time is over.
"""

import json
import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from queue import SimpleQueue
from time import monotonic
from typing import Any

from cornered.arena.agents import agent_in_this_process, imported, in_words
from cornered.arena.agents.addresses import number_in, read_address, title
from cornered.arena.agents.program import MOST_OUTPUT, Program, ProgramFault, RunsElsewhere
from cornered.errors import BadSetup, IllegalMove
from cornered.game import Position
from cornered.games import read_position
from cornered.play.opponents import Forfeit
from cornered.processes import end_with_parent

READY, REFUSED, SQUARE, TEXT, FORFEIT, ILLEGAL = "ready", "refused", "square", "text", "forfeit", "illegal"
TO_IMPORT = 60.0
TO_MOVE = 60.0
"""Seconds for a module to be imported, and for an answer unless the setting `seconds` says otherwise."""

_GRACE = 2.0
"""Seconds after which the caller must have ended the function's process, if the caller is still there."""


class _Elsewhere(RunsElsewhere[Program]):
    """The function at an address; `BadSetup` where there is none.

    Its process knows from one question what it was asked before, until it is given up.
    """

    def __init__(self, address: str, called: str = "") -> None:
        self._address = address
        self._called = called
        self._seconds = number_in(read_address(address).settings, "seconds", TO_MOVE)
        self.running = self._start()

    def _asked(self, question: str) -> Any:
        """What the process answers; `Forfeit` if there is nothing within the time, and then it is ended."""
        try:
            self.running = self.running or self._start()
            told = _answer(self.running, question, self._seconds)
        except BadSetup as refusal:
            raise Forfeit(str(refusal)) from refusal
        except ProgramFault as fault:
            self.close()
            raise Forfeit(f"{self._called} {fault}".lstrip()) from fault
        if FORFEIT in told:
            raise Forfeit(told[FORFEIT]) from (
                IllegalMove(told[ILLEGAL], told[FORFEIT]) if ILLEGAL in told else None
            )
        return told

    def _start(self) -> Program:
        command = [sys.executable, "-m", "cornered.arena.agents.functions", self._address]
        program = Program([*command, json.dumps(sys.path)])
        try:
            told = json.loads(program.line(monotonic() + TO_IMPORT))
        except ProgramFault as fault:
            program.close()
            raise BadSetup(f"There is no agent '{self._address}': its module {fault}") from fault
        if REFUSED in told:
            program.close()
            raise BadSetup(told[REFUSED])
        return program


class FunctionPlayer(_Elsewhere):
    """Plays as the function at an address does."""

    def __init__(self, address: str) -> None:
        super().__init__(address, title(address))

    def __call__(self, position: Position) -> int:
        """The function's move; `Forfeit` if it makes none."""
        return int(self._asked(position.code)[SQUARE])


class TextFunction(_Elsewhere):
    """Answers as the function from text to text at an address does."""

    def __call__(self, question: str) -> str:
        """What the function answers; `Forfeit` if it fails."""
        return str(self._asked(json.dumps(question))[TEXT])


def _answer(program: Program, question: str, seconds: float) -> Any:
    deadline = monotonic() + seconds
    program.send(question, deadline)
    try:
        return json.loads(program.line(deadline, MOST_OUTPUT))
    except ValueError:
        raise ProgramFault("wrote into our own lines.") from None


_Answering = Callable[[str], dict[str, object]]


def main(address: str, path: list[str]) -> None:
    """What the process does: it answers with the function at this address until its input ends."""
    tell, questions = _own_output(), _questions()
    sys.path[:] = path
    try:
        seconds = number_in(read_address(address).settings, "seconds", TO_MOVE)
        with _no_longer_than(TO_IMPORT):
            answering = _answering(address)
    except BadSetup as error:
        tell({REFUSED: str(error)})
        return
    tell({READY: True})
    for question in questions:
        with _no_longer_than(seconds):
            told = answering(question)
        tell(told)


@contextmanager
def _no_longer_than(seconds: float) -> Iterator[None]:
    """Lets the system end this process some time after these seconds, whatever it does then."""
    signal.setitimer(signal.ITIMER_REAL, seconds + _GRACE)
    yield
    signal.setitimer(signal.ITIMER_REAL, 0)


def _answering(address: str) -> _Answering:
    where = read_address(address)
    if where.way == "text":
        function = imported(where)
        return lambda question: _text(function, json.loads(question))
    agent = agent_in_this_process(address)
    return lambda code: _square(agent, code)


def _square(agent: Callable[..., int], code: str) -> dict[str, object]:
    try:
        return {SQUARE: agent(read_position(code))}
    except Forfeit as fault:
        broken = {ILLEGAL: fault.__cause__.reason} if isinstance(fault.__cause__, IllegalMove) else {}
        return {FORFEIT: str(fault), **broken}


def _text(function: Callable[..., object], question: str) -> dict[str, object]:
    try:
        said = function(question)
    except (Exception, SystemExit) as error:  # whatever the function does
        return {FORFEIT: f"failed: {in_words(error)}"}
    if not isinstance(said, str):
        return {FORFEIT: f"answered with {type(said).__name__}, not with text."}
    return {TEXT: said}


def _own_output() -> Callable[[dict[str, object]], None]:
    """Writes where only we write: the usual output is led to the errors."""
    output = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8", errors="replace")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    return lambda told: print(json.dumps(told, ensure_ascii=False), file=output, flush=True)


def _questions() -> Iterator[str]:
    """The lines that are sent, read in a thread: the end of them is noticed while the function thinks."""
    lines: SimpleQueue[str] = SimpleQueue()

    def read() -> None:
        for line in sys.stdin:
            lines.put(line.strip())

    end_with_parent(parent_gone=read)
    return iter(lines.get, None)


if __name__ == "__main__":
    main(sys.argv[1], json.loads(sys.argv[2]))
