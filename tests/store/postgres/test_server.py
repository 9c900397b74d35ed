"""What is Postgres' own: tables of other formats, servers that go away, and passwords that nobody sees."""

import subprocess
import sys

import psycopg
import pytest
from game_changes import move

from cornered.store import MovedOn, NewGame, Seat, Store, StoreError
from cornered.store.postgres.server import FORMAT, described
from cornered.store.postgres.tables import MIGRATIONS
from cornered.store.seats import Seats

START = "blockade.4x4.1.4-4-4-4"
NEW = NewGame(START, (Seat("Ada", "human"), Seat(None, "perfect")))


@pytest.fixture
def address(postgres):
    return postgres.database()


def test_tables_of_a_newer_format_are_named_and_left_untouched(address: str) -> None:
    Store(address).close()
    with psycopg.connect(address) as newer:
        newer.execute("UPDATE format SET version = 99")
        newer.execute("DROP TABLE puzzles")
    with pytest.raises(
        StoreError, match=rf"newer Cornered \(format 99; this one knows {FORMAT}\).*left as it is"
    ):
        Store(address)
    with psycopg.connect(address) as newer:
        assert newer.execute("SELECT version, to_regclass('puzzles') FROM format").fetchall() == [(99, None)]


@pytest.mark.parametrize("version", range(1, FORMAT))
def test_tables_of_an_earlier_format_are_brought_up_to_date(address: str, version: int) -> None:
    with psycopg.connect(address) as old:
        for script in MIGRATIONS[:version]:
            old.execute(script)
        old.execute("UPDATE format SET version = %s", (version,))
        old.execute(
            "INSERT INTO games (game, start, kind_1, kind_2, begun) "
            f"VALUES ('blockade', '{START}', 'human', 'human', 'then')"
        )
        if version == 1:
            old.execute("INSERT INTO moves VALUES (1, 0, 5, 'then')")
        else:
            old.execute("INSERT INTO moves VALUES (1, 0, 5, 'then'); UPDATE games SET plies = 1")
    store = Store(address)
    store.apply(move(1, 1, 13, version=0))
    saved = store.game(1)
    assert saved is not None
    assert saved.squares == (5, 13)
    assert Seats(store).around([1])[1].offer is None
    store.close()


def test_of_many_programs_that_begin_at_once_one_makes_the_tables(address: str) -> None:
    visit = "import sys; from cornered.store import Store; Store(sys.argv[1]).close()"
    visits = [subprocess.Popen([sys.executable, "-c", visit, address]) for _ in range(4)]
    assert [visit.wait() for visit in visits] == [0] * 4


def test_what_is_on_disk_does_not_depend_on_the_settings_of_the_server(address: str) -> None:
    with psycopg.connect(address, autocommit=True) as host:
        host.execute("ALTER DATABASE " + host.info.dbname + " SET synchronous_commit = off")
    store = Store(address)
    assert store.database.fetch("SHOW synchronous_commit") == [("on",)]
    store.close()


def test_a_server_that_was_away_is_found_again(address: str) -> None:
    store = Store(address)
    number = store.begin(NEW)
    for again in (
        lambda: store.apply(move(number, 0, 5)),
        lambda: store.game(number),
        lambda: store.versions([number]),
    ):
        with psycopg.connect(address, autocommit=True) as host:
            host.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'cornered' "
                "AND datname = current_database()"
            )
        again()
    saved = store.game(number)
    assert saved is not None
    assert saved.squares == (5,)
    store.close()


def test_a_connection_that_is_lost_within_a_transaction_undoes_it_all(address: str) -> None:
    store = Store(address)
    number = store.begin(NEW)

    def cut() -> None:
        with store.together():
            store.apply(move(number, 0, 5))
            with psycopg.connect(address, autocommit=True) as host:
                pid = store.database.fetch("SELECT pg_backend_pid()")[0]
                host.execute("SELECT pg_terminate_backend(%s)", pid)
            store.apply(move(number, 1, 13))

    with pytest.raises(StoreError, match="cannot be used"):
        cut()
    saved = store.game(number)
    assert saved is not None
    assert saved.squares == ()
    with pytest.raises(MovedOn):
        store.apply(move(number, 1, 13))
    store.close()


@pytest.mark.parametrize(
    ("address", "told"),
    [
        ("postgresql://me:hunter2@127.0.0.1:1/games", r"postgresql://me@127\.0\.0\.1:1/games cannot be used"),
        (
            "postgresql://me:hunter2@127.0.0.1:1,127.0.0.2:2/games",
            r"//me@127\.0\.0\.1:1,127\.0\.0\.2:2/",
        ),
        ("postgresql://127.0.0.1:1/games?password=hunter2", r"postgresql://127\.0\.0\.1:1/games cannot be"),
        ("postgresql://me:hunter2@elsewhere@127.0.0.1/games", r"cannot be read: write postgresql://USER"),
        ("postgresql://me:hunter2%zz@127.0.0.1/games", r"cannot be read: write postgresql://USER"),
        ("postgresql://me:hunter2/3@127.0.0.1/games", r"cannot be read: write postgresql://USER"),
        ("mysql://me:hunter2@127.0.0.1/games", r"in a file or at postgresql://USER@HOST/DATABASE"),
        ("postgresql://me@127.0.0.1/games?pass=hunter2", r"cannot be read: write postgresql://USER"),
    ],
)
def test_no_password_is_told(address: str, told: str) -> None:
    with pytest.raises(StoreError, match=told) as refused:
        Store(address)
    assert "hunter2" not in str(refused.value)
    assert "hunter2" not in str(refused.value.__cause__)


def test_a_wrong_password_is_not_told_either(address: str) -> None:
    wrong = address.replace(":" + str(psycopg.conninfo.conninfo_to_dict(address)["password"]), ":hunter2")
    with pytest.raises(StoreError, match="password authentication failed") as refused:
        Store(wrong)
    assert "hunter2" not in str(refused.value)
    assert "hunter2" not in described(wrong)


def test_a_store_in_a_file_needs_no_psycopg(tmp_path) -> None:
    code = (
        "import sys; from cornered.store import Store; Store(sys.argv[1]).close(); "
        "assert not {'psycopg', 'cornered.store.postgres'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code, tmp_path / "games.sqlite3"], check=True)
    code = (
        "import sys; sys.modules['psycopg'] = None\nfrom cornered.store import Store, StoreError\n"
        "try: Store('postgresql:///games')\nexcept StoreError as error: print(error)"
    )
    told = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert told.stdout == "A store in Postgres needs psycopg: pip install 'cornered[postgres]'.\n"
