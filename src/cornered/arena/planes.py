"""Positions as arrays of zeros and ones: what a network sees, and where it may move."""

import numpy as np
from numpy.typing import NDArray

from cornered import Position

PLANES = ("own", "other", "blocked", "legal")
"""What a player sees: their pieces, the other's, the blocked squares, the legal moves of whoever moves."""

Array = NDArray[np.int8]


def planes(position: Position, player: int) -> Array:
    """The board as this player sees it: 0 or 1 for each of `PLANES`, row and column.

    >>> from cornered import new_game
    >>> planes(new_game("knights-duel").start(), 2)[0, 4]
    array([0, 0, 0, 0, 1], dtype=int8)
    """
    game = position.game
    letters = position.cells().lower()
    found = [[letter == wanted for letter in letters] for wanted in ("abx" if player == 1 else "bax")]
    board = (game.rows, game.cols)
    return np.array([*found, mask(position)], dtype=np.int8).reshape(len(PLANES), *board)


def mask(position: Position) -> Array:
    """For each square a 1 if it may be played.

    >>> from cornered import new_game
    >>> mask(new_game("block-capture").start().play(0)).nonzero()
    (array([1, 5]),)
    """
    squares = np.zeros(position.game.board.size, dtype=np.int8)
    squares[list(position.moves())] = 1
    return squares
