"""The games that anyone may join: listed while their hosts are there, and shown live to all who look.

A game is listed by an invitation that this site keeps to itself.
"""

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from time import time_ns
from typing import Protocol

from cornered.store import StoreError
from cornered.store.postgres.joinable import Check, JoinableGames, Listed
from cornered.web.config import Limits
from cornered.web.errors import RequestRefused
from cornered.web.live.actions import Actions, check_seated
from cornered.web.live.live_game import LiveGame
from cornered.web.live.lobby import Lobby
from cornered.web.storage import Storage
from cornered.web.views.game_views import OpenGame, open_game_view

_GONE_AFTER = 10.0
"""Seconds for which the host of a game may be away before it leaves the list."""

_LOOK_AGAIN = 0.5
"""Seconds between two looks at whether they are, and at what others have listed."""


class OpenGames:
    """The list as it is seen here, of which there may be so many in all and from one client."""

    def __init__(self, lobby: Lobby, actions: Actions, storage: Storage, limits: Limits) -> None:
        self._lobby = lobby
        self._actions = actions
        self._list: _List = _SharedList(storage) if storage.is_shared else _OwnList()
        self._limits = limits
        self._known: list[Listed] = []
        self._bells: set[asyncio.Event] = set()
        self.version = time_ns() // 1000  # higher than before a restart

    async def offer(self, game: LiveGame, holder: str | None, client: str) -> None:
        """Lists a game of this holder's; an earlier invitation no longer holds."""
        check_seated(game, holder)
        assert holder
        known = await self._find(game.id)
        if known and known.holder == holder:
            return

        def check_room(listed: Sequence[Listed]) -> None:
            self._check_room(listed, client)

        check_room(self._known)
        async with game.lock:  # or the invitation of two who come at once might not be the one that holds
            invitation = await self._actions.invite(game, holder)
            view = open_game_view(game.state).model_dump_json()
            await self._list.add(Listed(game.id, holder, client, invitation, view), check_room)
        await self._look()

    async def withdraw(self, number: int) -> None:
        """Lists a game no longer."""
        await self._list.drop(number)
        await self._look()

    async def join(self, number: int, holder: str, name: str | None) -> LiveGame:
        """Takes the open seat."""
        listed = await self._find(number)
        if listed is None:
            raise RequestRefused(409, "This game is no longer open: someone has joined it, or left.")
        game = await self._lobby.game(number)
        await self._actions.join(game, holder, listed.invitation, name)
        await self.withdraw(number)
        return game

    async def all(self) -> list[OpenGame]:
        """Those that can be joined, the newest first."""
        await self._look()
        return [OpenGame.model_validate_json(listed.view) for listed in self._known]

    def event(self) -> bytes:
        """The list as an event."""
        return f"event: open-games\ndata: [{','.join(listed.view for listed in self._known)}]\n\n".encode()

    @contextmanager
    def listener(self, _holder: str | None, bell: asyncio.Event) -> Iterator[None]:
        """Rings the bell whenever the list has changed."""
        self._bells.add(bell)
        try:
            yield
        finally:
            self._bells.discard(bell)

    async def look_after(self) -> None:
        """Takes games from the list that nobody waits in any more, until it is cancelled."""
        while True:
            await asyncio.sleep(_LOOK_AGAIN)
            with suppress(StoreError):  # what cannot be read now is looked at again
                await self._look()
                for listed in self._known:
                    if await self._is_over(listed):
                        await self.withdraw(listed.game)

    async def _look(self) -> None:
        """Takes over what is listed, and tells those who look if that is news."""
        listed = await self._list.all()
        if listed != self._known:
            self._known = listed
            self.version += 1
            for bell in self._bells:
                bell.set()

    async def _find(self, number: int) -> Listed | None:
        await self._look()
        return next((listed for listed in self._known if listed.game == number), None)

    async def _is_over(self, listed: Listed) -> bool:
        """Whether the host has gone, or nobody can join the game."""
        try:
            [game] = self._lobby.opened([listed.game]) or [await self._lobby.game(listed.game)]
        except RequestRefused:  # there is no such game any more
            return True
        gone = game.presence.gone_for(listed.holder) > _GONE_AFTER
        return gone or game.session.over or None not in game.state.holders.values()

    def _check_room(self, listed: Sequence[Listed], client: str) -> None:
        if len(listed) >= self._limits.open_games:
            raise RequestRefused(503, "As many games as this site lists are open: join one of them.")
        theirs = sum(one.client == client for one in listed)
        if theirs >= self._limits.open_games_per_client:
            raise RequestRefused(429, f"You have {theirs} open games already: wait until someone joins.")


class _List(Protocol):
    """Where the games are listed, the newest first."""

    async def all(self) -> list[Listed]:
        """What is listed."""

    async def add(self, new: Listed, check: Check) -> None:
        """Lists a game, unless the check refuses it."""

    async def drop(self, game: int) -> None:
        """Lists a game no longer."""


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
    """The same for all processes."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    async def all(self) -> list[Listed]:
        return await self._storage.read(lambda store: JoinableGames(store).all())

    async def add(self, new: Listed, check: Check) -> None:
        await self._storage.write(lambda store: JoinableGames(store).add(new, check))

    async def drop(self, game: int) -> None:
        await self._storage.write(lambda store: JoinableGames(store).drop(game))
