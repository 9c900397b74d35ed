"""Functions from elsewhere, each in a process of its own: there it can be given up, and ended."""

import json
import sys
from time import monotonic
from typing import Any

from cornered.arena.addresses import number_in, read_address, title
from cornered.arena.function_process import FORFEIT, ILLEGAL, REFUSED, SQUARE, TEXT, TO_IMPORT, TO_MOVE
from cornered.arena.program import MOST_OUTPUT, Program, ProgramFault
from cornered.errors import BadSetup, IllegalMove
from cornered.game import Position
from cornered.play.opponents import Forfeit


class FunctionPlayer:
    """Plays as the function at an address does; `BadSetup` where there is none."""

    def __init__(self, address: str) -> None:
        self._called = title(address)
        self._function = _Elsewhere(address)

    def __call__(self, position: Position) -> int:
        """The function's move; `Forfeit` if it makes none."""
        try:
            told = self._function.asked(position.code)
        except ProgramFault as fault:
            raise Forfeit(f"{self._called} {fault}") from fault
        if FORFEIT in told:
            rule = IllegalMove(told[ILLEGAL], told[FORFEIT]) if ILLEGAL in told else None
            raise Forfeit(told[FORFEIT]) from rule
        return int(told[SQUARE])

    def close(self) -> None:
        """Ends the function's process."""
        self._function.close()


class TextFunction:
    """Answers as the function from text to text at an address does; `BadSetup` where there is none."""

    def __init__(self, address: str) -> None:
        self._function = _Elsewhere(address)

    def __call__(self, question: str) -> str:
        """What the function answers; `Forfeit` if it fails."""
        try:
            told = self._function.asked(json.dumps(question))
        except ProgramFault as fault:
            raise Forfeit(str(fault)) from fault
        if FORFEIT in told:
            raise Forfeit(told[FORFEIT])
        return str(told[TEXT])

    def close(self) -> None:
        """Ends the function's process."""
        self._function.close()


class _Elsewhere:
    """A function's process, which knows from one question what it was asked before, until it is given up."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._seconds = number_in(read_address(address).settings, "seconds", TO_MOVE)
        self._program: Program | None = self._start()

    def asked(self, question: str) -> Any:
        """What the process tells of this question; if it does not within the time, that is the end of it."""
        try:
            self._program = self._program or self._start()
            return _answer(self._program, question, self._seconds)
        except BadSetup as refusal:
            raise Forfeit(str(refusal)) from refusal
        except ProgramFault:
            self.close()
            raise

    def close(self) -> None:
        program, self._program = self._program, None
        if program:
            program.close()

    def __getstate__(self) -> dict[str, Any]:
        """Without the process: a copy starts its own."""
        return {**self.__dict__, "_program": None}

    def _start(self) -> Program:
        command = [sys.executable, "-m", "cornered.arena.function_process", self._address]
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


def _answer(program: Program, question: str, seconds: float) -> Any:
    deadline = monotonic() + seconds
    program.send(question, deadline)
    try:
        return json.loads(program.line(deadline, MOST_OUTPUT))
    except ValueError:
        raise ProgramFault("wrote into our own lines.") from None
