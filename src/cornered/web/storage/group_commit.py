"""Group commit: what many want written at the same time reaches the disk in one transaction.

The disk takes as long for a hundred moves as for one. While one transaction is being written, whatever comes
in waits for the next, and nothing is acknowledged before it is on disk.
"""

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Lock
from typing import Any, Generic, TypeVar

from cornered.store import Store

Wanted = TypeVar("Wanted")


class GroupCommit(Generic[Wanted]):
    """One writer in a thread of its own, which goes on by itself while anything waits.

    `write` is given all that is wanted at once, and returns for each the result or the exception.
    """

    def __init__(self, write: Callable[[Sequence[Wanted]], Sequence[Any]]) -> None:
        self._write = write
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="store-writer")
        self._lock = Lock()
        self._waiting: list[tuple[Wanted, asyncio.Future[Any]]] = []
        self._writing = False

    async def run(self, wanted: Wanted) -> Any:
        """What `write` returned for this, once all of it is on disk."""
        loop = asyncio.get_running_loop()
        done: asyncio.Future[Any] = loop.create_future()
        with self._lock:
            self._waiting.append((wanted, done))
            if not self._writing:  # soon, not now: what comes in the same moment goes along
                self._writing = True
                loop.call_soon(self._thread.submit, self._write_until_none_wait, loop)
        return await done

    async def close(self) -> None:
        """Waits until all is written."""
        await asyncio.sleep(0)  # what has just come in is handed to the thread
        await asyncio.to_thread(self._thread.shutdown)

    def _write_until_none_wait(self, loop: asyncio.AbstractEventLoop) -> None:
        while True:
            with self._lock:
                together, self._waiting = self._waiting, []
                self._writing = bool(together)
            if not together:
                return
            outcomes = self._outcomes([wanted for wanted, _ in together])
            loop.call_soon_threadsafe(_resolve, [done for _, done in together], outcomes)

    def _outcomes(self, together: Sequence[Wanted]) -> Sequence[Any]:
        try:
            return self._write(together)
        except Exception as error:
            return [error] * len(together)


def in_one_transaction(store: Store, acts: Sequence[Callable[[], Any]]) -> list[Any]:
    """For each act what it returned, or the exception that it raised; raises what the commit does."""
    with store.together():
        return [_attempt(store, act) for act in acts]


def _attempt(store: Store, act: Callable[[], Any]) -> Any:
    """One that fails is undone by itself, unless the file itself has failed, for all of them."""
    try:
        with store.together():
            return act()
    except Exception as error:
        if not store.is_writing:
            raise
        return error


def _resolve(waiting: Sequence[asyncio.Future[Any]], outcomes: Sequence[Any]) -> None:
    for done, outcome in zip(waiting, outcomes, strict=True):
        if done.cancelled():  # the client has gone; it is written all the same
            continue
        if isinstance(outcome, Exception):
            done.set_exception(outcome)
        else:
            done.set_result(outcome)
