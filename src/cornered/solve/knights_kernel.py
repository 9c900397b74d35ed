"""The C kernel's search for Knight's Blockade and Knight's Duel, where it was built."""

from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache
from typing import Any

from cornered.board import Board
from cornered.games.knights import KnightsGame, KnightsPosition
from cornered.solve.contract import UNKNOWN, Budget, Effort, Graph, Progress, Solver, Value, Verdict
from cornered.solve.watch import OutOfBudget, Watch
from cornered.solve.workers import VERDICTS, first_answer, owned

try:
    from cornered.solve._kernel import ffi, lib
except ImportError:
    lib = None

LARGEST_BOARD = 64
AT_ONCE = 1 << 12
"""So many positions are looked into sooner than threads start."""
_BYTES_PER_POSITION = 48  # in a whole graph, whose table is never quite full and doubles as it grows


def answers_for(game: KnightsGame) -> bool:
    """Whether the kernel was built, and the board is not too large for it."""
    return lib is not None and game.board.size <= LARGEST_BOARD


class KernelSolver(Solver[KnightsPosition]):
    """Each question is answered by all cores together; what they find out serves the next question.

    `theorems` lets the kernel settle symmetric positions on sight.
    """

    def __init__(self, theorems: bool = True) -> None:
        self._theorems = theorems

    def value(self, position: KnightsPosition, budget: Budget, progress: Progress) -> Value:
        with Watch(budget, progress) as watch:
            try:
                search = self._new_search(position.game, budget)
            except OutOfBudget:
                return UNKNOWN
            try:
                plies = _ask_at_once(lib.knights_plies, search, position, watch, budget)
            except OutOfBudget:
                return Value(VERDICTS[lib.knights_search_winner(search)])
            return Value(Verdict.WIN if plies % 2 else Verdict.LOSS, plies)

    def winner(self, position: KnightsPosition, budget: Budget, progress: Progress) -> Verdict:
        with Watch(budget, progress) as watch:
            try:
                search = self._new_search(position.game, budget)
                return VERDICTS[_ask_at_once(lib.knights_wins, search, position, watch, budget)]
            except OutOfBudget:
                return Verdict.UNKNOWN

    def line(
        self, position: KnightsPosition, worth: Value, budget: Budget, progress: Progress
    ) -> tuple[int, ...]:
        found: list[tuple[int, ...]] = [()]

        def walk(*question: Any) -> int:
            squares = ffi.new("uint8_t[]", LARGEST_BOARD)
            found.append(tuple(ffi.unpack(squares, lib.knights_line(*question, squares))))
            return len(found[-1])

        with Watch(budget, progress) as watch, suppress(OutOfBudget):  # each thread tells how far it came
            _ask(walk, self._new_search(position.game, budget), position, watch)
        return max(found, key=len)

    def forget(self) -> None:
        _table.cache_clear()

    def outlook(self, position: KnightsPosition, budget: Budget) -> Effort | None:
        search = self._new_search(position.game, budget)
        effort = lib.knights_outlook(search, free_squares(position), position.mover, position.other)
        return Effort(effort.to_win, effort.to_lose)

    def graph(self, start: KnightsPosition, limit: int, seconds: float, progress: Progress) -> Graph | None:
        counted, size = ffi.new("knights_graph *"), limit * _BYTES_PER_POSITION

        def enumerate_all(*question: Any) -> int:
            return int(lib.knights_enumerate(*question, size, counted))

        budget = Budget(seconds, size)
        with Watch(budget, progress) as watch:
            try:
                _ask(enumerate_all, self._new_search(start.game, budget), start, watch, threads=1)
            except OutOfBudget:
                return None
        found = Graph(counted.positions, counted.choices, counted.decisive)
        return found if found.positions <= limit else None

    def _new_search(self, game: KnightsGame, budget: Budget) -> Any:
        size = budget.table_bytes(_enough_bytes(game.board.size))
        table = _table(game.board, game.may_capture, self._theorems, size)
        return owned(ffi, lib.knights_search_new(table), lib.knights_search_free, needs=table)


def _ask_at_once(
    question: Callable[..., int], search: Any, position: KnightsPosition, watch: Watch, budget: Budget
) -> int:
    """Answers a short question before threads to share it could start; a longer one is put to all cores."""
    lib.knights_search_limit(search, AT_ONCE)
    answer = question(search, free_squares(position), position.mover, position.other)
    lib.knights_search_limit(search, budget.positions)
    if answer < 0:
        return _ask(question, search, position, watch)
    watch.positions += int(lib.knights_search_visited(search))
    return answer


def _ask(
    question: Callable[..., int],
    search: Any,
    position: KnightsPosition,
    watch: Watch,
    threads: int | None = None,
) -> int:
    free = free_squares(position)
    answer = first_answer(
        lambda: question(search, free, position.mover, position.other),
        lambda: lib.knights_search_stop(search),
        lambda: int(lib.knights_search_visited(search)),
        watch,
        threads,
    )
    if answer < 0:
        raise OutOfBudget
    return answer


def free_squares(position: KnightsPosition) -> int:
    """Those where no knight stands or has stood, as the kernel is told them."""
    knights = 1 << position.mover | 1 << position.other
    return (1 << position.game.board.size) - 1 & ~(position.blocked | knights)


def _enough_bytes(squares: int) -> int:
    """A table that few questions on so large a board would fill; it takes no more of this than it needs."""
    return 1 << max(18, 4 + squares * 4 // 9)


@lru_cache(maxsize=1)
def _table(board: Board, may_capture: bool, theorems: bool, size: int) -> Any:
    """What was found out for one question serves the next."""
    return owned(
        ffi,
        lib.knights_table_new(board.rows, board.cols, may_capture, theorems, size),
        lib.knights_table_free,
    )
