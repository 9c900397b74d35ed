"""A function from elsewhere at the board, in a process of its own: there it can be given up, and ended."""

import json
import sys
from time import monotonic
from typing import Any

from cornered.arena.addresses import number_in, read_address, title
from cornered.arena.function_process import FORFEIT, ILLEGAL, REFUSED, SQUARE
from cornered.arena.program import Program, ProgramFault
from cornered.errors import BadSetup, IllegalMove
from cornered.game import Position
from cornered.play.opponents import Forfeit

_TO_IMPORT = 60.0
_TO_MOVE = 60.0
"""Seconds for a module to be imported, and for a move unless the setting `seconds` says otherwise."""


class FunctionPlayer:
    """Plays as the function at an address does; `BadSetup` where there is none.

    What it knows from one move to the next it keeps, until `close` or until it is given up.
    """

    def __init__(self, address: str) -> None:
        self._address = address
        self._seconds = number_in(read_address(address).settings, "seconds", _TO_MOVE)
        self._program: Program | None = self._start()

    def __call__(self, position: Position) -> int:
        """The function's move; `Forfeit` if it makes none."""
        try:
            self._program = self._program or self._start()
            told = _asked(self._program, position.code, self._seconds)
        except BadSetup as refusal:
            raise Forfeit(str(refusal)) from refusal
        except ProgramFault as fault:
            self.close()
            raise Forfeit(f"{title(self._address)} {fault}") from fault
        if FORFEIT in told:
            rule = IllegalMove(told[ILLEGAL], told[FORFEIT]) if ILLEGAL in told else None
            raise Forfeit(told[FORFEIT]) from rule
        return int(told[SQUARE])

    def close(self) -> None:
        """Ends the function's process."""
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
            told = json.loads(program.line(monotonic() + _TO_IMPORT))
        except ProgramFault as fault:
            program.close()
            raise BadSetup(f"There is no agent '{self._address}': its module {fault}") from fault
        if REFUSED in told:
            program.close()
            raise BadSetup(told[REFUSED])
        return program


def _asked(program: Program, question: str, seconds: float) -> Any:
    deadline = monotonic() + seconds
    program.send(question, deadline)
    try:
        return json.loads(program.line(deadline))
    except ValueError:
        raise ProgramFault("wrote into our own lines.") from None
