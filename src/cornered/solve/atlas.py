"""An atlas of a game: board after board, who wins, and how much there is to decide."""

import time
from collections.abc import Iterator
from contextlib import suppress
from typing import NamedTuple

from cornered.game import Game, Position
from cornered.games import find_game
from cornered.games.knights import BlockingPosition
from cornered.refusal import BadSetup
from cornered.solve import Budget, Progress, Value, knights_kernel, value
from cornered.solve.graph import Graph, explore
from cornered.solve.knights import whole_graph


class Entry(NamedTuple):
    """What was found out about one board, and how long that took."""

    game: Game
    value: Value
    graph: Graph | None
    seconds: float


def boards(name: str, cells: int) -> Iterator[Game]:
    """The game on every board with up to so many cells, smallest first, each lying on its long side."""
    rules = find_game(name)
    for size in range(1, cells + 1):
        for rows in _divisors(size):
            with suppress(BadSetup):  # no game on this board
                yield rules(rows, size // rows)


def survey(game: Game, budget: Budget, positions: int, progress: Progress) -> Entry:
    """The value of the start, and its graph where that has no more than so many positions."""
    began = time.monotonic()
    found = value(game.start(), budget, progress)
    graph = _graph(game.start(), positions, budget.seconds, progress)
    return Entry(game, found, graph, time.monotonic() - began)


def _graph(start: Position, positions: int, seconds: float, progress: Progress) -> Graph | None:
    if isinstance(start, BlockingPosition) and knights_kernel.is_built():
        found = whole_graph(start, Budget(seconds, positions * _BYTES_PER_POSITION), progress)
        return found if found and found.positions <= positions else None
    return explore(start, positions, progress)


_BYTES_PER_POSITION = 48  # in the kernel's table, which is never quite full and doubles as it grows


def _divisors(size: int) -> Iterator[int]:
    return (rows for rows in range(1, size + 1) if size % rows == 0 and rows * rows <= size)
