"""A store in Postgres, for a site of several processes: the same tables and statements, on a server.

A transaction is on disk when it ends. What two processes want at once is decided by a row of `games`: the one
that changes it first is right, and the condition of the other no longer holds.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from itertools import zip_longest
from typing import Any

from cornered.store.database import Database, StoreError, Values, newer
from cornered.store.postgres import CHANNEL
from cornered.store.postgres.tables import MIGRATIONS

try:
    import psycopg
    from psycopg import conninfo
    from psycopg.pq import TransactionStatus
    from psycopg.rows import dict_row, tuple_row
except ImportError:
    raise StoreError("A store in Postgres needs psycopg: pip install 'cornered[postgres]'.") from None

FORMAT = len(MIGRATIONS)
"""The version of the tables, which the table `format` keeps."""

_WAYS = {
    "application_name": "cornered",
    "connect_timeout": "10",
    "keepalives_idle": "10",
    "keepalives_interval": "5",
    "keepalives_count": "3",
    "tcp_user_timeout": "20000",
}
"""How to reach the server, unless the address says otherwise: one that has vanished is soon given up."""

_SESSION = """
SELECT set_config('lock_timeout', '10s', false);
SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off';
"""

_MIGRATING = 0x636F726E  # the number of the lock under which one program at a time changes the tables


class PostgresDatabase(Database):
    """A connection that comes back by itself after the server was away."""

    BEGIN = "BEGIN"
    SNAPSHOT = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
    SQUARES = (
        "(SELECT string_agg(CAST(square AS TEXT), ' ' ORDER BY ply) FROM moves WHERE game_id = games.id)"
    )
    SIZE = "SELECT pg_database_size(current_database())"

    def __init__(self, address: str) -> None:
        self.where = described(address)
        self._address = address
        with self.explained():
            self.connection = connect(address)
            try:
                self._prepare()
            except BaseException:
                self.connection.close()
                raise

    def close(self) -> None:
        self.connection.close()

    @property
    def in_transaction(self) -> bool:
        status = self.connection.info.transaction_status
        return status in (TransactionStatus.INTRANS, TransactionStatus.INERROR)

    def notify(self, text: str) -> None:
        self.fetch("SELECT pg_notify(?, ?)", (CHANNEL, text))

    def claim(self, game: int) -> bool:
        """Everyone may play: whether a move counts is decided by the game's row."""
        return True

    def share(self) -> bool:
        """Every site may run: nothing here is ever replaced as a whole."""
        return True

    def claim_all(self) -> bool:
        """Nobody can have all games for themselves."""
        return False

    def change(self, statement: str, values: Values = ()) -> int:
        with self.explained():
            return self.connection.execute(translated(statement), values).rowcount

    def change_many(self, statement: str, rows: Iterable[Sequence[Any]]) -> None:
        with self.explained():
            self.connection.cursor().executemany(translated(statement), rows)

    def fetch(self, query: str, values: Values = ()) -> list[Any]:
        with self.explained():
            return self._asked(tuple_row, query, values)

    def fetch_named(self, query: str, values: Values = ()) -> list[Any]:
        with self.explained():
            return self._asked(dict_row, query, values)

    def among(self, numbers: Sequence[int]) -> tuple[str, Any]:
        return "= ANY(?)", list(numbers)

    def stream(self, query: str) -> Iterator[Sequence[Any]]:
        with self.explained(), self.connection.cursor("rows") as cursor:
            yield from cursor.execute(translated(query))

    def after_copying(self, table: str) -> None:
        sequence = "pg_get_serial_sequence(:table, 'id')"
        self.fetch(f"SELECT setval({sequence}, max(id)) FROM {table}", {"table": table})

    @contextmanager
    def explained(self) -> Iterator[None]:
        """Failures of the server or of the way to it, in a sentence without the password."""
        try:
            yield
        except psycopg.Error as error:
            raise StoreError(f"{self.where} cannot be used ({_told(error)}).") from error

    def _asked(self, rows: Any, query: str, values: Values) -> list[Any]:
        """What a question is answered, asked again where only the connection had been lost."""
        alone = not self.in_transaction
        try:
            return self._answer(rows, query, values)
        except psycopg.OperationalError:
            if not (alone and self.connection.closed):
                raise
        self.connection = connect(self._address)
        return self._answer(rows, query, values)

    def _answer(self, rows: Any, query: str, values: Values) -> list[Any]:
        cursor = self.connection.cursor(row_factory=rows)
        return cursor.execute(translated(query), _findable(values)).fetchall()

    def _begin(self, statement: str) -> None:
        """Nothing was written yet: where the connection had been lost, a new one does as well."""
        try:
            self._run(statement)
        except psycopg.OperationalError:
            if not self.connection.closed:
                raise
            self.connection = connect(self._address)
            self._run(statement)

    def _run(self, statement: str) -> None:
        done = self.connection.execute(statement).statusmessage
        if statement == "COMMIT" and done != "COMMIT":
            raise StoreError(f"{self.where} has undone what was to be written.")

    def _prepare(self) -> None:
        """Brings the tables up to date; of many programs that begin at once, one does."""
        with self.transaction():
            self.fetch("SELECT pg_advisory_xact_lock(?)", (_MIGRATING,))
            if self.fetch("SHOW server_encoding") != [("UTF8",)]:
                raise StoreError(f"{self.where} does not hold UTF-8: create a database with that encoding.")
            there = self.fetch("SELECT to_regclass('format') IS NOT NULL")[0][0]
            version = self.fetch("SELECT version FROM format")[0][0] if there else 0
            if version > FORMAT:
                raise newer(self.where, version, FORMAT, "name another database")
            for script in MIGRATIONS[version:]:
                self.connection.execute(script)
            if version < FORMAT:
                self.change("UPDATE format SET version = ?", (FORMAT,))


def connect(address: str) -> "psycopg.Connection[tuple[Any, ...]]":
    """A connection on which every statement is a transaction, unless one was begun."""
    connection = psycopg.connect(with_ways(address), autocommit=True)
    connection.execute(_SESSION)
    return connection


def with_ways(address: str) -> str:
    """The address with what it leaves open."""
    return conninfo.make_conninfo(**{**_WAYS, **_parts(address)})


def described(address: str) -> str:
    """The address without its password, each of its hosts with its port.

    >>> described("postgresql://ada:secret@one:5432,two:5433/games?connect_timeout=3")
    'postgresql://ada@one:5432,two:5433/games'
    """
    parts = _parts(address)
    user, host, port, database = (parts.get(name) or "" for name in ("user", "host", "port", "dbname"))
    hosts, ports = host.split(","), port.split(",")
    if len(ports) == 1:  # one for all of them
        ports *= len(hosts)
    places = (f"{one}:{its}" if its else one for one, its in zip_longest(hosts, ports, fillvalue=""))
    return f"postgresql://{f'{user}@' if user else ''}{','.join(places)}/{database}"


def _parts(address: str) -> dict[str, Any]:
    """What the address consists of; what the library says of one it cannot read may hold the password."""
    try:
        parts = conninfo.conninfo_to_dict(address)
    except psycopg.Error:
        parts = {"host": "@"}
    if any("@" in str(parts.get(name, "")) for name in ("host", "dbname")):  # then a password was taken apart
        raise StoreError(
            "The address of the store cannot be read: write postgresql://USER:PASSWORD@HOST:PORT/DATABASE, "
            "and in a password %40 for @, %2F for / and %25 for %."
        )
    return parts


def _findable(values: Values) -> Values:
    """Values without the one character that no text here can hold: with it, nothing would be found."""
    if isinstance(values, Mapping):
        return {name: _without_nul(value) for name, value in values.items()}
    return [_without_nul(value) for value in values]


def _without_nul(value: Any) -> Any:
    return value.replace("\0", "\N{REPLACEMENT CHARACTER}") if isinstance(value, str) else value


def _told(error: psycopg.Error) -> str:
    first, *_ = (error.diag.message_primary or str(error) or type(error).__name__).splitlines()
    return first.strip().rstrip(".")


@lru_cache(1000)
def translated(statement: str) -> str:
    """A statement with its values marked as psycopg wants them.

    >>> translated("UPDATE seats SET holder = :holder WHERE game_id = ?")
    'UPDATE seats SET holder = %(holder)s WHERE game_id = %s'
    """
    marked = re.sub(r":([a-z_]\w*)", r"%(\1)s", statement)
    return marked.replace("?", "%s")
