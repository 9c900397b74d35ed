"""The one process that thinks for all workers of a machine: its cores are shared, and all wait in one line.

A worker speaks to it over a socket in the crew's folder, which nobody else can reach, in pickled messages: a
question with a number, or the number alone if nobody waits for the answer any more. Answers come as they are
found.
"""

import asyncio
import pickle
import signal
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from cornered.web.compute.pools import Pools, own_pools
from cornered.web.config import Limits

_SOCKET = "pools"
_LENGTH = 4


class Question(NamedTuple):
    """Work for a pool, and for whom."""

    pool: str
    client: str
    seconds: float
    call: tuple[Callable[..., Any], tuple[Any, ...], dict[str, Any]]


class Answer(NamedTuple):
    """What came of it: a result, or an error and its cause, which a pickled error would lose."""

    result: Any = None
    error: Exception | None = None
    cause: BaseException | None = None


def send(writer: asyncio.StreamWriter, message: Any) -> None:
    """Sends a message."""
    data = pickle.dumps(message)
    writer.write(len(data).to_bytes(_LENGTH, "big") + data)


async def receive(reader: asyncio.StreamReader) -> Any:
    """The next message; `EOFError` if there is none any more."""
    length = await reader.readexactly(_LENGTH)
    return pickle.loads(await reader.readexactly(int.from_bytes(length, "big")))


def socket_in(folder: Path) -> Path:
    """Where the host of this crew is found."""
    return folder / _SOCKET


Told = Callable[[Pools], None] | None


def host(folder: Path, limits: Limits, told: Told, ready: Callable[[], None]) -> None:
    """Thinks for whoever asks in this folder, until it is told to stop; `told` hears of it every second."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the workers, which may still ask
    asyncio.run(_host(folder, limits, told, ready))


async def _host(folder: Path, limits: Limits, told: Told, ready: Callable[[], None]) -> None:
    stop = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stop.set)
    pools = own_pools(limits)
    place = socket_in(folder)
    begun = place.with_suffix(".new")
    server = await asyncio.start_unix_server(partial(_attend, pools), begun)
    begun.replace(place)  # from here on whoever comes finds this one, and no longer the one before
    ready()
    try:
        while not stop.is_set():
            if told:
                told(pools)
            try:
                await asyncio.wait_for(stop.wait(), 1)
            except TimeoutError:
                continue
    finally:
        server.close()
        pools.close()


async def _attend(pools: Pools, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Answers one worker for as long as it is there."""
    asked: dict[int, asyncio.Task[None]] = {}
    try:
        while True:
            number, question = await receive(reader)
            if question:
                asked[number] = asyncio.create_task(_answer(pools, number, question, writer))
                asked[number].add_done_callback(partial(_forget, asked, number))
            elif number in asked:
                asked[number].cancel()
    except (EOFError, OSError, asyncio.CancelledError):  # the last one when this host stops
        pass
    finally:
        for task in list(asked.values()):
            task.cancel()
        writer.close()


def _forget(asked: dict[int, asyncio.Task[None]], number: int, _: asyncio.Task[None]) -> None:
    del asked[number]


async def _answer(pools: Pools, number: int, question: Question, writer: asyncio.StreamWriter) -> None:
    work, args, kwargs = question.call
    pool = getattr(pools, question.pool)
    try:
        answer = Answer(await pool.run(question.client, question.seconds, work, *args, **kwargs))
    except Exception as error:
        answer = Answer(error=error, cause=error.__cause__)
    send(writer, (number, answer))
