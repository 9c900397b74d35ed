"""Sessions kept in a real store: move by move, after failures, and found again."""

from pathlib import Path

import pytest

from cornered import new_game
from cornered.play.keeping import Keeper, match_of, record_of, resumable, saved_from, session_of
from cornered.play.match import Match
from cornered.play.players import Kind, Player
from cornered.play.record import read_records, write_record
from cornered.play.session import begin
from cornered.store import MovedOn, SavedGame, SavedMatch, Store

PLAYERS = (Player(name="Ada", symbol="+"), Player(Kind.HARD, symbol="-"))


@pytest.fixture
def store(tmp_path: Path):
    store = Store(tmp_path / "games.sqlite3")
    yield store
    store.close()


def test_every_step_of_a_session_is_in_the_store(store: Store) -> None:
    keeper = Keeper(lambda: store)
    session = begin(new_game("blockade").start(), PLAYERS)
    for square in (5, 13, 3):
        session = session.play(square)
        assert keeper.keep(session)
        assert keeper.game is not None
        saved = store.game(keeper.game)
        assert saved is not None
        assert session_of(saved) == session


def test_what_is_taken_back_leaves_the_store(store: Store) -> None:
    keeper = Keeper(lambda: store)
    session = begin(new_game("blockade").start(), PLAYERS, (5, 13, 3))
    keeper.keep(session)
    session = session.undo().play(15)
    keeper.keep(session)
    assert store.games()[0].squares == session.squares


@pytest.mark.parametrize("resigns", [False, True])
def test_the_end_is_kept_with_its_reason(store: Store, resigns: bool) -> None:
    session = begin(new_game("blockade").start(), PLAYERS, (5, 13, 3) if resigns else (5, 13, 3, 15))
    session = session.resign(2) if resigns else session
    Keeper(lambda: store).keep(session)
    [saved] = store.games()
    assert session.outcome == (saved.winner, saved.reason)
    assert session_of(saved) == session


def test_the_game_goes_on_unsaved_and_is_caught_up_with_later(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.write_text("a file where the folder should be")
    keeper = Keeper(lambda: Store(home / "games.sqlite3"))
    session = begin(new_game("blockade").start(), PLAYERS, (5,))
    assert not keeper.keep(session)
    assert "cannot be used" in str(keeper.trouble)
    home.unlink()
    session = session.play(13)
    assert keeper.keep(session)
    assert keeper.trouble is None
    keeper.close()
    store = Store(home / "games.sqlite3")
    assert store.games()[0].squares == (5, 13)
    store.close()


def test_a_game_continued_elsewhere_is_not_overwritten(store: Store) -> None:
    session = begin(new_game("blockade").start(), PLAYERS, (5,))
    keeper = Keeper(lambda: store)
    keeper.keep(session)
    assert keeper.game is not None
    store.add_move(keeper.game, 1, 13)
    with pytest.raises(MovedOn):
        keeper.keep(session.play(15))
    assert store.games()[0].squares == (5, 13)


def test_games_in_progress_and_matches_between_games_can_be_resumed(store: Store) -> None:
    start = new_game("blockade").start()
    match = Match(PLAYERS, games=2)
    keeper = Keeper(lambda: store)
    keeper.keep_match(match, start.code)
    [waiting] = resumable(store)
    assert isinstance(waiting, SavedMatch)
    keeper.keep(begin(start, match.seated, (5,)), match)
    [waiting] = resumable(store)
    assert isinstance(waiting, SavedGame)
    finished = begin(start, match.seated, (5,)).resign(2)
    keeper.keep(finished, match)
    [waiting] = resumable(store)
    assert isinstance(waiting, SavedMatch)
    found = match_of(waiting, store.games(match=waiting.id))
    assert found == match.with_winner(1)
    keeper.keep_match(found.with_winner(1), start.code)
    assert not list(resumable(store))


def test_a_stored_game_survives_the_text_format(store: Store) -> None:
    Keeper(lambda: store).keep(begin(new_game("blockade").start(), PLAYERS, (5, 13)).resign(1))
    [saved] = store.games()
    [record] = read_records(write_record(record_of(saved)))
    again = saved_from(record, now="")
    assert session_of(again) == session_of(saved)
    assert again.begun == saved.begun
    assert again.seats == saved.seats
