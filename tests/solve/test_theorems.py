"""The theorems against every line of play on small boards, and at once on the largest."""

from collections.abc import Iterator
from functools import cache
from itertools import product

import pytest

from cornered import BadSetup, Board, Game, Position, new_game
from cornered.solve import Verdict, settle


def small_games(name: str, cells: int) -> Iterator[Game]:
    for rows, cols in product(range(1, cells + 1), repeat=2):
        if rows * cols <= cells:
            try:
                yield new_game(name, Board(rows, cols))
            except BadSetup:
                continue


def starts(game: Game) -> list[Position]:
    """Every pair of starting squares where that stays small; else the usual start."""
    if not game.name.startswith("knights") or game.board.size > 12:
        return [game.start()]
    return [game.start(pair) for pair in product(range(game.board.size), repeat=2) if pair[0] != pair[1]]


def reachable(starts: list[Position]) -> set[Position]:
    seen: set[Position] = set()
    waiting = list(starts)
    while waiting:
        position = waiting.pop()
        if position not in seen:
            seen.add(position)
            waiting += map(position.play, position.moves())
    return seen


@pytest.mark.parametrize(
    ("name", "cells"),
    [("knights-blockade", 16), ("knights-duel", 16), ("blockade", 16), ("block-capture", 25)],
)
def test_what_a_theorem_settles_is_so_in_every_line_of_play(name: str, cells: int) -> None:
    @cache
    def wins(position: Position) -> bool:
        return any(not wins(position.play(square)) for square in position.moves())

    verdicts = set()
    for game in small_games(name, cells):
        for position in reachable(starts(game)):
            if settled := settle(position):
                verdicts.add(settled.verdict)
                assert wins(position) == (settled.verdict is Verdict.WIN), position.code
        wins.cache_clear()
    assert verdicts == {Verdict.WIN, Verdict.LOSS}


@pytest.mark.parametrize(
    ("name", "board", "winner"),
    [
        ("knights-blockade", Board(8, 8), 2),
        ("knights-blockade", Board(198, 199), 2),
        ("knights-duel", Board(25, 25), 2),
        ("knights-duel", Board(26, 24), 2),
        ("blockade", Board(199, 199), 1),
        ("blockade", Board(9, 15), 1),
        ("blockade", Board(4, 199), 2),
        ("blockade", Board(30, 4), 2),
        ("block-capture", Board(199, 101), 1),
    ],
)
def test_the_largest_boards_are_settled_with_a_reason(name: str, board: Board, winner: int) -> None:
    settled = settle(new_game(name, board).start())
    assert settled is not None
    assert settled.verdict is (Verdict.WIN if winner == 1 else Verdict.LOSS)
    assert settled.reason.startswith(f"Player {winner}")


def test_knights_that_face_each_other_across_an_even_board_are_settled() -> None:
    settled = settle(new_game("knights-blockade", Board(8, 8)).start((3, 59)))
    assert settled is not None
    assert settled.verdict is Verdict.LOSS
    assert settled.reason.endswith("across the middle row line (top and bottom change places).")


@pytest.mark.parametrize(
    ("name", "board"),
    [
        ("knights-blockade", Board(5, 5)),
        ("knights-blockade", Board(7, 9)),
        ("knights-duel", Board(4, 5)),
        ("blockade", Board(5, 6)),
        ("trap-the-knight", Board(2, 4)),
    ],
)
def test_where_no_theorem_speaks_nothing_is_claimed(name: str, board: Board) -> None:
    assert settle(new_game(name, board).start()) is None
