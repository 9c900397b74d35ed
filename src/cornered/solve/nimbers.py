"""The C kernel's search for Blockade's nimbers, where it was built."""

from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache, partial
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


def answers_for(game: Blockade) -> bool:
    """Whether the kernel was built, and the board is not too large for it."""
    return lib is not None and game.board.size <= LARGEST_BOARD


class KernelSolver(Solver[BlockadePosition]):
    """Each question is answered by all cores together; what they find out serves the next question."""

    def value(self, position: BlockadePosition, budget: Budget, progress: Progress) -> Value:
        with Watch(budget, progress) as watch:
            try:
                search = _new_search(position.game, budget)
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
                search = _new_search(position.game, budget)
                is_zero = _ask(lib.nimber_equals, search, position, watch, 0)
            except OutOfBudget:
                return Verdict.UNKNOWN
        return Verdict.LOSS if is_zero else Verdict.WIN

    def nimber(self, position: BlockadePosition, budget: Budget, progress: Progress) -> int | None:
        """The position's Sprague-Grundy value; None where it is beyond the budget."""
        with Watch(budget, progress) as watch:
            try:
                return _ask(lib.nimber_value, _new_search(position.game, budget), position, watch)
            except OutOfBudget:
                return None

    def line(
        self, position: BlockadePosition, worth: Value, budget: Budget, progress: Progress
    ) -> tuple[int, ...]:
        found: list[tuple[int, ...]] = [()]

        def walk(*question: Any) -> int:
            squares = ffi.new("uint8_t[]", LARGEST_BOARD)
            found.append(tuple(ffi.unpack(squares, lib.nimber_line(*question, squares))))
            return len(found[-1])

        with Watch(budget, progress) as watch, suppress(OutOfBudget):  # each thread tells how far it came
            _ask(walk, _new_search(position.game, budget), position, watch)
        return max(found, key=len)


def _new_search(game: Blockade, budget: Budget) -> Any:
    table = _table(budget.table_bytes(_enough_bytes(game.board.size)))
    return owned(ffi, lib.nimber_search_new(table), lib.nimber_search_free, needs=table)


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


def _enough_bytes(squares: int) -> int:
    """A table that so large a board will not fill: a larger one only takes time to touch."""
    return 1 << 24 + max(0, squares - 64) // 4


@lru_cache(maxsize=1)
def _table(size: int) -> Any:
    """What was found out for one question serves the next."""
    return owned(ffi, lib.nimber_table_new(size), lib.nimber_table_free)
