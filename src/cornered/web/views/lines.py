"""A line of moves from a position, as someone writes it."""

import re
from collections.abc import Iterable
from typing import NamedTuple

from cornered.errors import BadSetup
from cornered.game import Position
from cornered.games import read_position
from cornered.web.api.setups import check_size
from cornered.web.config import Limits


class Line(NamedTuple):
    """The first position and the one after each move, and the moves."""

    positions: tuple[Position, ...]
    squares: tuple[int, ...]


def follow(start: Position, moves: Iterable[str]) -> Line:
    """The line along these moves; `IllegalMove` if a rule refuses one."""
    positions, squares = [start], []
    for text in moves:
        squares.append(start.game.square(text))
        positions.append(positions[-1].play(squares[-1]))
    return Line(tuple(positions), tuple(squares))


def read_line(start: str, moves: str, limits: Limits) -> Line:
    """The line from the position that has this code, if it is not too long or too large for this site."""
    first = read_position(start)
    check_size(first.game.board, limits)
    texts = [text for text in re.split("[;_]", moves) if text.strip()]
    if len(texts) > limits.longest_game:
        raise BadSetup(f"The line is too long: this site follows at most {limits.longest_game} moves.")
    return follow(first, texts)
