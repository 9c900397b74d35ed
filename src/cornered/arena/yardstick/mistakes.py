"""Mistakes from which somebody can learn: a win was there, a move lost it, and one can see how."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from itertools import chain, zip_longest
from typing import NamedTuple

from cornered.arena.yardstick.runs import Answer
from cornered.errors import BadSetup, IllegalMove
from cornered.game import Position
from cornered.games import read_position
from cornered.solve import Budget, Value, Verdict, line

_EASY_TO_FOLLOW = 7  # plies: shorter, and there is little to see; longer, and nobody looks so far
_BUDGET = Budget(seconds=1.0)


class Mistake(NamedTuple):
    """A move that lost a won game: what kept the win, and how the other player then wins."""

    agents: tuple[str, ...]
    position: Position
    played: int
    values: dict[int, Value]
    refutation: tuple[int, ...]

    @property
    def winning(self) -> list[int]:
        """The moves that keep the win, the soonest first."""
        wins = [square for square, worth in self.values.items() if worth.verdict is Verdict.WIN]
        return sorted(wins, key=lambda square: self.values[square].plies or 0)


def instructive(wrong: Mapping[str, Sequence[Answer]], most: int) -> list[Mistake]:
    """Of these wrong answers the most instructive ones, from one game after another.

    First come those that several agents share; then those that are neither trivial nor too long to follow.
    """
    made: dict[tuple[str, int], list[str]] = {}
    answers: dict[tuple[str, int], Answer] = {}
    for agent, some in wrong.items():
        for answer in some:
            key = answer.position, answer.answer or 0
            made.setdefault(key, []).append(agent)
            answers[key] = answer
    best_first = sorted(answers, key=lambda key: (-len(made[key]), _hard_to_follow(answers[key]), key))
    chosen = _in_turn(best_first, answers)[:most]
    found = []
    for key in chosen:
        with suppress(BadSetup, IllegalMove):  # a file may hold a position that is none
            found.append(_mistake(tuple(made[key]), answers[key]))
    return found


def _hard_to_follow(answer: Answer) -> int:
    return abs(max(map(abs, (answer.distance, answer.played or 0))) - _EASY_TO_FOLLOW)


def _in_turn(
    keys: Sequence[tuple[str, int]], answers: Mapping[tuple[str, int], Answer]
) -> list[tuple[str, int]]:
    """One of each game, then another of each, and never the same position twice."""
    by_game: dict[str, dict[str, tuple[str, int]]] = {}
    for key in keys:
        by_game.setdefault(answers[key].game, {}).setdefault(key[0], key)
    rounds = zip_longest(*(game.values() for game in by_game.values()))
    return [key for key in chain.from_iterable(rounds) if key]


def _mistake(agents: tuple[str, ...], answer: Answer) -> Mistake:
    position, played = read_position(answer.position), answer.answer or 0
    worth = zip(answer.moves, map(_value, answer.values), strict=True)
    return Mistake(agents, position, played, dict(worth), line(position.play(played), _BUDGET))


def _value(number: int) -> Value:
    return Value(Verdict.WIN if number > 0 else Verdict.LOSS, abs(number))
