"""Squares as people type them and as each book writes them."""

import pytest

from cornered import Board, IllegalMove, Refusal, new_game
from cornered.notation import LetterNumber, RowColumn

PAIRS_MEANING_3_3 = ["3 3", "3,3", "(3, 3)", "(3,3)", "( 3 3 )", " 3 , 3 ", "3\t3", "+3 03"]
LETTERS_MEANING_C2 = ["C2", "c2", " C2 ", "C 2", "c02", "\tc2\n"]
NOT_PAIRS = [
    "",
    " ",
    "3",
    "33",
    "3 3 3",
    "(3 3",
    "3 3)",
    "((3 3))",
    "3;3",
    "3,,3",
    "C2",
    "a b",
    "3.0 3",
    "³ ³",
]
NOT_LETTERS = ["", "C", "2", "2C", "CC2", "C2C", "(C2)", "3 3", "C-", "É2", "ſ2", "C²", "C2 D4"]


@pytest.mark.parametrize("text", PAIRS_MEANING_3_3)
def test_a_pair_of_numbers_is_understood_however_it_is_punctuated(text):
    assert RowColumn(first=0, comma=", ").read(text) == (3, 3)
    assert RowColumn(first=1, comma=",").read(text) == (2, 2)


@pytest.mark.parametrize("text", LETTERS_MEANING_C2)
def test_a_letter_and_a_number_are_understood_in_either_case(text):
    assert LetterNumber().read(text) == (1, 2)


@pytest.mark.parametrize("text", NOT_PAIRS)
def test_what_is_not_a_pair_of_numbers_is_no_square(text):
    assert RowColumn(first=0, comma=", ").read(text) is None


@pytest.mark.parametrize("text", NOT_LETTERS)
def test_what_is_not_a_letter_and_a_number_is_no_square(text):
    assert LetterNumber().read(text) is None


@pytest.mark.parametrize(
    ("name", "printed", "typed"),
    [
        ("knights-blockade", "(3, 3)", "3 3"),
        ("blockade", "(4,4)", "4 4"),
        ("block-capture", "(4,4)", "4 4"),
        ("knights-duel", "D4", "D4"),
        ("trap-the-knight", "D4", "D4"),
    ],
)
def test_each_game_prints_and_types_a_square_as_its_book_does(name, printed, typed):
    game = new_game(name)
    square = game.board.cell(3, 3)
    assert game.label(square) == printed
    assert game.notation.typed(3, 3) == typed
    assert game.square(typed) == game.square(printed) == square


def test_the_row_comes_first_in_pairs_and_the_column_first_in_letters():
    assert new_game("knights-blockade", Board(3, 9)).square("1 8") == 17
    assert new_game("knights-duel", Board(3, 9)).square("I2") == 17


@pytest.mark.parametrize("text", ["9" * 5000 + " 1", "1 -" + "9" * 5000])
def test_a_number_of_any_length_is_off_the_board(text):
    with pytest.raises(IllegalMove) as error:
        new_game("blockade").square(text)
    assert error.value.reason is Refusal.OFF_THE_BOARD
    assert len(str(error.value)) < 100


def test_a_refusal_quotes_long_text_only_in_part():
    with pytest.raises(IllegalMove) as error:
        new_game("blockade").square("word " * 1000)
    assert error.value.reason is Refusal.NOT_UNDERSTOOD
    assert len(str(error.value)) < 100


@pytest.mark.parametrize("name", ["blockade", "knights-duel", "knights-blockade"])
def test_the_example_in_a_refusal_is_a_square_of_this_very_board(name):
    game = new_game(name, Board(3, 4))
    with pytest.raises(IllegalMove) as error:
        game.square("?")
    example = str(error.value).partition(" like ")[2].rstrip(".")
    assert example in str(error.value)
    assert 0 <= game.square(example) < 12
