"""What games add up to: who beats whom, the decisions that each has kept, and ratings."""

from collections import Counter, defaultdict
from collections.abc import Mapping
from typing import Any

from cornered.arena.yardstick.ratings import ELO, Bout, ratings
from cornered.arena.yardstick.runs import Played
from cornered.arena.yardstick.statistics import Tally, clustered_share, wilson
from cornered.play.players import Kind

_DIGITS = 4


class Standings:
    """Games counted one by one."""

    def __init__(self) -> None:
        self._bouts: list[Bout] = []
        self.won: Counter[tuple[str, str]] = Counter()
        self.decisions: defaultdict[str, Tally] = defaultdict(Tally)
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
        """All figures as JSON tells them; the ratings are on the scale that the anchors fix."""
        rated = ratings(self._bouts, anchors)
        agents = {}
        for name in sorted(self.names, key=lambda name: -rated.agents[name].value):
            rating, ability = rated.agents[name], self.decisions[name].ability()
            share = clustered_share((kept, met) for kept, met in self._by_start[name].values())
            agents[name] = {
                "rating": _rounded(rating.value),
                "rating_interval": [_rounded(rating.low), _rounded(rating.high)],
                "elo": round(ELO * rating.value),
                "decisions": self.decisions[name].decisions,
                "kept": _rounded(share.value),
                "kept_interval": [_rounded(share.low), _rounded(share.high)],
                "beta": _rounded(ability.value),
                "beta_interval": [None if end is None else _rounded(end) for end in ability.interval()],
                "against": {
                    other: self._against(name, other) for other in self.names if self.games(name, other)
                },
            }
        return {
            "games": self.played,
            "agents": agents,
            "won_side": _rounded(rated.advantage.value),
            "refused": dict(sorted(self.refused.items())),
        }

    def _against(self, name: str, other: str) -> dict[str, Any]:
        share = wilson(self.won[name, other], self.games(name, other))
        return {
            "games": self.games(name, other),
            "won": self.won[name, other],
            "interval": [_rounded(share.low), _rounded(share.high)],
        }


def _known_without_playing(game: Played) -> list[Bout]:
    """Nobody meets `perfect` from the lost side, for it keeps every win: it has won that game as well.

    Without it the ratings would know `perfect` by its lost games alone, and take it for weaker than it is.
    """
    won, lost = game.players[game.won_seat - 1], game.players[2 - game.won_seat]
    return [Bout(game.start, lost, won, 1)] if lost == Kind.PERFECT else []


def _none_by_start() -> defaultdict[str, list[int]]:
    return defaultdict(lambda: [0, 0])


def _rounded(number: float) -> float | None:
    return round(number, _DIGITS) if abs(number) < float("inf") else None
