"""The file behind the store: where it lies, how it is opened, and what is said when it cannot be.

Write-ahead logging with `synchronous=FULL`: a transaction is on disk when it ends, one terminal reads while
another writes, and a killed process leaves nothing half done.
"""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from cornered.errors import CorneredError

FILE = "games.sqlite3"

_GAMES = """
CREATE TABLE matches (
    id INTEGER PRIMARY KEY,
    start TEXT NOT NULL,
    name_a TEXT, kind_a TEXT NOT NULL, symbol_a TEXT,
    name_b TEXT, kind_b TEXT NOT NULL, symbol_b TEXT,
    games INTEGER, first_to INTEGER, keep_seats INTEGER NOT NULL,
    begun TEXT NOT NULL, ended TEXT
);
CREATE TABLE games (
    id INTEGER PRIMARY KEY,
    game TEXT NOT NULL,
    start TEXT NOT NULL,
    name_1 TEXT, kind_1 TEXT NOT NULL, symbol_1 TEXT,
    name_2 TEXT, kind_2 TEXT NOT NULL, symbol_2 TEXT,
    match_id INTEGER REFERENCES matches,
    swapped INTEGER NOT NULL DEFAULT 0,
    begun TEXT NOT NULL, ended TEXT,
    winner INTEGER, reason TEXT
);
CREATE INDEX games_of_match ON games (match_id);
CREATE TABLE moves (
    game_id INTEGER NOT NULL REFERENCES games,
    ply INTEGER NOT NULL,
    square INTEGER NOT NULL,
    at TEXT NOT NULL,
    PRIMARY KEY (game_id, ply)
) WITHOUT ROWID;
"""

_PUZZLES = """
CREATE TABLE puzzles (
    id INTEGER PRIMARY KEY,
    puzzle TEXT NOT NULL,
    rating REAL NOT NULL,
    solved INTEGER NOT NULL,
    at TEXT NOT NULL,
    day TEXT
);
CREATE TABLE rushes (
    id INTEGER PRIMARY KEY,
    solved INTEGER NOT NULL,
    at TEXT NOT NULL
);
"""

_FORMATS = (_GAMES, _PUZZLES)
"""What each version of the file added to the one before; SQLite keeps the version in the file's header."""

FORMAT = len(_FORMATS)

_PATIENCE = 10  # seconds to wait for another program's transaction
_AWAY = "move it away to begin a new one, or set CORNERED_HOME to another folder"


class StoreError(CorneredError):
    """The games cannot be read or written; `str()` says what went wrong and what can be done."""


def data_folder() -> Path:
    """Where the games are kept: `CORNERED_HOME`, or the user's data folder."""
    home = os.environ.get("CORNERED_HOME")
    if home:
        return Path(home)
    from platformdirs import user_data_path

    return user_data_path("cornered", appauthor=False)


def connect(path: Path) -> sqlite3.Connection:
    """The database in this file, made if there is none; a damaged or newer one is left untouched."""
    with explained(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        _refuse_what_is_not_ours(path)
        connection = sqlite3.connect(path, timeout=_PATIENCE, isolation_level=None, check_same_thread=False)
        try:
            _prepare(connection, path)
        except BaseException:
            connection.close()
            raise
    return connection


@contextmanager
def transaction(connection: sqlite3.Connection, path: Path) -> Iterator[None]:
    """All of it or nothing; on disk when it ends. Inside another one it is a part of that."""
    with explained(path):
        if connection.in_transaction:
            yield
            return
        connection.execute("BEGIN IMMEDIATE")
        try:
            yield
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise


@contextmanager
def explained(path: Path) -> Iterator[None]:
    """Failures of the file as `StoreError`, in a sentence."""
    try:
        yield
    except OSError as error:
        raise StoreError(f"{path.parent} cannot be used ({error.strerror}).") from error
    except sqlite3.OperationalError as error:
        raise StoreError(f"{path} cannot be used ({error}).") from error
    except sqlite3.DatabaseError as error:
        raise _damaged(path) from error


def _refuse_what_is_not_ours(path: Path) -> None:
    """Looks at the file without a trace before SQLite opens it to write, which may change it at once.

    SQLite itself must look: were we to open and close the file, the system would drop the locks that
    this process may hold on it already.
    """
    if not path.exists() or not path.stat().st_size:
        return
    untouched = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro&immutable=1", uri=True)
    try:
        _refuse_newer(path, _version(untouched))
    finally:
        untouched.close()


def _prepare(connection: sqlite3.Connection, path: Path) -> None:
    version = _version(connection)
    _refuse_newer(path, version)
    if version and connection.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok":
        raise _damaged(path)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    if version < FORMAT:
        with transaction(connection, path):
            _bring_up_to_date(connection)


def _bring_up_to_date(connection: sqlite3.Connection) -> None:
    """Adds what is missing; another terminal may have been first."""
    for tables in _FORMATS[_version(connection) :]:
        for statement in tables.strip().split(";\n"):
            connection.execute(statement)
    connection.execute(f"PRAGMA user_version = {FORMAT}")


def _version(connection: sqlite3.Connection) -> int:
    version: int = connection.execute("PRAGMA user_version").fetchone()[0]
    return version


def _refuse_newer(path: Path, version: int) -> None:
    if version > FORMAT:
        raise StoreError(
            f"{path} was written by a newer Cornered (format {version}; this one knows {FORMAT}). "
            f"It was left as it is: update Cornered, or {_AWAY}."
        )


def _damaged(path: Path) -> StoreError:
    return StoreError(f"{path} is damaged, or is no database of games. It was left as it is: {_AWAY}.")
