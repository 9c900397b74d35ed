"""Games kept in a real store: move by move, after failures, and found again."""

from functools import cache
from pathlib import Path

import pytest
from game_changes import move

from cornered import Outcome, Reason, new_game
from cornered.play.game_log import GameLog, MatchLog
from cornered.play.match import Match
from cornered.play.players import Kind, Player
from cornered.play.record import read_records, write_record
from cornered.play.session import Session, begin
from cornered.play.stored import (
    match_of,
    record_of,
    resumable,
    saved_from,
    seats_of,
    session_of,
    terms_of,
)
from cornered.store import MovedOn, SavedGame, SavedMatch, Store, StoreError

PLAYERS = (Player(name="Ada", symbol="+"), Player(Kind.HARD, symbol="-"))
START = new_game("blockade").start()


@pytest.fixture
def store(tmp_path: Path):
    store = Store(tmp_path / "games.sqlite3")
    yield store
    store.close()


@pytest.fixture
def log(store: Store) -> GameLog:
    return GameLog(lambda: store, START.code, seats_of(PLAYERS))


def played(log: GameLog, *squares: int, session: Session | None = None) -> Session:
    """The session after these moves, each of which is in the log."""
    session = session or begin(START, PLAYERS)
    for square in squares:
        session = session.play(square)
        log.append(square, session.outcome)
    return session


def test_every_move_is_in_the_store_when_it_has_been_appended(store: Store, log: GameLog) -> None:
    session = begin(START, PLAYERS)
    for square in (5, 13, 3):
        session = played(log, square, session=session)
        assert log.number is not None
        saved = store.game(log.number)
        assert saved is not None
        assert session_of(saved) == session


def test_a_game_is_in_the_store_from_its_first_move_on_or_when_it_is_begun(
    store: Store, log: GameLog
) -> None:
    assert not store.games()
    number = log.begin()
    assert log.number == number
    played(log, 5)
    assert [saved.id for saved in store.games()] == [number]


def test_what_is_taken_back_leaves_the_store(store: Store, log: GameLog) -> None:
    played(log, 5, 13, 3)
    log.take_back(2)
    log.append(15)
    assert store.games()[0].squares == (5, 13, 15)


@pytest.mark.parametrize("resigns", [False, True])
def test_the_end_is_kept_with_its_reason(store: Store, log: GameLog, resigns: bool) -> None:
    session = played(log, 5, 13, 3, *(() if resigns else (15,)))
    if resigns:
        session = session.resign(2)
        log.end(Outcome(1, Reason.RESIGNED))
    [saved] = store.games()
    assert session.outcome == (saved.winner, saved.reason)
    assert session_of(saved) == session


def test_resigning_before_the_first_move_keeps_a_game_without_moves(store: Store, log: GameLog) -> None:
    log.end(Outcome(2, Reason.RESIGNED))
    [saved] = store.games()
    assert (saved.squares, saved.winner) == ((), 2)


def test_a_step_that_cannot_be_written_changes_nothing_and_can_be_tried_again(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.write_text("a file where the folder should be")
    opened = cache(lambda: Store(home / "games.sqlite3"))
    log = GameLog(opened, START.code, seats_of(PLAYERS))
    with pytest.raises(StoreError, match="cannot be used"):
        log.append(5)
    assert log.number is None
    home.unlink()
    log.append(5)
    log.append(13)
    assert opened().games()[0].squares == (5, 13)
    opened().close()


def test_a_game_continued_elsewhere_is_not_overwritten(store: Store, log: GameLog) -> None:
    played(log, 5)
    assert log.number is not None
    store.apply(move(log.number, 1, 13))
    with pytest.raises(MovedOn):
        log.append(15)
    with pytest.raises(MovedOn):
        log.take_back(0)
    with pytest.raises(MovedOn):
        log.end(Outcome(1, Reason.RESIGNED))
    assert store.games()[0].squares == (5, 13)


def test_a_stored_game_goes_on_where_it_was_left(store: Store, log: GameLog) -> None:
    played(log, 5, 13)
    [saved] = store.games()
    again = GameLog.going_on(lambda: store, saved)
    played(again, 3, session=session_of(saved))
    again.take_back(1)
    assert [(game.id, game.squares) for game in store.games()] == [(log.number, (5,))]


def test_games_in_progress_and_matches_between_games_can_be_resumed(store: Store) -> None:
    match = Match(PLAYERS, games=2)
    match_log = MatchLog(lambda: store, terms_of(match, START.code))
    match_log.begin()
    [waiting] = resumable(store)
    assert isinstance(waiting, SavedMatch)
    log = GameLog(lambda: store, START.code, seats_of(match.seated), match_log, match.swapped)
    log.append(5)
    [waiting] = resumable(store)
    assert isinstance(waiting, SavedGame)
    log.end(Outcome(1, Reason.RESIGNED))
    [waiting] = resumable(store)
    assert isinstance(waiting, SavedMatch)
    assert match_of(waiting, store.games(match=waiting.id)) == match.with_winner(1)
    MatchLog(lambda: store, waiting).end()
    assert not list(resumable(store))


@pytest.mark.parametrize("step", ["begin", "append", "end"])
def test_whatever_step_stores_a_match_game_first_that_its_seats_are_swapped_is_kept(
    store: Store, step: str
) -> None:
    match = Match(PLAYERS, games=3).with_winner(1)
    match_log = MatchLog(lambda: store, terms_of(match, START.code))
    match_log.begin()
    log = GameLog(lambda: store, START.code, seats_of(match.seated), match_log, match.swapped)
    steps = {
        "begin": log.begin,
        "append": lambda: log.append(5),
        "end": lambda: log.end(Outcome(2, Reason.RESIGNED)),
    }
    steps[step]()
    [saved] = store.games()
    assert saved.swapped
    assert saved.match == match_log.number
    assert session_of(saved).players == match.seated


def test_a_stored_game_survives_the_text_format(store: Store, log: GameLog) -> None:
    played(log, 5, 13)
    log.end(Outcome(2, Reason.RESIGNED))
    [saved] = store.games()
    [record] = read_records(write_record(record_of(saved)))
    again = saved_from(record, now="")
    assert session_of(again) == session_of(saved)
    assert again.begun == saved.begun
    assert again.seats == saved.seats
