"""Blockade: known nimbers and distances, kernel and plain Python alike, and searches that are stopped."""

from collections.abc import Iterator
from functools import cache
from threading import Thread, active_count

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cornered import Board, new_game
from cornered.board import mask_of
from cornered.game import Position
from cornered.games.blockade import Blockade, BlockadePosition
from cornered.solve import Budget, Value, Verdict, blockade, rate, value
from cornered.solve.blockade import BlockadeSolver, KernelNimbers, PlainSearch
from cornered.solve.contract import DEFAULT_BUDGET, OutOfBudget, Progress, Watch, never_stop

WITHOUT_END = Budget(seconds=float("inf"), bytes=1 << 24)

needs_kernel = pytest.mark.skipif(blockade.lib is None, reason="the kernel was not built")


def start(rows: int, cols: int) -> BlockadePosition:
    return Blockade(rows, cols).start()


def with_free(board: Board, free: int) -> BlockadePosition:
    """A position with just these squares free; how it came about does not matter."""
    return BlockadePosition(Blockade(board.rows, board.cols), 1, 0, 0, free)


def plain(board: Board) -> PlainSearch:
    return PlainSearch(Blockade(board.rows, board.cols), Watch(WITHOUT_END, never_stop))


def nimber(
    position: BlockadePosition, budget: Budget = DEFAULT_BUDGET, progress: Progress = never_stop
) -> int | None:
    return BlockadeSolver(position.game).nimber(position, budget, progress)


class Kernel:
    """What the kernel says of free squares, in the words of `PlainSearch`."""

    def __init__(self, board: Board, budget: Budget = WITHOUT_END) -> None:
        self._board = board
        self._budget = budget
        self._solver = KernelNimbers()

    def nimber(self, free: int) -> int | None:
        return self._solver.nimber(with_free(self._board, free), self._budget, never_stop)

    def wins(self, free: int) -> bool:
        return self._solver.winner(with_free(self._board, free), self._budget, never_stop) is Verdict.WIN

    def plies(self, free: int) -> int | None:
        return self._solver.value(with_free(self._board, free), self._budget, never_stop).plies


@pytest.mark.parametrize(
    ("board", "known"),
    [
        ((1, 1), 1),
        ((1, 2), 1),
        ((1, 3), 2),
        ((1, 4), 0),
        ((1, 5), 3),
        ((1, 6), 1),
        ((3, 3), 1),
        ((3, 4), 0),
        ((3, 5), 3),
        ((4, 5), 0),
        ((5, 5), 4),
    ],
)
def test_small_boards_have_their_known_nimbers(board: tuple[int, int], known: int) -> None:
    assert plain(Board(*board)).nimber(start(*board).free) == known
    assert nimber(start(*board)) == known


@needs_kernel
@pytest.mark.parametrize(
    ("board", "known"),
    [((5, 6), 3), ((6, 6), 1), ((7, 7), 1), ((8, 8), 0), ((5, 7), 5), ((9, 5), 6), ((7, 9), 4)],
)
def test_larger_boards_have_their_known_nimbers(board: tuple[int, int], known: int) -> None:
    assert nimber(start(*board), WITHOUT_END) == known


@needs_kernel
def test_the_largest_boards_are_within_the_kernels_reach() -> None:
    assert nimber(start(1, 128)) == nimber(start(128, 1)) == nimber_of_a_row(128)


@cache
def nimber_of_a_row(length: int) -> int:
    """A mark in a row leaves two shorter rows, one on either side of what it takes."""
    sides = [(max(0, square - 1), max(0, length - square - 2)) for square in range(length)]
    reached = {nimber_of_a_row(before) ^ nimber_of_a_row(after) for before, after in sides}
    return next(number for number in range(length + 1) if number not in reached)


def test_on_the_books_board_player_2_wins_after_four_moves_whatever_is_played() -> None:
    assert value(start(4, 4)) == Value(Verdict.LOSS, 4)
    assert {rating.value for rating in rate(start(4, 4))} == {Value(Verdict.LOSS, 4)}
    assert set(lengths_of_all_games(start(4, 4))) == {4}


def lengths_of_all_games(position: Position) -> Iterator[int]:
    moves = position.moves()
    if not moves:
        yield 0
    for square in moves:
        yield from (1 + length for length in lengths_of_all_games(position.play(square)))


@pytest.mark.parametrize(("board", "plies"), [((5, 5), 7), ((4, 5), 6), ((1, 7), 3)])
def test_distances_of_small_boards(board: tuple[int, int], plies: int) -> None:
    assert plain(Board(*board)).plies(start(*board).free) == plies
    assert value(start(*board)).plies == plies


@pytest.mark.parametrize("board", [(1, 1), (1, 9), (3, 5), (5, 5), (7, 9), (9, 9), (11, 11), (13, 15)])
def test_player_1_wins_on_boards_with_two_odd_sides(board: tuple[int, int]) -> None:
    assert value(start(*board), Budget(seconds=0)).verdict is Verdict.WIN


@needs_kernel
@pytest.mark.parametrize("length", range(1, 15))
def test_player_2_wins_on_boards_with_a_side_of_four(length: int) -> None:
    """They mark the same column two rows away: together the two marks take whole columns."""
    assert nimber(start(4, length)) == 0


SHAPES = [Board(rows, cols) for rows in range(1, 21) for cols in range(1, 21) if rows * cols <= 20]


@st.composite
def positions(draw: st.DrawFn) -> tuple[Board, int]:
    board = draw(st.sampled_from(SHAPES))
    return board, draw(st.integers(0, (1 << board.size) - 1))


plain_with_memory = cache(plain)


@given(positions())
@settings(max_examples=300)
def test_the_plain_search_follows_the_rules(drawn: tuple[Board, int]) -> None:
    """Checked one move deep: by induction, and because every position may be drawn, that is enough."""
    board, free = drawn
    search, position = plain_with_memory(board), with_free(board, free)
    options = [position.play(square).free for square in position.moves()]
    reached = {search.nimber(option) for option in options}
    assert search.nimber(free) not in reached
    assert reached >= set(range(search.nimber(free)))
    distances = [1 + search.plies(option) for option in options]
    lost = [1 + search.plies(option) for option in options if search.nimber(option) == 0]
    assert search.plies(free) == (min(lost) if lost else max(distances, default=0))


@needs_kernel
@given(positions())
@settings(max_examples=3000)
def test_kernel_and_plain_python_agree_on_every_shape_of_up_to_twenty_squares(
    drawn: tuple[Board, int],
) -> None:
    board, free = drawn
    reference, search = plain_with_memory(board), Kernel(board)
    assert search.nimber(free) == reference.nimber(free)
    assert search.wins(free) == (reference.nimber(free) != 0)
    assert search.plies(free) == reference.plies(free)


@needs_kernel
@given(st.sets(st.integers(0, 98), max_size=24))
def test_they_agree_on_thinly_filled_large_boards(squares: set[int]) -> None:
    board, free = Board(9, 11), mask_of(iter(squares))
    reference, search = plain(board), Kernel(board)
    assert search.nimber(free) == reference.nimber(free)
    assert search.wins(free) == (reference.nimber(free) != 0)


@needs_kernel
@pytest.mark.parametrize(("gap", "moves"), [(2, 30), (3, 30)])
def test_squares_apart_are_all_alike_so_that_thirty_of_them_are_no_search(gap: int, moves: int) -> None:
    """Ones alone, or every third of them a pair: either way each falls to one mark."""
    lone = {4 * place for place in range(moves)}
    pairs = {4 * place + 1 for place in range(moves) if gap == 3 and place % 3 == 0}
    assert Kernel(Board(1, 123)).plies(mask_of(lone | pairs)) == moves


@needs_kernel
def test_a_table_without_room_makes_the_kernel_slow_but_not_wrong() -> None:
    search = Kernel(Board(5, 6), Budget(bytes=1))
    assert search.nimber(start(5, 6).free) == 3
    assert search.plies(start(5, 6).free) == 9


@needs_kernel
def test_two_threads_may_ask_at_the_same_time() -> None:
    found: dict[tuple[int, int], int | None] = {}

    def ask(rows: int, cols: int) -> None:
        found[rows, cols] = nimber(start(rows, cols), WITHOUT_END)

    threads = [Thread(target=ask, args=board) for board in ((5, 7), (7, 5), (6, 6), (7, 7))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == {(5, 7): 5, (7, 5): 5, (6, 6): 1, (7, 7): 1}


def test_a_search_whose_watcher_wants_no_more_answers_unknown() -> None:
    wants_no_more = value(start(10, 12), WITHOUT_END, lambda _positions: False)
    assert wants_no_more == Value(Verdict.UNKNOWN)
    assert nimber(start(10, 12), WITHOUT_END, lambda _positions: False) is None


def test_a_search_whose_time_is_up_answers_unknown() -> None:
    assert value(start(12, 12), Budget(seconds=0.1)) == Value(Verdict.UNKNOWN)
    assert nimber(start(12, 12), Budget(seconds=0.1)) is None


def test_a_board_far_beyond_any_search_is_answered_by_theorem_or_not_at_all() -> None:
    assert value(start(60, 62)) == Value(Verdict.UNKNOWN)
    assert value(start(61, 63)) == Value(Verdict.WIN, None)


def test_the_winner_is_told_where_there_is_no_time_for_the_distance() -> None:
    assert value(start(11, 11), Budget(seconds=0.1)) == Value(Verdict.WIN, None)


def test_a_plain_search_stops_when_its_memory_is_full() -> None:
    little = Budget(seconds=float("inf"), bytes=1 << 18)
    search = PlainSearch(Blockade(12, 12), Watch(little, never_stop))
    with pytest.raises(OutOfBudget):
        search.nimber(start(12, 12).free)


def test_a_plain_search_looks_at_the_clock_even_where_it_only_remembers() -> None:
    """Hundreds of squares apart are put together again after every move, and that alone may take long."""
    search, apart = plain(Board(1, 40)), mask_of(range(0, 40, 2))
    assert search.nimber(apart) == 0
    search.watch = Watch(Budget(seconds=0), never_stop)
    with pytest.raises(OutOfBudget):
        search.nimber(apart)


def test_an_interrupted_search_leaves_no_thread_behind() -> None:
    def interrupt(_positions: int) -> bool:
        raise KeyboardInterrupt

    before = active_count()
    with pytest.raises(KeyboardInterrupt):
        value(start(10, 12), WITHOUT_END, interrupt)
    assert active_count() == before


def test_progress_ends_with_the_number_of_positions_searched() -> None:
    told: list[int] = []
    value(start(5, 6), WITHOUT_END, lambda positions: told.append(positions) or True)  # type: ignore[func-returns-value]
    assert told[-1] == max(told) > 0


def test_without_the_kernel_the_same_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(blockade, "lib", None)
    assert value(start(4, 4)) == Value(Verdict.LOSS, 4)
    assert value(new_game("blockade", Board(5, 5)).start()) == Value(Verdict.WIN, 7)
    assert nimber(start(5, 5)) == 4
