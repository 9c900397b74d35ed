"""Keeps this process in step with the others that serve the same games from one Postgres.

Every change of a game is heard as the notice that its commit has sent, so nothing is read to follow it. Who
listens to which game is sent in notices too, and again to every process that is new; a process that falls
silent counts as gone. When the connection on which notices are heard was lost, or has fallen silent itself,
all games that are open here are compared with their rows.
"""

import asyncio
import json
import logging
from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from time import monotonic
from typing import Any

from psycopg import AsyncConnection, Error

from cornered.store import Change, Store, StoreError
from cornered.store.postgres import CHANNEL
from cornered.store.postgres.server import with_ways
from cornered.web.live.lobby import Lobby
from cornered.web.storage import Storage

_SHOW = 0.5
"""Seconds between two looks at who has come and gone here."""

_HEARTBEAT = 4
"""At every so many of those looks a notice is sent even if nothing has changed."""

_SILENT = 10.0
"""Seconds after which a process, or the connection, that has not been heard counts as gone."""

_RECONNECT = 1.0

_IN_A_NOTICE = 50
"""Listeners of which one notice tells: it has at most 8,000 bytes."""

_log = logging.getLogger(__name__)

Listening = dict[tuple[int, str], int]
"""For each game and listener, by the hash of their secret or nothing, how many of their pages are open."""


@dataclass
class _Other:
    """Another process: when it was last heard, and who listens there.

    `is_known` says that it has told of everyone since it was first heard, or heard again after a silence.
    """

    heard: float
    is_known: bool = False
    games: dict[int, Counter[str | None]] = field(default_factory=dict)

    def show(self, game: int, holder: str | None, pages: int) -> None:
        """Takes over how many pages of someone's are open there."""
        listening = self.games.setdefault(game, Counter())
        listening[holder] = pages
        if not any(listening.values()):
            del self.games[game]


class Sync:
    """What one process, known by its name, hears from the others and tells them."""

    def __init__(self, address: str, storage: Storage, lobby: Lobby, process: str) -> None:
        self._address = address
        self._storage = storage
        self._lobby = lobby
        self._process = process
        self._others: dict[str, _Other] = {}
        self._shown: Listening | None = None  # None where the others have to hear of everyone
        self._heard_own = monotonic()
        lobby.listening_elsewhere = self._listening

    async def work(self) -> None:
        """Hears and sends notices until it is cancelled."""
        await asyncio.gather(self._hear_notices(), self._send_notices())

    async def leave(self) -> None:
        """Lets the others know that nobody listens here any more."""
        try:
            await self._send(left=True)
        except StoreError as error:
            _log.warning("The other processes will notice by themselves that this one is gone: %s", error)

    async def _hear_notices(self) -> None:
        while True:
            try:
                connection = await AsyncConnection.connect(with_ways(self._address), autocommit=True)
                async with connection:
                    await connection.execute(f"LISTEN {CHANNEL}")
                    await self._connected()
                    while monotonic() - self._heard_own < _SILENT:
                        async for notice in connection.notifies(timeout=_SILENT):
                            await self._hear(notice.payload)
            except (Error, StoreError):
                await asyncio.sleep(_RECONNECT)

    async def _connected(self) -> None:
        """Catches up with what was missed until now."""
        self._heard_own, self._shown = monotonic(), None
        await self._send(hello=True)
        await self._lobby.refresh(self._lobby.opened())

    async def _hear(self, payload: str) -> None:
        """Passes over what makes no sense: anyone who may connect to the database can send it."""
        with suppress(ValueError, TypeError, KeyError, AttributeError):
            fields = json.loads(payload)
            if "process" in fields:
                self._hear_process(**fields)
            else:
                await self._lobby.hear(Change.of(fields))

    def _hear_process(
        self,
        process: str,
        listening: Iterable[tuple[int, str, int]] = (),
        everyone: bool = False,
        hello: bool = False,
        left: bool = False,
    ) -> None:
        """Another process lives; `listening` is who has come and gone there, or `everyone` who is there."""
        if process == self._process:
            self._heard_own = monotonic()
            return
        if hello or process not in self._others:  # it does not know yet who listens here
            self._shown = None
        other = self._others.setdefault(process, _Other(0))
        other.heard = monotonic()
        games = set()
        if everyone or left:
            games, other.games, other.is_known = set(other.games), {}, True
        for game, holder, pages in listening:
            games.add(game)
            other.show(game, holder or None, pages)
        if left:
            del self._others[process]
        self._update(games)

    def _listening(self, game: int) -> Counter[str | None]:
        """Who listens to a game in other processes."""
        listening: Counter[str | None] = Counter()
        for other in self._others.values():
            listening += other.games.get(game, Counter())
        return listening

    def _update(self, games: Iterable[int]) -> None:
        for game in self._lobby.opened(games):
            game.set_elsewhere(self._listening(game.id))

    def _forget_silent(self) -> None:
        then = monotonic() - _SILENT
        for process, other in list(self._others.items()):
            if other.heard < then:
                del self._others[process]
                self._update(other.games)

    async def _send_notices(self) -> None:
        beat = 0
        while True:
            with suppress(StoreError):  # nothing is lost: all of it is sent again
                await self._show()
                if beat % _HEARTBEAT == 0:
                    self._forget_silent()
                    await self._send(hello=not all(other.is_known for other in self._others.values()))
            beat += 1
            await asyncio.sleep(_SHOW)

    async def _show(self) -> None:
        """Tells the others who has come or gone here since they last heard."""
        here = {
            (game.id, holder or ""): pages
            for game in self._lobby.opened()
            for holder, pages in game.presence.here.items()
        }
        before, self._shown = self._shown, here
        changed = [
            (*listener, here.get(listener, 0))
            for listener in {**(before or {}), **here}
            if here.get(listener, 0) != (before or {}).get(listener, 0)
        ]
        try:
            for first in range(0, len(changed) or before is None, _IN_A_NOTICE):
                some = changed[first : first + _IN_A_NOTICE]
                await self._send(listening=some, everyone=before is None and first == 0)
        except StoreError:
            self._shown = None
            raise

    async def _send(self, **fields: Any) -> None:
        text = json.dumps({"process": self._process, **fields})
        await self._storage.write(_notify, text)


def _notify(store: Store, text: str) -> None:
    store.database.notify(text)
