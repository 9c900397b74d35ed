"""Which positions are the same puzzle: those that a turn or a reflection of the board makes look alike."""

from collections.abc import Callable
from functools import lru_cache
from operator import itemgetter

from cornered.board import Board
from cornered.game import Position

_MARKS = str.maketrans("abAB", "xxLL")
"""Marks stay where they are, and it does not matter whose they were; a capital is the last one."""


EXCHANGED = str.maketrans("ab", "ba")
"""Each player's piece instead of the other's."""


def likeness(position: Position) -> str:
    """What a position has in common with all that look alike; players that exchange places look alike too.

    >>> from cornered import read_position
    >>> ours = read_position("knights-duel.5x5.1.a4-5-5-5-4b")
    >>> likeness(ours) == likeness(read_position("knights-duel.5x5.2.4a-5-5-5-b4"))
    True
    """
    cells = position.cells()
    if position.game.facts().look.piece == "mark":
        cells = cells.translate(_MARKS)
    elif position.to_move == 2:
        cells = cells.translate(EXCHANGED)
    return min(["".join(image(cells)) for image in _images(position.game.board)])


@lru_cache(maxsize=64)
def _images(board: Board) -> tuple[Callable[[str], tuple[str, ...]], ...]:
    """The cells as each symmetry arranges them: likeness is asked for every position of every game."""
    return tuple(itemgetter(*cells) for cells in board.symmetries())
