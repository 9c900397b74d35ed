"""Whose seat it is in games played over a network, which are open ones, and which game follows which.

A seat belongs to whoever knows a secret. The store keeps hashes only: of the holder's secret, and of the
invitation under which an open seat may be taken once.
"""

from collections.abc import Mapping

from cornered.store.database import explained, transaction
from cornered.store.games import Store

Holders = Mapping[int, str | None]
"""For each seat that a person may hold the hash of their secret, or None while it is open."""


class Seats:
    """The seats in a store's games, over the store's own connection."""

    def __init__(self, store: Store) -> None:
        self.path = store.path
        self._connection = store._connection

    def holders(self, game: int) -> dict[int, str | None]:
        """Who holds the seats of a game; none at all for a game that is played elsewhere."""
        with explained(self.path):
            rows = self._connection.execute("SELECT seat, holder FROM seats WHERE game_id = ?", (game,))
            return dict(rows.fetchall())

    def is_open(self, game: int) -> bool:
        """Whether the two who play each other have agreed that everybody may ask for help."""
        with explained(self.path):
            query = "SELECT 1 FROM open_games WHERE game_id = ?"
            return self._connection.execute(query, (game,)).fetchone() is not None

    def held_by(
        self, holder: str, *, game: str | None, finished: bool | None, before: int, limit: int
    ) -> list[int]:
        """The games in which someone has a seat, the latest first; `finished` asks for only those, or not."""
        query = (
            "SELECT DISTINCT game_id FROM seats JOIN games ON games.id = game_id "
            "WHERE holder = :holder AND game_id < :before AND (:game IS NULL OR game = :game) "
            "AND (:finished IS NULL OR (ended IS NOT NULL) = :finished) ORDER BY game_id DESC LIMIT :limit"
        )
        wanted = {"holder": holder, "game": game, "finished": finished, "before": before, "limit": limit}
        with explained(self.path):
            return [number for (number,) in self._connection.execute(query, wanted)]

    def assign(self, game: int, holders: Holders, *, is_open: bool = False) -> None:
        """Gives the seats of a new game away, or leaves them free; `is_open` is what `is_open` then says."""
        with transaction(self._connection, self.path):
            rows = [(game, seat, holder) for seat, holder in holders.items()]
            self._connection.executemany("INSERT INTO seats (game_id, seat, holder) VALUES (?, ?, ?)", rows)
            if is_open:
                self._connection.execute("INSERT INTO open_games VALUES (?)", (game,))

    def invite(self, game: int, invitation: str) -> bool:
        """Lets whoever knows the invitation take the open seat; an earlier one no longer holds."""
        with transaction(self._connection, self.path):
            changed = self._connection.execute(
                "UPDATE seats SET invitation = ? WHERE game_id = ? AND holder IS NULL", (invitation, game)
            )
            return changed.rowcount > 0

    def take(self, game: int, invitation: str, holder: str, name: str | None) -> int | None:
        """The seat that the invitation gave, which is used up by that; None if it gives none."""
        with transaction(self._connection, self.path):
            found = self._connection.execute(
                "UPDATE seats SET holder = ?, invitation = NULL "
                "WHERE game_id = ? AND invitation = ? AND holder IS NULL RETURNING seat",
                (holder, game, invitation),
            ).fetchone()
            if found and name:
                self._rename(game, found[0], name)
            return found[0] if found else None

    def follow(self, game: int, next_game: int) -> int:
        """The game that follows this one: the one given, unless another was first."""
        with transaction(self._connection, self.path):
            self._connection.execute("INSERT OR IGNORE INTO sequels VALUES (?, ?)", (game, next_game))
        following = self.sequel(game)
        assert following
        return following

    def sequel(self, game: int) -> int | None:
        """The game that follows this one, if there is one yet."""
        with explained(self.path):
            query = "SELECT next_id FROM sequels WHERE game_id = ?"
            row = self._connection.execute(query, (game,)).fetchone()
            return row[0] if row else None

    def _rename(self, game: int, seat: int, name: str) -> None:
        """Writes the name that someone brings along into the game, and into the match it opens."""
        side = "ab"[seat - 1]  # an invitation is for the first game, where nobody has swapped seats
        self._connection.execute(f"UPDATE games SET name_{seat} = ? WHERE id = ?", (name, game))
        self._connection.execute(
            f"UPDATE matches SET name_{side} = ? WHERE id = (SELECT match_id FROM games WHERE id = ?)",
            (name, game),
        )
