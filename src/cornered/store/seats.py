"""Whose seat it is in games played over a network, what is offered there, and which game follows which.

A seat belongs to whoever knows a secret. The store keeps hashes only: of the holder's secret, and of the
invitation under which an open seat may be taken once.
"""

from collections.abc import Mapping
from typing import NamedTuple

from cornered.store.games import Store

Holders = Mapping[int, str | None]
"""For each seat that a person may hold the hash of their secret, or None while it is open."""


class StoredOffer(NamedTuple):
    """What one player has offered the other after `ply` moves, and whether that was refused."""

    kind: str
    player: int
    ply: int
    refused: bool


class Seats:
    """The seats in a store's games, over the store's own connection."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._database = store.database

    def holders(self, game: int) -> dict[int, str | None]:
        """Who holds the seats of a game; none at all for a game that is played elsewhere."""
        return dict(self._database.fetch("SELECT seat, holder FROM seats WHERE game_id = ?", (game,)))

    def is_open(self, game: int) -> bool:
        """Whether the two who play each other have agreed that everybody may ask for help."""
        return bool(self._database.fetch("SELECT 1 FROM open_games WHERE game_id = ?", (game,)))

    def held_by(
        self, holder: str, *, game: str | None, finished: bool | None, before: int, limit: int
    ) -> list[int]:
        """The games in which someone has a seat, the latest first; `finished` asks for only those, or not."""
        wanted = ["holder = :holder", "game_id < :before"]
        if game is not None:
            wanted.append("game = :game")
        if finished is not None:
            wanted.append("ended IS NOT NULL" if finished else "ended IS NULL")
        query = (
            "SELECT DISTINCT game_id FROM seats JOIN games ON games.id = game_id "
            f"WHERE {' AND '.join(wanted)} ORDER BY game_id DESC LIMIT :limit"
        )
        values = {"holder": holder, "game": game, "before": before, "limit": limit}
        return [number for (number,) in self._database.fetch(query, values)]

    def assign(self, game: int, holders: Holders, *, is_open: bool = False) -> None:
        """Gives the seats of a new game away, or leaves them free; `is_open` is what `is_open` then says."""
        with self._store.together():
            rows = [(game, seat, holder) for seat, holder in holders.items()]
            self._database.change_many("INSERT INTO seats (game_id, seat, holder) VALUES (?, ?, ?)", rows)
            if is_open:
                self._database.change("INSERT INTO open_games VALUES (?)", (game,))

    def invite(self, game: int, invitation: str) -> bool:
        """Lets whoever knows the invitation take the open seat; an earlier one no longer holds."""
        statement = "UPDATE seats SET invitation = ? WHERE game_id = ? AND holder IS NULL"
        with self._store.together():
            return self._database.change(statement, (invitation, game)) > 0

    def take(self, game: int, invitation: str, holder: str, name: str | None) -> int | None:
        """The seat that the invitation gave, which is used up by that; None if it gives none."""
        with self._store.together():
            found = self._database.fetch(
                "UPDATE seats SET holder = ?, invitation = NULL "
                "WHERE game_id = ? AND invitation = ? AND holder IS NULL RETURNING seat",
                (holder, game, invitation),
            )
            if not found:
                return None
            seat = int(found[0][0])
            self._store.touch(game)
            if name:
                self._rename(game, seat, name)
            return seat

    def follow(self, game: int, next_game: int) -> int:
        """The game that follows this one: the one given, unless another was first."""
        with self._store.together():
            self._store.touch(game)
            self._database.change(
                "INSERT INTO sequels VALUES (?, ?) ON CONFLICT DO NOTHING", (game, next_game)
            )
            following = self.sequel(game)
        assert following
        return following

    def sequel(self, game: int) -> int | None:
        """The game that follows this one, if there is one yet."""
        found = self._database.fetch("SELECT next_id FROM sequels WHERE game_id = ?", (game,))
        return found[0][0] if found else None

    def offer(self, game: int) -> StoredOffer | None:
        """What was last offered in the game, whether or not a move has overtaken it."""
        found = self._database.fetch(
            "SELECT kind, player, ply, refused FROM offers WHERE game_id = ?", (game,)
        )
        if not found:
            return None
        kind, player, ply, refused = found[0]
        return StoredOffer(kind, player, ply, bool(refused))

    def set_offer(self, game: int, offer: StoredOffer | None, *, version: int | None = None) -> None:
        """Puts an offer in the place of the last one, or withdraws that; `MovedOn` as when moving."""
        with self._store.together():
            self._store.touch(game, version)
            self._database.change("DELETE FROM offers WHERE game_id = ?", (game,))
            if offer:
                values = (game, offer.kind, offer.player, offer.ply, int(offer.refused))
                self._database.change("INSERT INTO offers VALUES (?, ?, ?, ?, ?)", values)

    def _rename(self, game: int, seat: int, name: str) -> None:
        """Writes the name that someone brings along into the game, and into the match it opens."""
        side = "ab"[seat - 1]  # an invitation is for the first game, where nobody has swapped seats
        self._database.change(f"UPDATE games SET name_{seat} = ? WHERE id = ?", (name, game))
        self._database.change(
            f"UPDATE matches SET name_{side} = ? WHERE id = (SELECT match_id FROM games WHERE id = ?)",
            (name, game),
        )
