"""The file behind a store: how it is opened, and what is said when it cannot be.

Write-ahead logging with `synchronous=FULL`: a transaction is on disk when it ends, one terminal reads while
another writes, and a killed process leaves nothing half done.
"""

import sqlite3
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

from cornered.store.claims import Claims
from cornered.store.database import Database, StoreError, Values, newer
from cornered.store.migrations import MIGRATIONS

FORMAT = len(MIGRATIONS)
"""The version of the tables; SQLite keeps it in the file's header."""

_PATIENCE = 10  # seconds to wait for another program's transaction
_AWAY = "move it away to begin a new one, or set CORNERED_HOME to another folder"


class SqliteFile(Database):
    """The tables in one file; what one process writes, the others see at once."""

    BEGIN = "BEGIN IMMEDIATE"
    SNAPSHOT = "BEGIN"
    SQUARES = (
        "(SELECT group_concat(square, ' ') FROM "
        "(SELECT square FROM moves WHERE game_id = games.id ORDER BY ply))"
    )
    SIZE = (
        "SELECT (page_count - freelist_count) * page_size "
        "FROM pragma_page_count, pragma_freelist_count, pragma_page_size"
    )

    def __init__(self, path: Path) -> None:
        self.path = path
        self.where = str(path)
        self.connection = self._opened()
        self._claims = Claims(path.parent)

    def close(self) -> None:
        self._claims.close()
        self.connection.close()

    @property
    def in_transaction(self) -> bool:
        return self.connection.in_transaction

    def notify(self, text: str) -> None:
        """Nobody listens: a file has one site."""

    def claim(self, game: int) -> bool:
        with self.explained():
            return self._claims.take(game)

    def share(self) -> bool:
        with self.explained():
            return self._claims.share()

    def claim_all(self) -> bool:
        with self.explained():
            return self._claims.take_all()

    def change(self, statement: str, values: Values = ()) -> int:
        with self.explained():
            return self.connection.execute(statement, values).rowcount

    def change_many(self, statement: str, rows: Iterable[Sequence[Any]]) -> None:
        with self.explained():
            self.connection.executemany(statement, rows)

    def fetch(self, query: str, values: Values = ()) -> list[Any]:
        with self.explained():
            return self.connection.execute(query, values).fetchall()

    def fetch_named(self, query: str, values: Values = ()) -> list[Any]:
        with self.explained():
            cursor = self.connection.cursor()
            cursor.row_factory = sqlite3.Row
            return cursor.execute(query, values).fetchall()

    def among(self, numbers: Sequence[int]) -> tuple[str, Any]:
        return "IN (SELECT value FROM json_each(?))", str(list(numbers))

    def stream(self, query: str) -> Iterator[Sequence[Any]]:
        with self.explained():
            yield from self.connection.execute(query)

    def after_copying(self, table: str) -> None:
        """Nothing is to be done: a new row gets the number after the highest."""

    def explained(self) -> AbstractContextManager[None]:
        return explained(self.path)

    def _run(self, statement: str) -> None:
        self.connection.execute(statement)

    def _opened(self) -> sqlite3.Connection:
        """The database in this file, made if there is none; a damaged or newer one is left untouched."""
        path = self.path
        with explained(path):
            path.parent.mkdir(parents=True, exist_ok=True)
            if path.exists() and path.stat().st_size:
                refuse_what_is_not_ours(path, new=True)
            self.connection = sqlite3.connect(
                path, timeout=_PATIENCE, isolation_level=None, check_same_thread=False
            )
            try:
                self._prepare()
            except BaseException:
                self.connection.close()
                raise
        return self.connection

    def _prepare(self) -> None:
        connection = self.connection
        version = _version(connection)
        _refuse_newer(self.path, version)
        if version and connection.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok":
            raise _damaged(self.path)
        _write_ahead(connection)
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
        if version < FORMAT:
            with self.transaction():
                self._migrate()

    def _migrate(self) -> None:
        version = _version(self.connection)  # asked again: another program may have been first
        _refuse_newer(self.path, version)
        for script in MIGRATIONS[version:]:
            for statement in script.strip().split(";\n"):
                self.connection.execute(statement)
        self.connection.execute(f"PRAGMA user_version = {FORMAT}")


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
    except sqlite3.DatabaseError as error:
        # Looked at without a lock, a file that another program is making longer seems to be cut off.
        if not new or error.sqlite_errorcode != sqlite3.SQLITE_CORRUPT:
            raise
    finally:
        untouched.close()


def _write_ahead(connection: sqlite3.Connection) -> None:
    """Puts the file into its mode, when nobody else is writing: SQLite itself does not wait here."""
    deadline = time.monotonic() + _PATIENCE
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                raise
        time.sleep(0.01)


def _version(connection: sqlite3.Connection) -> int:
    version: int = connection.execute("PRAGMA user_version").fetchone()[0]
    return version


def _refuse_newer(path: Path, version: int) -> None:
    if version > FORMAT:
        raise newer(str(path), version, FORMAT, _AWAY)


def _damaged(path: Path) -> StoreError:
    return StoreError(f"{path} is damaged, or is no database of games. It was left as it is: {_AWAY}.")
