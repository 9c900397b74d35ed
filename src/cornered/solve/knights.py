"""Knight's Blockade and Knight's Duel by search: every move is tried, every position looked at once."""

from cornered.game import Position
from cornered.games.knights import BlockingPosition
from cornered.solve.contract import Budget, Progress, Value, Verdict
from cornered.solve.watch import OutOfBudget, Watch


def value(position: BlockingPosition, budget: Budget, progress: Progress) -> Value:
    """What the position is worth; unknown where the budget does not reach."""
    with Watch(budget, progress) as watch:
        try:
            plies = PlainSearch(watch).plies(position)
        except OutOfBudget:
            return Value(Verdict.UNKNOWN)
    return Value(Verdict.WIN if plies % 2 else Verdict.LOSS, plies)


class PlainSearch:
    """The definition of best play, remembered: the reference that the kernel must agree with."""

    def __init__(self, watch: Watch) -> None:
        self._watch = watch
        self._plies: dict[Position, int] = {}

    def plies(self, position: Position) -> int:
        """The length of the game when the winner hurries and the loser holds out.

        Odd exactly when the player to move wins, for they make the last move.
        """
        if position not in self._plies:
            self._watch.count()
            after = [self.plies(position.play(square)) for square in position.moves()]
            lost = [length for length in after if length % 2 == 0]
            self._plies[position] = 1 + (min(lost) if lost else max(after, default=-1))
        return self._plies[position]
