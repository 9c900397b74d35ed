"""Blockade by Sprague and Grundy's theory.

A mark takes one square and those around it, so the squares still free are all that matters, and squares that
do not hang together are games of their own, played side by side. Every position of such a game is worth a
heap of Nim: its nimber is the smallest number that is not the nimber of any position one move away.
Games side by side are worth the exclusive or of their nimbers, and the player to move loses exactly when
that is 0. (On a graph this game is known as Node Kayles; here the graph is that of the king's moves.)

The number of plies does not follow from nimbers. It is found by a search over whole positions, in which the
winner only considers the moves that keep the win.
"""

from collections.abc import Iterator
from typing import Protocol

from cornered.board import cells_in
from cornered.games.blockade import Blockade, BlockadePosition
from cornered.solve import nimbers
from cornered.solve.contract import DEFAULT_BUDGET, Budget, Progress, Value, Verdict, never_stop
from cornered.solve.theorems import settle
from cornered.solve.watch import OutOfBudget, Watch

PLAIN_SQUARES = 256
"""With more free squares than this, plain Python would not even come back to look at the clock."""


class Search(Protocol):
    """What can be asked about a set of free squares; `OutOfBudget` where the answer is too far."""

    def is_zero(self, free: int) -> bool:
        """Whether the nimber is 0: the player to move loses."""
        ...

    def nimber(self, free: int) -> int:
        """The Sprague-Grundy value."""
        ...

    def plies(self, free: int) -> int:
        """The number of moves when the winner hurries and the loser holds out."""
        ...


def value(position: BlockadePosition, budget: Budget, progress: Progress) -> Value:
    """What the position is worth; the winner where there is no time for the distance.

    >>> value(Blockade(4, 4).start(), Budget(), never_stop)
    Value(verdict=<Verdict.LOSS: 'loss'>, plies=4)
    """
    with Watch(budget, progress) as watch:
        verdict = _verdict(position, budget, watch)
        if verdict is Verdict.UNKNOWN:
            return Value(verdict)
        try:
            return Value(verdict, _best_search(position, budget, watch).plies(position.free))
        except OutOfBudget:
            return Value(verdict)


def winner(position: BlockadePosition, budget: Budget, progress: Progress) -> Verdict:
    """Who wins, without asking how soon."""
    with Watch(budget, progress) as watch:
        return _verdict(position, budget, watch)


def _verdict(position: BlockadePosition, budget: Budget, watch: Watch) -> Verdict:
    settled = settle(position)
    if settled:
        return settled.verdict
    try:
        lost = _best_search(position, budget, watch).is_zero(position.free)
    except OutOfBudget:
        return Verdict.UNKNOWN
    return Verdict.LOSS if lost else Verdict.WIN


def nimber(
    position: BlockadePosition, budget: Budget = DEFAULT_BUDGET, progress: Progress = never_stop
) -> int | None:
    """The position's Sprague-Grundy value; None where it is beyond the budget.

    >>> [nimber(Blockade(1, length).start()) for length in range(1, 7)]
    [1, 1, 2, 0, 3, 1]
    """
    with Watch(budget, progress) as watch:
        try:
            return _best_search(position, budget, watch).nimber(position.free)
        except OutOfBudget:
            return None


def _best_search(position: BlockadePosition, budget: Budget, watch: Watch) -> Search:
    kernel = nimbers.kernel_search(position.game.board, budget, watch)
    if kernel:
        return kernel
    if position.free.bit_count() > PLAIN_SQUARES:
        raise OutOfBudget
    return PlainSearch(position.game, watch)


class PlainSearch:
    """The theory as it stands, on any board: the reference that the kernel must agree with."""

    def __init__(self, game: Blockade, watch: Watch) -> None:
        self._ring = game.ring
        self._watch = watch
        self._nimbers: dict[int, int] = {}
        self._plies: dict[int, int] = {}

    def is_zero(self, free: int) -> bool:
        """Whether the nimber is 0: the player to move loses."""
        return self.nimber(free) == 0

    def nimber(self, free: int) -> int:
        """The Sprague-Grundy value: that of the components together."""
        together = 0
        while free:
            component = self._component(free)
            free &= ~component
            together ^= self._component_nimber(component)
        return together

    def plies(self, free: int) -> int:
        """The number of moves when the winner hurries and the loser holds out."""
        if free not in self._plies:
            self._watch.count()
            options = set(self._options(free))
            lost = [option for option in options if self.nimber(option) == 0]
            if lost:
                self._plies[free] = 1 + min(map(self.plies, lost))
            else:
                self._plies[free] = max((1 + self.plies(option) for option in options), default=0)
        return self._plies[free]

    def _component_nimber(self, free: int) -> int:
        if free not in self._nimbers:
            self._watch.count()
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
