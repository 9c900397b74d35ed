"""The store as a file: claimed by one process, on disk in time, and left alone where it is not ours."""

import sqlite3
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import closing
from pathlib import Path

import pytest
from game_changes import move

from cornered.store import NewGame, Seat, Store, StoreError, data_folder
from cornered.store.sqlite_file import FORMAT, SqliteFile

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
    assert store.database.fetch("PRAGMA synchronous") == [(2,)]


def test_a_newer_file_is_named_and_left_untouched(store: Store, path: Path) -> None:
    store.close()
    with sqlite3.connect(path) as newer:
        newer.execute(f"PRAGMA user_version = {FORMAT + 1}")
    newer.close()
    before = path.read_bytes()
    with pytest.raises(
        StoreError, match=rf"newer Cornered \(format {FORMAT + 1}; this one knows {FORMAT}\).*left as it is"
    ):
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


def test_a_file_that_is_cut_off_is_named_and_left_untouched(store: Store, path: Path) -> None:
    for _ in range(20):
        store.begin(NewGame(START, (ADA, BOB)))
    store.close()
    half = path.read_bytes()[: 2 * 4096]
    path.write_bytes(half)
    with pytest.raises(StoreError, match=r"damaged.*left as it is"):
        Store(path)
    assert path.read_bytes() == half


def test_a_file_that_another_program_is_making_longer_is_opened(
    store: Store, path: Path, tmp_path: Path
) -> None:
    """What a visitor finds, or is left by a power cut, while the log of changes goes into the file."""
    number = [store.begin(NewGame(START, (ADA, BOB))) for _ in range(20)][-1]
    store.database.fetch("PRAGMA wal_checkpoint")
    begun = tmp_path / "begun.sqlite3"
    begun.write_bytes(path.read_bytes()[: 2 * 4096])
    begun.with_name("begun.sqlite3-wal").write_bytes(path.with_name("games.sqlite3-wal").read_bytes())
    opened = Store(begun)
    assert opened.game(number) == store.game(number)
    opened.close()


def test_a_new_file_waits_for_another_program_that_is_opening_it(path: Path) -> None:
    path.parent.mkdir()
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with ThreadPoolExecutor() as pool:
        opening = pool.submit(Store, path)
        wait([opening], timeout=0.5)  # long enough to be refused
        other.close()
        store = opening.result()
    assert store.game(1) is None
    store.close()


def test_a_file_that_a_newer_program_brings_up_to_date_first_is_left_untouched(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path.parent.mkdir()
    newer = sqlite3.connect(path, isolation_level=None)
    begin = SqliteFile._begin

    def late(file: SqliteFile, statement: str) -> None:
        newer.execute(f"PRAGMA user_version = {FORMAT + 1}")
        newer.close()
        begin(file, statement)

    monkeypatch.setattr(SqliteFile, "_begin", late)
    with pytest.raises(StoreError, match="newer Cornered"):
        Store(path)
    monkeypatch.undo()
    with closing(sqlite3.connect(path)) as left:
        assert left.execute("PRAGMA user_version").fetchone() == (FORMAT + 1,)


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
    store.apply(move(number, 0, 5))
    assert second.game(number) == store.game(number)
    second.close()
