"""What a batch shows and takes: its arrays, a position as planes, the actions, and what moves the games."""

from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from cornered.board import Board
from cornered.game import Position

PLANES = ("own", "other", "blocked", "legal")
"""For the player to move: their pieces, the other player's, the blocked squares, the legal moves."""

Bytes = NDArray[np.int8]

RANDOM = -1
"""The action that leaves the choice to chance: each legal move is as likely as any other."""

WAIT = -2
"""The action that makes no move in this game."""

AGAIN = -3
"""The action that begins this game again, without a winner."""


class Arrays(NamedTuple):
    """One entry a game; an engine writes them in place."""

    planes: Bytes
    final: Bytes
    mask: NDArray[np.bool_]
    turn: Bytes
    winner: Bytes
    plies: NDArray[np.int32]
    wins: NDArray[np.int64]

    @classmethod
    def blank(cls, size: int, board: Board) -> "Arrays":
        """Arrays for `size` games on this board."""
        shape = (size, len(PLANES), board.rows, board.cols)
        return cls(
            planes=np.zeros(shape, np.int8),
            final=np.zeros(shape, np.int8),
            mask=np.zeros((size, board.size), np.bool_),
            turn=np.zeros(size, np.int8),
            winner=np.zeros(size, np.int8),
            plies=np.zeros(size, np.int32),
            wins=np.zeros((size, 2), np.int64),
        )


def planes_of(position: Position) -> Bytes:
    """A position as the batch shows it: 0 or 1 for each of `PLANES`, row and column.

    >>> from cornered import new_game
    >>> planes_of(new_game("knights-blockade").start())[0]
    array([[1, 0, 0, 0, 0],
           [0, 0, 0, 0, 0],
           [0, 0, 0, 0, 0],
           [0, 0, 0, 0, 0],
           [0, 0, 0, 0, 0]], dtype=int8)
    """
    board = position.game.board
    letters = np.frombuffer(position.cells().lower().encode(), np.uint8)
    planes = np.zeros((len(PLANES), board.size), np.int8)
    for plane, letter in zip(planes, b"abx" if position.to_move == 1 else b"bax", strict=False):
        plane[:] = letters == letter
    planes[PLANES.index("legal"), list(position.moves())] = 1
    return planes.reshape(len(PLANES), board.rows, board.cols)


class BatchEngine(Protocol):
    """The games of one batch; every call writes what came of it into the batch's arrays."""

    def begin(self, seeds: NDArray[np.uint64] | None) -> None:
        """Every game from the start; with seeds, their streams too."""

    def step(self, actions: NDArray[np.int64]) -> int:
        """One action a game; returns their number, or the first with an illegal one: then none was played."""

    def step_random(self, steps: int) -> None:
        """So many random moves in every game."""
