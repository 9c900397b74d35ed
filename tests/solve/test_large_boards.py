"""Looking ahead on large boards: claims that are true, moves that are legal, limits that hold."""

from threading import active_count

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cornered import Board, new_game
from cornered.games.knights import KnightsPosition
from cornered.games.knights_blockade import KnightsBlockade
from cornered.games.knights_duel import KnightsDuel
from cornered.games.trap_the_knight import TrapTheKnight
from cornered.solve import Budget, Verdict, knights
from cornered.solve.contract import never_stop
from cornered.solve.large_boards import Estimate, Thinker, best_move, can_think_about
from cornered.solve.plain import PlainSolver

pytestmark = pytest.mark.skipif(knights.kernel_for(Board(5, 5)) is None, reason="the kernel was not built")

WITHOUT_END = Budget(seconds=float("inf"))
SHAPES = [Board(rows, cols) for rows in range(2, 11) for cols in range(2, 11) if 6 <= rows * cols <= 20]
LARGE = [
    new_game("knights-blockade", Board(8, 8)).start((0, 58)),
    new_game("knights-duel", Board(7, 8)).start((0, 50)),
    new_game("knights-blockade", Board(4, 16)).start((5, 40)),
    new_game("knights-duel", Board(9, 9)).start((0, 50)),
    new_game("knights-blockade", Board(16, 8)).start((3, 125)),
]


@st.composite
def positions(draw: st.DrawFn) -> KnightsPosition:
    """Two knights anywhere, any squares blocked, and at least one move to make."""
    board = draw(st.sampled_from(SHAPES))
    game = draw(st.sampled_from([KnightsBlockade, KnightsDuel]))(board.rows, board.cols)
    mover, other = draw(st.lists(st.integers(0, board.size - 1), min_size=2, max_size=2, unique=True))
    words = st.integers(0, (1 << board.size) - 1)
    blocked = draw(words) & draw(words) & ~(1 << mover | 1 << other)
    position = KnightsPosition(game, draw(st.sampled_from([1, 2])), mover, other, blocked)
    return position if position.moves() else draw(positions())


reference = PlainSolver()


def wins(position: KnightsPosition) -> bool:
    return reference.winner(position, WITHOUT_END, never_stop) is Verdict.WIN


def thoughts(position: KnightsPosition, threads: int = 1, **limits: int) -> list[Estimate]:
    thinker = Thinker(position.game, size=1 << 22, threads=threads)
    return list(thinker.think(position, WITHOUT_END, **limits))


def claims_what_is_true(estimate: Estimate, position: KnightsPosition) -> bool:
    if estimate.verdict is Verdict.WIN:
        return not wins(position.play(estimate.move))
    return estimate.verdict is Verdict.UNKNOWN or not wins(position)


@given(positions(), st.sampled_from([1, 2]))
@settings(max_examples=1000)
def test_on_small_boards_it_finds_the_winner_and_a_move_that_wins(
    position: KnightsPosition, threads: int
) -> None:
    told = thoughts(position, threads)
    assert all(claims_what_is_true(estimate, position) for estimate in told)
    assert (told[-1].verdict is Verdict.WIN) == wins(position)
    assert told[-1].verdict is not Verdict.UNKNOWN


@given(positions(), st.data())
def test_only_the_moves_that_are_allowed_are_considered(
    position: KnightsPosition, data: st.DataObject
) -> None:
    among = data.draw(st.sets(st.sampled_from(position.moves()), min_size=1))
    *_, last = Thinker(position.game, 1 << 22).think(position, WITHOUT_END, among=tuple(among))
    some_move_wins = any(not wins(position.play(move)) for move in among)
    assert last.move in among
    assert last.verdict is (Verdict.WIN if some_move_wins else Verdict.LOSS)


@given(positions())
def test_every_line_can_be_played(position: KnightsPosition) -> None:
    for estimate in thoughts(position):
        assert estimate.line[0] == estimate.move
        after = position
        for square in estimate.line:
            after = after.play(square)


@pytest.mark.parametrize("position", LARGE)
def test_each_look_on_a_large_board_goes_a_ply_deeper(position: KnightsPosition) -> None:
    told = thoughts(position, depth=7)
    assert [estimate.depth for estimate in told] == [1, 2, 3, 4, 5, 6, 7]
    assert [estimate.positions for estimate in told] == sorted(estimate.positions for estimate in told)
    for estimate in told:
        assert estimate.verdict is Verdict.UNKNOWN
        after = position
        for square in estimate.line:
            after = after.play(square)


@pytest.mark.parametrize("position", LARGE)
def test_as_many_positions_give_the_same_thoughts(position: KnightsPosition) -> None:
    once, again = thoughts(position, positions=50_000), thoughts(position, positions=50_000)
    assert once == again
    assert once[-1].positions <= 50_000


@pytest.mark.parametrize("position", LARGE)
def test_it_stops_when_nobody_wants_to_know_any_more(position: KnightsPosition) -> None:
    before = active_count()
    estimate = best_move(position, WITHOUT_END, progress=lambda _positions: False)
    assert estimate.move in position.moves()
    assert active_count() == before


@pytest.mark.parametrize("position", LARGE)
def test_without_any_time_there_is_a_move_all_the_same(position: KnightsPosition) -> None:
    assert best_move(position, Budget(seconds=0)).move in position.moves()
    assert thoughts(position, positions=1)[-1].move in position.moves()


def test_a_thought_that_is_no_longer_followed_ends() -> None:
    before = active_count()
    thought = Thinker(LARGE[0].game).think(LARGE[0], WITHOUT_END)
    assert next(thought).move in LARGE[0].moves()
    thought.close()
    assert active_count() == before


def test_what_it_has_found_out_serves_its_next_question() -> None:
    position = new_game("knights-blockade", Board(6, 6)).start((0, 33))
    thinker = Thinker(position.game, threads=1)
    *_, first = thinker.think(position, WITHOUT_END)
    *_, again = thinker.think(position, WITHOUT_END)
    assert again.verdict is first.verdict is not Verdict.UNKNOWN
    assert again.positions < first.positions / 10


@given(positions())
def test_a_lost_knight_does_not_walk_into_its_capture_while_it_can_help_it(
    position: KnightsPosition,
) -> None:
    *_, last = Thinker(position.game, 1 << 22).think(position, WITHOUT_END)
    attacked = position.game.leaps[position.other] if position.game.may_capture else 0
    assert not attacked >> last.move & 1 or all(attacked >> move & 1 for move in position.moves())


def test_what_the_kernel_cannot_look_at_is_left_to_others(monkeypatch: pytest.MonkeyPatch) -> None:
    assert all(can_think_about(position) for position in LARGE)
    assert not can_think_about(new_game("knights-blockade", Board(10, 13)).start())
    assert not can_think_about(TrapTheKnight(8, 8).start())
    assert not can_think_about(new_game("blockade").start())
    monkeypatch.setattr(knights, "kernel_for", lambda _board: None)
    assert not can_think_about(LARGE[0])
