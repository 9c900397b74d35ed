"""Knight's Blockade and Knight's Duel: by theorem, by the kernel where it was built, else move by move."""

from cornered.games.knights import KnightsGame, KnightsPosition
from cornered.solve import knights_kernel
from cornered.solve.contract import Budget, Graph, Progress, Settled, Solver, Value, Verdict
from cornered.solve.plain import PlainSolver
from cornered.solve.theorems import knights_mirror


class KnightsSolver(Solver[KnightsPosition]):
    """`theorems` can be left aside, to see what the search alone finds.

    >>> from cornered import Board, new_game
    >>> game = new_game("knights-blockade", Board(4, 5))
    >>> KnightsSolver(game, theorems=False).winner(game.start(), Budget(), lambda _: True)
    <Verdict.LOSS: 'loss'>
    """

    def __init__(self, game: KnightsGame, theorems: bool = True) -> None:
        self._theorems = theorems
        self._kernel = knights_kernel.kernel_for(game.board)
        self._search: Solver[KnightsPosition] = (
            knights_kernel.KernelSolver(self._kernel, theorems) if self._kernel else PlainSolver()
        )

    def settle(self, position: KnightsPosition) -> Settled | None:
        return knights_mirror(position) if self._theorems else None

    def value(self, position: KnightsPosition, budget: Budget, progress: Progress) -> Value:
        found = self._search.value(position, budget, progress)
        if found.verdict is Verdict.UNKNOWN and (settled := self.settle(position)):
            return Value(settled.verdict)
        return found

    def winner(self, position: KnightsPosition, budget: Budget, progress: Progress) -> Verdict:
        settled = self.settle(position)
        return settled.verdict if settled else self._search.winner(position, budget, progress)

    def line(
        self, position: KnightsPosition, worth: Value, budget: Budget, progress: Progress
    ) -> tuple[int, ...]:
        return self._search.line(position, worth, budget, progress)

    def look_ahead(self, position: KnightsPosition, budget: Budget, among: tuple[int, ...]) -> int | None:
        from cornered.solve import large_boards  # only boards that are too large to solve need it

        return large_boards.best_move(position, budget, among).move if self._kernel else None

    def graph(self, start: KnightsPosition, limit: int, seconds: float, progress: Progress) -> Graph | None:
        return self._search.graph(start, limit, seconds, progress)
