"""What can be refused or go wrong, and in which words. Users of the library may catch `CorneredError`."""

from enum import IntEnum, StrEnum


class Exit(IntEnum):
    """The exit codes of every command; `docs/cli.md` tells users what they mean."""

    DONE = 0
    FAILED = 1
    WRONG_USE = 2
    NOT_FOUND = 3
    INTERRUPTED = 130


class CorneredError(Exception):
    """The base of every error that Cornered raises on purpose; `str()` is a sentence for people."""


class BadSetup(CorneredError, ValueError):
    """A board, starting square, name or code that makes no game; `str()` says why."""


class Refusal(StrEnum):
    """The rule that refuses a move, as data. A game may have further reasons."""

    NOT_UNDERSTOOD = "not-understood"
    OFF_THE_BOARD = "off-the-board"
    GAME_OVER = "game-over"
    BLOCKED = "blocked"
    OCCUPIED = "occupied"
    NOT_A_KNIGHTS_MOVE = "not-a-knights-move"
    NOT_ADJACENT = "not-adjacent"
    NOT_AN_EDGE_BLOCK = "not-an-edge-block"
    REPETITION = "repetition"


class IllegalMove(CorneredError, ValueError):
    """A move that a rule refuses: `reason` for programs, `str()` for people.

    >>> str(IllegalMove(Refusal.BLOCKED, "(2, 1) is blocked for the rest of the game."))
    '(2, 1) is blocked for the rest of the game.'
    """

    def __init__(self, reason: str, sentence: str) -> None:
        super().__init__(reason, sentence)
        self.reason = reason

    def __str__(self) -> str:
        return str(self.args[1])
