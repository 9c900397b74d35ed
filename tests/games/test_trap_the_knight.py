"""Trap the Knight against its book: the sample game, the rulings on it, and every refusal."""

import pytest

from cornered import BadSetup, Board, Outcome, Reason, Refusal, new_game
from cornered.draw import draw

GAME = new_game("trap-the-knight")

START = """\
    A   B   C   D
  +---+---+---+---+
1 | N1| . | . | . |
  +---+---+---+---+
2 | . | . | . | . |
  +---+---+---+---+
3 | . | . | . | . |
  +---+---+---+---+
4 | . | . | . | N2|
  +---+---+---+---+"""

# After each turn the rows that hold a knight. The book draws a knight now as `| N1|`, now as `|N1 |`:
# its first drawing is ours throughout.
SAMPLE_GAME = [
    ("B3", {3: "| . | N1| . | . |", 4: "| . | . | . | N2|"}),
    ("C2", {2: "| . | . | N2| . |", 3: "| . | N1| . | . |"}),
    ("D4", {2: "| . | . | N2| . |", 4: "| . | . | . | N1|"}),
    ("B4", {4: "| . | N2| . | N1|"}),
    ("C2", {2: "| . | . | N1| . |", 4: "| . | N2| . | . |"}),
    ("A2", {2: "| N2| . | N1| . |"}),
    ("B4", {2: "| N2| . | . | . |", 4: "| . | N1| . | . |"}),
    ("B4", {4: "| . | N2| . | . |"}),
]
DANCING_FLOOR = Board(5, 5)
DANCE = ("C2", "D3", "A1", "E5")  # both knights out and back again


def test_the_initial_grid_looks_as_the_book_draws_it():
    assert draw(GAME.start()) == START


def test_the_sample_game_looks_as_the_book_draws_it_and_ends_in_a_capture():
    now = GAME.start()
    for player, (typed, rows) in enumerate(SAMPLE_GAME):
        assert now.outcome is None
        assert now.to_move == player % 2 + 1
        now = now.play(GAME.square(typed))
        drawn = draw(now).splitlines()
        assert drawn[:2] == START.splitlines()[:2]
        for row in range(1, 5):
            assert drawn[2 * row] == f"{row} {rows.get(row, '| . | . | . | . |')}"
    assert now.outcome == Outcome(2, Reason.CAPTURE)
    assert now.moves() == ()


def test_the_first_moves_are_two_for_each_knight(after, labels):
    assert labels(GAME.start()) == ["C2", "B3"]
    assert labels(after(GAME, "B3")) == ["C2", "B3"]


def test_nothing_is_ever_blocked(after):
    assert "x" not in after(GAME, "B3", "C2", "D4", "B4").cells()


def test_ruling_from_b3_to_d4_is_two_right_and_one_down(after):
    now = after(GAME, "B3", "C2")
    origin, target = (GAME.board.place(GAME.square(text)) for text in ("B3", "D4"))
    assert (target[0] - origin[0], target[1] - origin[1]) == (1, 2)
    assert GAME.square("D4") in now.moves()


def test_ruling_a_move_that_brings_a_position_about_for_the_third_time_is_not_legal(after, labels, refusal):
    game = new_game("trap-the-knight", DANCING_FLOOR)
    once_back = after(game, *DANCE)
    before_third = after(game, *DANCE, *DANCE[:3])
    assert once_back.outcome is None
    assert "E5" not in labels(before_third)
    assert refusal(before_third, "E5") == (
        Refusal.REPETITION,
        "E5 would bring the same position about for the third time.",
    )


def test_ruling_with_two_repetitions_no_position_comes_back_at_all(after, labels, refusal):
    strict = new_game("trap-the-knight", DANCING_FLOOR, repetitions=2)
    before_second = after(strict, *DANCE[:3])
    assert "E5" not in labels(before_second)
    assert refusal(before_second, "E5") == (
        Refusal.REPETITION,
        "E5 would bring the same position about for the second time.",
    )


def test_ruling_with_repetitions_off_the_knights_may_dance_for_ever(after):
    endless = new_game("trap-the-knight", DANCING_FLOOR, repetitions=0)
    assert after(endless, *DANCE * 20) == endless.start()


def test_knights_that_have_changed_places_stand_in_a_new_position(after):
    strict = new_game("trap-the-knight", Board(3, 3), repetitions=2)
    swapped = after(strict, "C2", "A2", "A3", "C1", "B1", "B3", "C3", "A1")
    assert swapped.knights == strict.start().knights[::-1]
    assert swapped.to_move == 1


def test_the_books_sample_game_is_untouched_by_the_stricter_count(after):
    strict = new_game("trap-the-knight", repetitions=2)
    assert after(strict, *(typed for typed, _ in SAMPLE_GAME)).outcome == Outcome(2, Reason.CAPTURE)


def test_repetition_can_leave_a_player_without_a_move_and_that_player_has_lost():
    strict = new_game("trap-the-knight", Board(2, 3), repetitions=2)
    now = strict.start((strict.square("A1"), strict.square("A2")))
    for typed in ("C2", "C1", "A1"):
        now = now.play(strict.square(typed))
    assert now.to_move == 2
    assert now.outcome == Outcome(1, Reason.NO_MOVES)


@pytest.mark.parametrize(
    ("moves", "typed", "reason", "sentence"),
    [
        ((), "knight", Refusal.NOT_UNDERSTOOD, "'knight' is not a square: write one like C3."),
        ((), "E1", Refusal.OFF_THE_BOARD, "E1 is off the board, which runs from A1 to D4."),
        ((), "A1", Refusal.OCCUPIED, "A1 is occupied."),
        ((), "D4", Refusal.NOT_A_KNIGHTS_MOVE, "D4 is not a knight's move away from A1."),
        (("B3",), "B2", Refusal.NOT_A_KNIGHTS_MOVE, "B2 is not a knight's move away from D4."),
        (("C2", "C2"), "A1", Refusal.GAME_OVER, "A1 cannot be played: the game is over."),
    ],
)
def test_a_refused_move_names_its_rule(after, refusal, moves, typed, reason, sentence):
    assert refusal(after(GAME, *moves), typed) == (reason, sentence)


@pytest.mark.parametrize(
    ("squares", "sentence"),
    [
        ((5, 5), "Both knights cannot start on B2."),
        ((0, 16), "Square number 16 is off the 4×4 board."),
    ],
)
def test_knights_that_cannot_stand_there_make_no_game(squares, sentence):
    with pytest.raises(BadSetup) as error:
        GAME.start(squares)
    assert str(error.value) == sentence


@pytest.mark.parametrize(
    ("size", "sentence"),
    [
        (Board(2, 2), "2×2 is too small: Trap the Knight needs at least 2×3."),
        (Board(4, 27), "4×27 is too large: in Trap the Knight a side has at most 26."),
    ],
)
def test_a_board_that_is_too_small_or_too_large_makes_no_game(size, sentence):
    with pytest.raises(BadSetup) as error:
        new_game("trap-the-knight", size)
    assert str(error.value) == sentence


@pytest.mark.parametrize("repetitions", [-1, 1, 6])
def test_a_count_of_repetitions_that_makes_no_sense_is_refused(repetitions):
    with pytest.raises(BadSetup, match=f"not {repetitions}"):
        new_game("trap-the-knight", repetitions=repetitions)


def test_boards_up_to_26_are_played():
    game = new_game("trap-the-knight", Board(26, 26))
    assert [game.label(square) for square in game.start().knights] == ["A1", "Z26"]
