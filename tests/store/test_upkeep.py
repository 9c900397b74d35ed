"""Games that nobody goes on with, and copies of all of them."""

import sqlite3
from pathlib import Path

import pytest
from game_changes import move, next_game

from cornered.store import NewGame, Seat, Store, StoreError, now, upkeep
from cornered.store.seats import Seats
from cornered.store.upkeep import back_up, expire, restore

NEW = NewGame("blockade.4x4.1.4-4-4-4", (Seat("Ada", "human"), Seat("Bob", "human")))
LONG_AGO = "2020-01-01T00:00:00Z"


@pytest.fixture
def file(tmp_path: Path):
    store = Store(tmp_path / "home" / "games.sqlite3")
    yield store
    store.close()


def begun_long_ago(store: Store, *squares: int, on_a_site: bool = True) -> int:
    number = store.begin(NEW)
    if on_a_site:
        Seats(store).assign(number, {1: "ada", 2: "bob"}, help_allowed=True)
    for ply, square in enumerate(squares):
        store.apply(move(number, ply, square))
    store.database.change("UPDATE games SET begun = ? WHERE id = ?", (LONG_AGO, number))
    return number


def moved_long_ago(store: Store, *squares: int) -> int:
    number = begun_long_ago(store, *squares)
    store.database.change("UPDATE moves SET at = ? WHERE game_id = ?", (LONG_AGO, number))
    return number


def test_only_games_of_a_site_expire_that_have_had_no_move_for_long(store: Store) -> None:
    never_moved, stopped = begun_long_ago(store), moved_long_ago(store, 5, 13)
    moved_lately, of_a_terminal = begun_long_ago(store, 5), begun_long_ago(store, on_a_site=False)
    follower = begun_long_ago(store, 5)
    store.apply(next_game(never_moved, follower, version=0))
    assert expire(store, now(days_ago=90), "called-off") == [never_moved, stopped]
    assert store.game(never_moved) is None
    assert Seats(store).held_in([never_moved]) == {never_moved: {}}
    ended = store.game(stopped)
    assert ended is not None
    assert (ended.squares, ended.winner, ended.reason) == ((5, 13), None, "called-off")
    going_on = {saved.id for saved in store.games(unfinished=True)}
    assert going_on == {moved_lately, of_a_terminal, follower}
    assert store.tallies() == []


def test_a_copy_has_all_that_was_there_and_is_put_back(file: Store, tmp_path: Path) -> None:
    first, copy = file.begin(NEW), tmp_path / "copy.sqlite3"
    file.apply(move(first, 0, 5))
    back_up(file, copy)
    file.apply(move(first, 1, 13))
    second = file.begin(NEW)
    kept = restore(file, copy)
    saved = file.game(first)
    assert saved is not None
    assert (saved.squares, file.game(second)) == ((5,), None)
    file.apply(move(first, 1, 15))
    earlier = Store(kept)
    assert [one.squares for one in earlier.games()] == [(), (5, 13)]
    earlier.close()


def test_a_copy_is_not_written_over_another_file(file: Store, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.write_text("mine")
    with pytest.raises(StoreError, match="is there already"):
        back_up(file, other)
    assert other.read_text() == "mine"


@pytest.mark.parametrize(
    ("version", "sentence"), [(0, "is no database of games"), (99, "written by a newer Cornered")]
)
def test_what_is_no_copy_of_games_is_not_put_back(file: Store, tmp_path: Path, version, sentence) -> None:
    number, foreign = file.begin(NEW), tmp_path / "foreign.sqlite3"
    with sqlite3.connect(foreign) as other:
        other.execute("CREATE TABLE letters (text)")
        other.execute(f"PRAGMA user_version = {version}")
    other.close()
    for path, told in ((foreign, sentence), (tmp_path / "nowhere", "There is no file")):
        with pytest.raises(StoreError, match=told):
            restore(file, path)
    assert file.game(number)


def test_of_two_copies_of_one_name_the_first_stays(file: Store, tmp_path: Path, monkeypatch) -> None:
    """The other program has finished while this one was copying."""
    copy = tmp_path / "copy.sqlite3"
    give_name = upkeep._give_name

    def late(half: Path, name: Path) -> None:
        name.write_text("the other one's")
        give_name(half, name)

    monkeypatch.setattr(upkeep, "_give_name", late)
    with pytest.raises(StoreError, match="is there already, and was left as it is"):
        back_up(file, copy)
    assert copy.read_text() == "the other one's"
    assert list(tmp_path.glob("copy*")) == [copy]
