"""Texts of games taken into the store, a few games at a time, so that moves find their way in between."""

import asyncio

from cornered.play.stored import not_yet_in
from cornered.store import SavedGame, StoreError
from cornered.web.storage import Storage
from cornered.web.storage.games import add_games

_AT_ONCE = 20
"""Games that are stored in one transaction, in a few milliseconds."""

_COMPARED = 2000
"""With how many games of the same beginning and moment those of a text are compared: nobody plays as many."""


class Imports:
    """Imports into one store, one after another: of two with the same games, the second finds them there."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        self._importing = asyncio.Lock()

    async def take_in(self, games: list[SavedGame], holder: str) -> list[int]:
        """Stores whole games, except those already there; `holder` gets the seats of people.

        Where the disk fails, the sentence says how many games were stored by then.
        """
        async with self._importing:
            fresh = await self._storage.browse(not_yet_in, games, _COMPARED)
            numbers: list[int] = []
            for first in range(0, len(fresh), _AT_ONCE):
                some = fresh[first : first + _AT_ONCE]
                try:
                    numbers += await self._storage.write(add_games, some, holder)
                except StoreError as error:
                    if not numbers:
                        raise
                    taken = f"{len(numbers)} of {len(fresh)} games were taken in"
                    raise StoreError(f"{error} {taken}: send them again for the rest.") from error
        return numbers
