"""What every move is worth, as far as the solver can tell while a player waits."""

from time import monotonic

from cornered.game import Position
from cornered.solve.contract import Budget, Rating, Value, Verdict

BEST_FIRST = (Verdict.WIN, Verdict.ENDLESS, Verdict.UNKNOWN, Verdict.LOSS)

_MANY = 100  # moves: with more than these only theorems are asked, for each search takes some time
_FAR = 10**6  # plies: stands for a distance that is not known


def rated(position: Position, seconds: float) -> tuple[Rating, ...]:
    """Every legal move with its value, best first; those that the time did not suffice for are unknown.

    Other than `solve.rate` this ends when the time is up, however many moves there are.
    """
    deadline = monotonic() + seconds
    moves = position.moves()
    ratings = []
    for number, square in enumerate(moves):
        share = (deadline - monotonic()) / (len(moves) - number)
        after = position.play(square)
        found = _told(after, share, search=len(moves) <= _MANY) if share > 0 else Value(Verdict.UNKNOWN)
        ratings.append(Rating(square, found.before()))
    return tuple(sorted(ratings, key=_merit))


def _told(position: Position, seconds: float, search: bool) -> Value:
    from cornered.solve import value
    from cornered.solve.theorems import settle

    if search:
        try:
            return value(position, Budget(seconds=seconds))
        except RecursionError:  # a board so large that the plain search runs deeper than Python allows
            return Value(Verdict.UNKNOWN)
    settled = settle(position)
    return Value(settled.verdict if settled else Verdict.UNKNOWN)


def _merit(rating: Rating) -> tuple[int, int, int]:
    """Win soonest, lose latest."""
    verdict, plies = rating.value
    distance = _FAR if plies is None else plies
    return BEST_FIRST.index(verdict), -distance if verdict is Verdict.LOSS else distance, rating.square
