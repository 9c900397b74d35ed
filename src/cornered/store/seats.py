"""Whose seat it is in games played over a network, what is offered there, and which game follows which.

A seat belongs to whoever knows a secret. The store keeps hashes only: of the holder's secret, and of the
invitation under which an open seat may be taken once.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from cornered.store.games import EVERYTHING, Store

Holders = Mapping[int, str | None]
"""For each seat that a person may hold the hash of their secret, or None while it is open."""


class StoredOffer(NamedTuple):
    """What one player has offered the other after `ply` moves, and whether that was refused."""

    kind: str
    player: int
    ply: int
    refused: bool


class Surroundings(NamedTuple):
    """What there is around a game: who holds which seat, whether all may ask for help, what follows."""

    holders: dict[int, str | None]
    is_open: bool
    sequel: int | None
    offer: StoredOffer | None


_SURROUNDINGS = """
SELECT games.id, open_games.game_id IS NOT NULL, next_id, kind, player, ply, refused FROM games
LEFT JOIN open_games ON open_games.game_id = games.id
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

    def holders(self, game: int) -> dict[int, str | None]:
        """Who holds the seats of a game; none at all for a game that is played elsewhere."""
        return self.held_in([game])[game]

    def around(self, games: Sequence[int]) -> dict[int, Surroundings]:
        """What there is around each of these games, in two questions for all of them."""
        condition, value = self._database.among(games)
        holders = self.held_in(games)
        found = self._database.fetch(_SURROUNDINGS.format(condition=condition), (value,))
        return {
            game: Surroundings(holders[game], bool(is_open), sequel, _offer(*offer))
            for game, is_open, sequel, *offer in found
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
        return _offer(*found[0]) if found else None

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


def _offer(kind: str | None, player: int, ply: int, refused: int) -> StoredOffer | None:
    return StoredOffer(kind, player, ply, bool(refused)) if kind else None
