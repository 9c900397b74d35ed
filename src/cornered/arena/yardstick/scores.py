"""What answers add up to, as a whole and by game, board and band; as small for a million as for ten."""

from collections import Counter, defaultdict
from math import isnan
from typing import Any

from cornered.arena.yardstick.bands import band_of
from cornered.arena.yardstick.runs import Answer
from cornered.arena.yardstick.statistics import Regret, Tally

_DIGITS = 6


class Scores:
    """Answers counted one by one: a question that was refused counts as lost in all but `answered`."""

    def __init__(self) -> None:
        self.whole, self.answered = Tally(), Tally()
        self.by_game: defaultdict[str, Tally] = defaultdict(Tally)
        self.by_board: defaultdict[str, Tally] = defaultdict(Tally)
        self.by_band: defaultdict[str, Tally] = defaultdict(Tally)
        self.regret = Regret()
        self.refused: Counter[str] = Counter()
        self.tokens: int | None = None
        self.seconds = 0.0

    def add(self, answer: Answer) -> None:
        """One answer more."""
        wins = [value for value in answer.values if value > 0]
        winning, losing, soonest = len(wins), len(answer.values) - len(wins), min(wins)
        for tally in (
            self.whole,
            self.by_game[answer.game],
            self.by_board[f"{answer.game} {answer.board}"],
            self.by_band[band_of(soonest)],
        ):
            tally.add(winning, losing, answer.kept)
        if answer.refused:
            self.refused[answer.refused] += 1
        else:
            self.answered.add(winning, losing, answer.kept)
        if answer.kept and answer.played:
            self.regret.add(soonest, answer.played, won=True)
        if answer.tokens is not None:
            self.tokens = (self.tokens or 0) + answer.tokens
        self.seconds += answer.seconds

    def summary(self) -> dict[str, Any]:
        """All figures as JSON tells them."""
        regret = self.regret.won.estimate()
        return {
            **_figures(self.whole),
            "answered": _figures(self.answered),
            "regret": _rounded(regret.value),
            "regret_interval": _interval(regret.interval()),
            "by_game": {name: _figures(tally) for name, tally in sorted(self.by_game.items())},
            "by_board": {name: _figures(tally) for name, tally in sorted(self.by_board.items())},
            "by_band": {name: _figures(tally) for name, tally in sorted(self.by_band.items(), key=_nearest)},
            "refused": dict(sorted(self.refused.items())),
            "tokens": self.tokens,
            "seconds": round(self.seconds, 6),
        }


def _nearest(item: tuple[str, Tally]) -> int:
    return int(item[0].rstrip("+").split("-")[0])


def _figures(tally: Tally) -> dict[str, Any]:
    ability, share = tally.ability(), tally.share()
    return {
        "questions": tally.decisions,
        "kept": _rounded(share.value),
        "kept_interval": _interval(share.interval()),
        "chance": _rounded(tally.chance),
        "skill": _rounded(tally.skill().value),
        "beta": _rounded(ability.value),
        "beta_interval": _interval(ability.interval()),
    }


def _rounded(number: float) -> float | None:
    return None if isnan(number) else round(number, _DIGITS)


def _interval(ends: tuple[float | None, float | None]) -> list[float | None]:
    return [None if end is None else round(end, _DIGITS) for end in ends]
