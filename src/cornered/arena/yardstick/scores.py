"""What answers and games add up to, counted one by one, and the figures as people read them."""

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping
from math import isfinite
from typing import Any

from cornered.arena.yardstick.ratings import ELO, Bout, ratings
from cornered.arena.yardstick.runs import AnsweredQuestion, Played
from cornered.arena.yardstick.statistics import DecisionTally, IntervalEstimate, Mean, clustered_share, wilson
from cornered.arena.yardstick.suite import BANDS, band_of
from cornered.play.players import Kind


class Scores:
    """Answers counted one by one: a question that was refused counts as lost in all but `answered`."""

    def __init__(self) -> None:
        self.whole, self.answered = DecisionTally(), DecisionTally()
        self.by = {what: defaultdict[str, DecisionTally](DecisionTally) for what in ("game", "board", "band")}
        self.regret = Mean()
        self.refused: Counter[str] = Counter()
        self.tokens: int | None = None
        self.seconds = 0.0

    def add(self, answer: AnsweredQuestion) -> None:
        """One answer more."""
        wins = [value for value in answer.values if value > 0]
        winning, losing, soonest = len(wins), len(answer.values) - len(wins), min(wins)
        for tally in (
            self.whole,
            self.by["game"][answer.game],
            self.by["board"][f"{answer.game} {answer.board}"],
            self.by["band"][band_of(soonest)],
        ):
            tally.add(winning, losing, answer.kept)
        if answer.refused:
            self.refused[answer.refused] += 1
        else:
            self.answered.add(winning, losing, answer.kept)
        if answer.kept and answer.played:
            self.regret.add(answer.played - soonest)
        if answer.tokens is not None:
            self.tokens = (self.tokens or 0) + answer.tokens
        self.seconds += answer.seconds

    def summary(self) -> dict[str, Any]:
        """All figures as JSON has them."""
        return {
            **_figures(self.whole),
            "answered": _figures(self.answered),
            **estimated("regret", self.regret.estimate()),
            **{f"by_{what}": _figures_by_name(tallies) for what, tallies in self.by.items()},
            "refused": dict(sorted(self.refused.items())),
            "tokens": self.tokens,
            "seconds": round(self.seconds, 6),
        }


def _figures_by_name(tallies: Mapping[str, DecisionTally]) -> dict[str, Any]:
    names = sorted(tallies, key=lambda name: (BANDS.index(name) if name in BANDS else 0, name))
    return {name: _figures(tallies[name]) for name in names}


def _figures(tally: DecisionTally) -> dict[str, Any]:
    return {
        "questions": tally.decisions,
        **estimated("kept", tally.share()),
        "chance": _rounded(tally.chance),
        "skill": _rounded(tally.skill().value),
        **estimated("beta", tally.ability()),
    }


def estimated(name: str, estimate: IntervalEstimate, digits: int = 6) -> dict[str, Any]:
    """The estimate and its interval as JSON has them: null where there is none."""
    value, low, high = (_rounded(number, digits) for number in estimate)
    return {name: value, f"{name}_interval": [low, high]}


def _rounded(number: float, digits: int = 6) -> float | None:
    return round(number, digits) if isfinite(number) else None


_DIGITS = 4
"""Of figures from games."""


class Standings:
    """Games counted one by one."""

    def __init__(self) -> None:
        self._bouts: list[Bout] = []
        self.won: Counter[tuple[str, str]] = Counter()
        self.decisions: defaultdict[str, DecisionTally] = defaultdict(DecisionTally)
        self._by_start: defaultdict[str, defaultdict[str, list[int]]] = defaultdict(_none_by_start)
        self.refused: Counter[str] = Counter()

    def add(self, game: Played) -> None:
        """One game more."""
        winner, loser = game.players[game.winner - 1], game.players[2 - game.winner]
        favoured = 1 if game.winner == game.won_seat else -1
        self._bouts.append(Bout(game.start, winner, loser, favoured))
        self._bouts += _known_without_playing(game)
        self.won[winner, loser] += 1
        for decision in game.decisions:
            name = game.players[decision.seat - 1]
            self.decisions[name].add(decision.winning, decision.losing, decision.kept)
            counts = self._by_start[name][game.start]
            counts[0] += decision.kept
            counts[1] += 1
        if game.refused:
            self.refused[game.refused] += 1

    @property
    def names(self) -> list[str]:
        """Everybody who has played."""
        return sorted({name for pair in self.won for name in pair})

    @property
    def played(self) -> int:
        """How many games there were."""
        return self.won.total()

    def games(self, one: str, other: str) -> int:
        """How many games the two have played."""
        return self.won[one, other] + self.won[other, one]

    def summary(self, anchors: Mapping[str, float]) -> dict[str, Any]:
        """All figures as JSON has them; the ratings are on the scale that the anchors fix."""
        rated = ratings(self._bouts, anchors)
        agents = {}
        for name in sorted(self.names, key=lambda name: -rated.agents[name].value):
            share = clustered_share((kept, met) for kept, met in self._by_start[name].values())
            agents[name] = {
                **estimated("rating", rated.agents[name], _DIGITS),
                "elo": round(ELO * rated.agents[name].value),
                "decisions": self.decisions[name].decisions,
                **estimated("kept", share, _DIGITS),
                **estimated("beta", self.decisions[name].ability(), _DIGITS),
                "against": {
                    other: self._against(name, other) for other in self.names if self.games(name, other)
                },
            }
        return {
            "games": self.played,
            "agents": agents,
            "won_side": _rounded(rated.advantage.value, _DIGITS),
            "refused": dict(sorted(self.refused.items())),
        }

    def _against(self, name: str, other: str) -> dict[str, Any]:
        share = wilson(self.won[name, other], self.games(name, other))
        return {
            "games": self.games(name, other),
            "won": self.won[name, other],
            "interval": [_rounded(end, _DIGITS) for end in share[1:]],
        }


def _known_without_playing(game: Played) -> list[Bout]:
    """Nobody meets `perfect` from the lost side, for it keeps every win: it has won that game as well.

    Without it the ratings would know `perfect` by its lost games alone, and take it for weaker than it is.
    """
    won, lost = game.players[game.won_seat - 1], game.players[2 - game.won_seat]
    return [Bout(game.start, lost, won, 1)] if lost == Kind.PERFECT else []


def _none_by_start() -> defaultdict[str, list[int]]:
    return defaultdict(lambda: [0, 0])


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
