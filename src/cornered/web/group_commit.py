"""Group commit: what many want written at the same time reaches the disk in one transaction.

The disk takes as long for a hundred moves as for one. While one transaction is being written, whatever comes
in waits for the next, and nobody is told that a thing is done before it is on disk.
"""

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, ParamSpec, TypeVar

from cornered.store import Store

Given = ParamSpec("Given")
Result = TypeVar("Result")

_Act = Callable[[], Any]


class GroupCommit:
    """The one writer of a store, in a thread of its own."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="store-writer")
        self._waiting: list[tuple[_Act, asyncio.Future[Any]]] = []
        self._writing: asyncio.Task[None] | None = None

    async def run(self, act: Callable[Given, Result], *args: Given.args, **kwargs: Given.kwargs) -> Result:
        """What `act` returns, once all that it wrote is on disk; what it raises, with nothing written."""
        done: asyncio.Future[Result] = asyncio.get_running_loop().create_future()
        self._waiting.append((lambda: act(*args, **kwargs), done))
        if self._writing is None:
            self._writing = asyncio.create_task(self._write_until_none_wait())
        return await done

    async def close(self) -> None:
        """Waits until all is written."""
        if self._writing:
            await self._writing
        self._thread.shutdown()

    async def _write_until_none_wait(self) -> None:
        loop = asyncio.get_running_loop()
        while self._waiting:
            together, self._waiting = self._waiting, []
            acts = [act for act, _ in together]
            outcomes = await loop.run_in_executor(self._thread, self._write, acts)
            for (_, done), outcome in zip(together, outcomes, strict=True):
                _tell(done, outcome)
        self._writing = None

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


def _tell(done: asyncio.Future[Any], outcome: Any) -> None:
    if done.cancelled():  # whoever asked has gone; it is written all the same
        return
    if isinstance(outcome, Exception):
        done.set_exception(outcome)
    else:
        done.set_result(outcome)
