"""Good moves in the knights' games on boards that no search solves in time: the kernel looks ahead.

Two searches take turns. One looks a ply deeper each time and guesses at who wins from there; the other, the
one that solves smaller boards, tries to prove who wins. What the second has proven the first need not look
into, and where it has proven the winner the search ends.
"""

from collections.abc import Callable, Iterator
from functools import lru_cache, partial
from typing import Any, NamedTuple, TypeGuard

from cornered.board import mask_of
from cornered.game import Position
from cornered.games.knights import KnightsGame, KnightsPosition
from cornered.solve import knights
from cornered.solve.contract import (
    DEFAULT_BUDGET,
    MOST_POSITIONS,
    Budget,
    OutOfBudget,
    Progress,
    Verdict,
    Watch,
    never_stop,
)
from cornered.solve.knights import AT_ONCE, Kernel, as_set, new_table
from cornered.solve.native import first_answer, owned

DEEPEST = 128
ENOUGH_BYTES = 1 << 26
_BYTES_TO_REFUTE = 1 << 22
_POSITIONS_TO_REFUTE = 1 << 7
_CERTAIN = 30_000


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


def can_think_about(position: Position) -> TypeGuard[KnightsPosition]:
    """Whether a kernel was built that can look ahead from this position."""
    return (
        isinstance(position, KnightsPosition)
        and position.game.left_squares_block
        and knights.kernel_for(position.game.board) is not None
        and bool(position.moves())
    )


def best_move(
    position: KnightsPosition,
    budget: Budget = DEFAULT_BUDGET,
    among: tuple[int, ...] | None = None,
    progress: Progress = never_stop,
) -> Estimate:
    """The move that looks best when the budget is spent, out of some moves or of all; by all cores.

    >>> from cornered import Board, new_game
    >>> position = new_game("knights-blockade", Board(8, 8)).start((0, 58))
    >>> if can_think_about(position):
    ...     assert best_move(position, Budget(seconds=0.1)).move in position.moves()
    """
    thinker = thinker_for(position.game, budget)
    *_, last = thinker.think(position, budget, among=among, progress=progress)
    return last


def thinker_for(game: KnightsGame, budget: Budget) -> "Thinker":
    """The same one as before where the game is: what was found out for one move serves the next."""
    return _thinker(game, min(budget.memory, ENOUGH_BYTES))


@lru_cache(maxsize=1)
def _thinker(game: KnightsGame, size: int) -> "Thinker":
    return Thinker(game, size)


class Thinker:
    """Looks ahead in one game on one board; what it has found out serves its next question.

    With one thread, and nothing found out before, the same depth or number of positions gives the same
    answer each time.
    """

    def __init__(self, game: KnightsGame, size: int = ENOUGH_BYTES, threads: int | None = None) -> None:
        kernel = knights.kernel_for(game.board)
        assert kernel, "only asked where can_think_about"
        self._kernel = kernel
        self._table = new_table(kernel, game.board, game.may_capture, True, size)
        self._threads = threads

    def think(
        self,
        position: KnightsPosition,
        budget: Budget,
        *,
        among: tuple[int, ...] | None = None,
        depth: int = DEEPEST,
        positions: int = MOST_POSITIONS,
        progress: Progress = never_stop,
    ) -> Iterator[Estimate]:
        """What looks best at each depth in turn, out of some moves or of all, until the budget is spent.

        However small the budget, there is one estimate at least.
        """
        with Watch(budget, progress) as watch:
            asking = _Asking(self._kernel, watch, self._threads, positions)
            thought = _Thought(asking, self._table, position, among or position.moves())
            for plies in range(1, depth + 1):
                estimate = thought.look_ahead(plies)
                if not estimate:
                    return
                yield estimate
                final = thought.conclude(estimate)
                if final and final != estimate:
                    yield final
                if final or asking.is_over:
                    return


class _Asking:
    """Puts questions to the kernel as long as the budget lasts."""

    def __init__(self, kernel: Kernel, watch: Watch, threads: int | None, positions: int) -> None:
        self.kernel = kernel
        self._watch = watch
        self._threads = threads
        self._most_positions = positions
        self.is_over = False

    @property
    def positions(self) -> int:
        """How many were looked into so far."""
        return self._watch.positions

    def ask(
        self, table: Any, question: Callable[..., int], position: KnightsPosition, positions: int
    ) -> int | None:
        """What the kernel answers; None where so many positions, or the budget, did not suffice."""
        ffi, lib = self.kernel.ffi, self.kernel.lib
        answer = lib.KNIGHTS_STOPPED
        for most in (min(positions, AT_ONCE), positions):
            search = owned(ffi, lib.knights_search_new(table), lib.knights_search_free)
            lib.knights_search_limit(search, max(0, min(most, self._most_positions - self.positions)))
            asked = partial(question, search, *knights.asked(position))
            answer = self._answer_at_once(search, asked) if most <= AT_ONCE else self._answer(search, asked)
            if answer != lib.KNIGHTS_STOPPED or most == positions or self.is_over:
                break
        return None if answer == lib.KNIGHTS_STOPPED else answer

    def _answer_at_once(self, search: Any, asked: Callable[[], int]) -> int:
        """To a question so short that threads to share it would take longer to start."""
        answer = asked()
        self._watch.positions += int(self.kernel.lib.knights_search_visited(search))
        self.is_over = self._watch.seconds_left <= 0 or self.positions >= self._most_positions
        return answer

    def _answer(self, search: Any, asked: Callable[[], int]) -> int:
        lib = self.kernel.lib
        try:
            answer = first_answer(
                asked,
                lambda: lib.knights_search_stop(search),
                lambda: int(lib.knights_search_visited(search)),
                self._watch,
                self._threads,
            )
        except OutOfBudget:
            answer = lib.KNIGHTS_STOPPED
            self.is_over = True
        self.is_over = self.is_over or self.positions >= self._most_positions
        return answer


class _Thought:
    """What is found out about one position."""

    def __init__(
        self, asking: _Asking, table: Any, position: KnightsPosition, moves: tuple[int, ...]
    ) -> None:
        self._asking = asking
        self._kernel = asking.kernel
        self._table = table
        self._position = position
        self._moves = moves
        self._positions_of_look = 0

    def look_ahead(self, plies: int) -> Estimate | None:
        """The best move as seen so many plies ahead, or so far; None where there was no time for any."""
        ffi, lib = self._kernel.ffi, self._kernel.lib
        found: list[tuple[int, Any]] = []

        def look(*question: Any) -> int:
            estimate, among = ffi.new("knights_estimate *"), as_set(mask_of(self._moves))
            answer = int(lib.knights_look_ahead(*question, among, plies, estimate))
            found.append((answer, estimate))
            return answer

        before = self._asking.positions
        self._asking.ask(self._table, look, self._position, MOST_POSITIONS)
        self._positions_of_look = self._asking.positions - before
        _, best = max(found, key=lambda one: (one[0], one[1].depth))
        return None if best.move < 0 else self._told(best)

    def _told(self, found: Any) -> Estimate:
        verdict = Verdict.UNKNOWN
        if abs(found.score) > self._kernel.lib.KNIGHTS_PROVEN:
            verdict = Verdict.WIN if found.score > 0 else Verdict.LOSS
        line = tuple(found.line[0 : found.line_length])
        return Estimate(found.move, found.score, verdict, found.depth, line, self._asking.positions)

    def conclude(self, estimate: Estimate) -> Estimate | None:
        """The last word, where the winner is proven, or can be with as much effort as the last look took."""
        if estimate.verdict is Verdict.WIN:
            return estimate
        wins = False if estimate.verdict is Verdict.LOSS else self._wins(self._position)
        if wins is None:
            return None
        if not wins:
            return self._proven(estimate, Verdict.LOSS, self._hardest_to_refute(estimate.move))
        winning = (move for move in self._moves if self._wins(self._position.play(move)) is False)
        move = next(winning, None)  # it may not be among the moves that were allowed
        return None if move is None else self._proven(estimate, Verdict.WIN, move)

    def _wins(self, position: KnightsPosition) -> bool | None:
        question = self._kernel.lib.knights_wins
        answer = self._asking.ask(self._table, question, position, self._positions_of_look)
        return None if answer is None else answer == 1

    def _proven(self, estimate: Estimate, verdict: Verdict, move: int) -> Estimate:
        score = _CERTAIN if verdict is Verdict.WIN else -_CERTAIN
        line = estimate.line if move == estimate.move else (move,)
        return Estimate(move, score, verdict, estimate.depth, line, self._asking.positions)

    def _hardest_to_refute(self, favourite: int) -> int:
        """In a lost position, the move whose refutation a search from nothing takes longest to find."""
        game = self._position.game
        after = {move: self._position.play(move) for move in self._moves}
        safe = [move for move in self._moves if after[move].other not in after[move].moves()]
        standing = {
            move: new_table(self._kernel, game.board, game.may_capture, True, _BYTES_TO_REFUTE)
            for move in safe or self._moves
        }
        positions = _POSITIONS_TO_REFUTE
        while len(standing) > 1 and not self._asking.is_over:
            left = {
                move: table
                for move, table in standing.items()
                if not self._is_refuted(move, table, positions)
            }
            if not left:
                break
            standing, positions = left, 2 * positions
        return favourite if favourite in standing else next(iter(standing))

    def _is_refuted(self, move: int, table: Any, positions: int) -> bool:
        after = self._position.play(move)
        wins = self._kernel.lib.knights_wins
        return not after.moves() or self._asking.ask(table, wins, after, positions) == 1
