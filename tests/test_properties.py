"""What holds in each of the five, on every board, after any moves: the contract, and more than it asks."""

import pickle
import re
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cornered import GAMES, BadSetup, Board, Game, IllegalMove, Position, new_game, testing
from cornered.game import Ending
from cornered.games.knights import KnightsGame
from cornered.games.trap_the_knight import TrapTheKnight
from cornered.play.record import Record, RecordError, read_records, write_record
from cornered.testing import POSITION_CHECKS, check_code, check_game, check_record, positions_of

every_game = pytest.mark.parametrize("name", GAMES)

SMALL = [Board(rows, cols) for rows in range(1, 8) for cols in range(1, 8)]
LARGE = [Board(26, 26), Board(3, 25), Board(25, 5), Board(199, 3), Board(101, 199)]


def playable(name: str, boards: list[Board]) -> list[Board]:
    """Those of the boards that make a game."""
    possible = []
    for board in boards:
        try:
            new_game(name, board)
        except BadSetup:
            continue
        possible.append(board)
    return possible


SMALL_BOARDS = {name: playable(name, SMALL) for name in GAMES}
BOARDS = {name: playable(name, SMALL + LARGE) for name in GAMES}


PLAYING_EVERY_MOVE = (  # on the largest boards that would take minutes
    testing.every_square_is_a_move_or_is_refused,
    testing.playing_changes_nothing,
    testing.squares_are_read_as_they_are_written,
    testing.the_dialogue_has_its_facts,
)


@st.composite
def openings(draw, name: str, boards: dict[str, list[Board]] = BOARDS) -> Position:
    """Any first position of the game."""
    game = new_game(name, draw(st.sampled_from(boards[name])))
    if isinstance(game, TrapTheKnight):
        game = replace(game, repetitions=draw(st.sampled_from([3, 0, 2, 5])))
    if not isinstance(game, KnightsGame) or draw(st.booleans()):
        return game.start()
    cells = st.integers(0, game.board.size - 1)
    first, second = draw(st.lists(cells, min_size=2, max_size=2, unique=True))
    return game.start((first, second))


@st.composite
def records(draw, name: str, boards: dict[str, list[Board]] = BOARDS) -> Record:
    """Any game as far as it has been played."""
    start = now = draw(openings(name, boards))
    squares = []
    for choice in draw(st.lists(st.integers(0, 50), max_size=40)):
        if not now.moves():
            break
        squares.append(now.moves()[choice % len(now.moves())])
        now = now.play(squares[-1])
    ended = None if now.outcome else draw(st.sampled_from(ENDS))
    return Record(start, tuple(squares), ended, draw(headers))


ENDS = [
    None,
    Ending(1, "resigned"),
    Ending(2, "resigned"),
    Ending(1, "left"),
    Ending(None, "called-off"),
    Ending(None, "too-long"),
]


printable = st.text().filter(str.isprintable)
headers = st.dictionaries(st.sampled_from(["Player1", "Player2", "Date", "Note2"]), printable, max_size=3)


@every_game
def test_the_conformance_tests_hold(name):
    check_game(GAMES[name])


@every_game
@pytest.mark.parametrize("check", POSITION_CHECKS)
@given(data=st.data())
def test_every_position_keeps_the_contract(name, check, data):
    record = data.draw(records(name, SMALL_BOARDS if check in PLAYING_EVERY_MOVE else BOARDS))
    for now in (record.start, record.last):
        check(now)


@every_game
@given(data=st.data())
def test_players_take_turns_and_records_are_read_back(name, data):
    check_record(data.draw(records(name, SMALL_BOARDS)))


@every_game
@given(data=st.data())
def test_moves_stay_off_blocked_and_occupied_squares(name, data):
    for now in positions_of(data.draw(records(name))):
        cells, moves = now.cells(), now.moves()
        allowed = {"."}
        if isinstance(now.game, KnightsGame) and now.game.may_capture:
            allowed.add("ab"[2 - now.to_move])
        assert all(cells[square] in allowed for square in moves)


@every_game
@given(data=st.data())
def test_a_game_that_blocks_or_claims_ends_within_its_number_of_cells(name, data):
    now = data.draw(openings(name, SMALL_BOARDS))
    limit = now.game.board.size
    if isinstance(now.game, TrapTheKnight):  # nothing shrinks, yet no position stands too often
        now = replace(now.game, rows=3, cols=4, repetitions=now.game.repetitions or 2).start()
        limit = 2 * 12 * 11 * (now.game.repetitions - 1)
    chance = data.draw(st.randoms(use_true_random=False))
    plies = 0
    while now.outcome is None:
        quiet = [square for square in now.moves() if now.cells()[square] == "."]
        now = now.play(chance.choice(quiet or now.moves()))
        plies += 1
        assert plies <= limit


@every_game
def test_nothing_can_be_assigned_to_a_position_or_its_board(name):
    start = new_game(name).start()
    for attribute in ("game", "to_move", "outcome", "first", "mover", "anything"):
        with pytest.raises(AttributeError):
            setattr(start, attribute, 1)
    for attribute in ("rows", "cols"):
        with pytest.raises(AttributeError):
            setattr(start.game, attribute, 1)


@every_game
@given(data=st.data())
def test_squares_are_read_back_as_they_are_written_and_typed(name, data):
    game = new_game(name, data.draw(st.sampled_from(BOARDS[name])))
    square = data.draw(st.integers(0, game.board.size - 1))
    assert game.square(game.label(square)) == square
    assert game.square(game.notation.typed(*game.board.place(square))) == square


@every_game
@given(data=st.data())
def test_records_are_read_back_as_the_same_games(name, data):
    games = data.draw(st.lists(records(name, SMALL_BOARDS), max_size=3))
    assert list(read_records("".join(map(write_record, games)))) == games


@pytest.mark.parametrize(
    "refuse",
    [
        lambda: new_game("blockade").square("?"),
        lambda: new_game("knights-duel").start().play(6),
        lambda: new_game("blockade", Board(0, 0)),
        lambda: list(read_records("nothing")),
    ],
)
def test_refusals_survive_pickling(refuse):
    with pytest.raises(ValueError) as error:  # noqa: PT011 - all our refusals are ValueErrors
        refuse()
    twin = pickle.loads(pickle.dumps(error.value))
    assert type(twin) is type(error.value)
    assert str(twin) == str(error.value)
    assert vars(twin) == vars(error.value)


@every_game
@given(data=st.data())
def test_a_turned_or_mirrored_game_has_the_turned_or_mirrored_moves(name, data):
    record = data.draw(records(name, SMALL_BOARDS))
    game: Game = record.start.game
    image = data.draw(st.sampled_from(list(game.board.symmetries())))
    assert sorted(image) == list(range(game.board.size))
    mirrored = game.start()
    if isinstance(game, KnightsGame):
        mirrored = game.start(tuple(image[square] for square in record.start.knights))
    for now, square in zip(positions_of(record), (*record.squares, None), strict=True):
        assert set(mirrored.moves()) == {image[move] for move in now.moves()}
        assert mirrored.outcome == now.outcome
        if square is not None:
            mirrored = mirrored.play(image[square])


@every_game
def test_positions_are_equal_and_hash_alike_exactly_when_their_codes_are_equal(name):
    found: dict[str, Position] = {}
    level = [new_game(name, Board(3, 3)).start()]
    for _ in range(6):
        for now in level:
            twin = found.setdefault(now.code, now)
            assert twin == now
            assert hash(twin) == hash(now)
        level = [now.play(square) for now in level for square in now.moves()]
    assert len(set(found.values())) == len(found)


def test_the_order_of_marks_does_not_matter_to_blockade():
    game = new_game("blockade", Board(5, 5))
    one, other = game.start(), game.start()
    for first, second in zip((0, 4, 2, 14), (2, 4, 0, 14), strict=True):
        one, other = one.play(first), other.play(second)
    assert one == other
    assert hash(one) == hash(other)


def test_the_order_of_steps_does_not_matter_to_trap_the_knight():
    game = new_game("trap-the-knight", Board(5, 5), repetitions=4)
    one, other = game.start(), game.start()
    there, elsewhere = ("C2", "D3", "A1", "E5"), ("B3", "C4", "A1", "E5")
    for first, second in zip((*there, *elsewhere), (*elsewhere, *there), strict=True):
        one, other = one.play(game.square(first)), other.play(game.square(second))
    assert one == other
    assert hash(one) == hash(other)


def test_the_same_squares_in_two_games_are_two_positions():
    starts = {new_game(name, Board(5, 5)).start() for name in GAMES}
    assert len(starts) == len(GAMES)


near_squares = st.text("0123456789,() -+ABCDEabcde\t", max_size=12)
near_codes = st.from_regex(r"[a-z-]+\.\d\dx\d\.[12]\.[0-9abxAB-]{1,30}(\.[rh0-9A-D-]+)?")
near_records = st.text('[Game "blockade"]\n123. ;(),', max_size=60)


def refused(error: type[Exception], action: Callable[[], object]) -> str:
    """The sentence of the one error that may be raised, or nothing if all goes well."""
    try:
        action()
    except error as refusal:
        return str(refusal)
    return ""


@every_game
@given(text=st.text() | near_squares)
def test_any_text_as_a_move_is_played_or_refused_as_an_illegal_move(name, text):
    start = new_game(name).start()
    sentence = refused(IllegalMove, lambda: start.play(start.game.square(text)))
    assert sentence == "" or sentence.endswith(".")


@given(text=st.text() | near_codes)
def test_any_text_as_a_code_is_a_position_or_a_bad_setup(text):
    check_code(text)


@given(text=st.text() | near_records)
def test_any_text_as_a_record_file_is_read_or_refused_with_its_line(text):
    sentence = refused(RecordError, lambda: list(read_records(text)))
    assert sentence == "" or re.match(r"Line \d+: ", sentence)


@st.composite
def damaged(draw, text: str) -> str:
    """The text with a piece of it replaced by something else."""
    first = draw(st.integers(0, len(text)))
    last = draw(st.integers(first, min(first + 5, len(text))))
    piece = st.text(max_size=3) | st.text('0123456789abxABhr.-;()[]"\\ \n', max_size=3)
    return text[:first] + draw(piece) + text[last:]


@every_game
@given(data=st.data())
def test_a_damaged_code_is_refused_or_is_the_one_code_of_a_playable_position(name, data):
    check_code(data.draw(damaged(data.draw(records(name, SMALL_BOARDS)).last.code)))


@every_game
@given(data=st.data())
def test_a_damaged_record_is_refused_with_its_line_or_is_a_record(name, data):
    games = data.draw(st.lists(records(name, SMALL_BOARDS), min_size=1, max_size=2))
    text = data.draw(damaged("".join(map(write_record, games))))
    sentence = refused(RecordError, lambda: list(read_records(text)))
    if sentence:
        assert int(re.match(r"Line (\d+): ", sentence)[1]) in range(1, text.count("\n") + 2)
    else:
        for record in read_records(text):
            assert list(read_records(write_record(record))) == [record]


@every_game
def test_the_five_also_have_rulings_known_facts_and_a_demo(name):
    facts = GAMES[name].facts()
    assert GAMES[name].headline().known
    assert facts.rulings
    assert facts.demo
