"""How strong agents are, from who beat whom: P(a beats b) = σ(θa − θb + γz), by maximum likelihood.

z is 1 if a holds the side that wins with best play, −1 if b does, and 0 where neither is known to. An
interval holds every rating that the results do not contradict: see `_Evidence`.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from cornered.arena.yardstick.statistics import IntervalEstimate, Z
from cornered.errors import BadSetup

ELO = 400 / math.log(10)
"""Points of Elo's scale to one unit of θ: 173.7."""

_GAMMA = ""  # its name among those of the agents

RANDOM_IS_ZERO: Mapping[str, float] = {"random": 0.0}

_OUT_OF_REACH = 20.0
"""Units of θ: an interval that is longer than this on one side has no end there."""

_LEAST_SPREAD = 0.1
"""Of the spread of independent games: what games from one start have in common is not known better."""


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

    agents: dict[str, IntervalEstimate]
    advantage: IntervalEstimate


def ratings(bouts: Iterable[Bout], anchors: Mapping[str, float] = RANDOM_IS_ZERO) -> Ratings:
    """The ratings that make these results the most likely, on the scale that the anchors fix.

    Every two agents that met have half a win each besides, so that no rating is infinite. Intervals do
    without it: an agent that won every game has no upper end, and one that lost every game no lower one.

    >>> wins = [Bout(f"start {number}", "hard", "random", 0) for number in range(9)]
    >>> hard = ratings([*wins, Bout("start 9", "random", "hard", 0)]).agents["hard"]
    >>> [round(number, 2) for number in hard]
    [1.85, 0.39, 4.01]
    """
    starts = _by_start(bouts)
    scale = _Scale({cell for results in starts for cell, _ in results}, anchors)
    evidence = _Evidence(scale, [scale.counted(results) for results in starts])
    found = [evidence.estimate(place) for place in range(len(scale.free))]
    fixed = {name: IntervalEstimate(theta, theta, theta) for name, theta in scale.held.items()}
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


_Counts = tuple[tuple[int, int, int], ...]
"""Of one start: the place of each cell that has games, how many, and how many the first has won."""

_Values = list[float]
"""γ and the ratings of the free agents, or a number for each of them."""


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
        games: Counter[int] = Counter()
        wins: Counter[int] = Counter()
        for cell, won in results:
            games[self._place[cell]] += 1
            wins[self._place[cell]] += won
        return tuple((place, games[place], wins[place]) for place in sorted(games))

    def totals(self, starts: Iterable[_Counts]) -> tuple[_Values, _Values]:
        """Games and wins in each cell, with half a win each way where there is a prior."""
        games, wins = [float(extra) for extra in self._prior], [extra / 2 for extra in self._prior]
        for start in starts:
            for place, played, won in start:
                games[place] += played
                wins[place] += won
        return games, wins

    def fit(self, games: _Values, wins: _Values, near: Sequence[float], fixed: int | None = None) -> _Values:
        """The most likely γ and ratings, by Newton's method; what is at the `fixed` place stays."""
        found, longest = list(near), math.inf
        while longest > _NEAR_ENOUGH:
            curvature, slope = self._slopes(games, wins, found)
            if fixed is not None:
                _leave_out(fixed, curvature, slope)
            steps = _solved(curvature, slope)
            longest = max(map(abs, steps))
            shorter = 1.0 if longest < 2 else 2 / longest  # far from the top a full step would overshoot
            found = [value + shorter * step for value, step in zip(found, steps, strict=True)]
        return found

    def likely(self, found: _Values) -> _Values:
        """How likely the first of the two wins, in each cell."""
        return [
            1 / (1 + math.exp(-known - sum(sign * found[place] for place, sign in parts)))
            for known, parts in self._terms
        ]

    def weights(self, games: _Values, wins: _Values, found: _Values, place: int) -> _Values:
        """How much a win in each cell says about the value at this place, after all others have adapted."""
        curvature, _ = self._slopes(games, wins, found)
        says = _solved(curvature, [float(each == place) for each in range(len(found))])
        return [sum(sign * says[each] for each, sign in parts) / says[place] for _, parts in self._terms]

    def _slopes(self, games: _Values, wins: _Values, found: _Values) -> tuple[list[_Values], _Values]:
        """How fast the slopes of the likelihood's logarithm fall in each free rating, and the slopes."""
        size = len(self.free)
        slope, curvature = [0.0] * size, [[0.0] * size for _ in range(size)]
        cells = zip(self._terms, self.likely(found), games, wins, strict=True)
        for (_, parts), expected, played, won in cells:
            surplus, weight = won - played * expected, played * expected * (1 - expected)
            for row, sign in parts:
                slope[row] += surplus * sign
                for column, other in parts:
                    curvature[row][column] += weight * sign * other
        return curvature, slope


_NEAR_ENOUGH = 1e-5  # Newton's last step: what is left is about its square


class _Evidence:
    """The results, and what they say for and against a rating: a score test, turned into an interval.

    At a supposed rating, with everything else as likely as can be, the agent's wins above what was to be
    expected are set against their spread: that of independent games and, besides, what the games of each
    start were seen to have in common (at most, that all of them always go the same way). Where they are more
    than 1.96 spreads off, the rating is ruled out.
    """

    def __init__(self, scale: _Scale, starts: Sequence[_Counts]) -> None:
        self._scale = scale
        self._starts = Counter(starts)  # many are alike
        self._games, self._wins = scale.totals(starts)
        self._best = scale.fit(self._games, self._wins, [0.0] * len(scale.free))

    def estimate(self, place: int) -> IntervalEstimate:
        """The value at this place, and how far to either side it is not ruled out."""
        low, high = (self._end(place, off) for off in (Z, -Z))
        return IntervalEstimate(self._best[place], low, high)

    def _end(self, place: int, off: float) -> float:
        """Where the surplus of wins is this many spreads; it falls as the supposed rating rises."""
        near = self._best[place]
        surplus = self._surplus(place, near) - off
        step = math.copysign(_FIRST_STEP, surplus)
        while abs(near - self._best[place]) < _OUT_OF_REACH:
            far = near + step
            beyond = self._surplus(place, far) - off
            if (beyond > 0) != (surplus > 0):
                return self._between(place, off, (near, surplus), (far, beyond))
            near, surplus, step = far, beyond, 1.5 * step
        return math.copysign(math.inf, step)

    def _between(self, place: int, off: float, one: tuple[float, float], other: tuple[float, float]) -> float:
        """The crossing between two points on either side of it, by straight lines, each kept in turn."""
        while abs(one[0] - other[0]) > _PRECISE:
            share = min(0.9, max(0.1, one[1] / (one[1] - other[1])))
            middle = one[0] + share * (other[0] - one[0])
            found = middle, self._surplus(place, middle) - off
            if abs(found[1]) < _PRECISE:
                return middle
            one, other = (found, other) if (found[1] > 0) == (one[1] > 0) else (one, found)
        return one[0]

    def _surplus(self, place: int, supposed: float) -> float:
        """The wins above expectation in spreads, if the value at this place were as supposed."""
        near = [supposed if each == place else value for each, value in enumerate(self._best)]
        found = self._scale.fit(self._games, self._wins, near, fixed=place)
        weights, likely = (
            self._scale.weights(self._games, self._wins, found, place),
            self._scale.likely(found),
        )
        surplus = apart = shared = together = 0.0
        for start, times in self._starts.items():
            total = squares = spread = 0.0
            for cell, played, won in start:
                p, weight = likely[cell], weights[cell]
                total += weight * (won - played * p)
                squares += weight**2 * (won * (1 - p) ** 2 + (played - won) * p**2)
                spread += abs(weight) * played * math.sqrt(p * (1 - p))
                apart += times * weight**2 * played * p * (1 - p)
            surplus += times * total
            shared += times * (total**2 - squares)
            together += times * spread**2
        variance = min(max(apart + shared, _LEAST_SPREAD * apart), together)
        return surplus / math.sqrt(variance) if variance else 0.0


_FIRST_STEP = 0.5
_PRECISE = 1e-3


def _insist_on_anchors(met: Iterable[tuple[str, str]], agents: set[str], placed: set[str]) -> None:
    """An agent that has met no anchor, nor anyone who has, cannot be placed on the scale."""
    while reached := {agent for pair in met if placed & set(pair) for agent in pair} - placed:
        placed |= reached
    if left := sorted(agents - placed):
        raise BadSetup(f"{', '.join(left)} cannot be rated: they met nobody whose rating is known.")


def _leave_out(place: int, matrix: list[_Values], right: _Values) -> None:
    """Makes the solution 0 at this place, whatever the others are."""
    for other, row in enumerate(matrix):
        row[place] = matrix[place][other] = float(other == place)
    right[place] = 0.0


def _solved(matrix: list[_Values], right: _Values) -> _Values:
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
