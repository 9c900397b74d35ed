"""How strong agents are, from who beat whom: P(a beats b) = σ(θa − θb + γz), by maximum likelihood.

z is 1 if a holds the side that wins with best play, −1 if b does, and 0 where neither is known to. Games from
one start belong together, so the intervals come from drawing starts anew.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import NamedTuple

from cornered.arena.yardstick.statistics import Estimate
from cornered.errors import BadSetup

ELO = 400 / math.log(10)
"""Points of Elo's scale to one unit of θ: 173.7."""

RANDOM_IS_ZERO: Mapping[str, float] = {"random": 0.0}

_ADVANTAGE = ""
"""The name under which the won side's advantage γ is fitted among the agents' ratings."""

_NEAR_ENOUGH = 1e-7


class Bout(NamedTuple):
    """Who beat whom; `favoured` is 1 if the winner held the won side, −1 if the loser did, and else 0.

    Bouts with the same `start` are from the same position, in either seat and against whomever.
    """

    start: str
    winner: str
    loser: str
    favoured: int


class Ratings(NamedTuple):
    """The agents' ratings θ and the advantage γ of holding the won side; `ELO` turns them into points."""

    agents: dict[str, Estimate]
    advantage: Estimate


def ratings(
    bouts: Iterable[Bout],
    anchors: Mapping[str, float] = RANDOM_IS_ZERO,
    resamples: int = 400,
    seed: int = 0,
) -> Ratings:
    """The ratings that make these results the most likely, on the scale that the anchors fix.

    Every two agents that met have half a win each besides, so that nobody's rating is infinite.

    >>> wins = [Bout(f"start {number}", "hard", "random", 0) for number in range(9)]
    >>> found = ratings([*wins, Bout("start 9", "random", "hard", 0)])
    >>> round(found.agents["hard"].value, 3), found.agents["random"]
    (1.846, Estimate(value=0.0, low=0.0, high=0.0))
    """
    patterns = _patterns(bouts)
    prior = _prior(patterns)
    held = {name: anchors[name] for name in _names(prior) & anchors.keys()}
    _insist_on_anchors(prior, held)
    fitted = _fit(_total(patterns, prior), held, {})
    drawn = _drawn(patterns, prior, held, fitted, resamples, Random(seed))
    found = {name: _estimate(fitted[name], [draw[name] for draw in drawn]) for name in sorted(fitted)}
    advantage = found.pop(_ADVANTAGE)
    return Ratings(found, advantage)


_Results = Mapping[tuple[str, str, int], float]
"""How often the first beat the second, with the won side (1), without it (−1), or with no such side."""

_Pattern = tuple[tuple[tuple[str, str, int], int], ...]
"""All results of one start: many starts have the same ones."""


def _patterns(bouts: Iterable[Bout]) -> Counter[_Pattern]:
    by_start: dict[str, Counter[tuple[str, str, int]]] = defaultdict(Counter)
    for bout in bouts:
        by_start[bout.start][bout.winner, bout.loser, bout.favoured] += 1
    return Counter(tuple(sorted(results.items())) for results in by_start.values())


def _prior(patterns: Iterable[_Pattern]) -> _Results:
    """Half a win each way between any two that met, and between holding the won side and not."""
    met = {frozenset(result[:2]) for pattern in patterns for result, _ in pattern}
    prior = {(winner, loser, 0): 0.5 for pair in met for winner in pair for loser in pair if winner != loser}
    return prior | {(_ADVANTAGE, _ADVANTAGE, 1): 0.5, (_ADVANTAGE, _ADVANTAGE, -1): 0.5}


def _names(results: _Results) -> set[str]:
    return {name for winner, loser, _ in results for name in (winner, loser)} - {_ADVANTAGE}


def _insist_on_anchors(met: _Results, held: Mapping[str, float]) -> None:
    """Whoever has met no anchor, nor anyone who has, cannot be placed on the scale."""
    placed = set(held)
    while reached := {loser for winner, loser, _ in met if winner in placed} - placed:
        placed |= reached
    if left := sorted(_names(met) - placed):
        raise BadSetup(f"{', '.join(left)} cannot be rated: they met nobody whose rating is known.")


def _total(patterns: Mapping[_Pattern, int], prior: _Results) -> _Results:
    total = defaultdict(float, prior)
    for pattern, times in patterns.items():
        for result, count in pattern:
            total[result] += times * count
    return total


def _drawn(
    patterns: Counter[_Pattern],
    prior: _Results,
    held: Mapping[str, float],
    fitted: Mapping[str, float],
    resamples: int,
    random: Random,
) -> list[dict[str, float]]:
    """What the ratings would be if other starts of the same kind had been played."""
    kinds, weights, starts = list(patterns), list(patterns.values()), patterns.total()
    samples = (Counter(random.choices(kinds, weights, k=starts)) for _ in range(resamples if starts else 0))
    return [_fit(_total(sample, prior), held, fitted) for sample in samples]


def _estimate(value: float, drawn: Sequence[float]) -> Estimate:
    ordered, tail = sorted(drawn), int(len(drawn) * 0.025)
    return Estimate(value, ordered[tail], ordered[-1 - tail]) if ordered else Estimate(value, value, value)


def _fit(results: _Results, held: Mapping[str, float], near: Mapping[str, float]) -> dict[str, float]:
    """The most likely ratings with γ among them, by Newton's method from `near` on."""
    free = [*sorted(_names(results) - held.keys()), _ADVANTAGE]
    place = {name: number for number, name in enumerate(free)}
    found = {name: near.get(name, 0.0) for name in free} | dict(held)
    longest = math.inf
    while longest > _NEAR_ENOUGH:
        slope, curvature = _slopes(results, found, place)
        steps = _solved(curvature, slope)
        longest = max(map(abs, steps))
        shorter = min(1.0, 2 / longest) if longest else 1.0  # far from the top a full step would overshoot
        for name, step in zip(free, steps, strict=True):
            found[name] += shorter * step
    return found


def _slopes(
    results: _Results, found: Mapping[str, float], place: Mapping[str, int]
) -> tuple[list[float], list[list[float]]]:
    """The slope of the likelihood's logarithm in each free rating, and how fast the slopes fall."""
    size = len(place)
    slope, curvature = [0.0] * size, [[0.0] * size for _ in range(size)]
    for (winner, loser, favoured), times in results.items():
        expected = 1 / (1 + math.exp(found[loser] - found[winner] - favoured * found[_ADVANTAGE]))
        parts = [(winner, 1), (loser, -1), (_ADVANTAGE, favoured)]
        known = [(place[name], sign) for name, sign in parts if name in place and sign]
        for row, sign in known:
            slope[row] += times * (1 - expected) * sign
            for column, other in known:
                curvature[row][column] += times * expected * (1 - expected) * sign * other
    return slope, curvature


def _solved(matrix: list[list[float]], right: list[float]) -> list[float]:
    """The solution of a symmetric, positive system of equations, by elimination."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for pivot, row in enumerate(rows):
        for other in rows[pivot + 1 :]:
            factor = other[pivot] / row[pivot]
            if factor:
                other[pivot:] = [b - factor * a for a, b in zip(row[pivot:], other[pivot:], strict=True)]
    solution = [0.0] * len(rows)
    for pivot in reversed(range(len(rows))):
        rest = sum(a * x for a, x in zip(rows[pivot][pivot + 1 : -1], solution[pivot + 1 :], strict=True))
        solution[pivot] = (rows[pivot][-1] - rest) / rows[pivot][pivot]
    return solution
