"""Block Capture: the matching theorem against brute force, the book's sixteen openings, and large boards."""

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cornered import Board
from cornered.board import mask_of
from cornered.games.block_capture import BlockCapture, BlockCapturePosition
from cornered.solve import Budget, Value, Verdict, block_capture, rate, settle, value
from cornered.solve.block_capture import KernelTrails, TrailSearch, mover_wins
from cornered.solve.contract import OutOfBudget, Watch, never_stop

NO_TIME = Budget(seconds=0.0)

needs_kernel = pytest.mark.skipif(block_capture.lib is None, reason="the kernel was not built")


@cache
def brute_force(position: BlockCapturePosition) -> Value:
    """By the rules and nothing else."""
    values = [brute_force(position.play(square)).before() for square in position.moves()]
    wins = [found.plies for found in values if found.verdict is Verdict.WIN and found.plies]
    if wins:
        return Value(Verdict.WIN, min(wins))
    return Value(Verdict.LOSS, max((found.plies for found in values if found.plies), default=0))


def every_position(position: BlockCapturePosition, seen: set[BlockCapturePosition]) -> None:
    if position not in seen:
        seen.add(position)
        for square in position.moves():
            every_position(position.play(square), seen)


def test_the_sixteen_openings_of_the_books_board() -> None:
    start = BlockCapture(5, 5).start()
    found = {start.game.label(square): worth for square, worth in rate(start)}
    middles = ("(1,3)", "(3,1)", "(3,5)", "(5,3)")
    corners = ("(1,1)", "(1,5)", "(5,1)", "(5,5)")
    between = ("(1,2)", "(1,4)", "(2,1)", "(2,5)", "(4,1)", "(4,5)", "(5,2)", "(5,4)")
    assert found == (
        dict.fromkeys(middles, Value(Verdict.WIN, 5))
        | dict.fromkeys(corners, Value(Verdict.WIN, 7))
        | dict.fromkeys(between, Value(Verdict.LOSS, 4))
    )
    assert value(start) == Value(Verdict.WIN, 5)


@pytest.mark.parametrize("board", [(3, 3), (3, 5), (5, 3)])
def test_every_position_of_a_small_board_has_its_brute_force_value(board: tuple[int, int]) -> None:
    positions: set[BlockCapturePosition] = set()
    every_position(BlockCapture(*board).start(), positions)
    for position in positions:
        assert value(position) == brute_force(position)


@st.composite
def trails_of(draw: st.DrawFn, board: Board, fewest: int) -> BlockCapturePosition:
    """A position after at least so many moves, if the game lasts that long."""
    position = BlockCapture(board.rows, board.cols).start()
    for _ in range(draw(st.integers(fewest, board.size))):
        if not position.moves():
            break
        position = position.play(draw(st.sampled_from(position.moves())))
    return position


@given(trails_of(Board(5, 5), fewest=1))
@settings(max_examples=200)
def test_positions_of_the_books_board_have_their_brute_force_value(position: BlockCapturePosition) -> None:
    assert value(position) == brute_force(position)
    if position.moves():
        assert mover_wins(position) == (brute_force(position).verdict is Verdict.WIN)


@given(trails_of(Board(7, 7), fewest=24))
@settings(max_examples=100)
def test_positions_of_7x7_have_their_brute_force_value(position: BlockCapturePosition) -> None:
    assert value(position) == brute_force(position)
    if position.moves():
        assert mover_wins(position) == (brute_force(position).verdict is Verdict.WIN)


@given(trails_of(Board(7, 9), fewest=6))
def test_search_and_matching_agree_on_who_wins(position: BlockCapturePosition) -> None:
    if position.moves():
        assert mover_wins(position) == (value(position).verdict is Verdict.WIN)


@pytest.mark.parametrize("board", [(3, 3), (3, 7), (9, 3), (5, 9), (7, 7), (11, 5), (9, 13)])
def test_the_matching_gives_every_opening_what_its_colour_says(board: tuple[int, int]) -> None:
    start = BlockCapture(*board).start()
    for square in start.moves():
        opened = start.play(square)
        settled = settle(opened)
        assert settled
        assert mover_wins(opened) == (settled.verdict is Verdict.WIN)


def test_beside_the_centre_the_player_to_move_takes_it() -> None:
    game = BlockCapture(101, 101)
    position = game.start()
    for row in range(50):
        position = position.play(game.board.cell(row, 50))
    assert mover_wins(position)
    assert value(position) == Value(Verdict.WIN, None)


def test_a_large_board_has_its_winner_in_mid_game() -> None:
    game = BlockCapture(101, 101)
    along_the_edge = game.start().play(0).play(1)
    assert value(along_the_edge).verdict is Verdict.WIN
    best = rate(along_the_edge)[0]
    assert best.value.verdict is Verdict.WIN
    assert value(along_the_edge.play(best.square)).verdict is Verdict.LOSS


def test_corridors_as_long_as_the_board_are_no_trouble() -> None:
    """Walls in every second column, open at the bottom and at the top in turn, leave no choice to anyone."""
    game = BlockCapture(101, 101)
    cell, rows = game.board.cell, range(101)
    gaps = {cell(100 if col % 4 == 1 else 0, col) for col in range(1, 50, 2)}
    walls = mask_of(cell(row, col) for row in rows for col in range(1, 101, 2)) & ~mask_of(iter(gaps))
    blocks_before_the_centre = 25 * 101 + len(gaps) + 49 - 1
    for claimed_so_far in range(2):
        trail = mask_of(cell(row, 0) for row in range(claimed_so_far + 1))
        position = BlockCapturePosition(game, 1, 0, walls | trail, cell(claimed_so_far, 0))
        assert mover_wins(position) == ((blocks_before_the_centre - claimed_so_far) % 2 == 1)


def test_without_time_for_the_distance_the_winner_is_told() -> None:
    position = BlockCapture(13, 13).start()
    assert value(position, NO_TIME) == Value(Verdict.WIN, None)
    assert value(position.play(0).play(1), NO_TIME) == Value(Verdict.WIN, None)


def watch(seconds: float = float("inf")) -> Watch:
    return Watch(Budget(seconds), never_stop)


@needs_kernel
@given(st.data())
@settings(max_examples=200)
def test_kernel_and_plain_python_agree_on_every_distance(data: st.DataObject) -> None:
    board = data.draw(st.sampled_from([Board(5, 7), Board(7, 7), Board(9, 5)]))
    position = data.draw(trails_of(board, fewest=1))
    if position.moves():
        claimed = position.first | position.second
        kernel, plain = KernelTrails(position.game), TrailSearch(position.game)
        assert kernel.plies(claimed, position.last, watch()) == plain.plies(claimed, position.last, watch())


@needs_kernel
@pytest.mark.parametrize(
    "board", [(rows, cols) for rows in (3, 5, 7, 9) for cols in (3, 5, 7, 9, 11) if (rows, cols) != (9, 11)]
)
def test_kernel_and_plain_python_agree_on_the_openings_of_every_board(board: tuple[int, int]) -> None:
    game = BlockCapture(*board)
    assert KernelTrails(game).plies(0, None, watch()) == TrailSearch(game).plies(0, None, watch())


@needs_kernel
@pytest.mark.parametrize(("board", "plies"), [((7, 15), 33), ((9, 13), 31)])
def test_the_kernel_finds_the_distances_of_large_boards(board: tuple[int, int], plies: int) -> None:
    assert value(BlockCapture(*board).start()) == Value(Verdict.WIN, plies)


@needs_kernel
def test_the_kernel_stops_when_its_time_is_up() -> None:
    with pytest.raises(OutOfBudget):
        KernelTrails(BlockCapture(13, 13)).plies(0, None, watch(seconds=0.1))


def test_without_the_kernel_the_same_distances(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(block_capture, "lib", None)
    assert value(BlockCapture(5, 5).start()) == Value(Verdict.WIN, 5)
    assert value(BlockCapture(7, 9).start()) == Value(Verdict.WIN, 27)
    assert value(BlockCapture(11, 11).start()) == Value(Verdict.WIN, None)
