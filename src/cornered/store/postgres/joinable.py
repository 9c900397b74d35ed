"""The games of a site that anyone may join, in a table that all its processes read."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from cornered.store.games import Store

_LISTING = 0x6C697374  # the number of the lock under which one process at a time adds to the list


class Listed(NamedTuple):
    """A game in the list: who waits in it, from where, what lets others in, and how it is shown, as JSON."""

    game: int
    holder: str
    client: str
    invitation: str
    view: str


Check = Callable[[Sequence[Listed]], None]
"""Raises something if nothing may be added to what is listed."""


class JoinableGames:
    """The list, over a connection of the store's."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._database = store.database

    def all(self) -> list[Listed]:
        """What is listed, the newest first."""
        query = (
            "SELECT game_id, holder, client, invitation, view FROM joinable ORDER BY at DESC, game_id DESC"
        )
        return [Listed(*row) for row in self._database.fetch(query)]

    def add(self, new: Listed, check: Check) -> None:
        """Lists a game, or lists it again, unless the check refuses it; others wait until we are done."""
        with self._store.together():
            self._database.fetch("SELECT pg_advisory_xact_lock(?)", (_LISTING,))
            check([listed for listed in self.all() if listed.game != new.game])
            self.drop(new.game)
            self._database.change(
                "INSERT INTO joinable (game_id, holder, client, invitation, view) VALUES (?, ?, ?, ?, ?)", new
            )

    def drop(self, game: int) -> None:
        """Lists a game no longer."""
        with self._store.together():
            self._database.change("DELETE FROM joinable WHERE game_id = ?", (game,))
