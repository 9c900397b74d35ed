"""Games and matches in the store: begun, changed, looked up, counted."""

from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager
from typing import Any

from cornered.store.changes import AFTER_THE_END, Change, ChangeKind, MovedOn, NotInvited
from cornered.store.database import FILE, Address, StoreError, data_folder, open_database
from cornered.store.saved import NewGame, NewMatch, SavedGame, SavedMatch, Tally, now

EVERYTHING = 2**62
"""The limit of a list without one."""


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
            return self._insert("games", {**new.columns(), "begun": now()})

    def add_games(self, games: Iterable[SavedGame]) -> list[int]:
        """Stores whole games, all of them or none, and gives the numbers they get here."""
        numbers = []
        with self.together():
            for game in games:
                end = {"begun": game.begun, "ended": game.ended, "winner": game.winner, "reason": game.reason}
                end["plies"] = len(game.squares)
                number = self._insert("games", {**game.columns(), **end})
                rows = ((number, ply, square, game.begun) for ply, square in enumerate(game.squares))
                self.database.change_many("INSERT INTO moves VALUES (?, ?, ?, ?)", rows)
                numbers.append(number)
            self._count(numbers)
        return numbers

    def apply(self, change: Change) -> None:
        """Commits a change; `MovedOn` unless the game still has the version that is changed."""
        with self.together():
            self._advance(change)
            match change.kind:
                case ChangeKind.MOVE:
                    move = (change.game, change.plies - 1, change.square, change.at)
                    self.database.change("INSERT INTO moves VALUES (?, ?, ?, ?)", move)
                case ChangeKind.TAKE_BACK:
                    taken_back = (change.game, change.plies)
                    self.database.change("DELETE FROM moves WHERE game_id = ? AND ply >= ?", taken_back)
                    self._set_offer(change)
                case ChangeKind.OFFER:
                    self._set_offer(change)
                case ChangeKind.SEAT:
                    self._take_seat(change)
                case ChangeKind.NEXT_GAME:
                    self.database.change("INSERT INTO sequels VALUES (?, ?)", (change.game, change.next_game))
                    self._set_offer(change)
                case ChangeKind.REMOVE:
                    for statement in _REMOVE:
                        self.database.change(statement, (change.game,))
            if change.reason:
                end = (change.at, change.winner, change.reason, change.game)
                self.database.change(_END, end)
                self._count([change.game])
            if change.ends_match:
                self.end_match(change.ends_match)
            self.database.notify(change.text())

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
        with self.together():
            return self._insert("matches", new.columns())

    def end_match(self, match: int) -> None:
        """Stores that the match is over."""
        with self.together():
            self.database.change("UPDATE matches SET ended = ? WHERE id = ?", (now(), match))

    def match(self, number: int) -> SavedMatch | None:
        found = self.database.fetch_named("SELECT * FROM matches WHERE id = ?", (number,))
        return SavedMatch.of(found[0]) if found else None

    def unfinished_matches(self) -> list[SavedMatch]:
        """The matches in progress, the latest first."""
        rows = self.database.fetch_named("SELECT * FROM matches WHERE ended IS NULL ORDER BY id DESC")
        return [SavedMatch.of(row) for row in rows]

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

    def _advance(self, change: Change) -> None:
        going_on = "" if change.kind in AFTER_THE_END else "AND ended IS NULL"
        values = {"game": change.game, "version": change.version, "plies": change.plies}
        if not self.database.change(_ADVANCE.format(going_on=going_on), values):
            raise MovedOn(change.game)

    def _set_offer(self, change: Change) -> None:
        """Puts what is offered, if anything, in the place of what was."""
        self.database.change("DELETE FROM offers WHERE game_id = ?", (change.game,))
        if change.offer:
            kind, player, ply, refused = change.offer
            row = (change.game, kind, player, ply, int(refused))
            self.database.change("INSERT INTO offers VALUES (?, ?, ?, ?, ?)", row)

    def _take_seat(self, change: Change) -> None:
        """Gives the seat away, and writes the name into the game and into the match that it opens."""
        taken = {name: getattr(change, name) for name in ("game", "seat", "holder", "invitation")}
        if not self.database.change(_TAKE_SEAT, taken):
            raise NotInvited("This invitation has been used, or was never given.")
        if change.name and change.seat:
            # An invitation is for the first game, where nobody has swapped seats.
            side = "ab"[change.seat - 1]
            named = (change.name, change.game)
            self.database.change(f"UPDATE games SET name_{change.seat} = ? WHERE id = ?", named)
            self.database.change(_NAME_IN_MATCH.format(side=side), named)

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
        return [SavedGame.of(row) for row in self.database.fetch_named(query, values)]


_ADVANCE = """
UPDATE games SET version = version + 1, plies = :plies
WHERE id = :game AND version = :version {going_on}
"""

_END = "UPDATE games SET ended = ?, winner = ?, reason = ? WHERE id = ?"

_TAKE_SEAT = """
UPDATE seats SET holder = :holder, invitation = NULL
WHERE game_id = :game AND seat = :seat AND invitation = :invitation AND holder IS NULL
"""

_NAME_IN_MATCH = "UPDATE matches SET name_{side} = ? WHERE id = (SELECT match_id FROM games WHERE id = ?)"

_REMOVE = (
    "DELETE FROM seats WHERE game_id = ?",
    "DELETE FROM offers WHERE game_id = ?",
    "DELETE FROM help_allowed WHERE game_id = ?",
    "DELETE FROM sequels WHERE game_id = ?",
    "DELETE FROM sequels WHERE next_id = ?",
    "DELETE FROM games WHERE id = ?",
)
"""What a game without moves leaves."""

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
