"""Exact values: one contract, one file per method, one C kernel for the hot loops.

`analyse` returns all that can be known about a position with as few questions as possible; `value`, `winner`,
`rate` and `line` each return one thing. The game names the solver that answers.
"""

from typing import Any

from cornered.game import Position
from cornered.solve.contract import (
    BEST_FIRST,
    DEFAULT_BUDGET,
    UNKNOWN,
    Analysis,
    Budget,
    Clock,
    Progress,
    Rating,
    Settled,
    Solver,
    Value,
    Verdict,
    never_stop,
)

__all__ = [
    "Analysis",
    "Budget",
    "Progress",
    "Rating",
    "Settled",
    "Value",
    "Verdict",
    "analyse",
    "line",
    "rate",
    "settle",
    "value",
    "winner",
]

_OVER = Value(Verdict.LOSS, 0)
_FOR_THE_MOVES = 0.7
"""The share of an analysis's time that goes to the moves; the rest is for the line."""


def analyse(position: Position, budget: Budget = DEFAULT_BUDGET, progress: Progress = never_stop) -> Analysis:
    """What the position and each of its moves is worth, how best play goes on, and why.

    Each move costs one question, the position itself one more at the most.

    >>> from cornered import new_game
    >>> found = analyse(new_game("knights-duel").start())
    >>> found.value.plies, len(found.ratings), len(found.line)
    (14, 2, 14)
    """
    if not position.moves():
        return Analysis(_OVER, (), (), None)
    clock, solver, heeded = Clock(budget), position.game.solver(), _Heeded(progress)
    settled = solver.settle(position)
    ratings = _rated(solver, position, settled, clock.left(_FOR_THE_MOVES), heeded)
    worth = _best_of(ratings)
    if worth.verdict is Verdict.UNKNOWN:
        verdict = settled.verdict if settled else solver.winner(position, clock.left(), heeded)
        return Analysis(Value(verdict), ratings, (), settled.reason if settled else None)
    goes_on = worth.plies and not heeded.stopped
    line = solver.line(position, worth, clock.left(), heeded) if goes_on else ()
    return Analysis(worth, ratings, line, settled.reason if settled else None)


def value(position: Position, budget: Budget = DEFAULT_BUDGET, progress: Progress = never_stop) -> Value:
    """What the position is worth to the player to move.

    >>> from cornered import new_game
    >>> value(new_game("knights-blockade").start())
    Value(verdict=<Verdict.WIN: 'win'>, plies=19)
    """
    return position.game.solver().value(position, budget, progress) if position.moves() else _OVER


def winner(position: Position, budget: Budget = DEFAULT_BUDGET, progress: Progress = never_stop) -> Verdict:
    """Who wins, without asking how soon: on large boards much easier to tell.

    >>> from cornered import Board, new_game
    >>> winner(new_game("block-capture", Board(101, 101)).start())
    <Verdict.WIN: 'win'>
    """
    return position.game.solver().winner(position, budget, progress) if position.moves() else Verdict.LOSS


def settle(position: Position) -> Settled | None:
    """What theorems say of the player to move; None where they are silent.

    >>> from cornered import Board, new_game
    >>> settle(new_game("knights-blockade", Board(8, 8)).start()).reason
    'Player 2 answers every move with its mirror image across the centre of the board (a half turn).'
    """
    return position.game.solver().settle(position) if position.moves() else None


def rate(
    position: Position, budget: Budget = DEFAULT_BUDGET, progress: Progress = never_stop
) -> tuple[Rating, ...]:
    """What every legal move is worth to the player who makes it, best first.

    The moves share the budget: each gets its part of the time that is left, and is unknown when none is.
    """
    if not position.moves():
        return ()
    solver = position.game.solver()
    return _rated(solver, position, solver.settle(position), budget, _Heeded(progress))


def line(
    position: Position, budget: Budget = DEFAULT_BUDGET, progress: Progress = never_stop
) -> tuple[int, ...]:
    """A line of best play: to the end, or as far as the values are known."""
    if not position.moves():
        return ()
    clock, solver = Clock(budget), position.game.solver()
    worth = solver.value(position, clock.left(), progress)
    return solver.line(position, worth, clock.left(), progress) if worth.plies else ()


class _Heeded:
    """A progress that remembers that it was told to stop: then no further question is asked."""

    def __init__(self, progress: Progress) -> None:
        self._progress = progress
        self.stopped = False

    def __call__(self, positions: int) -> bool:
        self.stopped = not self._progress(positions) or self.stopped
        return not self.stopped


def _rated(
    solver: Solver[Any], position: Position, settled: Settled | None, budget: Budget, progress: _Heeded
) -> tuple[Rating, ...]:
    clock = Clock(budget)
    # The move that a theorem recommends comes first: there may be no time for them all.
    moves = sorted(position.moves(), key=lambda square: settled is None or square != settled.move)
    ratings = []
    for number, square in enumerate(moves):
        share = clock.left(1 / (len(moves) - number))
        goes_on = share.seconds and not progress.stopped
        worth = _worth_after(solver, position.play(square), share, progress) if goes_on else UNKNOWN
        ratings.append(Rating(square, worth.before()))
    return tuple(sorted(ratings, key=_merit))


def _worth_after(solver: Solver[Any], after: Position, budget: Budget, progress: Progress) -> Value:
    return solver.value(after, budget, progress) if after.moves() else _OVER


def _best_of(ratings: tuple[Rating, ...]) -> Value:
    """What the position is worth whose moves are worth this: no more than is certain."""
    best = ratings[0].value
    all_known = all(rating.value.verdict is not Verdict.UNKNOWN for rating in ratings)
    if best.verdict is not Verdict.WIN and not all_known:
        return UNKNOWN
    distances = [rating.value.plies for rating in ratings if rating.value.verdict is best.verdict]
    exact = best.plies == 1 or (all_known and None not in distances)
    return best if exact else Value(best.verdict)


def _merit(rating: Rating) -> tuple[int, int, int]:
    """Win soonest, lose latest; a distance that is not known counts as long."""
    verdict, plies = rating.value
    distance = _FAR if plies is None else plies
    return BEST_FIRST.index(verdict), -distance if verdict is Verdict.LOSS else distance, rating.square


_FAR = 10**6
