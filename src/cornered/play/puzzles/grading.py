"""How hard a puzzle is, from what makes it hard: few right moves, wrong ones that tempt, a long way to go.

Four players look at the position, one that sees nothing, and three that see one, three and five plies ahead.
A mistake tempts those to whom its refutation comes too late to be seen, the more the better the position
looks after it. The mean chance that they find an answer, less for every move that the win still takes, is how
easy the puzzle is. `docs/puzzles.md` has how the levels do on each grade.
"""

from bisect import bisect
from collections.abc import Callable
from math import exp, inf
from operator import methodcaller

from cornered.game import Position
from cornered.solve import Rating, Verdict

GRADES = 4
_HARDER_FROM = (0.42, 0.53, 0.68)
"""Where grades 2, 3 and 4 begin."""

_BLIND = 3  # how often the player counts who sees nothing
_SIGHTED = (
    (1, methodcaller("mobility")),
    (3, methodcaller("mobility")),
    (5, methodcaller("room")),
)
_BLUR = 1.5  # what a difference in mobility must be for the better move to be chosen e times as often
_CARE = 0.9  # the chance that each further move of a won game is played well
_PLAIN = 3  # plies: what is left of a win when no care is needed any more


def difficulty(position: Position, answers: tuple[int, ...], ratings: tuple[Rating, ...]) -> float:
    """How hard it is to find an answer and to make it good, from 0 to 1."""
    blind = len(answers) / len(ratings)
    found = [_chance(position, answers, ratings, depth, looks) for depth, looks in _SIGHTED]
    first = (_BLIND * blind + sum(found)) / (_BLIND + len(found))
    verdict, plies = ratings[0].value
    further = max(0, (plies or 0) - _PLAIN) / 2 if verdict is Verdict.WIN else 0
    return 1 - first * _CARE**further


def grade_of(difficulty: float) -> int:
    """From 1, the easiest, to 4."""
    return 1 + bisect(_HARDER_FROM, difficulty)


def rating_of(difficulty: float) -> float:
    """The difficulty on the scale on which solvers are rated."""
    return 800 + 1600 * difficulty


def _chance(
    position: Position,
    answers: tuple[int, ...],
    ratings: tuple[Rating, ...],
    depth: int,
    looks: Callable[[Position], float],
) -> float:
    """The chance that a player who looks this far ahead chooses an answer."""
    seen = {rating.square: rating.value.verdict for rating in ratings if (rating.value.plies or inf) <= depth}
    if any(seen.get(square) is Verdict.WIN for square in answers):
        return 1.0
    doubtful = [rating.square for rating in ratings if seen.get(rating.square) is not Verdict.LOSS]
    merits = {square: -looks(position.play(square)) for square in doubtful or answers}
    best = max(merits.values())
    weights = {square: exp((merit - best) / _BLUR) for square, merit in merits.items()}
    return sum(weights.get(square, 0.0) for square in answers) / sum(weights.values())
