"""An atlas of a game: board after board, who wins, and how much there is to decide."""

import time
from collections.abc import Iterator
from contextlib import suppress
from typing import NamedTuple

from cornered.errors import BadSetup
from cornered.game import Game
from cornered.games import find_game
from cornered.solve import Budget, Progress, Value, value
from cornered.solve.contract import Clock, Graph


class Entry(NamedTuple):
    """What was found out about one board, and how long that took."""

    game: Game
    value: Value
    graph: Graph | None
    seconds: float


def boards(name: str, cells: int) -> Iterator[Game]:
    """The game on every board of at most `cells` cells, smallest first, each lying on its long side."""
    rules = find_game(name)
    for size in range(1, cells + 1):
        for rows in _divisors(size):
            with suppress(BadSetup):  # no game on this board
                yield rules(rows, size // rows)


def survey(game: Game, budget: Budget, positions: int, progress: Progress) -> Entry:
    """The value of the start, and its graph where that has at most `positions` positions."""
    began = time.monotonic()
    start, clock = game.start(), Clock(budget)
    found = value(start, clock.left(), progress)
    graph = game.solver().graph(start, positions, clock.left().seconds, progress)
    return Entry(game, found, graph, time.monotonic() - began)


def _divisors(size: int) -> Iterator[int]:
    return (rows for rows in range(1, size + 1) if size % rows == 0 and rows * rows <= size)
