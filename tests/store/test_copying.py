"""A whole store copied between a file and Postgres: byte for byte the same games, there and back."""

import subprocess
import sys
from pathlib import Path

import pytest
from game_changes import end, move, next_game, offer

from cornered.play.stored import record_of
from cornered.store import NewGame, NewMatch, SavedGame, Seat, Store
from cornered.store.changes import StoredOffer
from cornered.store.copying import _TABLES
from cornered.store.progress import Progress
from cornered.store.seats import Seats

START = "blockade.4x4.1.4-4-4-4"
ADA, BOB = Seat("Ada", "human"), Seat("Zoë 中", "human")


def cornered(*args: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", "from cornered.cli import main; main()", *map(str, args)]
    return subprocess.run(command, check=False, capture_output=True, text=True)


def fill(address: Path | str) -> None:
    store, progress = Store(address), Progress(address)
    seats = Seats(store)
    match = store.begin_match(NewMatch(START, (ADA, BOB), games=2, first_to=None, keep_seats=False))
    first = store.begin(NewGame(START, (ADA, BOB), match=match))
    second = store.begin(NewGame(START, (BOB, ADA), match=match, swapped=True))
    for ply, square in enumerate((5, 13, 3)):
        store.apply(move(first, ply, square))
    store.apply(end(first, 3, 1, "resigned"))
    seats.assign(first, {1: "ada", 2: "bob"}, help_allowed=True)
    seats.assign(second, {1: "bob", 2: None})
    seats.invite(second, "invitation")
    store.apply(offer(first, StoredOffer("rematch", 1, 3, True), version=4, plies=3))
    store.apply(next_game(first, second, version=5, plies=3))
    ended = {
        "begun": "2024-01-01T10:00:00Z",
        "ended": "2024-01-01T10:00:00Z",
        "winner": 2,
        "reason": "resigned",
    }
    store.add_games(
        SavedGame(START, (Seat(f"P{n}", "human"), Seat(None, "easy")), **ended) for n in range(1500)
    )
    progress.add("blockade.5x5.spring.1", 1234.5678901234, True, "2026-11-02")
    progress.add("blockade.5x5.spring.2", 0.1, False)
    progress.add_rush(7)
    progress.close()
    store.close()


def contents(address: Path | str) -> dict[str, list[object]]:
    store = Store(address)
    found: dict[str, list[object]] = {}
    for table, columns in _TABLES.items():
        order = ", ".join(columns.split(", ")[:4])
        found[table] = store.database.fetch(f"SELECT {columns} FROM {table} ORDER BY {order}")
    found["records"] = [str(record_of(saved)).encode() for saved in store.games()]
    store.close()
    return found


def test_a_store_is_the_same_there_and_back(tmp_path: Path, postgres) -> None:
    there, first, last = postgres.database(), tmp_path / "first.sqlite3", tmp_path / "last.sqlite3"
    fill(first)
    gone = cornered("store", "copy", first, there)
    assert (gone.returncode, "games: 1,502\n" in gone.stderr) == (0, True), gone.stderr
    back = cornered("store", "copy", there, last)
    assert back.returncode == 0, back.stderr
    assert contents(first) == contents(there) == contents(last)
    for result in (gone, back):
        assert there not in result.stdout + result.stderr  # it has the password in it
    for address in (there, last):
        store = Store(address)
        assert store.begin(NewGame(START, (ADA, BOB))) == 1503
        store.apply(move(2, 0, 5))
        store.close()


def test_every_table_that_is_kept_is_copied(tmp_path: Path) -> None:
    store = Store(tmp_path / "games.sqlite3")
    tables = {name for (name,) in store.database.fetch("SELECT name FROM sqlite_master WHERE type = 'table'")}
    columns = {
        table: [row[1] for row in store.database.fetch(f"PRAGMA table_info({table})")] for table in tables
    }
    store.close()
    assert columns == {table: names.split(", ") for table, names in _TABLES.items()}


@pytest.mark.parametrize("swap", [False, True])
def test_what_is_there_already_is_left_as_it_is(tmp_path: Path, postgres, swap) -> None:
    addresses = [tmp_path / "games.sqlite3", postgres.database()]
    source, target = addresses[::-1] if swap else addresses
    fill(source)
    store = Store(target)
    store.begin(NewGame(START, (ADA, BOB)))
    store.close()
    before = contents(target)
    refused = cornered("store", "copy", source, target)
    assert refused.returncode == 1
    assert "is not empty, and was left as it is" in refused.stderr
    assert contents(target) == before


def test_nothing_is_made_of_a_file_that_is_not_there(tmp_path: Path) -> None:
    refused = cornered("store", "copy", tmp_path / "nowhere", tmp_path / "new")
    assert (refused.returncode, refused.stderr) == (
        1,
        f"cornered: There is no file {tmp_path / 'nowhere'}.\n",
    )
    assert not list(tmp_path.iterdir())
