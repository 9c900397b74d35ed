"""The C kernel's search for Blockade's nimbers, where it was built."""

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

from cornered.games.blockade import Blockade, BlockadePosition
from cornered.solve.contract import UNKNOWN, Budget, Progress, Solver, Value, Verdict
from cornered.solve.watch import OutOfBudget, Watch
from cornered.solve.workers import VERDICTS, first_answer, owned

try:
    from cornered.solve._kernel import ffi, lib
except ImportError:
    lib = None

LARGEST_BOARD = 128
_HALF = (1 << 64) - 1
_FEW_SQUARES = 16
"""So few are searched sooner than threads are started, and before anybody would look at the clock."""

_BYTES_PER_SECOND = 1 << 24
"""More than the table's entries for the shapes that two cores look into in a second."""


def answers_for(game: Blockade) -> bool:
    """Whether the kernel was built, and the board is not too large for it."""
    return lib is not None and game.board.size <= LARGEST_BOARD


class KernelSolver(Solver[BlockadePosition]):
    """Each question is answered by all cores together; what they find out serves the next question."""

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
            squares = ffi.new("uint8_t[]", LARGEST_BOARD)
            found.append(tuple(ffi.unpack(squares, lib.nimber_line(*question, squares))))
            return len(found[-1])

        with Watch(budget, progress) as watch, suppress(OutOfBudget):  # each thread tells how far it came
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
    ask = partial(question, search, position.game.cols, free & _HALF, free >> 64, *more)
    visited = partial(lib.nimber_search_visited, search)
    if free.bit_count() <= _FEW_SQUARES:
        answer = ask()
        watch.positions += visited()
    else:
        answer = first_answer(ask, partial(lib.nimber_search_stop, search), visited, watch)
    if answer == lib.NIMBER_STOPPED:
        raise OutOfBudget
    return answer


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
