"""Figures as people read them."""

from collections.abc import Callable, Mapping
from typing import Any


def with_interval(told: Mapping[str, Any], name: str, write: Callable[[float | None], str]) -> str:
    """The figure of this name in a summary, with its interval, or the one end that is known.

    >>> with_interval({"kept": 0.9, "kept_interval": [0.826, 0.945]}, "kept", percent)
    '90.0% (82.6% to 94.5%)'
    """
    low, high = told[f"{name}_interval"]
    if low == high:
        return write(told[name])
    if high is None:
        return f"at least {write(low)}"
    if low is None:
        return f"at most {write(high)}"
    return f"{write(told[name])} ({write(low)} to {write(high)})"


def percent(share: float | None) -> str:
    """A share, to a tenth of a percent."""
    return "–" if share is None else f"{share:.1%}"


def two_digits(number: float | None) -> str:
    """A number, to two digits after the point."""
    return "–" if number is None else f"{number:.2f}".replace("-", "−")


def probability(p: float) -> str:
    """A probability, to three digits after the point; the least ones have a bound."""
    return "less than 0.001" if p < 0.001 else f"{p:.3f}"
