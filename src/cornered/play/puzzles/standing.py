"""How a solver stands: the rating after every attempt, the streak of days, what was seen before.

Ratings are Glicko-2, on one scale for solvers and puzzles, each attempt a period of its own: after Mark
Glickman, 'Example of the Glicko-2 system'.
"""

from collections.abc import Iterable, Sequence
from datetime import date, timedelta
from math import exp, log, pi, sqrt
from typing import Any, NamedTuple

from cornered.store.progress import Tried

_PUZZLE_DEVIATION = 100.0
"""How uncertain a puzzle's own rating is taken to be."""

_BARS = "▁▂▃▄▅▆▇█"
_LONGEST_GRAPH = 40
_LATEST = 60

_SCALE = 173.7178
_CHANGE = 0.5  # how much the volatility may change: the paper's own choice
_NEAR_ENOUGH = 1e-6


class Strength(NamedTuple):
    """A rating, how uncertain it is, and how much it wavers: at first those of someone unknown."""

    rating: float = 1500.0
    deviation: float = 350.0
    volatility: float = 0.06


class Met(NamedTuple):
    """Who was met, and what came of it: 1 for a win, 0 for a loss."""

    rating: float
    deviation: float
    score: float


class Standing(NamedTuple):
    """The strength at first and after each puzzle, how many were tried, and solved at the first try.

    `known` are the names and the likenesses of all puzzles, in the order in which they were tried last.
    """

    strengths: tuple[Strength, ...]
    tried: int
    solved: int
    known: tuple[str, ...]

    @property
    def strength(self) -> Strength:
        """How strong the solver is now."""
        return self.strengths[-1]


def standing(tried: Sequence[Tried]) -> Standing:
    """What these attempts say of the solver who made them."""
    first: dict[str, Tried] = {}
    for one in tried:
        first.setdefault(one.puzzle, one)
    strengths = [Strength()]
    for one in first.values():
        strengths.append(after(strengths[-1], [Met(one.rating, _PUZZLE_DEVIATION, one.solved)]))
    known = tuple(word for one in tried for word in (one.puzzle, one.likeness))
    return Standing(tuple(strengths), len(first), sum(one.solved for one in first.values()), known)


def streak(tried: Sequence[Tried], today: date) -> int:
    """How many days in a row the day's puzzle was solved at the first try.

    Up to today, or yesterday while today's waits.
    """
    first: dict[str, bool] = {}
    for one in tried:
        first.setdefault(one.puzzle, one.solved)
    days = {one.day for one in tried if one.day and first[one.puzzle]}
    day = today if today.isoformat() in days else today - timedelta(days=1)
    count = 0
    while day.isoformat() in days:
        count += 1
        day -= timedelta(days=1)
    return count


def progress_data(tried: Sequence[Tried], best_rush: int | None, day: date) -> dict[str, Any]:
    """How someone stands on a day as JSON, the same from the command and from the site."""
    now = standing(tried)
    of_day = [one.solved for one in tried if one.day == day.isoformat()]
    return {
        "rating": round(now.strength.rating, 1),
        "spread": round(2 * now.strength.deviation, 1),
        "ratings": [round(strength.rating, 1) for strength in now.strengths[-_LATEST:]],
        "tried": now.tried,
        "solved": now.solved,
        "streak": streak(tried, day),
        "today": "waits" if not of_day else "solved" if of_day[0] else "failed",
        "best_rush": best_rush,
    }


def graph(strengths: Sequence[Strength]) -> str:
    """The latest ratings as a row of bars, from the lowest of them to the highest.

    >>> graph([Strength(1500), Strength(1600), Strength(1550)])
    '▁█▅'
    """
    ratings = [strength.rating for strength in strengths[-_LONGEST_GRAPH:]]
    low, high = min(ratings), max(ratings)
    steps = len(_BARS) - 1
    return "".join(
        _BARS[round((rating - low) / (high - low) * steps) if high > low else 0] for rating in ratings
    )


def after(strength: Strength, met: Iterable[Met]) -> Strength:
    """The strength after a period in which these were met.

    >>> after(Strength(1500, 200), [Met(1400, 30, 1), Met(1550, 100, 0), Met(1700, 300, 0)]).rating
    1464.05...
    """
    mu, phi = (strength.rating - 1500) / _SCALE, strength.deviation / _SCALE
    information = surprise = 0.0
    for rating, deviation, score in met:
        weight = 1 / sqrt(1 + 3 * (deviation / _SCALE / pi) ** 2)
        expected = 1 / (1 + exp(-weight * (mu - (rating - 1500) / _SCALE)))
        information += weight**2 * expected * (1 - expected)
        surprise += weight * (score - expected)
    variance = 1 / information
    volatility = _volatility(phi, strength.volatility, variance, variance * surprise)
    phi = 1 / sqrt(1 / (phi**2 + volatility**2) + information)
    return Strength(1500 + _SCALE * (mu + phi**2 * surprise), _SCALE * phi, volatility)


def _volatility(phi: float, before: float, variance: float, change: float) -> float:
    """The root of the paper's equation for the new volatility, by regula falsi (its step 5)."""

    def f(x: float) -> float:
        spread = phi**2 + variance + exp(x)
        return exp(x) * (change**2 - spread) / (2 * spread**2) - (x - start) / _CHANGE**2

    start = low = log(before**2)
    high = log(change**2 - phi**2 - variance) if change**2 > phi**2 + variance else start - _CHANGE
    while change**2 <= phi**2 + variance and f(high) < 0:
        high -= _CHANGE
    at_low, at_high = f(low), f(high)
    while abs(high - low) > _NEAR_ENOUGH:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = f(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return exp(low / 2)
