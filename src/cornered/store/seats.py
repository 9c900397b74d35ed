"""Whose seat it is in games played over a network, what is offered there, and which game follows which.

A seat belongs to those who know a secret. The store keeps hashes only: of the holder's secret, and of the
invitation under which an open seat may be taken once.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from cornered.store.changes import StoredOffer
from cornered.store.games import EVERYTHING, Store

Holders = Mapping[int, str | None]
"""For each seat that a person may hold the hash of their secret, or None while it is open."""


class Surroundings(NamedTuple):
    """What there is around a game: who holds which seat, whether they may ask for help, what follows."""

    holders: dict[int, str | None]
    help_allowed: bool
    sequel: int | None
    offer: StoredOffer | None


_SURROUNDINGS = """
SELECT games.id, help_allowed.game_id IS NOT NULL, next_id, kind, player, ply, refused FROM games
LEFT JOIN help_allowed ON help_allowed.game_id = games.id
LEFT JOIN sequels ON sequels.game_id = games.id
LEFT JOIN offers ON offers.game_id = games.id
WHERE games.id {condition}
"""


LOOKED_AT = 1000
"""How many of someone's games are looked at for a list of those that fit."""

_HELD = """
SELECT id, {wanted} FROM games JOIN (
    SELECT DISTINCT game_id FROM seats WHERE holder = :holder AND game_id < :before
    ORDER BY game_id DESC LIMIT :most
) AS held ON game_id = id ORDER BY id DESC
"""


class HeldGames(NamedTuple):
    """Those that fit among the games looked at; if there may be more, they come before `rest`."""

    numbers: list[int]
    rest: int | None


class Seats:
    """The seats in a store's games, over the store's own connection."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._database = store.database

    def around(self, games: Sequence[int]) -> dict[int, Surroundings]:
        """What there is around each of these games, in two questions for all of them."""
        condition, value = self._database.among(games)
        holders = self.held_in(games)
        found = self._database.fetch(_SURROUNDINGS.format(condition=condition), (value,))
        return {
            game: Surroundings(holders[game], bool(help_allowed), sequel, _offer(*offer))
            for game, help_allowed, sequel, *offer in found
        }

    def held_in(self, games: Sequence[int]) -> dict[int, dict[int, str | None]]:
        """Who holds the seats of each of these games."""
        condition, value = self._database.among(games)
        held: dict[int, dict[int, str | None]] = {game: {} for game in games}
        query = f"SELECT game_id, seat, holder FROM seats WHERE game_id {condition} ORDER BY seat"
        for game, seat, holder in self._database.fetch(query, (value,)):
            held[game][seat] = holder
        return held

    def held_by(
        self,
        holder: str,
        *,
        game: str | None = None,
        finished: bool | None = None,
        before: int = EVERYTHING,
        limit: int = LOOKED_AT,
    ) -> HeldGames:
        """The games in which someone has a seat, the latest first; `finished` asks for only those, or not.

        However many they have, only so many are looked at.
        """
        wanted = []
        if game is not None:
            wanted.append("game = :game")
        if finished is not None:
            wanted.append("ended IS NOT NULL" if finished else "ended IS NULL")
        most = LOOKED_AT if wanted else min(limit, LOOKED_AT)
        query = _HELD.format(wanted=" AND ".join(wanted) or "true")
        looked_at = self._database.fetch(
            query, {"holder": holder, "game": game, "before": before, "most": most}
        )
        fitting = [number for number, fits in looked_at if fits][:limit]
        if len(fitting) == limit:
            return HeldGames(fitting, fitting[-1])
        return HeldGames(fitting, looked_at[-1][0] if len(looked_at) == most else None)

    def assign(self, game: int, holders: Holders, *, help_allowed: bool = False) -> None:
        """Gives the seats of a new game away, or leaves them free."""
        with self._store.together():
            rows = [(game, seat, holder) for seat, holder in holders.items()]
            self._database.change_many("INSERT INTO seats (game_id, seat, holder) VALUES (?, ?, ?)", rows)
            if help_allowed:
                self._database.change("INSERT INTO help_allowed VALUES (?)", (game,))

    def invite(self, game: int, invitation: str) -> bool:
        """Lets those who know the invitation take the open seat; an earlier one no longer holds."""
        statement = "UPDATE seats SET invitation = ? WHERE game_id = ? AND holder IS NULL"
        with self._store.together():
            return self._database.change(statement, (invitation, game)) > 0


def _offer(kind: str | None, player: int, ply: int, refused: int) -> StoredOffer | None:
    return StoredOffer(kind, player, ply, bool(refused)) if kind else None
