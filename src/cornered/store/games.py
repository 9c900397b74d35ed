"""Games and matches in the store: begun, moved in, taken back, ended, looked up, counted."""

from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

from cornered.store.database import FILE, Address, StoreError, data_folder, open_database

EVERYTHING = 2**62
"""The limit of a list without one."""


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

    A game that was called off has ended without a winner. `version` grows with every change of the game, its
    seats or what is offered in it: two that are the same were never anything else in between.
    """

    id: int = 0
    squares: tuple[int, ...] = ()
    begun: str = ""
    ended: str | None = None
    winner: int | None = None
    reason: str | None = None
    version: int = 0


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
    """The games in one database; what one process writes, the others see at once."""

    def __init__(self, address: Address) -> None:
        self.database = open_database(address)

    def close(self) -> None:
        """Ends the connection and lets go of every game claimed."""
        self.database.close()

    def together(self) -> AbstractContextManager[None]:
        """Makes all that is written within it one transaction: on disk, all of it, when it ends."""
        return self.database.transaction()

    @property
    def is_writing(self) -> bool:
        """Whether a transaction is going on: a full disk ends the one of `together` before its time."""
        return self.database.in_transaction

    def claim(self, game: int) -> bool:
        """Whether this process may play the game: False while another one plays it in the same file."""
        return self.database.claim(game)

    def serve(self) -> None:
        """Says that a site runs over these games: until this store is closed nobody can replace them."""
        if not self.database.share():
            raise StoreError(f"{self.database.where} is being replaced by a backup: try again in a moment.")

    def claim_all(self) -> bool:
        """Whether nobody else plays any game, or can until this store is closed."""
        return self.database.claim_all()

    def stored_bytes(self) -> int:
        """How large the store is, without what was deleted in a file."""
        [(size,)] = self.database.fetch(self.database.SIZE)
        return int(size)

    def begin(self, new: NewGame) -> int:
        """Stores a game without moves, and gives its number."""
        with self.together():
            return self._insert("games", {**_game_columns(new), "begun": now()})

    def add_games(self, games: Iterable[SavedGame]) -> list[int]:
        """Stores whole games, all of them or none, and gives the numbers they get here."""
        numbers = []
        with self.together():
            for game in games:
                end = {"begun": game.begun, "ended": game.ended, "winner": game.winner, "reason": game.reason}
                end["plies"] = len(game.squares)
                number = self._insert("games", {**_game_columns(game), **end})
                rows = ((number, ply, square, game.begun) for ply, square in enumerate(game.squares))
                self.database.change_many("INSERT INTO moves VALUES (?, ?, ?, ?)", rows)
                numbers.append(number)
            self._count(numbers)
        return numbers

    def add_move(
        self, game: int, ply: int, square: int, *,
        winner: int | None = None, reason: str | None = None, version: int | None = None,
    ) -> None:  # fmt: skip
        """Stores the move after `ply` others, with the game's end if it ends it; on disk on return.

        With a `version`, `MovedOn` also says that the game has changed since, and perhaps changed back.
        """
        with self.together():
            self._advance(game, ply, ply + 1, version)
            values = (game, ply, square, now())
            self.database.change("INSERT INTO moves VALUES (?, ?, ?, ?)", values)
            if reason:
                self._end(game, winner, reason)

    def take_back(self, game: int, plies: int, keep: int, *, version: int | None = None) -> None:
        """Removes the last of `plies` moves so that `keep` remain."""
        with self.together():
            self._advance(game, plies, keep, version)
            self.database.change("DELETE FROM moves WHERE game_id = ? AND ply >= ?", (game, keep))

    def end(
        self, game: int, plies: int, winner: int | None, reason: str, *, version: int | None = None
    ) -> None:
        """Ends a game after `plies` moves otherwise than by a move."""
        with self.together():
            self._advance(game, plies, plies, version)
            self._end(game, winner, reason)

    def touch(self, game: int, version: int | None = None) -> None:
        """Gives the game another version: something around it changes. Others wait until we are done."""
        condition = "" if version is None else "AND version = :version"
        statement = f"UPDATE games SET version = version + 1 WHERE id = :game {condition}"
        if not self.database.change(statement, {"game": game, "version": version}):
            raise MovedOn(game)

    def versions(self, games: Sequence[int]) -> dict[int, int]:
        """The versions of those games that are there."""
        condition, value = self.database.among(games)
        return dict(self.database.fetch(f"SELECT id, version FROM games WHERE id {condition}", (value,)))

    def game(self, number: int) -> SavedGame | None:
        found = self._games("games.id = ?", (number,))
        return found[0] if found else None

    def those(self, numbers: Sequence[int]) -> dict[int, SavedGame]:
        """Those of these games that are there, by their numbers."""
        condition, value = self.database.among(numbers)
        return {saved.id: saved for saved in self._games(f"games.id {condition}", (value,))}

    def games(
        self, *, game: str | None = None, player: str | None = None, match: int | None = None,
        unfinished: bool = False, won: bool = False, before: int | None = None, limit: int = EVERYTHING,
    ) -> list[SavedGame]:  # fmt: skip
        """The games that fit, the latest first; a page of them has a `limit` and begins `before` a number.

        `unfinished` asks for those that go on, `won` for those that have a winner.
        """
        values = {"game": game, "match": match, "player": player, "before": before}
        wanted = [condition for name, condition in _WANTED.items() if values[name] is not None]
        if unfinished:
            wanted.append("ended IS NULL")
        if won:
            wanted.append("winner IS NOT NULL")
        return self._games(" AND ".join(wanted) or "true", values, limit)

    def games_begun(self, start: str, at: str, limit: int = EVERYTHING) -> list[SavedGame]:
        """The games that began from this position at this moment, the latest first."""
        return self._games("begun = ? AND start = ?", (at, start), limit)

    def begin_match(self, new: NewMatch) -> int:
        """Stores a match without games, and gives its number."""
        row = {
            "start": new.start,
            **_seat_columns(new.players, "ab"),
            "games": new.games,
            "first_to": new.first_to,
            "keep_seats": int(new.keep_seats),
            "begun": now(),
        }
        with self.together():
            return self._insert("matches", row)

    def end_match(self, match: int) -> None:
        """Stores that the match is over."""
        with self.together():
            self.database.change("UPDATE matches SET ended = ? WHERE id = ?", (now(), match))

    def match(self, number: int) -> SavedMatch | None:
        found = self.database.fetch_named("SELECT * FROM matches WHERE id = ?", (number,))
        return _saved_match(found[0]) if found else None

    def unfinished_matches(self) -> list[SavedMatch]:
        """The matches in progress, the latest first."""
        rows = self.database.fetch_named("SELECT * FROM matches WHERE ended IS NULL ORDER BY id DESC")
        return [_saved_match(row) for row in rows]

    def tallies(
        self, *, game: str | None = None, player: str | None = None,
        after: Sequence[str] = (), limit: int = EVERYTHING,
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
        rows = self.database.fetch(query, {"game": game, "player": player, "limit": limit, **last})
        return [Tally(*row) for row in rows]

    def _advance(self, game: int, plies: int, after: int, version: int | None) -> None:
        """Takes the game from `plies` moves to others; `MovedOn` unless it goes on and stands there."""
        condition = "" if version is None else "AND version = :version"
        values = {"game": game, "plies": plies, "after": after, "version": version}
        if not self.database.change(_ADVANCE.format(condition=condition), values):
            raise MovedOn(game)

    def _end(self, game: int, winner: int | None, reason: str) -> None:
        values = (now(), winner, reason, game)
        self.database.change("UPDATE games SET ended = ?, winner = ?, reason = ? WHERE id = ?", values)
        self._count([game])

    def _count(self, games: Sequence[int]) -> None:
        """Adds the ends of these games to the tallies, some hundred in one statement."""
        for first in range(0, len(games), _COUNTED_AT_ONCE):
            some = games[first : first + _COUNTED_AT_ONCE]
            # Each by itself: through a list, SQLite would look at every game there is.
            self.database.change(_COUNT.format(games=", ".join("?" * len(some))), some)

    def _insert(self, table: str, row: dict[str, Any]) -> int:
        marks = ", ".join(f":{name}" for name in row)
        statement = f"INSERT INTO {table} ({', '.join(row)}) VALUES ({marks}) RETURNING id"
        [(number,)] = self.database.fetch(statement, row)
        return int(number)

    def _games(self, wanted: str, values: Any, limit: int = EVERYTHING) -> list[SavedGame]:
        query = _GAMES.format(squares=self.database.SQUARES, wanted=wanted, limit=limit)
        return [_saved_game(row) for row in self.database.fetch_named(query, values)]


_ADVANCE = """
UPDATE games SET version = version + 1, plies = :after
WHERE id = :game AND ended IS NULL AND plies = :plies {condition}
"""

_WANTED = {
    "game": "game = :game",
    "match": "match_id = :match",
    "player": "id IN (SELECT id FROM named WHERE :player IN (label_1, label_2))",
    "before": "id < :before",
}

_GAMES = """
SELECT games.*, {squares} AS squares FROM games WHERE {wanted} ORDER BY games.id DESC LIMIT {limit}
"""

_TALLY = ("player", "game", "board", "opponent")
_KEY = ", ".join(_TALLY)

_TALLIES = f"SELECT * FROM tallies WHERE {{wanted}} ORDER BY {_KEY} LIMIT :limit"

_COUNTED_AT_ONCE = 500

# In one order everywhere, or two who count at the same time could wait for each other.
_COUNT = f"""
INSERT INTO tallies ({_KEY}, wins, losses)
SELECT {_KEY}, sum(won), sum(1 - won) FROM results WHERE id IN ({{games}}) GROUP BY {_KEY} ORDER BY {_KEY}
ON CONFLICT ({_KEY}) DO UPDATE
SET wins = tallies.wins + excluded.wins, losses = tallies.losses + excluded.losses
"""


def _game_columns(new: NewGame) -> dict[str, Any]:
    return {
        "game": new.start.partition(".")[0],
        "start": new.start,
        **_seat_columns(new.seats, "12"),
        "match_id": new.match,
        "swapped": int(new.swapped),
    }


def _seat_columns(seats: tuple[Seat, Seat], marks: str) -> dict[str, str | None]:
    return {
        f"{field}_{mark}": value
        for mark, seat in zip(marks, seats, strict=True)
        for field, value in seat._asdict().items()
    }


def _seats(row: Any, marks: str) -> tuple[Seat, Seat]:
    first, second = (Seat(row[f"name_{m}"], row[f"kind_{m}"], row[f"symbol_{m}"]) for m in marks)
    return first, second


def _saved_game(row: Any) -> SavedGame:
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
        version=row["version"],
    )


def _saved_match(row: Any) -> SavedMatch:
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
