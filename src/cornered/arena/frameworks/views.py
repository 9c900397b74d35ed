"""What the environments show of a position: planes, the mask of legal moves, and an image."""

import numpy as np
from numpy.typing import NDArray

from cornered import Position
from cornered.arena.agents.text import scene
from cornered.arena.batch.arrays import Bytes, planes_of
from cornered.play.drawing.board import colour

FROM_THE_OTHER_SIDE = [1, 0, 2, 3]
"""The planes in the order in which the other player sees them."""


def planes(position: Position, player: int) -> Bytes:
    """The board as this player sees it: `arrays.PLANES`, the legal moves being those of the player to move.

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


Image = NDArray[np.uint8]

_SIDE = 48  # pixels
_GROUND, _HAIRLINE, _HATCH, _FIRST, _SECOND, _INK = (
    tuple(bytes.fromhex(colour(name)[1:])) for name in ("ground", "hairline", "hatch", "p1", "p2", "ink")
)

_down, _right = np.indices((_SIDE, _SIDE))
_from_centre = np.hypot(_down - _SIDE / 2, _right - _SIDE / 2) / _SIDE
_from_edge = np.minimum(np.minimum(_down, _right), _SIDE - 1 - np.maximum(_down, _right))


def _picture(position: Position) -> Image:
    """The board as an image, drawn with numpy alone.

    Player 1's pieces filled, Player 2's outlined, blocked squares hatched, the last framed.
    """
    game = position.game
    tiles = np.stack([_tile(letter) for letter in position.cells()])
    grid = tiles.reshape(game.rows, game.cols, _SIDE, _SIDE, 3)
    return grid.swapaxes(1, 2).reshape(game.rows * _SIDE, game.cols * _SIDE, 3)


def _tile(letter: str) -> Image:
    tile = np.full((_SIDE, _SIDE, 3), _GROUND, dtype=np.uint8)
    if letter.lower() == "a":
        tile[_from_centre < 0.33] = _FIRST
    elif letter.lower() == "b":
        tile[(_from_centre < 0.33) & (_from_centre > 0.23)] = _SECOND
    elif letter == "x":
        tile[(_down + _right) % 8 < 2] = _HATCH
    if letter.isupper():
        tile[(_from_edge > 1) & (_from_edge < 4)] = _INK
    tile[_from_edge < 1] = _HAIRLINE
    return tile


def rendered(position: Position, mode: str | None) -> Image | str | None:
    """What `render` returns in this mode; for people, in the mode `human`, the board is printed."""
    if mode == "rgb_array":
        return _picture(position)
    if mode == "ansi":
        return scene(position)
    if mode == "human":
        print(scene(position), end="\n\n")
    return None
