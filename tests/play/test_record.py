"""Games as text: written and read back, several to a file, and damage named by its line."""

import pytest

from cornered import BadSetup, Board, IllegalMove, Outcome, Reason, new_game
from cornered.game import Ending
from cornered.play.record import Record, RecordError, read_records, write_record
from cornered.play.stored import saved_from, session_of

KNIGHTS = new_game("knights-blockade")
OPENING = tuple(KNIGHTS.square(typed) for typed in ("2 1", "2 3", "3 3", "4 2"))

WRITTEN = """\
[Game "knights-blockade"]
[Board "5x5"]
[Player1 "Ada"]
[Player2 "Blaise"]
[Result "1 resigned"]

1. (2, 1); (2, 3)
2. (3, 3); (4, 2)

"""
TWO_GAMES = """\
[Game "blockade"]
[Board "4x4"]
[Result "2 no-moves"]

1. (2,2); (4,2)
2. (1,4); (4,4)

[Game "knights-duel"]
[Board "5x5"]
[Result "*"]

1. C2; D3
2. E3

"""


def damage(number: int, line: str) -> str:
    """The two games with one line replaced; lines are counted from 1."""
    lines = TWO_GAMES.split("\n")
    lines[number - 1] = line
    return "\n".join(lines)


def test_a_game_is_written_as_headers_and_numbered_turns():
    resigned = Ending(1, Reason.RESIGNED)
    record = Record(KNIGHTS.start(), OPENING, resigned, headers={"Player1": "Ada", "Player2": "Blaise"})
    assert write_record(record) == WRITTEN
    assert list(read_records(WRITTEN)) == [record]
    assert record.outcome == Outcome(1, Reason.RESIGNED)


@pytest.mark.parametrize(
    ("ended", "result"),
    [
        (Ending(2, Reason.LEFT), "2 left"),
        (Ending(None, Reason.CALLED_OFF), "* called-off"),
        (Ending(None, Reason.TOO_LONG), "* too-long"),
    ],
)
def test_an_end_that_is_not_on_the_board_is_kept(ended, result):
    record = Record(KNIGHTS.start(), OPENING, ended)
    assert f'[Result "{result}"]' in write_record(record)
    assert list(read_records(write_record(record))) == [record]
    assert session_of(saved_from(record, "now")).over
    assert bool(record.outcome) == bool(ended.winner)


def test_a_file_holds_several_games_one_after_another():
    ended, going_on = read_records(TWO_GAMES)
    assert ended.outcome == Outcome(2, Reason.NO_MOVES)
    assert ended.last.cells() == "xxxaxaxxxxxxxbxb"
    assert going_on.outcome is None
    assert going_on.last.to_move == 2
    assert write_record(ended) + write_record(going_on) == TWO_GAMES


@pytest.mark.parametrize(
    "name",
    [
        'Ada "Countess" Lovelace',
        "back\\slash",
        '\\"',
        "\\",
        '"]',
        "Müller-Łukasz",
        "棋士 ♞",
        " blanks around ",
        "",
        "1. (2, 1)",
    ],
)
def test_a_name_may_hold_any_printable_text(name):
    record = Record(KNIGHTS.start(), OPENING, headers={"Player1": name, "Player2": name})
    assert list(read_records(write_record(record))) == [record]


@pytest.mark.parametrize("text", ["two\nlines", "bell\x07", "carriage\rreturn", "\u2028"])
def test_a_header_that_is_not_one_printable_line_is_refused(text):
    with pytest.raises(BadSetup, match="Player1"):
        Record(KNIGHTS.start(), headers={"Player1": text})


@pytest.mark.parametrize("name", ["Game", "Board", "Position", "Result", "", "Two words", "Größe", "1st"])
def test_a_header_that_the_format_needs_itself_or_cannot_write_is_refused(name):
    with pytest.raises(BadSetup):
        Record(KNIGHTS.start(), headers={name: "x"})


def test_a_game_that_began_otherwise_than_its_book_says_is_read_back():
    game = new_game("trap-the-knight", Board(5, 6), repetitions=2)
    start = game.start((3, 9))
    record = Record(start, (start.moves()[0],))
    assert list(read_records(write_record(record))) == [record]


def test_a_game_that_began_in_the_middle_of_another_is_read_back():
    middle = Record(KNIGHTS.start(), OPENING[:3]).last
    record = Record(middle, OPENING[3:])
    assert list(read_records(write_record(record))) == [record]


def test_a_game_without_moves_is_read_back():
    record = Record(KNIGHTS.start())
    assert list(read_records(write_record(record) * 2)) == [record, record]


def test_an_empty_file_holds_no_game():
    assert list(read_records("")) == list(read_records("\n \n")) == []


def test_board_and_result_may_be_left_out_and_squares_written_as_players_type_them():
    [record] = read_records('[Game "knights-blockade"]\n1. 2 1; 2,3\n2. (3,3)')
    assert record == Record(KNIGHTS.start(), OPENING[:3])


def test_a_file_from_another_system_is_read_alike():
    assert list(read_records(TWO_GAMES.replace("\n", "\r\n"))) == list(read_records(TWO_GAMES))


def test_the_last_position_of_an_impossible_game_is_refused_as_an_illegal_move():
    with pytest.raises(IllegalMove):
        _ = Record(KNIGHTS.start(), (1,)).last


@pytest.mark.parametrize(
    ("line", "text", "problem"),
    [
        (9, '[Board "5 by 5"]', "not a board"),
        (9, '[Board "27x27"]', "too large"),
        (9, '[Board "0x5"]', "too small"),
        (9, '[Position "knights-blockade.5x5.1.a4-5-5-5-4b"]', "another game or board"),
        (9, '[Position "knights-duel.5x5.1.a4-5"]', "rows"),
        (10, '[Board "5x5"]', "twice"),
        (10, '[Result "1 capture"]', "not what the moves lead to"),
        (10, '[Result "3 resigned"]', "not what the moves lead to"),
        (12, "1. C2; D9", "off the board"),
        (12, "1. C2; B2", "not a knight's move"),
        (12, "1. C2; what", "not a square"),
        (12, "2. C2; D3", "turn 1 was expected"),
        (12, "1. C2; D3; E3", "two moves at the most"),
        (12, "1: C2; D3", "neither a header nor"),
        (13, "3. E3", "turn 2 was expected"),
        (13, '[Player1 "Ada"]', "after the moves"),
        (13, "2. E3; C1; E5", "two moves at the most"),
    ],
)
def test_damage_is_named_by_its_line_and_the_games_before_it_are_still_read(line, text, problem):
    records = read_records(damage(line, text))
    assert next(records).outcome == Outcome(2, Reason.NO_MOVES)
    with pytest.raises(RecordError, match=problem) as error:
        next(records)
    assert error.value.line == line
    assert str(error.value).startswith(f"Line {line}: ")


@pytest.mark.parametrize("line", ['[Gmae "knights-duel"]', '[Game "knights-duel"', "knights-duel", "%"])
def test_damage_to_the_first_line_of_a_game_does_not_cost_the_game_before(line):
    records = read_records(damage(8, line))
    assert next(records).outcome == Outcome(2, Reason.NO_MOVES)
    with pytest.raises(RecordError, match="a game begins with") as error:
        next(records)
    assert error.value.line == 8


def test_a_misspelt_game_is_named_with_a_suggestion():
    records = read_records(damage(8, '[Game "knight-duel"]'))
    assert next(records).start.game.name == "blockade"
    with pytest.raises(RecordError, match="did you mean 'knights-duel'") as error:
        next(records)
    assert error.value.line == 8


def test_a_file_that_does_not_begin_with_a_game_is_refused_on_its_first_line():
    with pytest.raises(RecordError, match="a game begins with") as error:
        list(read_records("\n" + TWO_GAMES.removeprefix('[Game "blockade"]\n')))
    assert error.value.line == 2


@pytest.mark.parametrize("number", range(1, TWO_GAMES.count("\n")))
def test_a_line_of_nonsense_anywhere_is_named(number):
    lines = TWO_GAMES.split("\n")
    lines.insert(number, "nonsense")
    with pytest.raises(RecordError) as error:
        list(read_records("\n".join(lines)))
    assert error.value.line == number + 1


def test_a_result_that_contradicts_the_moves_is_refused():
    with pytest.raises(RecordError, match="not what the moves lead to") as error:
        list(read_records(damage(3, '[Result "1 no-moves"]')))
    assert error.value.line == 3
    with pytest.raises(RecordError, match="not what the moves lead to"):
        list(read_records(damage(3, '[Result "1 resigned"]')))
