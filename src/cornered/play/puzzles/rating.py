"""How strong a solver is, and how hard a puzzle, on one scale: Glicko-2, each attempt a period of its own.

After Mark Glickman, 'Example of the Glicko-2 system'.
"""

from collections.abc import Iterable
from math import exp, log, pi, sqrt
from typing import NamedTuple

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
