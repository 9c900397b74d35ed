"""Figures as people read them."""

from collections.abc import Callable, Mapping
from typing import Any

from cornered.arena.yardstick.ratings import ELO


def with_interval(told: Mapping[str, Any], name: str, write: Callable[[float | None], str]) -> str:
    """The figure of this name in a summary, with its interval, or the one end that is known.

    >>> with_interval({"kept": 0.9, "kept_interval": [0.826, 0.945]}, "kept", percent)
    '90.0% (82.6% to 94.5%)'
    """
    low, high = told[f"{name}_interval"]
    if low == high or low is None or high is None:
        return value_or_bound(told, name, write)
    return f"{write(told[name])} ({write(low)} to {write(high)})"


def value_or_bound(told: Mapping[str, Any], name: str, write: Callable[[float | None], str]) -> str:
    """The figure of this name in a summary, or the one end of its interval that is known.

    >>> value_or_bound({"rating": 5.3, "rating_interval": [3.2, None]}, "rating", elo)
    'at least 556'
    """
    match told[f"{name}_interval"]:
        case [None, None]:
            return "–" if told[name] is None else "unknown"
        case [low, None]:
            return f"at least {write(low)}"
        case [None, high]:
            return f"at most {write(high)}"
    return write(told[name])


def elo(rating: float | None) -> str:
    """A rating in the points of Elo's scale."""
    return "–" if rating is None else f"{ELO * rating:.0f}".replace("-", "−")


def percent(share: float | None) -> str:
    """A share, to a tenth of a percent."""
    return "–" if share is None else f"{share:.1%}"


def two_digits(number: float | None) -> str:
    """A number, to two digits after the point."""
    return "–" if number is None else f"{number:.2f}".replace("-", "−")


def probability(p: float) -> str:
    """A probability, to three digits after the point; the least ones have a bound."""
    return "less than 0.001" if p < 0.001 else f"{p:.3f}"
