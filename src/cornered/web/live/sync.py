"""The other workers of a site whose games are in Postgres: what they are told, and what they tell.

The rows are the truth, and are looked at again and again; notices only say where to look first. So whatever
is lost between workers, or with one of them, is found out within seconds.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import Iterable
from contextlib import suppress

from psycopg import AsyncConnection, Error, Notify

from cornered.store import StoreError
from cornered.store.postgres import with_ways
from cornered.store.workers import CHANNEL
from cornered.web.live.lobby import Lobby
from cornered.web.storage.async_store import AsyncStore

_BREATH = 0.5
"""Seconds between two looks at who has come and gone here."""

_BEATS = 4
"""Every how many of those looks the others are told that we live, and are looked at in full."""

_AGAIN = 1.0
"""Seconds before a lost connection is tried again."""

_log = logging.getLogger(__name__)


class Colleagues:
    """Keeps the games that are open here in step with those of all other workers."""

    def __init__(self, address: str, store: AsyncStore, lobby: Lobby) -> None:
        self._address = address
        self._store = store
        self._lobby = lobby
        self._news: set[int] = set()
        self._is_news = asyncio.Event()
        self._shown: dict[tuple[int, str], int] = {}
        store.tell = self._tell

    async def work(self) -> None:
        """Listens, tells and looks around until it is cancelled."""
        await asyncio.gather(self._listen(), self._pass_on(), self._look_around())

    async def leave(self) -> None:
        """Lets the others go on with what was begun here."""
        try:
            await self._store.notify(sorted(self._news))
            await self._store.leave()
        except StoreError as error:
            _log.warning("The other workers will notice by themselves that this one is gone: %s", error)

    def _tell(self, game: int) -> None:
        self._news.add(game)
        self._is_news.set()

    async def _pass_on(self) -> None:
        """Sends notices, one for all that has changed while the last one was sent."""
        while True:
            await self._is_news.wait()
            self._is_news.clear()
            news, self._news = self._news, set()
            with suppress(StoreError):  # they look at the rows by themselves
                await self._store.notify(sorted(news))

    async def _listen(self) -> None:
        """Hears the notices; after a lost connection, everything is looked at."""
        while True:
            try:
                connection = await AsyncConnection.connect(with_ways(self._address), autocommit=True)
                async with connection:
                    await connection.execute(f"LISTEN {CHANNEL}")
                    self._shown = {}  # the server may have lost what it was told
                    await self._look_at(None)
                    async for notice in connection.notifies():
                        with suppress(ValueError):  # anyone who may connect can say anything
                            await self._hear(notice)
            except Error:
                await asyncio.sleep(_AGAIN)

    async def _hear(self, notice: Notify) -> None:
        sender, *words = notice.payload.split() or [""]
        if sender != self._store.worker:
            await self._look_at(map(int, words))

    async def _look_at(self, numbers: Iterable[int] | None) -> None:
        games = self._lobby.opened(numbers)
        if not games:
            return
        await self._lobby.look(games)
        try:
            listening = await self._store.listeners([game.id for game in games])
        except StoreError:
            return
        for game in games:
            game.hear_of(Counter({holder or None: pages for holder, pages in listening[game.id].items()}))

    async def _look_around(self) -> None:
        beat = 0
        while True:
            try:
                if beat % _BEATS == 0:
                    if not await self._store.beat():
                        self._shown = {}  # the others took us for dead, and have forgotten it
                    await self._look_at(None)
                await self._show_listeners()
            except StoreError:
                self._shown = {}  # it may have been forgotten with the server: all is told anew
            beat += 1
            await asyncio.sleep(_BREATH)

    async def _show_listeners(self) -> None:
        here = {
            (game.id, holder or ""): pages
            for game in self._lobby.opened()
            for holder, pages in game.presence.here.items()
        }
        changed = {key: here.get(key, 0) for key in here.keys() | self._shown.keys()}
        changed = {key: pages for key, pages in changed.items() if pages != self._shown.get(key, 0)}
        if changed:
            await self._store.show_listeners(changed)
            self._shown = here
            for game, _ in changed:
                self._tell(game)
