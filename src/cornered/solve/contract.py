"""What a solver answers, and within which limits."""

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


class Value(NamedTuple):
    """What a position is worth to the player to move, and in how many plies it is decided.

    The winner wins as soon as possible, the loser holds out as long as possible. `plies` is None for
    endless and unknown positions, and where the winner is known but not the distance.
    """

    verdict: Verdict
    plies: int | None = None


class Rating(NamedTuple):
    """A legal move, and what it is worth to the player who makes it, in plies from before it."""

    square: int
    value: Value


@dataclass(frozen=True)
class Budget:
    """How long and how large a search may be; None is the solver's own default."""

    seconds: float | None = None
    bytes: int | None = None


Progress = Callable[[int], None]
"""Called now and then with the number of positions searched so far; it may raise to stop the search."""
