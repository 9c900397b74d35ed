"""An atlas of a game: board after board, who wins, and how much there is to decide.

A position has a choice if more than one move is legal, and the choice matters if it changes who wins. The
share of choices that matter is how much there is to play for on a board.
"""

import time
from collections.abc import Iterator
from contextlib import suppress
from math import inf
from typing import NamedTuple

from cornered.errors import BadSetup
from cornered.game import Game, Position
from cornered.games import find_game
from cornered.solve import Budget, Progress, Value, value
from cornered.solve.contract import Clock, Graph, never_stop


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


def explore(
    start: Position, limit: int, progress: Progress = never_stop, seconds: float = inf
) -> Graph | None:
    """Every position that can arise from here; None if there are more than `limit`, or it takes too long.

    >>> from cornered import Board, new_game
    >>> explore(new_game("blockade", Board(3, 3)).start(), limit=100)
    Graph(positions=72, choices=21, decisive=17)
    """
    wins: dict[Position, bool] = {}
    choices = decisive = 0
    ends = time.monotonic() + seconds
    waiting = [start]
    while waiting:
        position = waiting[-1]
        after = [position.play(square) for square in position.moves()]
        unknown = [] if position in wins else [following for following in after if following not in wins]
        if unknown:
            waiting += unknown
            continue
        waiting.pop()
        if position in wins:
            continue
        results = [not wins[following] for following in after]
        wins[position] = any(results)
        choices += len(after) > 1
        decisive += len(set(results)) > 1
        if len(wins) % 1024 == 0:
            too_long = time.monotonic() >= ends or not progress(len(wins))
            if too_long or len(wins) > limit:
                return None
    return Graph(len(wins), choices, decisive) if len(wins) <= limit else None
