"""What a store stands on: a database that runs the same statements, in a file or on a server.

A statement marks its values by `?` or `:name` wherever it runs. Where the two engines differ, the difference
is in `sqlite_file` and `migrations` for a file, and in the folder `postgres` for a server.
"""

import os
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any, ClassVar

from cornered.errors import CorneredError

FILE = "games.sqlite3"

Address = Path | str
"""Where a store is: a file, or the `postgresql://` address of a database."""

Values = Sequence[Any] | Mapping[str, Any]

_STEP = "SAVEPOINT step", "RELEASE step", ("ROLLBACK TO step", "RELEASE step")


class StoreError(CorneredError):
    """The games cannot be read or written; `str()` says what went wrong and what can be done."""


class Database(ABC):
    """One connection to the tables of a store; every failure is a `StoreError` that says it in a sentence.

    `where` names it without any secret.
    """

    where: str

    BEGIN: ClassVar[str]
    SNAPSHOT: ClassVar[str]
    """Begins a transaction that sees everything as it stood at one moment, and keeps nobody from writing."""

    SQUARES: ClassVar[str]
    """The squares of the moves in a row of `games`, with spaces between them."""

    SIZE: ClassVar[str]
    """Asks how many bytes all tables take."""

    @property
    @abstractmethod
    def in_transaction(self) -> bool:
        """Whether a transaction is going on: a full disk, or a lost connection, ends one before its time."""

    @abstractmethod
    def change(self, statement: str, values: Values = ()) -> int:
        """Runs a statement, and gives the number of rows that it has changed."""

    @abstractmethod
    def change_many(self, statement: str, rows: Iterable[Sequence[Any]]) -> None:
        """Runs a statement once for each row of values."""

    @abstractmethod
    def fetch(self, query: str, values: Values = ()) -> list[Any]:
        """The rows of an answer, as tuples."""

    @abstractmethod
    def fetch_named(self, query: str, values: Values = ()) -> list[Any]:
        """The rows of an answer, with their values by the names of the columns."""

    @abstractmethod
    def among(self, numbers: Sequence[int]) -> tuple[str, Any]:
        """The condition that a column is one of these numbers, and the value that it is run with."""

    @abstractmethod
    def stream(self, query: str) -> Iterator[Sequence[Any]]:
        """The rows of a long answer one by one, within a transaction."""

    @abstractmethod
    def after_copying(self, table: str) -> None:
        """Lets the next row of a table get a number that no copied row has."""

    @abstractmethod
    def notify(self, text: str) -> None:
        """Sends a text to the other processes when the transaction commits; a file has none that listen."""

    @abstractmethod
    def claim(self, game: int) -> bool:
        """Whether this process may play the game."""

    @abstractmethod
    def share(self) -> bool:
        """Whether a site may run here now: False while someone else has claimed all games."""

    @abstractmethod
    def claim_all(self) -> bool:
        """Whether nobody else plays any game, or can until this is closed."""

    @abstractmethod
    def close(self) -> None:
        """Ends the connection, and lets go of every game claimed."""

    @abstractmethod
    def explained(self) -> AbstractContextManager[None]:
        """Failures of the engine as `StoreError`, in a sentence."""

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """All of it or nothing; on disk when it ends, or when the one around it does."""
        begin, commit, rollback = _STEP if self.in_transaction else (self.BEGIN, "COMMIT", ("ROLLBACK",))
        with self.explained():
            self._begin(begin)
            try:
                yield
                self._run(commit)
            except BaseException:
                if self.in_transaction:  # a full disk has ended it already
                    for statement in rollback:
                        self._run(statement)
                raise

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        """Reads within it see everything as it stood at one moment."""
        with self.explained():
            self._begin(self.SNAPSHOT)
            try:
                yield
            finally:
                if self.in_transaction:
                    self._run("ROLLBACK")

    def _begin(self, statement: str) -> None:
        self._run(statement)

    @abstractmethod
    def _run(self, statement: str) -> None:
        """Runs a statement that begins or ends a transaction."""


def open_database(address: Address) -> Database:
    """The database at this address, with its tables made or brought up to date; `StoreError` says why not."""
    if is_postgres(address):
        from cornered.store.postgres.server import PostgresDatabase

        return PostgresDatabase(str(address))
    if "://" in str(address):  # which may hold a password
        raise StoreError("Games are kept in a file or at postgresql://USER@HOST/DATABASE, and nowhere else.")
    from cornered.store.sqlite_file import SqliteFile

    return SqliteFile(Path(address))


def is_postgres(address: Address) -> bool:
    """Whether the address is that of a database on a server."""
    return str(address).startswith(("postgresql://", "postgres://"))


def data_folder() -> Path:
    """Where the games are kept: `CORNERED_HOME`, or the user's data folder."""
    home = os.environ.get("CORNERED_HOME")
    if home:
        return Path(home)
    from platformdirs import user_data_path

    return user_data_path("cornered", appauthor=False)


def newer(where: str, version: int, known: int, advice: str) -> StoreError:
    """What is said of tables that a later program has made."""
    return StoreError(
        f"{where} was written by a newer Cornered (format {version}; this one knows {known}). "
        f"It was left as it is: update Cornered, or {advice}."
    )
