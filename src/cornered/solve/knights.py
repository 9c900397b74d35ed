"""Knight's Blockade and Knight's Duel by search: the kernel's where it was built, else every move in turn."""

from typing import Protocol

from cornered.game import Position
from cornered.games.knights import BlockingPosition
from cornered.solve import knights_kernel
from cornered.solve.contract import DEFAULT_BUDGET, Budget, Progress, Value, Verdict, never_stop
from cornered.solve.graph import Graph
from cornered.solve.theorems import settle
from cornered.solve.watch import OutOfBudget, Watch

# On boards too large for the kernel a line of play may be longer than Python can follow.
BEYOND_REACH = (OutOfBudget, RecursionError)


class Search(Protocol):
    """What can be asked about a position; `OutOfBudget` where the answer is too far."""

    def wins(self, position: BlockingPosition) -> bool:
        """Whether the player to move wins."""
        ...

    def plies(self, position: BlockingPosition) -> int:
        """The length of the game when the winner hurries and the loser holds out."""
        ...


def value(position: BlockingPosition, budget: Budget, progress: Progress) -> Value:
    """What the position is worth; the winner where there is no time for the distance."""
    with Watch(budget, progress) as watch:
        verdict = _verdict(position, budget, watch)
        if verdict is Verdict.UNKNOWN:
            return Value(verdict)
        try:
            return Value(verdict, _best_search(position, budget, watch).plies(position))
        except BEYOND_REACH:
            return Value(verdict)


def winner(
    position: BlockingPosition,
    budget: Budget = DEFAULT_BUDGET,
    progress: Progress = never_stop,
    theorems: bool = True,
) -> Verdict:
    """Who wins, without asking how soon; by search alone where the theorems are not to be used.

    >>> from cornered import Board, new_game
    >>> winner(new_game("knights-blockade", Board(4, 5)).start(), theorems=False)
    <Verdict.LOSS: 'loss'>
    """
    with Watch(budget, progress) as watch:
        return _verdict(position, budget, watch, theorems)


def _verdict(position: BlockingPosition, budget: Budget, watch: Watch, theorems: bool = True) -> Verdict:
    settled = settle(position) if theorems else None
    if settled:
        return settled.verdict
    try:
        wins = _best_search(position, budget, watch, theorems).wins(position)
    except BEYOND_REACH:
        return Verdict.UNKNOWN
    return Verdict.WIN if wins else Verdict.LOSS


def whole_graph(position: BlockingPosition, budget: Budget, progress: Progress) -> Graph | None:
    """Every position that can arise; None where the kernel was not built, or beyond the budget."""
    with Watch(budget, progress) as watch:
        try:
            search = knights_kernel.kernel_search(position.game, budget, watch)
            return search.graph(position, budget.memory) if search else None
        except OutOfBudget:
            return None


def _best_search(position: BlockingPosition, budget: Budget, watch: Watch, theorems: bool = True) -> Search:
    return knights_kernel.kernel_search(position.game, budget, watch, theorems) or PlainSearch(watch)


class PlainSearch:
    """The definition of best play, remembered: the reference that the kernel must agree with."""

    def __init__(self, watch: Watch) -> None:
        self._watch = watch
        self._wins: dict[Position, bool] = {}
        self._plies: dict[Position, int] = {}

    def wins(self, position: Position) -> bool:
        """Whether some move leaves the other player lost."""
        if position not in self._wins:
            self._watch.count()
            self._wins[position] = any(not self.wins(position.play(square)) for square in position.moves())
        return self._wins[position]

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
