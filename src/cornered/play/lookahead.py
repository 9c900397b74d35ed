"""Looking a few plies ahead: alpha-beta with iterative deepening, bounded in depth and in time."""

from collections.abc import Callable
from random import Random
from time import monotonic

from cornered.game import Position

Evaluation = Callable[[Position], float]
"""Higher is better for the player to move; 0 is level."""

_WON = 1e6


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
        self._seconds = seconds
        self._deadline = 0.0

    def choose(self, position: Position, among: tuple[int, ...] | None = None) -> int:
        """The best move found, out of these or of all legal ones."""
        self._deadline = monotonic() + self._seconds
        moves = list(among or position.moves())
        self._random.shuffle(moves)
        for depth in range(1, self._depth + 1):
            if len(moves) == 1:
                break
            finished = self._bring_best_forward(position, moves, depth)
            if not finished:
                break
        return moves[0]

    def _bring_best_forward(self, position: Position, moves: list[int], depth: int) -> bool:
        """Puts the best move first; False if time ran out, when the best so far is first."""
        best = -2 * _WON
        place = 0
        try:
            for index, square in enumerate(moves):
                score = -self._search(position.play(square), depth - 1, -2 * _WON, -best)
                if score > best:
                    best, place = score, index
        except _OutOfTime:
            return False
        finally:
            moves.insert(0, moves.pop(place))
        return abs(best) < _WON / 2

    def _search(self, position: Position, depth: int, low: float, high: float) -> float:
        """What the position looks worth to the player to move, exact between `low` and `high`."""
        moves = position.moves()
        if not moves:
            return -_WON - depth  # a win found with plies to spare is a sooner one
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
