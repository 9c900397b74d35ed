"""Exact values: one contract, one file per method, one C kernel for the hot loops.

`value` tells what a position is worth, `winner` only who wins, `rate` what each of its moves is worth, `line`
how best play goes on, and `why` gives the reason in words where a theorem knows one.
"""

import time
from importlib import import_module
from typing import Protocol, cast

from cornered.game import Position
from cornered.solve.contract import (
    BEST_FIRST,
    DEFAULT_BUDGET,
    Budget,
    Progress,
    Rating,
    Value,
    Verdict,
    never_stop,
)
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

    The moves share the budget: each gets its part of the time that is left, and is unknown when none is.
    """
    ends = time.monotonic() + budget.seconds
    moves = _likely_first(position)
    ratings = []
    for number, square in enumerate(moves):
        seconds = (ends - time.monotonic()) / (len(moves) - number)
        after = Value(Verdict.UNKNOWN)
        if seconds > 0:
            after = value(position.play(square), Budget(seconds, budget.bytes), progress)
        ratings.append(Rating(square, after.before()))
    return tuple(sorted(ratings, key=_merit))


def _likely_first(position: Position) -> list[int]:
    """The moves, with the one that a theorem recommends in front: there may be no time for them all."""
    settled = settle(position)
    return sorted(position.moves(), key=lambda square: settled is None or square != settled.move)


def line(
    position: Position, budget: Budget = DEFAULT_BUDGET, progress: Progress = never_stop
) -> tuple[int, ...]:
    """A line of best play: to the end, or as far as the values are known."""
    ends = time.monotonic() + budget.seconds

    def left() -> Budget:
        return Budget(max(0.0, ends - time.monotonic()), budget.bytes)

    def keeps(square: int, worth: Value) -> bool:
        after = position.play(square)
        if worth.verdict is Verdict.WIN and winner(after, left(), progress) is not Verdict.LOSS:
            return False  # told sooner than its distance
        return value(after, left(), progress).before() == worth

    squares: list[int] = []
    worth = value(position, left(), progress)
    while worth.plies:
        best = next((square for square in position.moves() if keeps(square, worth)), None)
        if best is None:
            break
        squares.append(best)
        position = position.play(best)
        worth = worth.after()
    return tuple(squares)


def why(position: Position) -> str | None:
    """Why the position is won or lost, where a theorem tells; None elsewhere."""
    settled = settle(position)
    return settled.reason if settled else None


def _merit(rating: Rating) -> tuple[int, int, int]:
    """Win soonest, lose latest; a distance that is not known counts as long."""
    verdict, plies = rating.value
    distance = _FAR if plies is None else plies
    return BEST_FIRST.index(verdict), -distance if verdict is Verdict.LOSS else distance, rating.square


_FAR = 10**6
