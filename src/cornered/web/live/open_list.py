"""Where the list of open games is kept: in this process, or in a table of a store that workers share."""

from typing import Protocol

from cornered.store.open_list import Check, Listed
from cornered.web.storage.async_store import AsyncStore


class List(Protocol):
    """The games that are listed, the newest first."""

    async def all(self) -> list[Listed]:
        """What is listed."""

    async def add(self, new: Listed, check: Check) -> None:
        """Lists a game, unless the check refuses it."""

    async def drop(self, game: int) -> None:
        """Lists a game no longer."""


def list_for(store: AsyncStore) -> List:
    """The list that suits this store."""
    return _SharedList(store) if store.is_shared else _OwnList()


class _OwnList:
    """Forgotten with the process: the pages of those who wait list their games again."""

    def __init__(self) -> None:
        self._listed: dict[int, Listed] = {}

    async def all(self) -> list[Listed]:
        return list(reversed(self._listed.values()))

    async def add(self, new: Listed, check: Check) -> None:
        self._listed.pop(new.game, None)
        check(list(self._listed.values()))
        self._listed[new.game] = new

    async def drop(self, game: int) -> None:
        self._listed.pop(game, None)


class _SharedList:
    """The same for all workers."""

    def __init__(self, store: AsyncStore) -> None:
        self._store = store

    async def all(self) -> list[Listed]:
        return await self._store.read_list(lambda listed: listed.all())

    async def add(self, new: Listed, check: Check) -> None:
        await self._store.write_list(lambda listed: listed.add(new, check))

    async def drop(self, game: int) -> None:
        await self._store.write_list(lambda listed: listed.drop(game))
