"""What either player sees of a position, and where whoever is to move may go."""

import numpy as np

from cornered import Position
from cornered.arena.arrays import Bytes, planes_of

FROM_THE_OTHER_SIDE = [1, 0, 2, 3]
"""The planes in the order in which the other player sees them."""


def planes(position: Position, player: int) -> Bytes:
    """The board as this player sees it: `arrays.PLANES`, the legal moves being those of whoever is to move.

    >>> from cornered import new_game
    >>> planes(new_game("knights-duel").start(), 2)[0, 4]
    array([0, 0, 0, 0, 1], dtype=int8)
    """
    seen = planes_of(position)
    return seen if player == position.to_move else seen[FROM_THE_OTHER_SIDE]


def mask(position: Position) -> Bytes:
    """For each square a 1 if it may be played.

    >>> from cornered import new_game
    >>> mask(new_game("block-capture").start().play(0)).nonzero()
    (array([1, 5]),)
    """
    squares = np.zeros(position.game.board.size, dtype=np.int8)
    squares[list(position.moves())] = 1
    return squares
