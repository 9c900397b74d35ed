"""Exact values as numbers: 19 wins in 19 plies for the player to move, −18 loses in 18."""

from math import inf
from typing import Any

from cornered.errors import BadSetup
from cornered.game import Game, Position
from cornered.solve.contract import Budget, Solver, Value, Verdict, never_stop

_AS_LONG_AS_IT_TAKES = Budget(inf)  # what is exact does not depend on the clock


class Truth:
    """What every move is worth on one board. It remembers as much as fits, and then starts again."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._solver: Solver[Any] = game.solver()

    def of_moves(self, position: Position) -> tuple[int, ...]:
        """The value of each legal move in turn; `BadSetup` where one cannot be found."""
        return tuple(self._after(position.play(square)) for square in position.moves())

    def _after(self, position: Position) -> int:
        """What the move is worth that led here, to the player who made it."""
        if not position.moves():
            return 1
        found = self._found(position).before()
        assert found.plies
        return found.plies if found.verdict is Verdict.WIN else -found.plies

    def _found(self, position: Position) -> Value:
        found = self._solver.value(position, _AS_LONG_AS_IT_TAKES, never_stop)
        if found.plies is None:
            self._solver = self.game.solver()
            found = self._solver.value(position, _AS_LONG_AS_IT_TAKES, never_stop)
        if found.plies is None:
            where = f"{self.game.title} {self.game.board}"
            raise BadSetup(f"{where} has positions whose exact distance cannot be found: {position.code}")
        return found


def worth(values: tuple[int, ...]) -> int:
    """What a position is worth whose moves have these values: the soonest win, else the latest loss."""
    wins = [value for value in values if value > 0]
    return min(wins or values)
