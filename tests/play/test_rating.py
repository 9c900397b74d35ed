"""Ratings within the time that a player waits."""

import pytest

from cornered import Board, new_game
from cornered.play.rating import rated
from cornered.solve import rate
from cornered.solve.contract import Verdict


@pytest.mark.parametrize(
    ("name", "board"),
    [
        ("knights-blockade", Board(3, 4)),
        ("knights-duel", Board(4, 4)),
        ("blockade", Board(4, 4)),
        ("block-capture", Board(5, 5)),
        ("trap-the-knight", Board(4, 4)),
    ],
)
def test_with_time_enough_it_is_what_the_solver_says(name: str, board: Board) -> None:
    start = new_game(name, board).start()
    assert rated(start, 60) == rate(start)


def test_without_time_everything_is_unknown() -> None:
    start = new_game("blockade").start()
    assert {rating.value.verdict for rating in rated(start, 0)} == {Verdict.UNKNOWN}


def test_where_moves_are_too_many_theorems_are_asked() -> None:
    game = new_game("blockade", Board(11, 11))
    best = rated(game.start(), 60)[0]
    assert (best.square, best.value.verdict) == (game.board.size // 2, Verdict.WIN)


def test_a_board_beyond_any_search_is_answered_all_the_same() -> None:
    start = new_game("knights-blockade", Board(21, 21)).start()
    assert len(rated(start, 0.5)) == len(start.moves())
