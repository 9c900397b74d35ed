"""Sessions and matches: whose turn it is, what can be taken back, who leads."""

import pytest

from cornered import Board, new_game
from cornered.errors import BadSetup, IllegalMove
from cornered.game import Outcome, Reason
from cornered.play.match import Match
from cornered.play.players import Kind, Player
from cornered.play.session import begin

PEOPLE = (Player(), Player())
ADA, BOB = Player(name="Ada"), Player(name="Bob")


def test_a_session_is_never_changed() -> None:
    start = begin(new_game("blockade").start(), PEOPLE)
    start.play(5)
    assert start.squares == ()
    assert start.to_move == 1


def test_between_people_one_move_is_taken_back() -> None:
    session = begin(new_game("blockade").start(), PEOPLE, (5, 13))
    assert session.undo().squares == (5,)
    assert session.undo().to_move == 2


def test_against_the_computer_both_moves_are_taken_back() -> None:
    session = begin(new_game("blockade").start(), (Player(), Player(Kind.EASY)), (5, 13))
    assert session.undoable == 2
    assert session.undo().squares == ()


def test_the_computers_first_move_stays() -> None:
    session = begin(new_game("blockade").start(), (Player(Kind.EASY), Player()), (5,))
    assert session.undoable == 0
    assert session.undo() == session


def test_resigning_ends_the_game_for_the_other_player() -> None:
    session = begin(new_game("knights-duel").start(), PEOPLE).resign(1)
    assert session.outcome == Outcome(2, Reason.RESIGNED)
    with pytest.raises(IllegalMove, match="the game is over"):
        session.play(session.position.moves()[0])


def test_moves_that_could_not_have_been_played_are_refused() -> None:
    with pytest.raises(IllegalMove):
        begin(new_game("blockade").start(), PEOPLE, (5, 6))


@pytest.mark.parametrize("name", ["", " Ada", "two\nlines", "x" * 41, "tab\t"])
def test_a_name_is_one_short_printable_line(name: str) -> None:
    with pytest.raises(BadSetup, match="name"):
        Player(name=name)


@pytest.mark.parametrize("symbols", [("X", "X"), ("XX", "O"), ("", "O"), (" ", "O"), ("#", "O"), ("\t", "O")])
def test_symbols_must_be_told_apart(symbols: tuple[str, str]) -> None:
    players = Player(symbol=symbols[0]), Player(symbol=symbols[1])
    with pytest.raises(BadSetup):
        begin(new_game("blockade").start(), players)


def test_knights_take_no_symbols() -> None:
    with pytest.raises(BadSetup, match="played with knights"):
        begin(new_game("knights-duel").start(), (Player(symbol="+"), Player(symbol="-")))


def test_the_name_of_a_seat_is_nobodys() -> None:
    assert Player(name="Player 2") == Player()


def test_two_players_need_two_names() -> None:
    with pytest.raises(BadSetup, match="different names"):
        begin(new_game("blockade").start(), (ADA, ADA))


def test_seats_are_swapped_after_every_game() -> None:
    match = Match((ADA, BOB), games=3)
    assert match.seated == (ADA, BOB)
    match = match.with_winner(1)
    assert match.seated == (BOB, ADA)
    match = match.with_winner(1)
    assert match.seated == (ADA, BOB)
    assert match.score == (1, 1)
    assert [match.winning_seat(game) for game in (0, 1)] == [1, 1]


def test_seats_can_be_kept() -> None:
    match = Match((ADA, BOB), games=3, keep_seats=True).with_winner(2)
    assert match.seated == (ADA, BOB)
    assert match.with_winner(2).score == (0, 2)


def test_a_match_of_so_many_games_plays_them_all() -> None:
    match = Match((ADA, BOB), games=3, keep_seats=True).with_winner(1).with_winner(1)
    assert not match.over
    assert match.with_winner(2).over
    assert match.with_winner(2).leader == 0


def test_first_to_so_many_wins_ends_there() -> None:
    match = Match((ADA, BOB), first_to=2, keep_seats=True).with_winner(2)
    assert not match.over
    assert match.with_winner(2).over
    assert match.with_winner(2).leader == 1


def test_level_matches_have_no_leader() -> None:
    assert Match((ADA, BOB), games=2, keep_seats=True).with_winner(1).with_winner(2).leader is None


@pytest.mark.parametrize("length", [{}, {"games": 2, "first_to": 2}, {"games": 0}])
def test_a_match_needs_one_length(length: dict[str, int]) -> None:
    with pytest.raises(BadSetup):
        Match((ADA, BOB), **length)


def test_in_a_match_nobody_is_called_by_a_seat_that_changes() -> None:
    match = Match((Player(), Player(Kind.HARD)), games=2)
    assert (match.called(0), match.called(1)) == ("Player A", "hard")
    assert Match((ADA, BOB), games=2).called(1) == "Bob"


def test_a_record_tells_the_game() -> None:
    session = begin(new_game("blockade", Board(1, 3)).start(), PEOPLE, (1,))
    assert session.record(Event="Test").outcome == Outcome(1, Reason.NO_MOVES)
