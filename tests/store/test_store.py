"""The store as a file: what is written stays written, once, whoever else is writing."""

import sqlite3
import subprocess
import sys
from pathlib import Path
from threading import Thread

import pytest

from cornered.store import MovedOn, NewGame, NewMatch, SavedGame, Seat, Store, StoreError, data_folder

START = "blockade.4x4.1.4-4-4-4"
ADA, BOB = Seat("Ada", "human", "+"), Seat(None, "perfect")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "home" / "games.sqlite3"


@pytest.fixture
def store(path: Path):
    store = Store(path)
    yield store
    store.close()


def test_a_game_is_read_back_as_it_was_written(store: Store, path: Path) -> None:
    number = store.begin(NewGame(START, (ADA, BOB)))
    store.add_move(number, 0, 5)
    store.add_move(number, 1, 13)
    again = Store(path)
    saved = again.game(number)
    again.close()
    assert saved is not None
    assert (saved.start, saved.seats, saved.squares) == (START, (ADA, BOB), (5, 13))
    assert (saved.ended, saved.winner, saved.reason) == (None, None, None)


def test_the_move_that_ends_a_game_is_stored_with_its_end(store: Store) -> None:
    number = store.begin(NewGame(START, (ADA, BOB)))
    store.add_move(number, 0, 5, winner=1, reason="no-moves")
    saved = store.game(number)
    assert saved is not None
    assert (saved.squares, saved.winner, saved.reason) == ((5,), 1, "no-moves")
    assert saved.ended


def test_a_ply_is_stored_once(store: Store) -> None:
    number = store.begin(NewGame(START, (ADA, BOB)))
    store.add_move(number, 0, 5)
    with pytest.raises(MovedOn, match="continued elsewhere"):
        store.add_move(number, 0, 6)
    with pytest.raises(MovedOn):
        store.add_move(number, 2, 6)


def test_of_many_moves_at_once_exactly_one_is_stored(store: Store, path: Path) -> None:
    number = store.begin(NewGame(START, (ADA, BOB)))
    accepted: list[int] = []

    def move(square: int) -> None:
        own = Store(path)
        try:
            own.add_move(number, 0, square)
            accepted.append(square)
        except MovedOn:
            pass
        finally:
            own.close()

    threads = [Thread(target=move, args=(square,)) for square in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    saved = store.game(number)
    assert saved is not None
    assert len(accepted) == 1
    assert saved.squares == tuple(accepted)


def test_moves_are_taken_back_from_the_end(store: Store) -> None:
    number = store.begin(NewGame(START, (ADA, BOB)))
    for ply, square in enumerate((5, 13, 3)):
        store.add_move(number, ply, square)
    store.take_back(number, 3, keep=1)
    store.add_move(number, 1, 15)
    saved = store.game(number)
    assert saved is not None
    assert saved.squares == (5, 15)


def test_nothing_follows_the_end(store: Store) -> None:
    number = store.begin(NewGame(START, (ADA, BOB)))
    store.end(number, 0, winner=2, reason="resigned")
    for attempt in (
        lambda: store.add_move(number, 0, 5),
        lambda: store.take_back(number, 0, 0),
        lambda: store.end(number, 0, 1, "resigned"),
    ):
        with pytest.raises(MovedOn):
            attempt()


def test_games_are_found_by_game_player_and_state(store: Store) -> None:
    first = store.begin(NewGame(START, (ADA, BOB)))
    second = store.begin(NewGame("knights-duel.5x5.1.a4-5-5-5-4b", (Seat(None, "human"), BOB)))
    store.end(first, 0, 1, "resigned")
    assert [saved.id for saved in store.games()] == [second, first]
    assert [saved.id for saved in store.games(game="blockade")] == [first]
    assert [saved.id for saved in store.games(player="Ada")] == [first]
    assert [saved.id for saved in store.games(player="Player 1")] == [second]
    assert [saved.id for saved in store.games(player="perfect")] == [second, first]
    assert [saved.id for saved in store.games(unfinished=True)] == [second]
    assert [saved.id for saved in store.games(limit=1)] == [second]
    assert store.game(99) is None


def test_tallies_count_every_side_of_every_finished_game(store: Store) -> None:
    for winner in (1, 1, 2):
        store.end(store.begin(NewGame(START, (ADA, BOB))), 0, winner, "resigned")
    store.begin(NewGame(START, (ADA, BOB)))
    assert store.tallies() == [
        ("Ada", "blockade", "4x4", "perfect", 2, 1),
        ("perfect", "blockade", "4x4", "Ada", 1, 2),
    ]
    assert store.tallies(player="Ada") == [("Ada", "blockade", "4x4", "perfect", 2, 1)]
    assert store.tallies(game="knights-duel") == []


def test_a_match_is_open_until_it_is_ended(store: Store) -> None:
    number = store.begin_match(NewMatch(START, (ADA, BOB), games=None, first_to=2, keep_seats=True))
    store.begin(NewGame(START, (BOB, ADA), match=number, swapped=True))
    [match] = store.unfinished_matches()
    assert (match.id, match.players, match.first_to, match.keep_seats) == (number, (ADA, BOB), 2, True)
    assert [game.swapped for game in store.games(match=number)] == [True]
    store.end_match(number)
    assert store.unfinished_matches() == []


def test_whole_games_are_added_all_or_none(store: Store) -> None:
    good = SavedGame(START, (ADA, BOB), squares=(5, 13), begun="2026-01-01T00:00:00Z", ended="x", winner=1)
    bad = SavedGame(START, (ADA, BOB), squares=(5, None), begun="2026-01-01T00:00:00Z")  # type: ignore[arg-type]
    with pytest.raises(StoreError):
        store.add_games([good, bad])
    assert store.games() == []
    [number] = store.add_games([good])
    saved = store.game(number)
    assert saved is not None
    assert (saved.squares, saved.begun, saved.winner) == ((5, 13), "2026-01-01T00:00:00Z", 1)


def test_two_stores_write_side_by_side(store: Store, path: Path) -> None:
    other = Store(path)
    mine, theirs = store.begin(NewGame(START, (ADA, BOB))), other.begin(NewGame(START, (BOB, ADA)))
    for ply, square in enumerate((5, 13, 3, 15)):
        store.add_move(mine, ply, square)
        other.add_move(theirs, ply, square)
    assert {saved.squares for saved in store.games()} == {(5, 13, 3, 15)}
    other.close()


def test_a_game_is_claimed_by_one_process_until_it_ends(store: Store, path: Path) -> None:
    number = store.begin(NewGame(START, (ADA, BOB)))
    assert store.claim(number)
    program = (
        "import sys; from pathlib import Path; from cornered.store import Store;"
        f"store = Store(Path(sys.argv[1])); print(store.claim({number}), flush=True); sys.stdin.read()"
    )
    refused = subprocess.run(
        [sys.executable, "-c", program, path], input="", capture_output=True, text=True, check=True
    )
    assert refused.stdout == "False\n"
    store.close()
    with subprocess.Popen(
        [sys.executable, "-c", program, path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "True\n"
        again = Store(path)
        assert not again.claim(number)
        holder.kill()
        holder.wait()
        assert again.claim(number)
        again.close()


def test_every_transaction_reaches_the_disk_before_it_returns(store: Store) -> None:
    assert store._connection.execute("PRAGMA synchronous").fetchone() == (2,)


def test_a_newer_file_is_named_and_left_untouched(store: Store, path: Path) -> None:
    store.close()
    with sqlite3.connect(path) as newer:
        newer.execute("PRAGMA user_version = 7")
    newer.close()
    before = path.read_bytes()
    with pytest.raises(StoreError, match=r"newer Cornered \(format 7; this one knows 4\).*left as it is"):
        Store(path)
    assert path.read_bytes() == before


@pytest.mark.parametrize("place", [0, 4096])
def test_a_damaged_file_is_named_and_left_untouched(store: Store, path: Path, place: int) -> None:
    for _ in range(20):
        store.begin(NewGame(START, (ADA, BOB)))
    store.close()
    damaged = bytearray(path.read_bytes())
    damaged[place : place + 3000] = b"\xa5" * 3000
    path.write_bytes(damaged)
    with pytest.raises(StoreError, match=r"damaged.*left as it is"):
        Store(path)
    assert path.read_bytes() == bytes(damaged)


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(StoreError, match="file/home cannot be used"):
        Store(tmp_path / "file" / "home" / "games.sqlite3")


def test_a_file_that_cannot_be_opened_is_named(tmp_path: Path) -> None:
    (tmp_path / "games.sqlite3").mkdir()
    with pytest.raises(StoreError, match="cannot be used"):
        Store(tmp_path / "games.sqlite3")


def test_the_environment_chooses_the_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("CORNERED_HOME", str(tmp_path))
    assert data_folder() == tmp_path
    monkeypatch.delenv("CORNERED_HOME")
    assert data_folder().name == "cornered"


def test_a_file_opened_twice_here_is_not_taken_away_by_a_visitor(store: Store, path: Path) -> None:
    """Whoever closes the file last deletes its log: another program must not believe that it is the last."""
    number = store.begin(NewGame(START, (ADA, BOB)))
    second = Store(path)
    visit = f"from pathlib import Path; from cornered.store import Store; Store(Path({str(path)!r})).close()"
    subprocess.run([sys.executable, "-c", visit], check=True)
    assert path.with_name("games.sqlite3-wal").exists()
    store.add_move(number, 0, 5)
    assert second.game(number) == store.game(number)
    second.close()
