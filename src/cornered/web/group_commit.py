"""Group commit: what many want written at the same time reaches the disk in one transaction.

The disk takes as long for a hundred moves as for one. While one transaction is being written, whatever comes
in waits for the next, and nobody is told that a thing is done before it is on disk.
"""

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Lock
from typing import Any, ParamSpec, TypeVar

from cornered.store import Store

Given = ParamSpec("Given")
Result = TypeVar("Result")

_Act = Callable[[], Any]


class GroupCommit:
    """The one writer of a store, in a thread of its own, which goes on by itself while anything waits."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="store-writer")
        self._lock = Lock()
        self._waiting: list[tuple[_Act, asyncio.Future[Any]]] = []
        self._writing = False

    async def run(self, act: Callable[Given, Result], *args: Given.args, **kwargs: Given.kwargs) -> Result:
        """What `act` returns, once all that it wrote is on disk; what it raises, with nothing written."""
        loop = asyncio.get_running_loop()
        done: asyncio.Future[Result] = loop.create_future()
        with self._lock:
            self._waiting.append((lambda: act(*args, **kwargs), done))
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
            outcomes = self._write([act for act, _ in together])
            loop.call_soon_threadsafe(_tell, [done for _, done in together], outcomes)

    def _write(self, acts: Sequence[_Act]) -> list[Any]:
        """For each act what it returned, or the exception that it or the commit raised."""
        try:
            with self._store.together():
                return [self._attempt(act) for act in acts]
        except Exception as error:
            return [error] * len(acts)

    def _attempt(self, act: _Act) -> Any:
        """One that fails is undone by itself, unless the file itself has failed, for all of them."""
        try:
            with self._store.together():
                return act()
        except Exception as error:
            if not self._store.is_writing:
                raise
            return error


def _tell(waiting: Sequence[asyncio.Future[Any]], outcomes: Sequence[Any]) -> None:
    for done, outcome in zip(waiting, outcomes, strict=True):
        if done.cancelled():  # whoever asked has gone; it is written all the same
            continue
        if isinstance(outcome, Exception):
            done.set_exception(outcome)
        else:
            done.set_result(outcome)
