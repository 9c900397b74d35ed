"""How strong agents are, from who beat whom: P(a beats b) = σ(θa − θb + γz), by maximum likelihood.

z is 1 if a holds the side that wins with best play, −1 if b does, and 0 where neither is known to. Games from
one start belong together, so the standard errors come from drawing starts anew.
"""

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from random import Random
from statistics import stdev
from typing import NamedTuple

from cornered.arena.yardstick.statistics import Estimate, Z
from cornered.errors import BadSetup

ELO = 400 / math.log(10)
"""Points of Elo's scale to one unit of θ: 173.7."""

_GAMMA = ""  # its name among those of the agents

RANDOM_IS_ZERO: Mapping[str, float] = {"random": 0.0}


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
    resamples: int = 200,
    seed: int = 0,
) -> Ratings:
    """The ratings that make these results the most likely, on the scale that the anchors fix.

    Every two agents that met have half a win each besides, so that nobody's rating is infinite.

    >>> wins = [Bout(f"start {number}", "hard", "random", 0) for number in range(9)]
    >>> found = ratings([*wins, Bout("start 9", "random", "hard", 0)])
    >>> round(found.agents["hard"].value, 3), found.agents["random"]
    (1.846, Estimate(value=0.0, low=0.0, high=0.0))
    """
    starts = _by_start(bouts)
    scale = _Scale({cell for results in starts for cell, _ in results}, anchors)
    counts = [scale.counted(results) for results in starts]
    fitted = scale.fit(counts, near=[0.0] * len(scale.free), precision=1e-7)
    random = Random(seed)
    samples = (random.choices(counts, k=len(counts)) for _ in range(resamples))
    drawn = [scale.fit(sample, fitted, precision=0.1) for sample in samples]
    found = [
        _estimate(value, [draw[place] for draw in drawn], len(counts)) for place, value in enumerate(fitted)
    ]
    fixed = {name: Estimate(theta, theta, theta) for name, theta in scale.held.items()}
    agents = fixed | dict(zip(scale.free[1:], found[1:], strict=True))
    return Ratings(dict(sorted(agents.items())), advantage=found[0])


class _Cell(NamedTuple):
    """Games alike: two agents in alphabetical order, the first with the won side (1) or without (−1)."""

    first: str
    second: str
    side: int


def _by_start(bouts: Iterable[Bout]) -> list[list[tuple[_Cell, bool]]]:
    """The games from each start, and whether the first of the two has won."""
    starts: dict[str, list[tuple[_Cell, bool]]] = defaultdict(list)
    for start, winner, loser, favoured in bouts:
        won = winner < loser
        cell = _Cell(winner, loser, favoured) if won else _Cell(loser, winner, -favoured)
        starts[start].append((cell, won))
    return list(starts.values())


def _estimate(value: float, drawn: Sequence[float], starts: int) -> Estimate:
    """The interval by the spread of what was drawn; a little wider for few starts, as Student's t has it."""
    freedom = max(1, starts - 1)
    reach = Z * (1 + (Z * Z + 1) / (4 * freedom)) * stdev(drawn) * math.sqrt(starts / freedom)
    return Estimate(value, value - reach, value + reach)


_Counts = list[int]
"""Games in each cell, then wins in each cell."""


class _Scale:
    """Who is to be rated, from games in which cells; `free` are γ and the agents that no anchor holds."""

    def __init__(self, cells: Iterable[_Cell], anchors: Mapping[str, float]) -> None:
        met = {(cell.first, cell.second) for cell in cells}
        agents = {agent for pair in met for agent in pair}
        self.held = {agent: anchors[agent] for agent in agents & anchors.keys()}
        _insist_on_anchors(met, agents, set(self.held))
        self.free = [_GAMMA, *sorted(agents - self.held.keys())]
        prior = [_Cell(*pair, 0) for pair in sorted(met)] + [_Cell(_GAMMA, _GAMMA, 1)]
        self._place = {cell: place for place, cell in enumerate(sorted({*cells, *prior}))}
        self._terms = [self._term(cell) for cell in self._place]
        self._prior = [1 if cell in prior else 0 for cell in self._place]

    def _term(self, cell: _Cell) -> tuple[float, list[tuple[int, int]]]:
        """What of θa − θb + γz is held, and the places of what is free, with their signs."""
        known = self.held.get(cell.first, 0.0) - self.held.get(cell.second, 0.0)
        parts = [(_GAMMA, cell.side)]
        if cell.first != _GAMMA:
            parts += [(cell.first, 1), (cell.second, -1)]
        return known, [(self.free.index(name), sign) for name, sign in parts if name in self.free and sign]

    def counted(self, results: Iterable[tuple[_Cell, bool]]) -> _Counts:
        """The games of one start by cell."""
        cells = len(self._place)
        counts = [0] * (2 * cells)
        for cell, won in results:
            counts[self._place[cell]] += 1
            counts[cells + self._place[cell]] += won
        return counts

    def fit(self, starts: Iterable[_Counts], near: Sequence[float], precision: float) -> list[float]:
        """The most likely γ and ratings, by Newton's method: off by less than the square of the last step."""
        totals = list(map(sum, zip(*starts, strict=True)))
        cells = len(self._place)
        games = [played + extra for played, extra in zip(totals[:cells], self._prior, strict=True)]
        wins = [won + extra / 2 for won, extra in zip(totals[cells:], self._prior, strict=True)]
        found, longest = list(near), math.inf
        while longest > precision:
            steps = _solved(*self._slopes(games, wins, found))
            longest = max(map(abs, steps))
            shorter = 1.0 if longest < 2 else 2 / longest  # far from the top a full step would overshoot
            found = [value + shorter * step for value, step in zip(found, steps, strict=True)]
        return found

    def _slopes(
        self, games: list[int], wins: list[float], found: list[float]
    ) -> tuple[list[list[float]], list[float]]:
        """How fast the slopes of the likelihood's logarithm fall in each free rating, and the slopes."""
        size = len(self.free)
        slope, curvature = [0.0] * size, [[0.0] * size for _ in range(size)]
        for (known, parts), played, won in zip(self._terms, games, wins, strict=True):
            expected = 1 / (1 + math.exp(-known - sum(sign * found[place] for place, sign in parts)))
            surplus, weight = won - played * expected, played * expected * (1 - expected)
            for row, sign in parts:
                slope[row] += surplus * sign
                for column, other in parts:
                    curvature[row][column] += weight * sign * other
        return curvature, slope


def _insist_on_anchors(met: Iterable[tuple[str, str]], agents: set[str], placed: set[str]) -> None:
    """Whoever has met no anchor, nor anyone who has, cannot be placed on the scale."""
    while reached := {agent for pair in met if placed & set(pair) for agent in pair} - placed:
        placed |= reached
    if left := sorted(agents - placed):
        raise BadSetup(f"{', '.join(left)} cannot be rated: they met nobody whose rating is known.")


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
