"""Rules as tables: what a program needs to know of a game to play thousands of them at once without asking.

There is one kind of table for each way of moving. A game that fits one gives it in `Game.tables`; every
other game is played by its positions, slower. A set of squares is the bits of an integer.
"""

from typing import NamedTuple


class Walking(NamedTuple):
    """Each player has one piece and moves it in turn; a piece that was captured has no move."""

    steps: tuple[int, ...]
    """From each square the squares that a piece may reach."""
    leaves_blocked: bool
    """Whether the square that a piece leaves is blocked from then on."""
    may_capture: bool
    """Whether a piece may move onto the other one."""
    repetitions: int = 0
    """How often a placement must not stand, both pieces and the side to move together; 0 if that is free."""


class Marking(NamedTuple):
    """Each move puts a mark on an empty square, for good."""

    blocks: tuple[int, ...]
    """For each square the empty squares that a mark on it blocks from then on."""
    follows: tuple[int, ...]
    """For each square the squares that the next move may choose from, if they are still empty."""
