"""A pool whose work is done by the host of all workers of this machine, as they see it."""

import asyncio
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

from cornered.web.compute.pool_host import Answer, Question, receive, send, socket_in
from cornered.web.compute.pools import KINDS, Pools
from cornered.web.compute.worker_pool import TooBusy, stopping

Given = ParamSpec("Given")
Result = TypeVar("Result")


def shared_pools(folder: Path) -> Pools:
    """The pools of the crew that shares this folder."""
    return Pools(**{kind: SharedPool(folder, kind) for kind in KINDS})


class SharedPool:
    """One kind of work, asked for over a connection of its own, which is made anew when it was lost."""

    waiting = 0
    """The host knows, for all workers."""

    def __init__(self, folder: Path, kind: str) -> None:
        self._place = socket_in(folder)
        self._kind = kind
        self._numbers = count()
        self._asked: dict[int, asyncio.Future[Any]] = {}
        self._writer: asyncio.StreamWriter | None = None
        self._reading: asyncio.Task[None] | None = None
        self._connecting = asyncio.Lock()
        self._stopping = False

    async def run(
        self,
        client: str,
        seconds: float,
        work: Callable[Given, Result],
        *args: Given.args,
        **kwargs: Given.kwargs,
    ) -> Result:
        """What `work(*args)` returns, as a pool of this server's own would give or refuse it."""
        if self._stopping:
            raise stopping()
        writer = await self._connected()
        number, done = next(self._numbers), asyncio.get_running_loop().create_future()
        self._asked[number] = done
        try:
            send(writer, (number, Question(self._kind, client, seconds, (work, args, kwargs))))
            answer: Answer = await done
        except asyncio.CancelledError:
            send(writer, (number, None))
            raise
        finally:
            del self._asked[number]
        if answer.error:
            raise answer.error from answer.cause
        result: Result = answer.result
        return result

    def refuse(self) -> None:
        """Refuses whatever is not done yet, and all that comes."""
        self._stopping = True
        self._give_up(stopping)

    def close(self) -> None:
        """Ends the connection, and with it the work that was asked for over it."""
        if self._writer:
            self._writer.close()
        if self._reading:
            self._reading.cancel()

    async def _connected(self) -> asyncio.StreamWriter:
        async with self._connecting:
            if self._writer is None or self._writer.is_closing():
                try:
                    reader, self._writer = await asyncio.open_unix_connection(self._place)
                except OSError:
                    raise _away() from None
                self._reading = asyncio.create_task(self._read(reader, self._writer))
            return self._writer

    async def _read(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while True:
                number, answer = await receive(reader)
                if number in self._asked and not self._asked[number].done():
                    self._asked[number].set_result(answer)
        except (EOFError, OSError):
            writer.close()
            self._give_up(_away)

    def _give_up(self, error: Callable[[], TooBusy]) -> None:
        for done in self._asked.values():
            if not done.done():
                done.set_exception(error())


def _away() -> TooBusy:
    return TooBusy(503, "The server is getting ready to think: ask again in a moment.")
