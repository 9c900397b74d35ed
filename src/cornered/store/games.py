"""Games and matches in the store: begun, moved in, taken back, ended, looked up, counted."""

import sqlite3
from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple

from cornered.store.claims import Claims
from cornered.store.database import FILE, StoreError, connect, data_folder, explained, transaction


class Seat(NamedTuple):
    """Who sits there: a name if one was given, what kind of player, and a symbol if chosen."""

    name: str | None
    kind: str
    symbol: str | None = None


@dataclass(frozen=True)
class NewGame:
    """A game about to begin. `swapped` tells that a match's first player sits in the second seat."""

    start: str
    seats: tuple[Seat, Seat]
    match: int | None = None
    swapped: bool = False


@dataclass(frozen=True)
class SavedGame(NewGame):
    """A game as it stands in the store; `ended` and `reason` are None while it goes on.

    A game that was called off has ended without a winner.
    """

    id: int = 0
    squares: tuple[int, ...] = ()
    begun: str = ""
    ended: str | None = None
    winner: int | None = None
    reason: str | None = None


@dataclass(frozen=True)
class NewMatch:
    """A match about to begin, over a fixed number of `games` or until someone has won `first_to` of them."""

    start: str
    players: tuple[Seat, Seat]
    games: int | None
    first_to: int | None
    keep_seats: bool


@dataclass(frozen=True)
class SavedMatch(NewMatch):
    """A match as it stands in the store; `ended` is None while it goes on."""

    id: int = 0
    ended: str | None = None


class Tally(NamedTuple):
    """How often a player has won and lost a game on one board against one opponent."""

    player: str
    game: str
    board: str
    opponent: str
    wins: int
    losses: int


class MovedOn(StoreError):
    """The game is not where it was thought to be: someone else has moved, taken back or ended it."""

    def __init__(self, game: int) -> None:
        super().__init__(f"Game {game} was continued elsewhere in the meantime.")


def open_store() -> "Store":
    """The user's own store; `StoreError` says why it cannot be opened."""
    return Store(data_folder() / FILE)


class Store:
    """The games in one SQLite file; what one process writes, the others see at once."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._connection = connect(path)
        self._claims = Claims(path.parent)

    def close(self) -> None:
        """Closes the file and lets go of every game claimed."""
        self._claims.close()
        self._connection.close()

    def together(self) -> AbstractContextManager[None]:
        """Makes all that is written within it one transaction: on disk, all of it, when it ends."""
        return transaction(self._connection, self.path)

    @property
    def is_writing(self) -> bool:
        """Whether a transaction is going on: a full disk ends the one of `together` before its time."""
        return self._connection.in_transaction

    def claim(self, game: int) -> bool:
        """Whether this process may play the game: False while another one does."""
        with explained(self.path):
            return self._claims.take(game)

    def serve(self) -> None:
        """Says that a site runs over these games: until this store is closed nobody can replace them."""
        with explained(self.path):
            if not self._claims.share():
                raise StoreError(f"{self.path} is being replaced by a backup: try again in a moment.")

    def claim_all(self) -> bool:
        """Whether nobody else plays any game, or can until this store is closed."""
        with explained(self.path):
            return self._claims.take_all()

    def begin(self, new: NewGame) -> int:
        """Stores a game without moves, and gives its number."""
        with transaction(self._connection, self.path):
            return self._insert("games", {**_game_columns(new), "begun": now()})

    def add_games(self, games: Iterable[SavedGame]) -> list[int]:
        """Stores whole games, all of them or none, and gives the numbers they get here."""
        numbers = []
        with transaction(self._connection, self.path):
            for game in games:
                end = {"begun": game.begun, "ended": game.ended, "winner": game.winner, "reason": game.reason}
                number = self._insert("games", {**_game_columns(game), **end})
                rows = ((number, ply, square, game.begun) for ply, square in enumerate(game.squares))
                self._connection.executemany("INSERT INTO moves VALUES (?, ?, ?, ?)", rows)
                self._connection.execute(_COUNT, (number,))
                numbers.append(number)
        return numbers

    def add_move(
        self, game: int, ply: int, square: int, *, winner: int | None = None, reason: str | None = None
    ) -> None:
        """Stores the move after `ply` others, with the game's end if it ends it; on disk on return."""
        with transaction(self._connection, self.path):
            self._expect(game, ply)
            values = (game, ply, square, now())
            self._connection.execute("INSERT INTO moves VALUES (?, ?, ?, ?)", values)
            if reason:
                self._end(game, winner, reason)

    def take_back(self, game: int, plies: int, keep: int) -> None:
        """Removes the last of `plies` moves so that `keep` remain."""
        with transaction(self._connection, self.path):
            self._expect(game, plies)
            self._connection.execute("DELETE FROM moves WHERE game_id = ? AND ply >= ?", (game, keep))

    def end(self, game: int, plies: int, winner: int | None, reason: str) -> None:
        """Ends a game after `plies` moves otherwise than by a move."""
        with transaction(self._connection, self.path):
            self._expect(game, plies)
            self._end(game, winner, reason)

    def game(self, number: int) -> SavedGame | None:
        found = self._games("games.id = ?", (number,))
        return found[0] if found else None

    def games(
        self, *, game: str | None = None, player: str | None = None, match: int | None = None,
        unfinished: bool = False, before: int | None = None, limit: int = -1,
    ) -> list[SavedGame]:  # fmt: skip
        """The games that fit, the latest first; a page of them has a `limit` and begins `before` a number."""
        values = {"game": game, "match": match, "player": player, "before": before}
        wanted = [condition for name, condition in _WANTED.items() if values[name] is not None]
        if unfinished:
            wanted.append("ended IS NULL")
        return self._games(" AND ".join(wanted) or "true", values, limit)

    def games_begun(self, start: str, at: str) -> list[SavedGame]:
        """The games that began from this position at this moment."""
        return self._games("begun = ? AND start = ?", (at, start))

    def begin_match(self, new: NewMatch) -> int:
        """Stores a match without games, and gives its number."""
        row = {
            "start": new.start,
            **_seat_columns(new.players, "ab"),
            "games": new.games,
            "first_to": new.first_to,
            "keep_seats": new.keep_seats,
            "begun": now(),
        }
        with transaction(self._connection, self.path):
            return self._insert("matches", row)

    def end_match(self, match: int) -> None:
        """Stores that the match is over."""
        with transaction(self._connection, self.path):
            self._connection.execute("UPDATE matches SET ended = ? WHERE id = ?", (now(), match))

    def match(self, number: int) -> SavedMatch | None:
        found = self._rows("SELECT * FROM matches WHERE id = ?", (number,))
        return _saved_match(found[0]) if found else None

    def unfinished_matches(self) -> list[SavedMatch]:
        """The matches in progress, the latest first."""
        rows = self._rows("SELECT * FROM matches WHERE ended IS NULL ORDER BY id DESC")
        return [_saved_match(row) for row in rows]

    def tallies(
        self, *, game: str | None = None, player: str | None = None,
        after: Sequence[str] = (), limit: int = -1,
    ) -> list[Tally]:  # fmt: skip
        """Wins and losses per player, game, board and opponent, of the games that have ended.

        Someone without a name is nobody in particular, and is counted only as an opponent. A page has a
        `limit` and begins `after` the player, game, board and opponent of the last one's end.
        """
        wanted = [f"{name} = :{name}" for name, value in (("game", game), ("player", player)) if value]
        if after:  # a game that is the same in all of them would keep the index from being used
            columns = [name for name in _TALLY if not (game and name == "game")]
            wanted.append(f"({', '.join(columns)}) > ({', '.join(f':last_{name}' for name in columns)})")
        last = {f"last_{name}": value for name, value in zip(_TALLY, after, strict=False)}
        query = _TALLIES.format(wanted=" AND ".join(wanted) or "true")
        rows = self._rows(query, {"game": game, "player": player, "limit": limit, **last})
        return [Tally(*row) for row in rows]

    def _expect(self, game: int, plies: int) -> None:
        """`MovedOn` unless the game goes on and has this many moves."""
        row = self._connection.execute(
            "SELECT ended, coalesce((SELECT max(ply) + 1 FROM moves WHERE game_id = id), 0) "
            "FROM games WHERE id = ?",
            (game,),
        ).fetchone()
        if row is None or row != (None, plies):
            raise MovedOn(game)

    def _end(self, game: int, winner: int | None, reason: str) -> None:
        values = (now(), winner, reason, game)
        self._connection.execute("UPDATE games SET ended = ?, winner = ?, reason = ? WHERE id = ?", values)
        self._connection.execute(_COUNT, (game,))

    def _insert(self, table: str, row: dict[str, Any]) -> int:
        marks = ", ".join(f":{name}" for name in row)
        cursor = self._connection.execute(f"INSERT INTO {table} ({', '.join(row)}) VALUES ({marks})", row)
        assert cursor.lastrowid
        return cursor.lastrowid

    def _games(self, wanted: str, values: Any, limit: int = -1) -> list[SavedGame]:
        rows = self._rows(_GAMES.format(wanted=wanted, limit=limit), values)
        return [_saved_game(row) for row in rows]

    def _rows(self, query: str, values: Any = ()) -> list[sqlite3.Row]:
        with explained(self.path):
            cursor = self._connection.cursor()
            cursor.row_factory = sqlite3.Row
            return cursor.execute(query, values).fetchall()


_WANTED = {
    "game": "game = :game",
    "match": "match_id = :match",
    "player": "id IN (SELECT id FROM named WHERE :player IN (label_1, label_2))",
    "before": "id < :before",
}

_GAMES = """
SELECT games.*, (SELECT group_concat(square, ' ') FROM
    (SELECT square FROM moves WHERE game_id = games.id ORDER BY ply)) AS squares
FROM games WHERE {wanted} ORDER BY games.id DESC LIMIT {limit}
"""

_TALLY = ("player", "game", "board", "opponent")
_KEY = ", ".join(_TALLY)

_TALLIES = f"SELECT * FROM tallies WHERE {{wanted}} ORDER BY {_KEY} LIMIT :limit"

_COUNT = f"""
INSERT INTO tallies ({_KEY}, wins, losses) SELECT {_KEY}, won, NOT won FROM results WHERE id = ?
ON CONFLICT ({_KEY}) DO UPDATE SET wins = wins + excluded.wins, losses = losses + excluded.losses
"""


def _game_columns(new: NewGame) -> dict[str, Any]:
    return {
        "game": new.start.partition(".")[0],
        "start": new.start,
        **_seat_columns(new.seats, "12"),
        "match_id": new.match,
        "swapped": new.swapped,
    }


def _seat_columns(seats: tuple[Seat, Seat], marks: str) -> dict[str, str | None]:
    return {
        f"{field}_{mark}": value
        for mark, seat in zip(marks, seats, strict=True)
        for field, value in seat._asdict().items()
    }


def _seats(row: sqlite3.Row, marks: str) -> tuple[Seat, Seat]:
    first, second = (Seat(row[f"name_{m}"], row[f"kind_{m}"], row[f"symbol_{m}"]) for m in marks)
    return first, second


def _saved_game(row: sqlite3.Row) -> SavedGame:
    return SavedGame(
        start=row["start"],
        seats=_seats(row, "12"),
        match=row["match_id"],
        swapped=bool(row["swapped"]),
        begun=row["begun"],
        id=row["id"],
        squares=tuple(map(int, (row["squares"] or "").split())),
        ended=row["ended"],
        winner=row["winner"],
        reason=row["reason"],
    )


def _saved_match(row: sqlite3.Row) -> SavedMatch:
    return SavedMatch(
        start=row["start"],
        players=_seats(row, "ab"),
        games=row["games"],
        first_to=row["first_to"],
        keep_seats=bool(row["keep_seats"]),
        id=row["id"],
        ended=row["ended"],
    )


def now(days_ago: float = 0) -> str:
    """The time as the store writes it, or that of some days ago."""
    then = datetime.now(UTC) - timedelta(days=days_ago)
    return then.isoformat(timespec="seconds").replace("+00:00", "Z")
