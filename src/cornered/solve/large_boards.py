"""Good moves in the knights' games on boards that no search solves in time: the kernel looks ahead.

Two searches take turns. One looks a ply deeper each time and guesses at who wins from there; the other, the
one that solves smaller boards, tries to prove who wins. What the second has proven the first need not look
into, and where it has proven the winner there is no more to ask.
"""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from cornered.board import mask_of
from cornered.game import Position
from cornered.games.knights import BlockingPosition, KnightsGame
from cornered.solve import knights_kernel
from cornered.solve.contract import Budget, Progress, Verdict, never_stop
from cornered.solve.watch import OutOfBudget, Watch
from cornered.solve.workers import first_answer

try:
    from cornered.solve._kernel import ffi, lib
except ImportError:
    lib = None

DEEPEST = 64
MOST_POSITIONS = 1 << 60
ENOUGH_BYTES = 1 << 26
_PROVEN_SCORE = 30_000
_BYTES_TO_REFUTE = 1 << 22
_VISITS_TO_REFUTE = 1 << 7


class Estimate(NamedTuple):
    """The move that looks best, and what is expected of it.

    `score` is a hundredfold logit of the mover's chance to win: 0 is even, 100 means 73 %, 300 means 95 %.
    `verdict` is a win or a loss only where it is proven. `line` is how the game is expected to go on, from
    this move; `positions` how many were looked into so far.
    """

    move: int
    score: int
    verdict: Verdict
    depth: int
    line: tuple[int, ...]
    positions: int


def can_think_about(position: Position) -> bool:
    """Whether the kernel was built, and can look ahead from this position."""
    return (
        isinstance(position, BlockingPosition)
        and knights_kernel.is_built()
        and position.game.board.size <= knights_kernel.LARGEST_BOARD
        and bool(position.moves())
    )


def _table(game: KnightsGame, size: int) -> Any:
    board = game.board
    table = lib.knights_table_new(board.rows, board.cols, game.may_capture, True, size)
    if table == ffi.NULL:
        raise OutOfBudget
    return ffi.gc(table, lib.knights_table_free, size)


class Thinker:
    """Looks ahead in one game on one board; what it has found out serves its next question.

    With one thread, and nothing found out before, the same depth or number of positions gives the same
    answer each time.
    """

    def __init__(self, game: KnightsGame, size: int = ENOUGH_BYTES, threads: int | None = None) -> None:
        self._table = _table(game, size)
        self._threads = threads

    def think(
        self,
        position: BlockingPosition,
        budget: Budget,
        *,
        among: tuple[int, ...] | None = None,
        depth: int = DEEPEST,
        positions: int = MOST_POSITIONS,
        progress: Progress = never_stop,
    ) -> Iterator[Estimate]:
        """What looks best at each depth in turn, out of some moves or of all, until the budget is spent."""
        with Watch(budget, progress) as watch:
            thought = _Thought(self._table, self._threads, position, among or position.moves(), watch)
            thought.positions_left = positions
            for plies in range(1, depth + 1):
                estimate = thought.look_ahead(plies)
                if estimate:
                    yield estimate
                if thought.is_over or (estimate and estimate.verdict is not Verdict.UNKNOWN):
                    return
                if estimate and (proven := thought.prove(estimate)):
                    yield proven
                    return


class _Thought:
    """One question to the kernel, asked ever more deeply."""

    def __init__(
        self,
        table: Any,
        threads: int | None,
        position: BlockingPosition,
        moves: tuple[int, ...],
        watch: Watch,
    ) -> None:
        self._table = table
        self._threads = threads
        self._position = position
        self._moves = moves
        self._watch = watch
        self.positions_left = MOST_POSITIONS
        self.is_over = False

    def look_ahead(self, plies: int) -> Estimate | None:
        """The best move as seen so many plies ahead, or so far; None where there was no time for any."""
        found: list[Any] = []

        def look(search: Any, free: int, mover: int, other: int) -> int:
            estimate = ffi.new("knights_estimate *")
            among = mask_of(self._moves)
            answer = lib.knights_look_ahead(search, free, mover, other, among, plies, estimate)
            found.append(estimate)
            return int(answer)

        self._visited_by_look = self._watch.positions
        self.is_over = self._ask(look, self._position, self.positions_left) is None
        self._visited_by_look = self._watch.positions - self._visited_by_look
        seen = [estimate for estimate in found if estimate.move >= 0]
        return self._told(max(seen, key=lambda estimate: estimate.depth)) if seen else None

    def prove(self, estimate: Estimate) -> Estimate | None:
        """Who wins, if as many positions as were looked into last are enough to prove it."""
        wins = self._ask(lib.knights_wins, self._position, self._visited_by_look)
        if wins is None:
            return None
        if not wins:
            return self._proven(estimate, Verdict.LOSS, self.hold_out())
        move = next(filter(self._is_proven_to_win, self._moves), None)
        return None if move is None else self._proven(estimate, Verdict.WIN, move)

    def _is_proven_to_win(self, move: int) -> bool:
        after = self._position.play(move)
        return not after.moves() or self._ask(lib.knights_wins, after, self._visited_by_look) == 0

    def hold_out(self) -> int:
        """The move whose refutation is the hardest to find, by searches that start from nothing."""
        tables = {move: _table(self._position.game, _BYTES_TO_REFUTE) for move in self._moves}
        standing, visits = list(self._moves), _VISITS_TO_REFUTE
        while len(standing) > 1 and not self.is_over:
            refuted = {move for move in standing if self._is_refuted(move, tables[move], visits)}
            if len(refuted) == len(standing):
                break
            standing = [move for move in standing if move not in refuted]
            visits *= 2
        return standing[0]

    def _is_refuted(self, move: int, table: Any, visits: int) -> bool:
        after = self._position.play(move)
        return not after.moves() or self._ask(lib.knights_wins, after, visits, table) == 1

    def _proven(self, estimate: Estimate, verdict: Verdict, move: int) -> Estimate:
        score = _PROVEN_SCORE if verdict is Verdict.WIN else -_PROVEN_SCORE
        line = estimate.line if move == estimate.move else (move,)
        return Estimate(move, score, verdict, estimate.depth, line, self._watch.positions)

    def _told(self, found: Any) -> Estimate:
        verdict = Verdict.UNKNOWN
        if abs(found.score) > lib.KNIGHTS_PROVEN:
            verdict = Verdict.WIN if found.score > 0 else Verdict.LOSS
        line = tuple(found.line[0 : found.line_length])
        return Estimate(found.move, found.score, verdict, found.depth, line, self._watch.positions)

    def _ask(self, question: Callable[..., int], position: BlockingPosition, visits: int, table: Any = None) -> int | None:
        """What the kernel answers; None where so many positions, or the budget, do not suffice."""
        visits = min(visits, self.positions_left)
        search = ffi.gc(lib.knights_search_new(table or self._table), lib.knights_search_free)
        lib.knights_search_limit(search, visits)
        knights = 1 << position.mover | 1 << position.other
        free = (1 << position.game.board.size) - 1 & ~(position.blocked | knights)
        before = self._watch.positions
        try:
            answer = first_answer(
                lambda: question(search, free, position.mover, position.other),
                lambda: lib.knights_search_stop(search),
                lambda: int(lib.knights_search_visited(search)),
                self._watch,
                self._threads,
            )
        except OutOfBudget:
            self.is_over = True
            return None
        finally:
            self.positions_left -= self._watch.positions - before
        return answer if answer >= 0 else None
