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
from cornered.store.migrations import MIGRATIONS

FILE = "games.sqlite3"

FORMAT = len(MIGRATIONS)
"""The version of the tables; SQLite keeps it in the file's header."""

_PATIENCE = 10  # seconds to wait for another program's transaction
_WHOLE = "BEGIN IMMEDIATE", "COMMIT", ("ROLLBACK",)
_STEP = "SAVEPOINT step", "RELEASE step", ("ROLLBACK TO step", "RELEASE step")
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
        if path.exists() and path.stat().st_size:
            refuse_what_is_not_ours(path, new=True)
        connection = sqlite3.connect(path, timeout=_PATIENCE, isolation_level=None, check_same_thread=False)
        try:
            _prepare(connection, path)
        except BaseException:
            connection.close()
            raise
    return connection


@contextmanager
def transaction(connection: sqlite3.Connection, path: Path) -> Iterator[None]:
    """All of it or nothing; on disk when it ends, or when the one around it does."""
    begin, commit, rollback = _STEP if connection.in_transaction else _WHOLE
    with explained(path):
        connection.execute(begin)
        try:
            yield
            connection.execute(commit)
        except BaseException:
            if connection.in_transaction:  # a full disk has ended it already
                for statement in rollback:
                    connection.execute(statement)
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


def refuse_what_is_not_ours(path: Path, *, new: bool = False) -> None:
    """`StoreError` unless the file has games that this program can read; a `new` one may have none at all.

    Looks at the file without a trace before SQLite opens it to write, which may change it at once.

    SQLite itself must look: were we to open and close the file, the system would drop the locks that
    this process may hold on it already.
    """
    untouched = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro&immutable=1", uri=True)
    try:
        version = _version(untouched)
        _refuse_newer(path, version)
        if not version and not new:
            raise _damaged(path)
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
            _migrate(connection)


def _migrate(connection: sqlite3.Connection) -> None:
    for script in MIGRATIONS[_version(connection) :]:  # asked again: another program may have been first
        for statement in script.strip().split(";\n"):
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
