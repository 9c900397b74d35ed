"""A board as an image, drawn with numpy alone: one tile for each kind of square."""

import numpy as np
from numpy.typing import NDArray

from cornered import Position

Image = NDArray[np.uint8]

_SIDE = 48  # pixels
_GROUND, _HAIRLINE, _HATCH = (255, 253, 249), (217, 211, 199), (141, 134, 120)
_FIRST, _SECOND, _INK = (59, 91, 219), (217, 72, 15), (31, 35, 40)

_down, _right = np.indices((_SIDE, _SIDE))
_from_centre = np.hypot(_down - _SIDE / 2, _right - _SIDE / 2) / _SIDE
_from_edge = np.minimum(np.minimum(_down, _right), _SIDE - 1 - np.maximum(_down, _right))


def picture(position: Position) -> Image:
    """The board: Player 1's pieces filled, Player 2's outlined, blocked squares hatched, the last framed."""
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
