"""The C kernel's search for the knights' games, where it was built."""

from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache
from typing import Any

from cornered.board import Board
from cornered.games.knights import BlockingPosition, KnightsGame
from cornered.solve.contract import Budget, Value, Verdict
from cornered.solve.graph import Graph
from cornered.solve.watch import OutOfBudget, Watch
from cornered.solve.workers import first_answer

try:
    from cornered.solve._kernel import ffi, lib
except ImportError:
    lib = None

LARGEST_BOARD = 64
_VERDICTS = {1: Verdict.WIN, 0: Verdict.LOSS, -1: Verdict.UNKNOWN}
"""By what the kernel says of a search's winner."""


class KernelSearch:
    """Questions about one game on one board, each answered by all cores together."""

    def __init__(self, table: Any, watch: Watch) -> None:
        self._table = table
        self._watch = watch

    def wins(self, position: BlockingPosition) -> bool:
        """Whether the player to move wins."""
        return self._ask(lib.knights_wins, position) == 1

    def plies(self, position: BlockingPosition) -> int:
        """The length of the game when the winner hurries and the loser holds out."""
        return self._ask(lib.knights_plies, position)

    def value(self, position: BlockingPosition) -> Value:
        """The winner and the length of the game, or what of it was found in time."""
        search, plies = self._new_search(), None
        with suppress(OutOfBudget):
            plies = self._ask(lib.knights_plies, position, search)
        return Value(_VERDICTS[lib.knights_search_winner(search)], plies)

    def line(self, position: BlockingPosition) -> tuple[int, ...]:
        """A line of best play: to the end, or as far as it was found in time."""
        lines: list[tuple[int, ...]] = []

        def walk(*question: Any) -> int:
            squares = ffi.new("uint8_t[]", position.game.board.size)
            lines.append(tuple(ffi.unpack(squares, lib.knights_line(*question, squares))))
            return len(lines[-1])

        with suppress(OutOfBudget):
            self._ask(walk, position)
        return max(lines, key=len)

    def graph(self, position: BlockingPosition, size: int) -> Graph:
        """Every position that can arise from this one, in so many bytes."""
        found = ffi.new("knights_graph *")

        def enumerate_all(search: Any, free: int, mover: int, other: int) -> int:
            return int(lib.knights_enumerate(search, free, mover, other, size, found))

        self._ask(enumerate_all, position, threads=1)
        return Graph(found.positions, found.choices, found.decisive)

    def _new_search(self) -> Any:
        return ffi.gc(lib.knights_search_new(self._table), lib.knights_search_free)

    def _ask(
        self,
        question: Callable[..., int],
        position: BlockingPosition,
        search: Any = None,
        threads: int | None = None,
    ) -> int:
        search = search or self._new_search()
        knights = 1 << position.mover | 1 << position.other
        free = (1 << position.game.board.size) - 1 & ~(position.blocked | knights)
        answer = first_answer(
            lambda: question(search, free, position.mover, position.other),
            lambda: lib.knights_search_stop(search),
            lambda: int(lib.knights_search_visited(search)),
            self._watch,
            threads,
        )
        if answer < 0:
            raise OutOfBudget
        return answer


def is_built() -> bool:
    """Whether there is a kernel to ask."""
    return lib is not None


def kernel_search(
    game: KnightsGame, budget: Budget, watch: Watch, theorems: bool = True
) -> KernelSearch | None:
    """The kernel's search, where it was built and the board is not too large for it."""
    if not is_built() or game.board.size > LARGEST_BOARD:
        return None
    size = min(budget.memory, _enough_bytes(game.board.size))
    return KernelSearch(_table(game.board, game.may_capture, theorems, size), watch)


def _enough_bytes(squares: int) -> int:
    """A table that few questions on so large a board would fill: a larger one only takes time to touch."""
    return 1 << max(18, 4 + squares * 4 // 9)


@lru_cache(maxsize=1)
def _table(board: Board, may_capture: bool, theorems: bool, size: int) -> Any:
    """What was found out for one question serves the next."""
    table = lib.knights_table_new(board.rows, board.cols, may_capture, theorems, size)
    if table == ffi.NULL:
        raise OutOfBudget
    return ffi.gc(table, lib.knights_table_free, size)
