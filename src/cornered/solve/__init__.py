"""Exact values: one contract, one file per method, one C kernel for the hot loops.

`value` tells what a position is worth, `winner` only who wins, `rate` what each of its moves is worth, `line`
how best play goes on, and `why` gives the reason in words where a theorem knows one.
"""

import time
from importlib import import_module
from typing import Protocol, cast

from cornered.game import Position
from cornered.solve.contract import DEFAULT_BUDGET, Budget, Progress, Rating, Value, Verdict, never_stop
from cornered.solve.theorems import settle

__all__ = ["Budget", "Progress", "Rating", "Value", "Verdict", "line", "rate", "value", "why", "winner"]

_METHODS = {
    "knights-blockade": "knights",
    "knights-duel": "knights",
    "blockade": "blockade",
    "block-capture": "block_capture",
    "trap-the-knight": "trap_the_knight",
}


class _Method(Protocol):
    """What each method's module offers."""

    def value(self, position: Position, budget: Budget, progress: Progress) -> Value: ...

    def winner(self, position: Position, budget: Budget, progress: Progress) -> Verdict: ...


def value(position: Position, budget: Budget = DEFAULT_BUDGET, progress: Progress = never_stop) -> Value:
    """What the position is worth to the player to move.

    >>> from cornered import new_game
    >>> value(new_game("knights-blockade").start())
    Value(verdict=<Verdict.WIN: 'win'>, plies=19)
    """
    if not position.moves():
        return Value(Verdict.LOSS, 0)
    return _method(position).value(position, budget, progress)


def winner(position: Position, budget: Budget = DEFAULT_BUDGET, progress: Progress = never_stop) -> Verdict:
    """Who wins, without asking how soon: on large boards much easier to tell.

    >>> from cornered import Board, new_game
    >>> winner(new_game("block-capture", Board(101, 101)).start())
    <Verdict.WIN: 'win'>
    """
    if not position.moves():
        return Verdict.LOSS
    return _method(position).winner(position, budget, progress)


def _method(position: Position) -> _Method:
    return cast(_Method, import_module(f"cornered.solve.{_METHODS[position.game.name]}"))


def rate(
    position: Position, budget: Budget = DEFAULT_BUDGET, progress: Progress = never_stop
) -> tuple[Rating, ...]:
    """What every legal move is worth to the player who makes it, best first.

    The moves share the budget: each gets its part of the time that is left.
    """
    ends = time.monotonic() + budget.seconds
    moves = position.moves()
    ratings = []
    for number, square in enumerate(moves):
        seconds = max(0.0, ends - time.monotonic()) / (len(moves) - number)
        after = value(position.play(square), Budget(seconds, budget.bytes), progress)
        ratings.append(Rating(square, after.before()))
    return tuple(sorted(ratings, key=_best_first))


def line(
    position: Position, budget: Budget = DEFAULT_BUDGET, progress: Progress = never_stop
) -> tuple[int, ...]:
    """A line of best play: to the end, or as far as the values are known."""
    ends = time.monotonic() + budget.seconds
    squares: list[int] = []
    while position.moves():
        left = max(0.0, ends - time.monotonic())
        best = rate(position, Budget(left, budget.bytes), progress)[0]
        if best.value.plies is None:
            break
        squares.append(best.square)
        position = position.play(best.square)
    return tuple(squares)


def why(position: Position) -> str | None:
    """Why the position is won or lost, where a theorem tells; None elsewhere."""
    settled = settle(position)
    return settled.reason if settled else None


_ORDER = (Verdict.WIN, Verdict.ENDLESS, Verdict.UNKNOWN, Verdict.LOSS)


def _best_first(rating: Rating) -> tuple[int, int, int]:
    """Win soonest, lose latest; among wins and losses of unknown length, before the longest known."""
    verdict, plies = rating.value
    if verdict is Verdict.LOSS:
        return _ORDER.index(verdict), -(plies if plies is not None else _FAR), rating.square
    return _ORDER.index(verdict), plies if plies is not None else _FAR, rating.square


_FAR = 10**6
