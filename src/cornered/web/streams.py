"""Live events: each listener gets the whole game at once, and again whenever something changes.

An event carries the game as it stands, so whoever comes back after a broken connection has missed nothing.
One stream may tell of many games: a browser keeps only a few connections to a site.
"""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager

from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from cornered.web.errors import RequestRefused
from cornered.web.limits import Limits
from cornered.web.live_game import LiveGame

_SIGN_OF_LIFE = 15.0
"""Seconds after which a silent stream says that it is still there."""

RETRY = "retry: 1000\n\n"
"""Tells browsers to come back a second after a connection breaks."""


class Streams:
    """All open event streams: counts them for each client, and ends them when the server stops.

    `closing` tells that it is about to.
    """

    def __init__(self) -> None:
        self._open: Counter[str] = Counter()
        self._bells: set[asyncio.Event] = set()
        self.closing = False

    @contextmanager
    def counted(self, client: str, limits: Limits) -> Iterator[None]:
        """Counts a stream while it is open; refuses it to a client that has too many."""
        if self._open[client] >= limits.streams_per_client or self._open.total() >= limits.streams:
            raise RequestRefused(
                429, "Too many event streams are open: close a page that you no longer need."
            )
        self._open[client] += 1
        try:
            yield
        finally:
            self._open[client] -= 1
            if not self._open[client]:
                del self._open[client]

    async def events(self, games: Sequence[LiveGame], holder: str | None) -> AsyncIterator[str]:
        """The text of one stream, until the listener leaves or the server stops."""
        bell, told = asyncio.Event(), dict.fromkeys(games, 0)
        with self._rung_at_the_end(bell), ExitStack() as listening:
            for game in games:
                listening.enter_context(game.listener(holder, bell))
            yield RETRY
            while not self.closing:
                bell.clear()
                for game in games:
                    if told[game] != game.version:
                        told[game] = game.version
                        yield f"event: game\ndata: {game.text()}\n\n"
                while not self.closing and not await _rings(bell):
                    yield ": still here\n\n"

    def close(self) -> None:
        """Ends every stream, so that the server can stop; the pages come back when it does."""
        self.closing = True
        for bell in self._bells:
            bell.set()

    @contextmanager
    def _rung_at_the_end(self, bell: asyncio.Event) -> Iterator[None]:
        self._bells.add(bell)
        try:
            yield
        finally:
            self._bells.discard(bell)


class EventStream(StreamingResponse):
    """The answer that never ends; it takes its place among the streams in the step that looks for one."""

    media_type = "text/event-stream"

    def __init__(self, events: AsyncIterator[str], counted: AbstractContextManager[None]) -> None:
        super().__init__(events, headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"})
        self._counted = counted

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        with self._counted:
            await super().__call__(scope, receive, send)


async def _rings(bell: asyncio.Event) -> bool:
    try:
        await asyncio.wait_for(bell.wait(), _SIGN_OF_LIFE)
    except TimeoutError:
        return False
    return True
