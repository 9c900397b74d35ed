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
from contextlib import suppress
from functools import partial
from typing import Any

from cornered.board import cells_in
from cornered.games.blockade import Blockade, BlockadePosition
from cornered.solve.contract import (
    DEFAULT_BUDGET,
    UNKNOWN,
    Budget,
    Clock,
    OutOfBudget,
    Progress,
    Settled,
    Solver,
    Value,
    Verdict,
    Watch,
    never_stop,
)
from cornered.solve.native import VERDICTS, ask, owned
from cornered.solve.theorems import TheoremFirst, blockade_answers

try:
    from cornered.solve._kernel import ffi, lib
except ImportError:  # it was not built
    lib = None

PLAIN_SQUARES = 256
"""With more free squares than this, plain Python would not even come back to look at the clock."""

KERNEL_SQUARES = 128
"""The largest board that the kernel can take."""

_HALF = (1 << 64) - 1
_FEW_SQUARES = 16
"""So few are searched sooner than threads are started, and before anybody would look at the clock."""

_BYTES_PER_SECOND = 1 << 24
"""More than the table's entries for the shapes that two cores look into in a second."""


class BlockadeSolver(TheoremFirst[BlockadePosition]):
    """By theorem, then by the kernel where it was built, else by the theory as it stands.

    >>> game = Blockade(4, 4)
    >>> BlockadeSolver(game).value(game.start(), Budget(), never_stop)
    Value(verdict=<Verdict.LOSS: 'loss'>, plies=4)
    """

    def __init__(self, game: Blockade) -> None:
        self._search: KernelNimbers | PlainNimbers = (
            KernelNimbers() if lib and game.board.size <= KERNEL_SQUARES else PlainNimbers(game)
        )

    def settle(self, position: BlockadePosition) -> Settled | None:
        return blockade_answers(position)

    def nimber(self, position: BlockadePosition, budget: Budget, progress: Progress) -> int | None:
        """The position's Sprague-Grundy value; None where it is beyond the budget.

        >>> games = [Blockade(1, length) for length in range(1, 7)]
        >>> [BlockadeSolver(game).nimber(game.start(), Budget(), never_stop) for game in games]
        [1, 1, 2, 0, 3, 1]
        """
        return self._search.nimber(position, budget, progress)


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


class KernelNimbers(Solver[BlockadePosition]):
    """Answers by the C kernel, on all cores together; what they find out serves the next question."""

    def value(self, position: BlockadePosition, budget: Budget, progress: Progress) -> Value:
        with Watch(budget, progress) as watch:
            try:
                search = _new_search(position, budget)
            except OutOfBudget:
                return UNKNOWN
            try:
                plies = _ask(lib.nimber_plies, search, position, watch)
            except OutOfBudget:
                return Value(VERDICTS[lib.nimber_search_winner(search)])
            return Value(Verdict.WIN if plies % 2 else Verdict.LOSS, plies)

    def winner(self, position: BlockadePosition, budget: Budget, progress: Progress) -> Verdict:
        with Watch(budget, progress) as watch:
            try:
                search = _new_search(position, budget)
                is_zero = _ask(lib.nimber_equals, search, position, watch, 0)
            except OutOfBudget:
                return Verdict.UNKNOWN
        return Verdict.LOSS if is_zero else Verdict.WIN

    def nimber(self, position: BlockadePosition, budget: Budget, progress: Progress) -> int | None:
        """The position's Sprague-Grundy value; None where it is beyond the budget."""
        with Watch(budget, progress) as watch:
            try:
                return _ask(lib.nimber_value, _new_search(position, budget), position, watch)
            except OutOfBudget:
                return None

    def forget(self) -> None:
        _tables.forget()

    def line(
        self, position: BlockadePosition, worth: Value, budget: Budget, progress: Progress
    ) -> tuple[int, ...]:
        found: list[tuple[int, ...]] = [()]

        def walk(*question: Any) -> int:
            squares = ffi.new("uint8_t[]", KERNEL_SQUARES)
            found.append(tuple(ffi.unpack(squares, lib.nimber_line(*question, squares))))
            return len(found[-1])

        with Watch(budget, progress) as watch, suppress(OutOfBudget):  # each thread adds how far it came
            _ask(walk, _new_search(position, budget), position, watch)
        return max(found, key=len)


def _new_search(position: BlockadePosition, budget: Budget) -> Any:
    enough = _enough_bytes(position.free.bit_count(), budget.seconds)
    table = _tables.at_least(budget.table_bytes(enough), budget)
    search = owned(ffi, lib.nimber_search_new(table), lib.nimber_search_free, needs=table)
    lib.nimber_search_limit(search, budget.positions)
    return search


def _ask(
    question: Callable[..., int], search: Any, position: BlockadePosition, watch: Watch, *more: int
) -> int:
    free = position.free
    return ask(
        partial(question, search, position.game.cols, free & _HALF, free >> 64, *more),
        partial(lib.nimber_search_stop, search),
        partial(lib.nimber_search_visited, search),
        watch,
        at_once=free.bit_count() <= _FEW_SQUARES,
    )


def _enough_bytes(squares: int, seconds: float) -> int:
    """A table that a search of so many free squares will not fill, nor any in so short a time.

    A larger one only takes time to touch. Each square more makes about 1.3 times the shapes.
    """
    return int(min(1 << 24 + max(0, squares - 64) * 2 // 5, max(1.0, seconds) * _BYTES_PER_SECOND))


class _Tables:
    """The table of the last question: what was found out then serves the next one."""

    def __init__(self) -> None:
        self._kept: tuple[int, Any] | None = None

    def forget(self) -> None:
        """The next question gets a table of its own."""
        self._kept = None

    def at_least(self, size: int, budget: Budget) -> Any:
        """A table of this size, or the one there is if that is larger and within the budget."""
        kept = self._kept
        if kept is None or not size <= kept[0] <= budget.memory:
            self._kept = kept = size, owned(ffi, lib.nimber_table_new(size), lib.nimber_table_free)
        return kept[1]


_tables = _Tables()
