"""What a solver answers, and within which limits."""

import os
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple


class Verdict(StrEnum):
    """What a position is worth to the player to move, under best play."""

    WIN = "win"
    LOSS = "loss"
    ENDLESS = "endless"
    UNKNOWN = "unknown"


BEST_FIRST = (Verdict.WIN, Verdict.ENDLESS, Verdict.UNKNOWN, Verdict.LOSS)


class Value(NamedTuple):
    """What a position is worth to the player to move, and in how many plies it is decided.

    The winner wins as soon as possible, the loser holds out as long as possible. `plies` is None where the
    position is endless or unknown, and where the winner is known but not the distance.
    """

    verdict: Verdict
    plies: int | None = None

    def before(self) -> "Value":
        """What the move that led here is worth to the player who made it."""
        return Value(_OTHER_SIDE[self.verdict], None if self.plies is None else self.plies + 1)

    def after(self) -> "Value":
        """What the position is worth to the other player after a best move from here."""
        return Value(_OTHER_SIDE[self.verdict], None if self.plies is None else self.plies - 1)


_OTHER_SIDE = {
    Verdict.WIN: Verdict.LOSS,
    Verdict.LOSS: Verdict.WIN,
    Verdict.ENDLESS: Verdict.ENDLESS,
    Verdict.UNKNOWN: Verdict.UNKNOWN,
}


class Rating(NamedTuple):
    """A legal move, and what it is worth to the player who makes it, counted from before it."""

    square: int
    value: Value


@dataclass(frozen=True)
class Budget:
    """How long a search may take and how large it may grow.

    `seconds` may be `math.inf`; `bytes` is a quarter of the machine's memory unless it is given.
    """

    seconds: float = 10.0
    bytes: int | None = None

    @property
    def memory(self) -> int:
        """The limit in bytes that holds."""
        if self.bytes is not None:
            return self.bytes
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 4


DEFAULT_BUDGET = Budget()

Progress = Callable[[int], bool]
"""Called several times a second with the number of positions searched so far, and once at the end.

Where it returns False the search stops, and answers with what it has found as if the time were up.
"""


def never_stop(_positions: int) -> bool:
    """The `Progress` of those who only want the answer."""
    return True
