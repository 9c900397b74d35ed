"""How a solver stands: the rating after every attempt, the streak of days, what was seen before."""

from collections.abc import Sequence
from datetime import date, timedelta
from typing import Any, NamedTuple

from cornered.play.puzzles.rating import Met, Strength, after
from cornered.store.progress import Tried

_PUZZLE_DEVIATION = 100.0
"""How uncertain a puzzle's own rating is taken to be."""

_BARS = "▁▂▃▄▅▆▇█"
_LONGEST_GRAPH = 40
_LATEST = 60


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
    """What these attempts say of whoever made them."""
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
