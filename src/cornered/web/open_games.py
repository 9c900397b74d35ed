"""The games that anyone may join: listed while whoever opened them is there, and told live to all who look.

A game is listed by an invitation that this server keeps to itself. After a restart nothing is listed, and the
pages of those who wait list their games again.
"""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from time import time_ns
from typing import NamedTuple

from pydantic import TypeAdapter

from cornered.web.errors import RequestRefused
from cornered.web.limits import Limits
from cornered.web.live_game import LiveGame
from cornered.web.lobby import Lobby
from cornered.web.presentation import open_game_view
from cornered.web.schemas import OpenGame

_GONE_AFTER = 10.0
"""Seconds for which whoever opened a game may be away before it is listed no more."""

_LOOK_AGAIN = 2.0
"""Seconds between two looks at whether they are."""

_AS_JSON = TypeAdapter(list[OpenGame])


class _Listed(NamedTuple):
    game: LiveGame
    holder: str
    client: str
    invitation: str


class OpenGames:
    """The list, of which there may be so many in all and from one client."""

    def __init__(self, lobby: Lobby, limits: Limits) -> None:
        self._lobby = lobby
        self._limits = limits
        self._listed: dict[int, _Listed] = {}
        self._bells: set[asyncio.Event] = set()
        self._event: bytes | None = None
        self.version = time_ns() // 1000  # higher than before a restart

    async def offer(self, game: LiveGame, holder: str | None, client: str) -> None:
        """Lists a game of this holder's; an earlier invitation no longer holds."""
        self._lobby.check_seated(game, holder)
        assert holder
        known = self._listed.get(game.id)
        if known and known.holder == holder:
            return
        self._check_room(client)
        invitation = await self._lobby.invite(game, holder)
        self._check_room(client)  # others may have come in the meantime
        self._listed[game.id] = _Listed(game, holder, client, invitation)
        self._announce()

    def withdraw(self, number: int) -> None:
        """Lists a game no longer."""
        if self._listed.pop(number, None):
            self._announce()

    async def join(self, number: int, holder: str, name: str | None) -> LiveGame:
        """Takes the open seat."""
        listed = self._listed.get(number)
        if listed is None:
            raise RequestRefused(409, "This game is no longer open: someone has joined it, or left.")
        await self._lobby.join(listed.game, holder, listed.invitation, name)
        self.withdraw(number)
        return listed.game

    def all(self) -> list[OpenGame]:
        """Those that can be joined, the newest first."""
        return [open_game_view(listed.game.state) for listed in reversed(self._listed.values())]

    def event(self) -> bytes:
        """The list as an event, made once for all who look."""
        if self._event is None:
            self._event = b"event: open-games\ndata: " + _AS_JSON.dump_json(self.all()) + b"\n\n"
        return self._event

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
            for number, listed in list(self._listed.items()):
                gone = listed.game.presence.gone_for(listed.holder) > _GONE_AFTER
                if gone or listed.game.session.over or None not in listed.game.state.holders.values():
                    self.withdraw(number)

    def _check_room(self, client: str) -> None:
        if len(self._listed) >= self._limits.open_games:
            raise RequestRefused(503, "As many games as this site lists are open: join one of them.")
        theirs = sum(one.client == client for one in self._listed.values())
        if theirs >= self._limits.open_games_per_client:
            raise RequestRefused(429, f"You have {theirs} open games already: wait until someone joins.")

    def _announce(self) -> None:
        self.version += 1
        self._event = None
        for bell in self._bells:
            bell.set()
