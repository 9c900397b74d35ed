"""What is refused, and in which words: moves that break a rule, set-ups that make no game."""

from enum import StrEnum


class Refusal(StrEnum):
    """The rule that refuses a move."""

    NOT_UNDERSTOOD = "not-understood"
    OFF_THE_BOARD = "off-the-board"
    BLOCKED = "blocked"
    OCCUPIED = "occupied"
    NOT_A_KNIGHTS_MOVE = "not-a-knights-move"
    NOT_ADJACENT = "not-adjacent"
    NOT_AN_EDGE_BLOCK = "not-an-edge-block"
    REPETITION = "repetition"
    GAME_OVER = "game-over"


_SENTENCES = {
    Refusal.NOT_UNDERSTOOD: "{text} is not a square: write one like {example}.",
    Refusal.OFF_THE_BOARD: "{square} is off the board, which runs from {first} to {last}.",
    Refusal.BLOCKED: "{square} is blocked for the rest of the game.",
    Refusal.OCCUPIED: "{square} is occupied.",
    Refusal.NOT_A_KNIGHTS_MOVE: "{square} is not a knight's move away from {origin}.",
    Refusal.NOT_ADJACENT: "{square} does not share a side with {last}, the last block claimed.",
    Refusal.NOT_AN_EDGE_BLOCK: "{square} is not an edge block, and the first block must be one.",
    Refusal.REPETITION: "{square} would bring the same position about for the {time} time.",
    Refusal.GAME_OVER: "{square} cannot be played: the game is over.",
}


class IllegalMove(ValueError):
    """A move that a rule refuses: `reason` for programs, `str()` for people.

    >>> str(IllegalMove(Refusal.BLOCKED, square="(2, 1)"))
    '(2, 1) is blocked for the rest of the game.'
    """

    def __init__(self, reason: Refusal, **facts: str) -> None:
        super().__init__(_SENTENCES[reason].format(**facts))
        self.reason = reason
        self.facts = facts

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuild, (self.reason, self.facts)


def _rebuild(reason: Refusal, facts: dict[str, str]) -> IllegalMove:
    return IllegalMove(reason, **facts)


class BadSetup(ValueError):
    """A board, starting square, name or code that makes no game; `str()` says why."""
