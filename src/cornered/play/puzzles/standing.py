"""How a solver stands: the rating after every attempt, the streak of days, what was seen before."""

from collections.abc import Sequence
from datetime import date, timedelta
from typing import NamedTuple

from cornered.play.puzzles.rating import Met, Strength, after
from cornered.store.progress import Tried

_PUZZLE_DEVIATION = 100.0
"""How uncertain a puzzle's own rating is taken to be."""

_BARS = "▁▂▃▄▅▆▇█"
_LONGEST_GRAPH = 40


class Standing(NamedTuple):
    """The strength at first and after each puzzle, where the first try counts; and all puzzles known."""

    strengths: tuple[Strength, ...]
    solved: int
    known: frozenset[str]

    @property
    def strength(self) -> Strength:
        """How strong the solver is now."""
        return self.strengths[-1]


def standing(tried: Sequence[Tried]) -> Standing:
    """What these attempts say of whoever made them."""
    first: dict[str, Tried] = {}
    for one in tried:
        first.setdefault(one.puzzle, one)
    strengths = [Strength()]
    for one in first.values():
        strengths.append(after(strengths[-1], [Met(one.rating, _PUZZLE_DEVIATION, one.solved)]))
    return Standing(tuple(strengths), sum(one.solved for one in first.values()), frozenset(first))


def streak(tried: Sequence[Tried], today: date) -> int:
    """How many days in a row the day's puzzle was solved, up to today, or yesterday while today's waits."""
    days = {one.day for one in tried if one.day and one.solved}
    day = today if today.isoformat() in days else today - timedelta(days=1)
    count = 0
    while day.isoformat() in days:
        count += 1
        day -= timedelta(days=1)
    return count


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
