"""Knight's Duel against its book: the worked example, the rulings on it, and every refusal."""

from textwrap import dedent

import pytest

from cornered import BadSetup, Board, Outcome, Reason, Refusal, new_game, read_position
from cornered.draw import draw

GAME = new_game("knights-duel")

SAMPLE_GAME = [
    (
        "C2",
        """\
          A B C D E
        1 X . . . .
        2 . . 1 . .
        3 . . . . .
        4 . . . . .
        5 . . . . 2""",
    ),
    (
        "D3",
        """\
          A B C D E
        1 X . . . .
        2 . . 1 . .
        3 . . . 2 .
        4 . . . . .
        5 . . . . X""",
    ),
    (
        "E3",
        """\
          A B C D E
        1 X . . . .
        2 . . X . .
        3 . . . 2 1
        4 . . . . .
        5 . . . . X""",
    ),
]
TURN_SIX = ("C2", "D3", "E3", "C1", "D5")
CAPTURED = "knights-duel.5x5.1.x4-5-1b3-5-4x"
STUCK = "knights-duel.5x5.1.a4-2x2-1x3-5-4b"


def test_the_knights_start_on_a1_and_e5(labels):
    start = GAME.start()
    assert start.to_move == 1
    assert labels(start) == ["C2", "B3"]
    assert draw(start).splitlines() == [
        "  A B C D E",
        "1 1 . . . .",
        "2 . . . . .",
        "3 . . . . .",
        "4 . . . . .",
        "5 . . . . 2",
    ]


def test_the_sample_game_looks_as_the_book_draws_it_up_to_turn_three():
    now = GAME.start()
    for player, (typed, drawn) in enumerate(SAMPLE_GAME):
        assert now.to_move == player % 2 + 1
        now = now.play(GAME.square(typed))
        assert draw(now) == dedent(drawn)


def test_player_2_answers_from_e5_with_the_moves_of_the_book(after, labels):
    assert labels(after(GAME, "C2")) == ["D3", "C4"]


def test_ruling_b3_is_two_down_and_one_right_of_a1_and_c2_one_down_and_two_right():
    assert [GAME.board.place(GAME.square(text)) for text in ("A1", "B3", "C2")] == [(0, 0), (2, 1), (1, 2)]


def test_ruling_after_turn_four_d3_is_blocked_and_c3_is_empty(after):
    assert draw(after(GAME, *TURN_SIX[:4])).splitlines() == [
        "  A B C D E",
        "1 X . 2 . .",
        "2 . . X . .",
        "3 . . . X 1",
        "4 . . . . .",
        "5 . . . . X",
    ]


def test_ruling_the_knight_on_e3_jumps_to_d5_over_blocked_squares(after):
    before = after(GAME, *TURN_SIX[:4])
    assert GAME.square("D5") in before.moves()
    assert [GAME.label(square) for square in range(25) if before.blocked >> square & 1] == [
        "A1",
        "C2",
        "D3",
        "E5",
    ]


def test_ruling_on_turn_six_player_2_still_has_three_moves(after, labels):
    now = after(GAME, *TURN_SIX)
    assert now.to_move == 2
    assert labels(now) == ["A2", "E2", "B3"]
    assert now.outcome is None
    assert draw(now).splitlines() == [
        "  A B C D E",
        "1 X . 2 . .",
        "2 . . X . .",
        "3 . . . X X",
        "4 . . . . .",
        "5 . . . 1 X",
    ]


def test_the_eight_moves_from_c3_are_those_of_the_book(labels):
    middle = GAME.start((GAME.square("C3"), GAME.square("E5")))
    assert sorted(labels(middle)) == ["A2", "A4", "B1", "B5", "D1", "D5", "E2", "E4"]


def test_landing_on_the_other_knight_captures_it_and_wins():
    facing = GAME.start((GAME.square("A1"), GAME.square("B3")))
    won = facing.play(GAME.square("B3"))
    assert won.outcome == Outcome(1, Reason.CAPTURE)
    assert won.moves() == ()
    assert draw(won).splitlines()[1:4] == ["1 X . . . .", "2 . . . . .", "3 . 1 . . ."]


def test_a_player_without_a_legal_move_has_lost():
    assert read_position(STUCK).outcome == Outcome(2, Reason.NO_MOVES)


@pytest.mark.parametrize(
    ("moves", "typed", "reason", "sentence"),
    [
        ((), "3 3", Refusal.NOT_UNDERSTOOD, "'3 3' is not a square: write one like C3."),
        ((), "F1", Refusal.OFF_THE_BOARD, "F1 is off the board, which runs from A1 to E5."),
        ((), "a0", Refusal.OFF_THE_BOARD, "a0 is off the board, which runs from A1 to E5."),
        (("C2", "D3"), "A1", Refusal.BLOCKED, "A1 is blocked for the rest of the game."),
        ((), "A1", Refusal.OCCUPIED, "A1 is occupied."),
        ((), "E5", Refusal.NOT_A_KNIGHTS_MOVE, "E5 is not a knight's move away from A1."),
        ((), "B2", Refusal.NOT_A_KNIGHTS_MOVE, "B2 is not a knight's move away from A1."),
    ],
)
def test_a_refused_move_names_its_rule(after, refusal, moves, typed, reason, sentence):
    assert refusal(after(GAME, *moves), typed) == (reason, sentence)


@pytest.mark.parametrize(("code", "typed"), [(CAPTURED, "D4"), (STUCK, "C2")])
def test_nothing_can_be_played_when_the_game_is_over(refusal, code, typed):
    assert refusal(read_position(code), typed) == (
        Refusal.GAME_OVER,
        f"{typed} cannot be played: the game is over.",
    )


@pytest.mark.parametrize(
    ("squares", "sentence"),
    [
        ((7, 7), "Both knights cannot start on C2."),
        ((0, 25), "Square number 25 is off the 5×5 board."),
    ],
)
def test_knights_that_cannot_stand_there_make_no_game(squares, sentence):
    with pytest.raises(BadSetup) as error:
        GAME.start(squares)
    assert str(error.value) == sentence


@pytest.mark.parametrize(
    ("size", "sentence"),
    [
        (Board(2, 2), "2×2 is too small: Knight's Duel needs at least 2×3."),
        (Board(27, 5), "27×5 is too large: in Knight's Duel a side has at most 26."),
        (Board(5, 27), "5×27 is too large: in Knight's Duel a side has at most 26."),
    ],
)
def test_a_board_that_is_too_small_or_too_large_makes_no_game(size, sentence):
    with pytest.raises(BadSetup) as error:
        new_game("knights-duel", size)
    assert str(error.value) == sentence


def test_boards_up_to_26_are_played():
    game = new_game("knights-duel", Board(26, 26))
    assert [game.label(square) for square in game.start().knights] == ["A1", "Z26"]
