"""Event streams: each listener gets the whole game at once, and again whenever something changes.

An event carries the game as it stands, so a client that comes back after a broken connection has missed
nothing. One stream may tell of many games: a browser keeps only a few connections to a site.
"""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from random import randint
from typing import Protocol

from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from cornered.web.config import Limits
from cornered.web.errors import RequestRefused

_SIGN_OF_LIFE = 15.0
"""Seconds after which a silent stream says that it is still there."""

_LOOK_ROUND = 0.25
"""Seconds between two looks for silent streams: few are found each time, and no event waits for long."""

_RETRY = b"retry: 1000\n\n"
"""Tells browsers to come back a second after a connection breaks."""

_STILL_HERE = b": still here\n\n"


class Told(Protocol):
    """What a stream tells of, again whenever its version has changed: a game, or a list."""

    version: int

    def event(self) -> bytes:
        """How it stands."""

    def listener(self, holder: str | None, bell: asyncio.Event, /) -> AbstractContextManager[None]:
        """Rings the bell whenever there is something new."""


class Listener:
    """The client of a stream: the bell rings when there is something to do, and `gone` ends it."""

    def __init__(self) -> None:
        self.bell = asyncio.Event()
        self.gone = False

    async def leave_with(self, receive: Receive) -> None:
        """Waits until the connection ends, and rings for the last time."""
        while (await receive())["type"] != "http.disconnect":
            pass
        self.leave()

    def leave(self) -> None:
        """Ends the stream."""
        self.gone = True
        self.bell.set()


class Streams:
    """All open event streams: counts them for each client, and ends them when the server stops.

    `open` is how many there are; `closing` tells that the server is about to stop.
    """

    def __init__(self) -> None:
        self.open = 0
        self._per_client: Counter[str] = Counter()
        self._silent_since: dict[Listener, float] = {}  # the one that has been silent for longest comes first
        self._looking_round = False
        self.closing = False

    @contextmanager
    def counted(self, client: str, limits: Limits) -> Iterator[None]:
        """Counts a stream while it is open; refuses it to a client that has too many."""
        if self._per_client[client] >= limits.streams_per_client or self.open >= limits.streams:
            raise RequestRefused(
                429, "Too many event streams are open: close a page that you no longer need."
            )
        self.open += 1
        self._per_client[client] += 1
        try:
            yield
        finally:
            self.open -= 1
            self._per_client[client] -= 1
            if not self._per_client[client]:
                del self._per_client[client]

    async def events(
        self, things: Sequence[Told], holder: str | None, listener: Listener
    ) -> AsyncIterator[bytes]:
        """The text of one stream, until the listener leaves or the server stops."""
        bell, told = listener.bell, dict.fromkeys(things, 0)
        with ExitStack() as listening:
            for thing in things:
                listening.enter_context(thing.listener(holder, bell))
            listening.callback(self._silent_since.pop, listener, None)
            yield _RETRY
            while not listener.gone:
                bell.clear()
                news = [thing for thing in things if told[thing] != thing.version]
                for thing in news:
                    told[thing] = thing.version
                    yield thing.event()
                if not news:
                    yield _STILL_HERE
                self._has_spoken(listener)
                await bell.wait()
            if self.closing:
                yield b"retry: %d\n\n" % randint(500, 2500)  # all come back, but not all at once

    def close(self) -> None:
        """Ends every stream, so that the server can stop; the pages come back when it does."""
        self.closing = True
        for listener in list(self._silent_since):
            listener.leave()

    def _has_spoken(self, listener: Listener) -> None:
        loop = asyncio.get_running_loop()
        self._silent_since.pop(listener, None)
        self._silent_since[listener] = loop.time()
        if self.closing:
            listener.leave()
        if not self._looking_round:
            self._looking_round = True
            loop.call_later(_LOOK_ROUND, self._look_round, loop)

    def _look_round(self, loop: asyncio.AbstractEventLoop) -> None:
        """Lets those speak that have been silent for long: one timer for all streams."""
        long_ago = loop.time() - _SIGN_OF_LIFE
        for listener, since in self._silent_since.items():
            if since > long_ago:
                break
            listener.bell.set()
        self._looking_round = bool(self._silent_since)
        if self._looking_round:
            loop.call_later(_LOOK_ROUND, self._look_round, loop)


class EventStream(StreamingResponse):
    """The answer that never ends; it takes its place among the streams in the step that looks for one."""

    media_type = "text/event-stream"

    def __init__(
        self, events: AsyncIterator[bytes], listener: Listener, counted: AbstractContextManager[None]
    ) -> None:
        super().__init__(events, headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"})
        self._listener = listener
        self._counted = counted

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Speaks until the listener has left."""
        with self._counted:
            leaving = asyncio.create_task(self._listener.leave_with(receive))
            try:
                await self.stream_response(send)
            finally:
                leaving.cancel()
