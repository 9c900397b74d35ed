"""What an engine thinks: exact values where they can be had in time, and else what a look ahead finds."""

from collections.abc import Callable, Iterator
from math import inf
from operator import methodcaller
from random import Random
from time import monotonic
from typing import NamedTuple

from cornered.game import Position
from cornered.play.lookahead import WON, LookAhead, Sight
from cornered.solve import Budget, Value, Verdict, analyse
from cornered.solve.contract import MOST_POSITIONS

_FARTHEST = 200
_LONGEST_PROOF = 5.0
"""Seconds after which a position without a limit of time counts as too hard to be solved."""

_CERTAIN = 30_000
_EXIT = 100
"""The scores of a win whose distance is not known, and of one exit more than the other player has."""

Stopped = Callable[[], bool]


class SearchLimits(NamedTuple):
    """How long and how far to think, in how much memory, and about which moves: all of them if none."""

    seconds: float = inf
    depth: int | None = None
    nodes: int | None = None
    memory: int | None = None
    among: tuple[int, ...] = ()


class Thought(NamedTuple):
    """The best line so far and what it is worth: `value` exactly, `score` as a guess, 100 for an exit."""

    line: tuple[int, ...]
    depth: int
    nodes: int
    score: int = 0
    value: Value | None = None

    @property
    def worth(self) -> str:
        """The score as engines write it: the moves to the end where they are known."""
        verdict, plies = self.value or (Verdict.UNKNOWN, None)
        if verdict not in (Verdict.WIN, Verdict.LOSS):
            return f"cp {self.score}"
        if plies is None:
            return f"cp {_CERTAIN if verdict is Verdict.WIN else -_CERTAIN}"
        return f"mate {(plies + 1) // 2 if verdict is Verdict.WIN else -(plies // 2)}"


def think(position: Position, limits: SearchLimits, stopped: Stopped) -> Iterator[Thought]:
    """One thought at least about a position in which the game goes on; the last is the best."""
    moves = limits.among or position.moves()
    deadline = monotonic() + limits.seconds
    if limits.depth is None and limits.nodes is None:
        proof = _Proof(position, limits, stopped)
        if proof.thought:
            yield proof.thought
            return
        moves = proof.not_lost(moves)
    limits = limits._replace(seconds=deadline - monotonic(), among=moves)
    yield from _looks_ahead(position, limits, stopped)


class _Proof:
    """What the solver finds out in half of the time; `thought` is None where that is not enough."""

    def __init__(self, position: Position, limits: SearchLimits, stopped: Stopped) -> None:
        self._nodes = 0

        def progress(positions: int) -> bool:
            self._nodes = max(self._nodes, positions)
            return not stopped()

        seconds = min(limits.seconds / 2, _LONGEST_PROOF)
        self._found = analyse(position, Budget(seconds, limits.memory), progress)
        self._among = limits.among
        self.thought = self._thought()

    def _thought(self) -> Thought | None:
        found = self._found
        best = next(rating for rating in found.ratings if not self._among or rating.square in self._among)
        known = best.value.verdict is Verdict.WIN or found.value.verdict is not Verdict.UNKNOWN
        if best.value.verdict is Verdict.UNKNOWN or not known:
            return None
        line = found.line if found.line[:1] == (best.square,) else (best.square,)
        return Thought(line, best.value.plies or len(line), self._nodes, value=best.value)

    def not_lost(self, moves: tuple[int, ...]) -> tuple[int, ...]:
        """The moves that are not known to lose; all of them if every one is."""
        lost = {rating.square for rating in self._found.ratings if rating.value.verdict is Verdict.LOSS}
        return tuple(square for square in moves if square not in lost) or moves


def _looks_ahead(position: Position, limits: SearchLimits, stopped: Stopped) -> Iterator[Thought]:
    from cornered.solve import large_boards

    if not large_boards.can_think_about(position):
        yield from _look_ahead(position, limits, stopped)
        return
    budget = Budget(max(0.0, limits.seconds), limits.memory)
    for found in large_boards.thinker_for(position.game, budget).think(
        position,
        budget,
        among=limits.among,
        depth=limits.depth or large_boards.DEEPEST,
        positions=limits.nodes or MOST_POSITIONS,
        progress=lambda _positions: not stopped(),
    ):
        yield Thought(found.line, found.depth, found.positions, found.score, Value(found.verdict))


def _look_ahead(position: Position, limits: SearchLimits, stopped: Stopped) -> Iterator[Thought]:
    room, nodes = methodcaller("room"), 0

    def evaluation(reached: Position) -> float:
        nonlocal nodes
        nodes += 1
        if stopped() or (limits.nodes and nodes >= limits.nodes):
            ahead.stop()
        return float(room(reached))

    ahead = LookAhead(limits.depth or _FARTHEST, evaluation, Random(), seconds=limits.seconds)
    for sight in ahead.deepen(position, list(limits.among)):
        value = _seen_end(sight)
        score = round(sight.score * _EXIT) if abs(sight.score) < WON / 2 else 0
        yield Thought((sight.square,), sight.depth, nodes, score, value)


def _seen_end(sight: Sight) -> Value | None:
    """The value where an end was seen: a win at once, a loss only when every move was looked at."""
    plies = round(sight.depth - (abs(sight.score) - WON))
    if sight.score > WON / 2:
        return Value(Verdict.WIN, plies)
    return Value(Verdict.LOSS, plies) if sight.score < -WON / 2 and sight.finished else None
