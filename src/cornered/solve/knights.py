"""Knight's Blockade and Knight's Duel: by theorem, by the kernel where it was built, else move by move."""

from collections.abc import Callable
from contextlib import suppress
from functools import cache, lru_cache, partial
from importlib import import_module
from typing import Any, NamedTuple

from cornered.board import Board
from cornered.games.knights import KnightsGame, KnightsPosition
from cornered.solve.contract import (
    UNKNOWN,
    Budget,
    Effort,
    Graph,
    OutOfBudget,
    Progress,
    Settled,
    Solver,
    Value,
    Verdict,
    Watch,
)
from cornered.solve.native import VERDICTS, ask, owned
from cornered.solve.plain import PlainSolver
from cornered.solve.theorems import TheoremFirst, knights_mirror

AT_ONCE = 1 << 12
"""So many positions are looked into sooner than a thread starts."""
_MODULES = {64: "cornered.solve._kernel", 128: "cornered.solve._kernel_wide"}
_SETS_PER_POSITION = 6  # in a whole graph, whose table is never quite full and doubles as it grows
_WORD = (1 << 64) - 1


class KnightsSolver(TheoremFirst[KnightsPosition]):
    """`theorems` can be left aside, to see what the search alone finds.

    >>> from cornered import Board, new_game
    >>> game = new_game("knights-blockade", Board(4, 5))
    >>> KnightsSolver(game, theorems=False).winner(game.start(), Budget(), lambda _: True)
    <Verdict.LOSS: 'loss'>
    """

    def __init__(self, game: KnightsGame, theorems: bool = True) -> None:
        self._theorems = theorems
        self._kernel = kernel_for(game.board)
        self._search: Solver[KnightsPosition] = (
            KernelKnights(self._kernel, theorems) if self._kernel else PlainSolver()
        )

    def settle(self, position: KnightsPosition) -> Settled | None:
        return knights_mirror(position) if self._theorems else None

    def outlook(self, position: KnightsPosition, budget: Budget) -> Effort | None:
        return self._search.outlook(position, budget)

    def look_ahead(self, position: KnightsPosition, budget: Budget, among: tuple[int, ...]) -> int | None:
        from cornered.solve import large_boards  # only boards that are too large to solve need it

        return large_boards.best_move(position, budget, among).move if self._kernel else None


class Kernel(NamedTuple):
    """One of those that the same sources give: in it a set of squares takes one word, or two."""

    largest_board: int
    ffi: Any
    lib: Any


def kernel_for(board: Board) -> Kernel | None:
    """The fastest that was built and for which the board is not too large."""
    return next((built for largest in _MODULES if board.size <= largest and (built := _built(largest))), None)


@cache
def _built(largest_board: int) -> Kernel | None:
    try:
        module = import_module(_MODULES[largest_board])
    except ImportError:
        return None
    return Kernel(largest_board, module.ffi, module.lib)


class KernelKnights(Solver[KnightsPosition]):
    """Answers by the C kernel; what is found out for one question serves the next.

    `theorems` lets the kernel settle symmetric positions on sight.
    """

    def __init__(self, kernel: Kernel, theorems: bool = True) -> None:
        self._kernel = kernel
        self._theorems = theorems

    def value(self, position: KnightsPosition, budget: Budget, progress: Progress) -> Value:
        lib = self._kernel.lib
        with Watch(budget, progress) as watch:
            try:
                search = self.new_search(position.game, budget)
            except OutOfBudget:
                return UNKNOWN
            try:
                plies = self._ask_at_once(lib.knights_plies, search, position, watch, budget)
            except OutOfBudget:
                return Value(VERDICTS[lib.knights_search_winner(search)])
            return Value(Verdict.WIN if plies % 2 else Verdict.LOSS, plies)

    def winner(self, position: KnightsPosition, budget: Budget, progress: Progress) -> Verdict:
        with Watch(budget, progress) as watch:
            try:
                search, wins = self.new_search(position.game, budget), self._kernel.lib.knights_wins
                return VERDICTS[self._ask_at_once(wins, search, position, watch, budget)]
            except OutOfBudget:
                return Verdict.UNKNOWN

    def line(
        self, position: KnightsPosition, worth: Value, budget: Budget, progress: Progress
    ) -> tuple[int, ...]:
        ffi, lib = self._kernel.ffi, self._kernel.lib
        found: list[tuple[int, ...]] = [()]

        def walk(*question: Any) -> int:
            squares = ffi.new("uint8_t[]", position.game.board.size)
            found.append(tuple(ffi.unpack(squares, lib.knights_line(*question, squares))))
            return len(found[-1])

        with Watch(budget, progress) as watch, suppress(OutOfBudget):
            self._ask(walk, self.new_search(position.game, budget), position, watch)
        return max(found, key=len)

    def forget(self) -> None:
        _table.cache_clear()

    def outlook(self, position: KnightsPosition, budget: Budget) -> Effort | None:
        search = self.new_search(position.game, budget)
        effort = self._kernel.lib.knights_outlook(search, *asked(position))
        return Effort(effort.to_win, effort.to_lose)

    def graph(self, start: KnightsPosition, limit: int, seconds: float, progress: Progress) -> Graph | None:
        ffi, lib = self._kernel.ffi, self._kernel.lib
        counted, size = (
            ffi.new("knights_graph *"),
            limit * _SETS_PER_POSITION * self._kernel.largest_board // 8,
        )

        def enumerate_all(*question: Any) -> int:
            return int(lib.knights_enumerate(*question, size, counted))

        budget = Budget(seconds, size)
        with Watch(budget, progress) as watch:
            try:
                self._ask(enumerate_all, self.new_search(start.game, budget), start, watch)
            except OutOfBudget:
                return None
        found = Graph(counted.positions, counted.choices, counted.decisive)
        return found if found.positions <= limit else None

    def new_search(self, game: KnightsGame, budget: Budget) -> Any:
        """The kernel's own, for one question; `OutOfBudget` if there is no memory for it."""
        ffi, lib = self._kernel.ffi, self._kernel.lib
        size = budget.table_bytes(_enough_bytes(game.board.size))
        table = _table(self._kernel, game.board, game.may_capture, self._theorems, size)
        return owned(ffi, lib.knights_search_new(table), lib.knights_search_free, needs=table)

    def _ask_at_once(
        self,
        question: Callable[..., int],
        search: Any,
        position: KnightsPosition,
        watch: Watch,
        budget: Budget,
    ) -> int:
        """Answers a short question sooner than a thread for a longer one could start."""
        lib = self._kernel.lib
        lib.knights_search_limit(search, AT_ONCE)
        answer = question(search, *asked(position))
        lib.knights_search_limit(search, budget.positions)
        if answer < 0:
            return self._ask(question, search, position, watch)
        watch.positions += int(lib.knights_search_visited(search))
        return answer

    def _ask(
        self,
        question: Callable[..., int],
        search: Any,
        position: KnightsPosition,
        watch: Watch,
    ) -> int:
        lib = self._kernel.lib
        return ask(
            partial(question, search, *asked(position)),
            partial(lib.knights_search_stop, search),
            partial(lib.knights_search_visited, search),
            watch,
            cores=1,  # two do much of the work twice: 7×9 takes as long by the clock, Joust longer
        )


def asked(position: KnightsPosition) -> tuple[tuple[int, int], int, int]:
    """A position as the kernel is told it: where no knight stands or has stood, and the knights."""
    knights = 1 << position.mover | 1 << position.other
    free = (1 << position.game.board.size) - 1 & ~(position.blocked | knights)
    return as_set(free), position.mover, position.other


def as_set(squares: int) -> tuple[int, int]:
    """Bits as the kernel takes a set of squares."""
    return squares & _WORD, squares >> 64


def _enough_bytes(squares: int) -> int:
    """A table that few questions on so large a board would fill; it takes no more of this than it needs."""
    return 1 << max(18, 4 + squares * 4 // 9)


def new_table(kernel: Kernel, board: Board, may_capture: bool, theorems: bool, size: int) -> Any:
    """A table of the kernel's, of this many bytes; `OutOfBudget` if there is no memory for it."""
    return owned(
        kernel.ffi,
        kernel.lib.knights_table_new(board.rows, board.cols, may_capture, theorems, size),
        kernel.lib.knights_table_free,
    )


_table = lru_cache(maxsize=1)(new_table)  # what was found out for one question serves the next
