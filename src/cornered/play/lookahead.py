"""Looking a few plies ahead: alpha-beta with iterative deepening, bounded in depth and in time."""

from collections.abc import Callable, Iterator
from random import Random
from time import monotonic
from typing import NamedTuple

from cornered.game import Position

Evaluation = Callable[[Position], float]
"""Higher is better for the player to move; 0 is level."""

WON = 1e6
"""Scores beyond half of it are a win or a loss that was seen, and not an evaluation."""


class Sight(NamedTuple):
    """The move that looks best so many plies ahead, and what it looks worth to the player to move.

    `finished` is whether there was time to look at every move.
    """

    depth: int
    square: int
    score: float
    finished: bool


class _OutOfTime(Exception):
    """The search must answer with what it has."""


class LookAhead:
    """Finds the move that looks best `depth` plies ahead, or as far as `seconds` allow.

    `haze` is the most by which the evaluation is blurred, so that no two games need be alike.
    """

    def __init__(
        self, depth: int, evaluation: Evaluation, random: Random, *, seconds: float, haze: float = 0.0
    ) -> None:
        self._depth = depth
        self._haze = haze
        self._evaluation = evaluation
        self._random = random
        self._deadline = monotonic() + seconds

    def stop(self) -> None:
        """Ends the search with what it has found."""
        self._deadline = 0.0

    def choose(self, position: Position, among: tuple[int, ...] | None = None) -> int:
        """The best move found, out of these or of all legal ones."""
        moves = list(among or position.moves())
        if len(moves) == 1:
            return moves[0]
        *_, last = self.deepen(position, moves)
        return last.square

    def deepen(self, position: Position, moves: list[int]) -> Iterator[Sight]:
        """What looks best at each depth in turn, until the end is seen or the time is up; one at least."""
        self._random.shuffle(moves)
        for depth in range(1, self._depth + 1):
            score, finished = self._bring_best_forward(position, moves, depth)
            yield Sight(depth, moves[0], score, finished)
            if not finished or abs(score) > WON / 2:
                break

    def _bring_best_forward(self, position: Position, moves: list[int], depth: int) -> tuple[float, bool]:
        """Puts the best move first and returns its score; False with the best so far if time ran out."""
        best = -2 * WON
        place = 0
        try:
            for index, square in enumerate(moves):
                score = -self._search(position.play(square), depth - 1, -2 * WON, -best)
                if score > best:
                    best, place = score, index
        except _OutOfTime:
            return best, False
        finally:
            moves.insert(0, moves.pop(place))
        return best, True

    def _search(self, position: Position, depth: int, low: float, high: float) -> float:
        """What the position looks worth to the player to move, exact between `low` and `high`."""
        moves = position.moves()
        if not moves:
            return -WON - depth  # a win found with plies to spare is a sooner one
        if monotonic() > self._deadline:
            raise _OutOfTime
        if depth <= 0:
            return self._evaluation(position) + self._haze * self._random.random()
        for square in moves:
            score = -self._search(position.play(square), depth - 1, -high, -low)
            if score > low:
                low = score
                if low >= high:
                    break
        return low
