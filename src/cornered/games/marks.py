"""What the two games of marks share: an empty board at the start, and two sets of marked squares."""

from cornered.board import mask_of
from cornered.errors import BadSetup

LIKELY = 10.0
"""What the likely last mark counts in an evaluation, beside squares counted one by one."""


def marks_in(cells: str, to_move: int) -> tuple[int, int]:
    """The squares of `a` and of `b`: as many of each, or one `a` more when Player 2 is to move."""
    first, second = (
        mask_of(cell for cell, found in enumerate(cells) if found.lower() == letter) for letter in "ab"
    )
    if first.bit_count() - second.bit_count() != to_move - 1:
        raise BadSetup("The marks in the position code do not fit the player to move.")
    return first, second


def with_mark(first: int, second: int, to_move: int, square: int) -> tuple[int, int]:
    """Both players' squares after the player to move has marked one more."""
    return (first | 1 << square, second) if to_move == 1 else (first, second | 1 << square)
