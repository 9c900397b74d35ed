"""The C kernel's search for Blockade's nimbers, where it was built."""

from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache, partial
from typing import Any

from cornered.board import Board
from cornered.solve.contract import Budget, Value, Verdict
from cornered.solve.watch import OutOfBudget, Watch
from cornered.solve.workers import first_answer

try:
    from cornered.solve._kernel import ffi, lib
except ImportError:
    lib = None

LARGEST_BOARD = 128
_HALF = (1 << 64) - 1
_FEW_SQUARES = 30
"""So few are searched sooner than threads are started."""
_VERDICTS = {1: Verdict.WIN, 0: Verdict.LOSS, -1: Verdict.UNKNOWN}
"""By what the kernel says of a search's winner."""


class KernelSearch:
    """Questions about one board, each answered by all cores together."""

    def __init__(self, board: Board, table: Any, watch: Watch) -> None:
        self._cols = board.cols
        self._table = table
        self._watch = watch

    def is_zero(self, free: int) -> bool:
        """Whether the nimber is 0: the player to move loses."""
        return self._ask(lib.nimber_equals, free, 0) == 1

    def nimber(self, free: int) -> int:
        """The Sprague-Grundy value."""
        return self._ask(lib.nimber_value, free)

    def plies(self, free: int) -> int:
        """The number of moves when the winner hurries and the loser holds out."""
        return self._ask(lib.nimber_plies, free)

    def value(self, free: int) -> Value:
        """The winner and the number of moves, or what of it was found in time."""
        search, plies = self._new_search(), None
        with suppress(OutOfBudget):
            plies = self._ask(lib.nimber_plies, free, search=search)
        return Value(_VERDICTS[lib.nimber_search_winner(search)], plies)

    def line(self, free: int) -> tuple[int, ...]:
        """A line of best play: to the end, or as far as it was found in time."""
        lines: list[tuple[int, ...]] = []

        def walk(*question: Any) -> int:
            squares = ffi.new("uint8_t[]", LARGEST_BOARD)
            lines.append(tuple(ffi.unpack(squares, lib.nimber_line(*question, squares))))
            return len(lines[-1])

        with suppress(OutOfBudget):
            self._ask(walk, free)
        return max(lines, key=len)

    def _new_search(self) -> Any:
        return _owned(lib.nimber_search_new(self._table), lib.nimber_search_free)

    def _ask(self, question: Callable[..., int], free: int, *more: int, search: Any = None) -> int:
        search = search or self._new_search()
        ask = partial(question, search, self._cols, free & _HALF, free >> 64, *more)
        visited = partial(lib.nimber_search_visited, search)
        if free.bit_count() <= _FEW_SQUARES:
            answer = ask()
            self._watch.positions += visited()
        else:
            answer = first_answer(ask, partial(lib.nimber_search_stop, search), visited, self._watch)
        if answer == lib.NIMBER_STOPPED:
            raise OutOfBudget
        return answer


def kernel_search(board: Board, budget: Budget, watch: Watch) -> KernelSearch | None:
    """The kernel's search, where it was built and the board is not too large for it."""
    if lib is None or board.size > LARGEST_BOARD:
        return None
    return KernelSearch(board, _table(min(budget.memory, _enough_bytes(board.size))), watch)


def _enough_bytes(squares: int) -> int:
    """A table that so large a board will not fill: a larger one only takes time to touch."""
    return 1 << 24 + max(0, squares - 64) // 4


@lru_cache(maxsize=1)
def _table(size: int) -> Any:
    """What was found out for one question serves the next."""
    return _owned(lib.nimber_table_new(size), lib.nimber_table_free)


def _owned(made: Any, release: Callable[[Any], None]) -> Any:
    """What the kernel made, released when nobody holds it any more."""
    if made == ffi.NULL:
        raise OutOfBudget
    return ffi.gc(made, release)
