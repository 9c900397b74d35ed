"""Knight's Blockade against its book: the worked example, the rulings on it, and every refusal."""

from textwrap import dedent

import pytest

from cornered import BadSetup, Board, Outcome, Reason, Refusal, new_game, read_position
from cornered.draw import draw

GAME = new_game("knights-blockade")

SAMPLE_TURNS = [
    (
        "2 1",
        """\
        [X ][  ][  ][  ][  ]
        [  ][  ][  ][  ][  ]
        [  ][K1][  ][  ][  ]
        [  ][  ][  ][  ][  ]
        [  ][  ][  ][  ][K2]""",
    ),
    (
        "2 3",
        """\
        [X ][  ][  ][  ][  ]
        [  ][  ][  ][  ][  ]
        [  ][K1][  ][K2][  ]
        [  ][  ][  ][  ][  ]
        [  ][  ][  ][  ][X ]""",
    ),
    (
        "3 3",
        """\
        [X ][  ][  ][  ][  ]
        [  ][  ][  ][  ][  ]
        [  ][X ][  ][K2][  ]
        [  ][  ][  ][K1][  ]
        [  ][  ][  ][  ][X ]""",
    ),
]
K1_HEMMED_IN = "knights-blockade.5x5.1.axx2-xx3-x4-5-4b"
K1_STUCK = "knights-blockade.5x5.1.a4-2x2-1x3-5-4b"


def test_the_knights_start_in_the_corners_that_the_book_names():
    start = GAME.start()
    assert start.to_move == 1
    assert [GAME.label(square) for square in start.knights] == ["(0, 0)", "(4, 4)"]
    assert draw(start) == dedent(
        """\
        [K1][  ][  ][  ][  ]
        [  ][  ][  ][  ][  ]
        [  ][  ][  ][  ][  ]
        [  ][  ][  ][  ][  ]
        [  ][  ][  ][  ][K2]"""
    )


def test_the_sample_turns_look_as_the_book_draws_them_up_to_turn_three():
    now = GAME.start()
    for player, (typed, drawn) in enumerate(SAMPLE_TURNS):
        assert now.to_move == player % 2 + 1
        now = now.play(GAME.square(typed))
        assert draw(now) == dedent(drawn)


def test_the_first_moves_are_those_of_the_book(after, labels):
    assert labels(GAME.start()) == ["(1, 2)", "(2, 1)"]
    assert labels(after(GAME, "2 1")) == ["(2, 3)", "(3, 2)"]


def test_ruling_from_2_1_both_4_0_and_4_2_are_legal_though_the_book_leaves_them_out(after, labels):
    assert labels(after(GAME, "2 1", "2 3")) == ["(0, 2)", "(1, 3)", "(3, 3)", "(4, 0)", "(4, 2)"]


def test_the_book_lists_the_moves_before_turn_four_rightly(after, labels):
    before = after(GAME, "2 1", "2 3", "3 3")
    assert labels(before) == ["(0, 2)", "(0, 4)", "(1, 1)", "(3, 1)", "(4, 2)"]


def test_ruling_after_turn_four_k2_stands_at_4_2_where_it_moved_and_not_at_2_4(after):
    assert draw(after(GAME, "2 1", "2 3", "3 3", "4 2")) == dedent(
        """\
        [X ][  ][  ][  ][  ]
        [  ][  ][  ][  ][  ]
        [  ][X ][  ][X ][  ]
        [  ][  ][  ][K1][  ]
        [  ][  ][K2][  ][X ]"""
    )


def test_ruling_only_what_may_be_played_is_listed_and_the_rest_says_why_not(after, labels, refusal):
    now = after(GAME, "2 1", "2 3", "3 3", "4 2")
    assert labels(now) == ["(1, 2)", "(1, 4)", "(4, 1)"]
    assert refusal(now, "2 1")[0] is Refusal.BLOCKED
    assert refusal(now, "4 5")[0] is Refusal.OFF_THE_BOARD


def test_ruling_k2_at_4_2_still_has_two_moves_where_the_book_ends_the_game(after, labels):
    now = after(GAME, "2 1", "2 3", "3 3", "4 2", "4 1")
    assert now.to_move == 2
    assert labels(now) == ["(3, 0)", "(3, 4)"]
    assert now.outcome is None
    assert draw(now) == dedent(
        """\
        [X ][  ][  ][  ][  ]
        [  ][  ][  ][  ][  ]
        [  ][X ][  ][X ][  ]
        [  ][  ][  ][X ][  ]
        [  ][K1][K2][  ][X ]"""
    )


def test_ruling_a_knight_jumps_over_blocked_cells(labels):
    assert labels(read_position(K1_HEMMED_IN)) == ["(1, 2)", "(2, 1)"]


def test_a_player_without_a_legal_move_has_lost():
    stuck = read_position(K1_STUCK)
    assert stuck.moves() == ()
    assert stuck.outcome == Outcome(2, Reason.NO_MOVES)


@pytest.mark.parametrize(
    ("moves", "typed", "reason", "sentence"),
    [
        ((), "north", Refusal.NOT_UNDERSTOOD, "'north' is not a square: write one like 2 2."),
        ((), "", Refusal.NOT_UNDERSTOOD, "An empty line is not a square: write one like 2 2."),
        (
            (),
            "5 1",
            Refusal.OFF_THE_BOARD,
            "5 1 is off the board, which runs from (0, 0) to (4, 4).",
        ),
        (
            (),
            "-1 2",
            Refusal.OFF_THE_BOARD,
            "-1 2 is off the board, which runs from (0, 0) to (4, 4).",
        ),
        (("2 1", "2 3"), "0 0", Refusal.BLOCKED, "(0, 0) is blocked for the rest of the game."),
        (("2 1", "3 2", "1 3"), "1 3", Refusal.OCCUPIED, "(1, 3) is occupied."),
        (("2 1",), "4 4", Refusal.OCCUPIED, "(4, 4) is occupied."),
        (
            (),
            "1 1",
            Refusal.NOT_A_KNIGHTS_MOVE,
            "(1, 1) is not a knight's move away from (0, 0).",
        ),
    ],
)
def test_a_refused_move_names_its_rule(after, refusal, moves, typed, reason, sentence):
    assert refusal(after(GAME, *moves), typed) == (reason, sentence)


def test_nothing_can_be_played_when_the_game_is_over(refusal):
    assert refusal(read_position(K1_STUCK), "1 2") == (
        Refusal.GAME_OVER,
        "(1, 2) cannot be played: the game is over.",
    )


def test_an_l_away_the_other_knights_cell_is_occupied(refusal):
    facing = GAME.start((GAME.square("0 0"), GAME.square("1 2")))
    assert facing.moves() == (GAME.square("2 1"),)
    assert refusal(facing, "1 2") == (Refusal.OCCUPIED, "(1, 2) is occupied.")


def test_the_knights_may_start_elsewhere():
    start = GAME.start((GAME.square("2 2"), GAME.square("0 1")))
    assert draw(start).splitlines() == [
        "[  ][K2][  ][  ][  ]",
        "[  ][  ][  ][  ][  ]",
        "[  ][  ][K1][  ][  ]",
        "[  ][  ][  ][  ][  ]",
        "[  ][  ][  ][  ][  ]",
    ]
    assert len(start.moves()) == 7


def test_on_other_boards_the_knights_start_in_opposite_corners():
    start = new_game("knights-blockade", Board(4, 7)).start()
    assert start.knights == (0, 27)


@pytest.mark.parametrize(
    ("squares", "sentence"),
    [
        ((7, 7), "Both knights cannot start on (1, 2)."),
        ((0, 25), "Square number 25 is off the 5×5 board."),
        ((-1, 3), "Square number -1 is off the 5×5 board."),
    ],
)
def test_knights_that_cannot_stand_there_make_no_game(squares, sentence):
    with pytest.raises(BadSetup) as error:
        GAME.start(squares)
    assert str(error.value) == sentence


@pytest.mark.parametrize(
    ("board", "sentence"),
    [
        (Board(2, 2), "2×2 is too small: Knight's Blockade needs at least 2×3."),
        (Board(1, 9), "1×9 is too small: Knight's Blockade needs at least 2×3."),
        (Board(9, 0), "9×0 is too small: Knight's Blockade needs at least 2×3."),
        (Board(5, 200), "5×200 is too large: in Knight's Blockade a side has at most 199."),
    ],
)
def test_a_board_that_is_too_small_or_too_large_makes_no_game(board, sentence):
    with pytest.raises(BadSetup) as error:
        new_game("knights-blockade", board)
    assert str(error.value) == sentence


@pytest.mark.parametrize("board", [Board(2, 3), Board(3, 2), Board(199, 199), Board(2, 199)])
def test_boards_up_to_199_are_played(board):
    start = new_game("knights-blockade", board).start()
    assert start.knights == (0, board.size - 1)


def test_positions_do_not_repeat_so_no_count_of_repetitions_is_taken():
    with pytest.raises(BadSetup, match="never repeats a position"):
        new_game("knights-blockade", repetitions=3)
