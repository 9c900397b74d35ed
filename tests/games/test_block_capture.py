"""Block Capture against its book: the worked example, the ruling on it, and every refusal."""

import pytest

from cornered import BadSetup, Board, Outcome, Reason, Refusal, new_game, opening
from cornered.draw import draw

GAME = new_game("block-capture")

EMPTY = """\
    1   2   3   4   5
  +---+---+---+---+---+
1 |   |   |   |   |   |
  +---+---+---+---+---+
2 |   |   |   |   |   |
  +---+---+---+---+---+
3 |   |   |   |   |   |
  +---+---+---+---+---+
4 |   |   |   |   |   |
  +---+---+---+---+---+
5 |   |   |   |   |   |
  +---+---+---+---+---+"""

SAMPLE_GAME = [("1 3", "1", "X"), ("2 3", "2", "O"), ("3 3", "3", "X")]


def test_the_empty_grid_looks_as_the_book_draws_it():
    assert draw(GAME.start()) == EMPTY


def test_the_sample_game_looks_as_the_book_draws_it():
    now, drawn = GAME.start(), EMPTY
    for typed, row, symbol in SAMPLE_GAME:
        now = now.play(GAME.square(typed))
        drawn = drawn.replace(f"{row} |   |   |   |", f"{row} |   |   | {symbol} |")
        assert draw(now) == drawn
    assert now.outcome == Outcome(1, Reason.CENTRE)
    assert now.moves() == ()


def test_the_available_positions_are_those_of_the_book(after, labels):
    assert labels(after(GAME, "1 3")) == ["(1,2)", "(1,4)", "(2,3)"]
    assert labels(after(GAME, "1 3", "2 3")) == ["(2,2)", "(2,4)", "(3,3)"]


def test_the_first_block_is_any_of_the_sixteen_on_the_edge(labels):
    edge = [f"({row},{col})" for row in range(1, 6) for col in range(1, 6) if {row, col} & {1, 5}]
    assert len(edge) == 16
    assert labels(GAME.start()) == edge


def test_ruling_player_1_whoever_won_the_toss_opens_and_is_x(after):
    assert GAME.start().to_move == 1
    assert "X" in draw(after(GAME, "1 1"))
    assert after(GAME, "1 1").to_move == 2


def test_player_2_wins_too_by_claiming_the_centre(after):
    assert after(GAME, "1 2", "2 2", "2 3", "3 3").outcome == Outcome(2, Reason.CENTRE)


def test_a_player_with_no_unclaimed_block_beside_the_last_has_lost(after):
    trail = ("1 2", "2 2", "2 1", "1 1")
    assert after(GAME, *trail).outcome == Outcome(2, Reason.NO_MOVES)


def test_blocks_that_touch_at_a_corner_are_not_adjacent(after, refusal):
    assert refusal(after(GAME, "1 3"), "2 4")[0] is Refusal.NOT_ADJACENT


def test_the_players_may_choose_their_own_symbols(after):
    drawn = draw(after(GAME, "1 1", "1 2"), symbols=("#", "@")).splitlines()
    assert drawn[2] == "1 | # | @ |   |   |   |"


@pytest.mark.parametrize(
    ("moves", "typed", "reason", "sentence"),
    [
        ((), "middle", Refusal.NOT_UNDERSTOOD, "'middle' is not a square: write one like 3 3."),
        ((), "6 1", Refusal.OFF_THE_BOARD, "6 1 is off the board, which runs from (1,1) to (5,5)."),
        (("1 3",), "1 3", Refusal.OCCUPIED, "(1,3) is occupied."),
        (
            (),
            "3 3",
            Refusal.NOT_AN_EDGE_BLOCK,
            "(3,3) is not an edge block, and the first block must be one.",
        ),
        (
            ("1 3",),
            "5 5",
            Refusal.NOT_ADJACENT,
            "(5,5) does not share a side with (1,3), the last block claimed.",
        ),
        (
            ("1 3", "2 3", "3 3"),
            "3 2",
            Refusal.GAME_OVER,
            "(3,2) cannot be played: the game is over.",
        ),
    ],
)
def test_a_refused_move_names_its_rule(after, refusal, moves, typed, reason, sentence):
    assert refusal(after(GAME, *moves), typed) == (reason, sentence)


def test_nothing_follows_the_centre_even_where_blocks_beside_it_are_free(after, refusal):
    assert refusal(after(GAME, "1 3", "2 3", "3 3"), "4 3")[0] is Refusal.GAME_OVER


@pytest.mark.parametrize(
    ("board", "sentence"),
    [
        (Board(4, 5), "4×5 has no central block: Block Capture needs odd sides."),
        (Board(5, 6), "5×6 has no central block: Block Capture needs odd sides."),
        (Board(1, 5), "1×5 is too small: Block Capture needs at least 3×3."),
        (Board(5, 201), "5×201 is too large: in Block Capture a side has at most 199."),
    ],
)
def test_a_board_without_a_centre_or_too_small_or_too_large_makes_no_game(board, sentence):
    with pytest.raises(BadSetup) as error:
        new_game("block-capture", board)
    assert str(error.value) == sentence


def test_on_other_boards_the_centre_is_the_middle_of_both_sides():
    game = new_game("block-capture", Board(3, 7))
    assert game.label(game.winning_square) == "(2,4)"
    assert game.start().play(game.square("1 4")).play(game.winning_square).outcome == Outcome(
        2, Reason.CENTRE
    )


def test_boards_up_to_199_are_played():
    assert len(new_game("block-capture", Board(199, 199)).start().moves()) == 4 * 198


def test_there_are_no_knights_to_place():
    with pytest.raises(BadSetup, match="has no starting squares"):
        opening("block-capture", options={"start": "1 1; 2 2"})


def test_two_trails_through_the_same_blocks_are_two_positions_if_they_end_apart(after):
    one = after(GAME, "1 1", "1 2", "2 2", "2 1")
    other = after(GAME, "1 1", "2 1", "2 2", "1 2")
    assert draw(one) == draw(other)
    assert one != other
    assert one.code != other.code


def test_a_drawing_of_a_wide_board_keeps_its_columns(after):
    wide = new_game("block-capture", Board(11, 11))
    lines = draw(after(wide, "11 10")).splitlines()
    assert lines[0].split() == [str(column) for column in range(1, 12)]
    assert lines[0].index("10") == lines[-2].index(" X ")
    assert len({len(line) for line in lines[1:]}) == 1
