"""Any game by plain search: the definition of best play, remembered. Slow, and obviously right."""

from cornered.game import Position
from cornered.solve.contract import UNKNOWN, Budget, Progress, Solver, Value, Verdict
from cornered.solve.watch import OutOfBudget, Watch

# A line of play may be longer than Python can follow.
BEYOND_REACH = (OutOfBudget, RecursionError)


class PlainSolver(Solver[Position]):
    """The reference that every other solver must agree with."""

    def __init__(self) -> None:
        self._wins: dict[Position, bool] = {}
        self._plies: dict[Position, int] = {}

    def value(self, position: Position, budget: Budget, progress: Progress) -> Value:
        with Watch(budget, progress, self._remembered) as watch:
            try:
                verdict = Verdict.WIN if self.wins(position, watch) else Verdict.LOSS
            except BEYOND_REACH:
                return UNKNOWN
            try:
                return Value(verdict, self.plies(position, watch))
            except BEYOND_REACH:
                return Value(verdict)

    def winner(self, position: Position, budget: Budget, progress: Progress) -> Verdict:
        with Watch(budget, progress, self._remembered) as watch:
            try:
                return Verdict.WIN if self.wins(position, watch) else Verdict.LOSS
            except BEYOND_REACH:
                return Verdict.UNKNOWN

    def wins(self, position: Position, watch: Watch) -> bool:
        """Whether some move leaves the other player lost."""
        if position not in self._wins:
            watch.count()
            after = (position.play(square) for square in position.moves())
            self._wins[position] = any(not self.wins(following, watch) for following in after)
        return self._wins[position]

    def plies(self, position: Position, watch: Watch) -> int:
        """The length of the game when the winner hurries and the loser holds out.

        Odd exactly when the player to move wins, for they make the last move.
        """
        if position not in self._plies:
            watch.count()
            after = [self.plies(position.play(square), watch) for square in position.moves()]
            lost = [length for length in after if length % 2 == 0]
            self._plies[position] = 1 + (min(lost) if lost else max(after, default=-1))
        return self._plies[position]

    @property
    def _remembered(self) -> int:
        return len(self._wins) + len(self._plies)
