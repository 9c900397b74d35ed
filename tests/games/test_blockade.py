"""Blockade against its book: the worked example, the rulings on it, and every refusal."""

from textwrap import dedent

import pytest

from cornered import BadSetup, Board, Outcome, Reason, Refusal, new_game, opening
from cornered.draw import draw

GAME = new_game("blockade")
EVERY_SQUARE = [f"({row},{col})" for row in range(1, 5) for col in range(1, 5)]

WALKTHROUGH = [
    (
        "2 2",
        """\
        # # # .
        # X # .
        # # # .
        . . . .""",
    ),
    (
        "4 2",
        """\
        # # # .
        # X # .
        # # # .
        # O # .""",
    ),
    (
        "1 4",
        """\
        # # # X
        # X # #
        # # # .
        # O # .""",
    ),
    (
        "4 4",
        """\
        # # # X
        # X # #
        # # # #
        # O # O""",
    ),
]


def test_the_game_starts_on_an_empty_grid_with_player_1(labels):
    start = GAME.start()
    assert start.to_move == 1
    assert labels(start) == EVERY_SQUARE
    assert draw(start) == "\n".join([". . . ."] * 4)


def test_the_walkthrough_looks_as_the_book_draws_it_up_to_turn_four():
    now = GAME.start()
    for player, (typed, drawn) in enumerate(WALKTHROUGH):
        assert now.to_move == player % 2 + 1
        now = now.play(GAME.square(typed))
        assert draw(now) == dedent(drawn)


def test_player_2_first_chooses_from_the_squares_that_the_book_names(after, labels):
    named = ["(1,4)", "(2,4)", "(3,4)", "(4,1)", "(4,2)", "(4,3)", "(4,4)"]
    assert labels(after(GAME, "2 2")) == named


def test_ruling_before_turn_three_the_last_column_is_open_and_4_1_and_4_3_are_blocked(after, labels, refusal):
    now = after(GAME, "2 2", "4 2")
    assert labels(now) == ["(1,4)", "(2,4)", "(3,4)", "(4,4)"]
    for typed in ("4 1", "4 3"):
        assert refusal(now, typed)[0] is Refusal.BLOCKED


def test_ruling_before_turn_four_only_3_4_and_4_4_are_open(after, labels):
    assert labels(after(GAME, "2 2", "4 2", "1 4")) == ["(3,4)", "(4,4)"]


def test_ruling_after_turn_four_player_1_cannot_move_and_player_2_has_won(after, refusal):
    now = after(GAME, "2 2", "4 2", "1 4", "4 4")
    assert now.to_move == 1
    assert now.moves() == ()
    assert now.outcome == Outcome(2, Reason.NO_MOVES)
    assert refusal(now, "4 1")[0] is Refusal.GAME_OVER


def test_ruling_no_fifth_square_is_ever_possible_on_four_by_four():
    lengths, open_games = set(), [(GAME.start(), 0)]
    while open_games:
        now, length = open_games.pop()
        if now.outcome:
            lengths.add(length)
        open_games += [(now.play(square), length + 1) for square in now.moves()]
    assert lengths == {4}


def test_a_mark_in_the_middle_blocks_all_eight_squares_around_it():
    game = new_game("blockade", Board(5, 5))
    assert draw(game.start().play(game.square("3 3"))) == dedent(
        """\
          1 2 3 4 5
        1 . . . . .
        2 . # # # .
        3 . # X # .
        4 . # # # .
        5 . . . . ."""
    )


def test_the_players_may_choose_their_own_symbols(after):
    assert draw(after(GAME, "1 1", "1 4"), symbols=("A", "@")).splitlines()[0] == "A # # @"


@pytest.mark.parametrize(
    ("moves", "typed", "reason", "sentence"),
    [
        ((), "B2", Refusal.NOT_UNDERSTOOD, "'B2' is not a square: write one like 3 3."),
        ((), "0 1", Refusal.OFF_THE_BOARD, "0 1 is off the board, which runs from (1,1) to (4,4)."),
        ((), "4 5", Refusal.OFF_THE_BOARD, "4 5 is off the board, which runs from (1,1) to (4,4)."),
        (("2 2",), "3 3", Refusal.BLOCKED, "(3,3) is blocked for the rest of the game."),
        (("2 2",), "2 2", Refusal.OCCUPIED, "(2,2) is occupied."),
        (("2 2", "4 4"), "4 4", Refusal.OCCUPIED, "(4,4) is occupied."),
        (
            ("2 2", "4 2", "1 4", "4 4"),
            "2 2",
            Refusal.GAME_OVER,
            "(2,2) cannot be played: the game is over.",
        ),
    ],
)
def test_a_refused_move_names_its_rule(after, refusal, moves, typed, reason, sentence):
    assert refusal(after(GAME, *moves), typed) == (reason, sentence)


@pytest.mark.parametrize(
    ("board", "sentence"),
    [
        (Board(0, 4), "0×4 is too small: Blockade needs at least 1×1."),
        (Board(200, 4), "200×4 is too large: in Blockade a side has at most 199."),
    ],
)
def test_a_board_that_is_too_small_or_too_large_makes_no_game(board, sentence):
    with pytest.raises(BadSetup) as error:
        new_game("blockade", board)
    assert str(error.value) == sentence


def test_on_a_single_square_the_first_move_wins():
    assert new_game("blockade", Board(1, 1)).start().play(0).outcome == Outcome(1, Reason.NO_MOVES)


def test_boards_up_to_199_are_played():
    game = new_game("blockade", Board(199, 199))
    assert len(game.start().play(game.square("100 100")).moves()) == 199 * 199 - 9


def test_there_are_no_knights_to_place():
    with pytest.raises(BadSetup, match="has no starting squares"):
        opening("blockade", options={"start": "1 1; 2 2"})
