"""What answers say about the agent that gave them, where the truth is known: shares, skill, ability.

A decision matters if the mover has winning and losing moves; it is kept if a winning one was played. Every
interval holds the truth 95 times in 100.
"""

import math
from collections.abc import Iterable, Iterator
from statistics import NormalDist
from typing import NamedTuple

Z = NormalDist().inv_cdf(0.975)
"""Standard errors on either side of a 95 % interval."""

_ONE_IN_TWENTY = math.log(0.05)
_NEAR_ENOUGH = 1e-9


class IntervalEstimate(NamedTuple):
    """A figure and the 95 % interval around it, whose ends may be infinite where only one side is known."""

    value: float
    low: float
    high: float

    @property
    def half_width(self) -> float:
        """How far the truth may be off, on average of both sides."""
        return (self.high - self.low) / 2


class DecisionTally:
    """Decisions that mattered, counted by how many moves won and lost: as small for a million as for ten.

    >>> tally = DecisionTally()
    >>> for kept in (True, True, False, True):
    ...     tally.add(winning=1, losing=3, kept=kept)
    >>> tally.kept, tally.decisions, tally.chance
    (3, 4, 0.25)
    """

    def __init__(self) -> None:
        self._counts: dict[tuple[int, int], list[int]] = {}

    def add(self, winning: int, losing: int, kept: bool) -> None:
        """One decision between this many winning and losing moves."""
        self._counts.setdefault((winning, losing), [0, 0])[kept] += 1

    def __iter__(self) -> Iterator[tuple[int, int, int, int]]:
        """Winning moves, losing moves, how many such decisions were kept, and how many were not."""
        for (winning, losing), (lost, kept) in sorted(self._counts.items()):
            yield winning, losing, kept, lost

    @property
    def decisions(self) -> int:
        """How many there are."""
        return sum(map(sum, self._counts.values()))

    @property
    def kept(self) -> int:
        """After how many of them the game was still won."""
        return sum(kept for _, kept in self._counts.values())

    @property
    def chance(self) -> float:
        """The share that a random player keeps."""
        kept = sum(
            sum(counts) * winning / (winning + losing) for (winning, losing), counts in self._counts.items()
        )
        return kept / self.decisions if self._counts else math.nan

    def share(self) -> IntervalEstimate:
        """The share that was kept."""
        return wilson(self.kept, self.decisions)

    def skill(self) -> IntervalEstimate:
        """How much of the way from chance to never erring: 0 for a random player, 1 for a perfect one.

        It is 1 less the errors made for each error that a random player makes: a ratio of two sums, whose
        logarithm is nearly normal. Where nothing or everything is wrong, the share's interval is used.
        """
        errors, at_random = self.decisions - self.kept, self.decisions * (1 - self.chance)
        if not 0 < errors < self.decisions:
            return IntervalEstimate(*((end - self.chance) / (1 - self.chance) for end in self.share()))
        ratio = errors / at_random
        squares = 0.0
        for winning, losing, kept, lost in self:
            expected = ratio * losing / (winning + losing)
            squares += kept * expected**2 + lost * (1 - expected) ** 2
        spread = math.exp(Z * math.sqrt(squares) / errors)
        return IntervalEstimate(1 - ratio, 1 - ratio * spread, 1 - ratio / spread)

    def ability(self) -> IntervalEstimate:
        """How far above chance the agent decides: logit P(keep) = β + ln(winning / losing moves), random = 0.

        It is the β that makes this record the most likely, by Newton's method; its interval is by likelihood.
        A spotless record has no upper end, and one that is all wrong no lower one: the value is then the end
        there is, at which such a record comes up once in twenty times (about three errors in all).
        """
        odds = [(math.log(winning / losing), kept, lost) for winning, losing, kept, lost in self]
        if not odds:
            return IntervalEstimate(math.nan, -math.inf, math.inf)
        if self.kept == self.decisions:
            bound = _crossing(odds, _ONE_IN_TWENTY, near=0)
            return IntervalEstimate(bound, bound, math.inf)
        if self.kept == 0:
            bound = _crossing(odds, _ONE_IN_TWENTY, near=0)
            return IntervalEstimate(bound, -math.inf, bound)
        beta = _most_likely(odds)
        likelihood, _, information = _at(odds, beta)
        level, error = likelihood - Z * Z / 2, 1 / math.sqrt(information)
        low, high = (_crossing(odds, level, near=beta + side * Z * error) for side in (-1, 1))
        return IntervalEstimate(beta, low, high)


_Odds = list[tuple[float, int, int]]
"""ln(winning / losing moves), and how many such decisions were kept and lost."""


def _at(odds: _Odds, beta: float) -> tuple[float, float, float]:
    """The likelihood's logarithm, its slope, and the information (how fast the slope falls)."""
    likelihood = slope = information = 0.0
    for offset, kept, lost in odds:
        against = math.exp(-beta - offset)
        keeps = 1 / (1 + against)
        likelihood -= kept * math.log1p(against) + lost * (math.log1p(against) + beta + offset)
        slope += kept - (kept + lost) * keeps
        information += (kept + lost) * keeps * (1 - keeps)
    return likelihood, slope, information


def _most_likely(odds: _Odds) -> float:
    beta, step = 0.0, math.inf
    while abs(step) > _NEAR_ENOUGH:
        _, slope, information = _at(odds, beta)
        step = _careful(slope / information)
        beta += step
    return beta


def _crossing(odds: _Odds, level: float, near: float) -> float:
    """Where the likelihood's logarithm is at this level, on the side of its top where `near` is.

    It is concave, so that Newton's steps lead there from any point on that side.
    """
    beta, step = near, math.inf
    while abs(step) > _NEAR_ENOUGH:
        likelihood, slope, _ = _at(odds, beta)
        step = _careful((level - likelihood) / slope)
        beta += step
    return beta


def _careful(step: float) -> float:
    """A step of Newton's, shortened where it would lead out of the reach of numbers."""
    return max(-2.0, min(2.0, step))


def wilson(successes: float, trials: float) -> IntervalEstimate:
    """A share of independent trials, with Wilson's interval.

    >>> "{:.3f}: {:.3f} to {:.3f}".format(*wilson(90, 100))
    '0.900: 0.826 to 0.945'
    """
    if not trials:
        return IntervalEstimate(math.nan, 0.0, 1.0)
    share, weight = successes / trials, Z * Z / trials
    middle = (share + weight / 2) / (1 + weight)
    reach = Z * math.sqrt(share * (1 - share) / trials + weight / trials / 4) / (1 + weight)
    return IntervalEstimate(share, max(0.0, middle - reach), min(1.0, middle + reach))


def clustered_share(clusters: Iterable[tuple[int, int]]) -> IntervalEstimate:
    """The share kept in games, from how many decisions were kept and met after each start.

    Decisions of games from one start resemble each other: the interval is Wilson's, for as many independent
    decisions as would spread like the starts, and never for more than there were.
    """
    counts = [(kept, met) for kept, met in clusters if met]
    kept, met, starts = sum(kept for kept, _ in counts), sum(met for _, met in counts), len(counts)
    if not 0 < kept < met or starts < 2:
        return wilson(kept, met)
    share = kept / met
    squares = sum((some - share * of) ** 2 for some, of in counts) * starts / (starts - 1)
    independent = min(met, share * (1 - share) * met**2 / squares) if squares else met
    return wilson(share * independent, independent)


class Mean:
    """The mean of numbers that come one at a time, such as plies given away; None of them is kept."""

    def __init__(self) -> None:
        self.count, self._sum, self._squares = 0, 0.0, 0.0

    def add(self, number: float) -> None:
        """One number more."""
        self.count += 1
        self._sum += number
        self._squares += number * number

    def estimate(self) -> IntervalEstimate:
        """The mean with its interval."""
        if not self.count:
            return IntervalEstimate(math.nan, -math.inf, math.inf)
        mean = self._sum / self.count
        if self.count == 1:
            return IntervalEstimate(mean, -math.inf, math.inf)
        spread = max(0.0, self._squares - self.count * mean * mean) / (self.count - 1)
        reach = Z * math.sqrt(spread / self.count)
        return IntervalEstimate(mean, mean - reach, mean + reach)


class Comparison(NamedTuple):
    """Two agents on the same questions: what only one of them kept, and McNemar's exact test of that."""

    questions: int
    only_first: int
    only_second: int
    difference: IntervalEstimate
    p: float


def mcnemar(answers: Iterable[tuple[bool, bool]]) -> Comparison:
    """Compares two agents by whether the first and the second kept each question.

    >>> mcnemar([(True, True)] * 90 + [(True, False)] * 9 + [(False, True)]).p
    0.021484375
    """
    counts = {(True, True): 0, (True, False): 0, (False, True): 0, (False, False): 0}
    for answer in answers:
        counts[answer] += 1
    questions, first, second = sum(counts.values()), counts[True, False], counts[False, True]
    return Comparison(
        questions, first, second, _difference(first, second, questions), _even_odds(first, second)
    )


def _difference(first: int, second: int, questions: int) -> IntervalEstimate:
    if not questions:
        return IntervalEstimate(math.nan, -1.0, 1.0)
    difference = (first - second) / questions
    reach = Z * math.sqrt(((first + second) / questions - difference**2) / questions)
    return IntervalEstimate(difference, difference - reach, difference + reach)


def _even_odds(first: int, second: int) -> float:
    """How likely a split at least as uneven as this would be if each side were as likely every time."""
    trials = first + second
    tail = sum(math.comb(trials, number) for number in range(min(first, second) + 1))
    return min(1.0, 2 * tail / (1 << trials))
