"""Programs to play against: at random, looking ahead a little or a lot, and perfectly."""

from collections.abc import Callable, Iterable
from operator import methodcaller
from random import Random
from time import monotonic
from typing import Protocol

from cornered.errors import CorneredError
from cornered.game import Position
from cornered.play.lookahead import Evaluation, LookAhead
from cornered.play.players import Kind
from cornered.solve import Budget, Rating, Verdict, rate

_PATIENCE = 0.9
"""Seconds in which a program answers where a board is too large to be solved."""


class Forfeit(CorneredError):
    """A program that has not made a legal move: it has lost the game, and `str()` says why."""


class Opponent(Protocol):
    """Decides the moves of a seat."""

    def choose(self, position: Position) -> int:
        """The square to play; the game must not be over."""


def opponent(kind: Kind, random: Random, memory: int | None = None) -> Opponent:
    """A program of this strength that searches in `memory` bytes; the same `random`, the same moves."""
    match kind:
        case Kind.RANDOM:
            return AtRandom(random)
        case Kind.PERFECT:
            return Perfect(random, memory)
        case _:
            return Thoughtful(kind, random)


class AtRandom:
    """Plays any legal move."""

    def __init__(self, random: Random) -> None:
        self._random = random

    def choose(self, position: Position) -> int:
        """Any legal move, all equally likely."""
        return self._random.choice(position.moves())


class Perfect:
    """Never gives a won game away; in a lost one it sets the most traps, then holds out the longest.

    Where the board is too large to be solved in time, it looks ahead among the moves not known to lose.
    """

    def __init__(self, random: Random, memory: int | None = None) -> None:
        self._random = random
        self._memory = memory

    def choose(self, position: Position) -> int:
        """The best move; between equals it varies."""
        deadline = monotonic() + _PATIENCE
        ratings = rate(position, Budget(_PATIENCE / 2, self._memory))
        wins = [rating for rating in ratings if rating.value.verdict is Verdict.WIN]
        if wins:
            return self._any_best(wins, lambda rating: (-_plies(rating),))
        open_ = [rating for rating in ratings if rating.value.verdict is not Verdict.LOSS]
        if any(rating.value.verdict is Verdict.UNKNOWN for rating in open_):
            squares = tuple(rating.square for rating in open_)
            return self._look_ahead(position, squares, seconds=deadline - monotonic())
        return self._any_best(
            open_ or ratings,
            lambda rating: (self._traps(position.play(rating.square), deadline), _plies(rating)),
        )

    def _look_ahead(self, position: Position, squares: tuple[int, ...], seconds: float) -> int:
        budget = Budget(max(seconds, 0.1), self._memory)
        found = position.game.solver().look_ahead(position, budget, squares)
        if found is not None:
            return found
        return LookAhead(_FAR, _EVALUATIONS["room"], self._random, seconds=seconds).choose(position, squares)

    def _traps(self, position: Position, deadline: float) -> float:
        """The share of replies known to throw away what the position offers."""
        seconds = deadline - monotonic()
        if seconds <= 0:
            return 0.0
        replies = rate(position, Budget(seconds, self._memory))
        best = replies[0].value.verdict
        return sum(reply.value.verdict not in (best, Verdict.UNKNOWN) for reply in replies) / len(replies)

    def _any_best(self, ratings: Iterable[Rating], merit: Callable[[Rating], tuple[float, ...]]) -> int:
        merits = [(merit(rating), rating.square) for rating in ratings]
        best = max(worth for worth, _ in merits)
        return self._random.choice([square for worth, square in merits if worth == best])


def _plies(rating: Rating) -> float:
    """How long it lasts; an unknown distance counts as long."""
    return rating.value.plies if rating.value.plies is not None else float("inf")


_FAR = 40  # plies: farther than any search sees in a second


_EVALUATIONS: dict[str, Evaluation] = {"mobility": methodcaller("mobility"), "room": methodcaller("room")}


class Thoughtful:
    """Looks ahead as the game at hand says for its level; docs/levels.md has how the levels do."""

    def __init__(self, kind: Kind, random: Random) -> None:
        self._kind = kind
        self._random = random

    def choose(self, position: Position) -> int:
        """The move that looks best, within about a second."""
        level = position.game.facts().levels[self._kind]
        evaluation = _EVALUATIONS[level.looks_at]
        depth = 1 if self._random.random() < level.lapses else level.depth
        ahead = LookAhead(depth, evaluation, self._random, haze=level.haze, seconds=_PATIENCE)
        return ahead.choose(position)
