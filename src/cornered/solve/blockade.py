"""Blockade by Sprague and Grundy's theory.

A mark takes one square and those around it, so the squares still free are all that matters, and squares that
do not hang together are games of their own, played side by side. Every position of such a game is worth a
heap of Nim: its nimber is the smallest number that is not the nimber of any position one move away.
Games side by side are worth the exclusive or of their nimbers, and the player to move loses exactly when
that is 0. (On a graph this game is known as Node Kayles; here the graph is that of the king's moves.)

The number of plies does not follow from nimbers. It is found by a search over whole positions, in which the
winner only considers the moves that keep the win.
"""

from collections.abc import Callable, Iterator

from cornered.board import cells_in
from cornered.games.blockade import Blockade, BlockadePosition
from cornered.solve import nimbers
from cornered.solve.contract import (
    DEFAULT_BUDGET,
    UNKNOWN,
    Budget,
    Clock,
    Progress,
    Settled,
    Solver,
    Value,
    Verdict,
    never_stop,
)
from cornered.solve.theorems import blockade_answers
from cornered.solve.watch import OutOfBudget, Watch

PLAIN_SQUARES = 256
"""With more free squares than this, plain Python would not even come back to look at the clock."""


class BlockadeSolver(Solver[BlockadePosition]):
    """By theorem, then by the kernel where it was built, else by the theory as it stands.

    >>> game = Blockade(4, 4)
    >>> BlockadeSolver(game).value(game.start(), Budget(), never_stop)
    Value(verdict=<Verdict.LOSS: 'loss'>, plies=4)
    """

    def __init__(self, game: Blockade) -> None:
        self._search = nimbers.KernelSolver() if nimbers.answers_for(game) else PlainNimbers(game)

    def settle(self, position: BlockadePosition) -> Settled | None:
        return blockade_answers(position)

    def value(self, position: BlockadePosition, budget: Budget, progress: Progress) -> Value:
        found = self._search.value(position, budget, progress)
        if found.verdict is Verdict.UNKNOWN and (settled := self.settle(position)):
            return Value(settled.verdict)
        return found

    def winner(self, position: BlockadePosition, budget: Budget, progress: Progress) -> Verdict:
        settled = self.settle(position)
        return settled.verdict if settled else self._search.winner(position, budget, progress)

    def nimber(self, position: BlockadePosition, budget: Budget, progress: Progress) -> int | None:
        """The position's Sprague-Grundy value; None where it is beyond the budget.

        >>> games = [Blockade(1, length) for length in range(1, 7)]
        >>> [BlockadeSolver(game).nimber(game.start(), Budget(), never_stop) for game in games]
        [1, 1, 2, 0, 3, 1]
        """
        return self._search.nimber(position, budget, progress)

    def forget(self) -> None:
        self._search.forget()

    def line(
        self, position: BlockadePosition, worth: Value, budget: Budget, progress: Progress
    ) -> tuple[int, ...]:
        return self._search.line(position, worth, budget, progress)


class PlainNimbers(Solver[BlockadePosition]):
    """Answers by `PlainSearch`, which remembers from question to question what it has found out."""

    def __init__(self, game: Blockade) -> None:
        self._game = game
        self.forget()

    def forget(self) -> None:
        self._search = PlainSearch(self._game, Watch(DEFAULT_BUDGET, never_stop))

    def value(self, position: BlockadePosition, budget: Budget, progress: Progress) -> Value:
        clock = Clock(budget)
        verdict = self.winner(position, clock.left(), progress)
        if verdict is Verdict.UNKNOWN:
            return UNKNOWN
        return Value(verdict, self._answer(self._search.plies, position, clock.left(), progress))

    def winner(self, position: BlockadePosition, budget: Budget, progress: Progress) -> Verdict:
        nimber = self.nimber(position, budget, progress)
        if nimber is None:
            return Verdict.UNKNOWN
        return Verdict.WIN if nimber else Verdict.LOSS

    def nimber(self, position: BlockadePosition, budget: Budget, progress: Progress) -> int | None:
        """The position's Sprague-Grundy value; None where it is beyond the budget."""
        return self._answer(self._search.nimber, position, budget, progress)

    def _answer(
        self, question: Callable[[int], int], position: BlockadePosition, budget: Budget, progress: Progress
    ) -> int | None:
        if position.free.bit_count() > PLAIN_SQUARES:
            return None
        with Watch(budget, progress, self._search.remembered) as self._search.watch:
            try:
                return question(position.free)
            except OutOfBudget:
                return None


class PlainSearch:
    """The theory as it stands, on any board: the reference that the kernel must agree with."""

    def __init__(self, game: Blockade, watch: Watch) -> None:
        self.watch = watch
        self._ring = game.ring
        self._nimbers: dict[int, int] = {}
        self._plies: dict[int, int] = {}

    @property
    def remembered(self) -> int:
        """How many positions this search holds."""
        return len(self._nimbers) + len(self._plies)

    def nimber(self, free: int) -> int:
        """The Sprague-Grundy value: that of the components together."""
        together = 0
        while free:
            self.watch.look(self.watch.positions)  # many squares apart take long by themselves
            component = self._component(free)
            free &= ~component
            together ^= self._component_nimber(component)
        return together

    def plies(self, free: int) -> int:
        """The number of moves when the winner hurries and the loser holds out."""
        if free not in self._plies:
            self.watch.count()
            options = set(self._options(free))
            lost = [option for option in options if self.nimber(option) == 0]
            if lost:
                self._plies[free] = 1 + min(map(self.plies, lost))
            else:
                self._plies[free] = max((1 + self.plies(option) for option in options), default=0)
        return self._plies[free]

    def _component_nimber(self, free: int) -> int:
        if free not in self._nimbers:
            self.watch.count()
            reached = set(map(self.nimber, self._options(free)))
            self._nimbers[free] = next(number for number in range(len(reached) + 1) if number not in reached)
        return self._nimbers[free]

    def _options(self, free: int) -> Iterator[int]:
        """What is left free by each move."""
        return (free & ~(self._ring[square] | 1 << square) for square in cells_in(free))

    def _component(self, free: int) -> int:
        """The squares that hang together with the first one."""
        component, grown = 0, free & -free
        while grown != component:
            edge, component = grown & ~component, grown
            for square in cells_in(edge):
                grown |= self._ring[square] & free
        return component
