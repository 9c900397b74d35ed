"""Storage in threads, so that the event loop never waits for the disk or for the server."""

import asyncio
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

from cornered.store import Change, ChangeKind, MovedOn, Store
from cornered.store.database import Address, is_postgres
from cornered.store.postgres.moves import apply_moves
from cornered.web.storage import Act, Given, Result, Storage
from cornered.web.storage.group_commit import GroupCommit, in_one_transaction

_WRITERS, _READERS = 4, 2


def storage_for(address: Address) -> Storage:
    """The threads that suit the store at this address."""
    return _ServerThreads(str(address)) if is_postgres(address) else _FileThreads(Path(address))


class _FileThreads:
    """One thread writes, for a file has one writer at a time, and what waits for it is written together."""

    is_shared = False

    def __init__(self, path: Path) -> None:
        self._store = Store(path)
        self._store.serve()
        self._written = GroupCommit[Callable[[], Any]](partial(in_one_transaction, self._store))
        self._reader, self._browser = _ReaderThread(path), _ReaderThread(path)

    async def write(self, act: Act[Given, Result], *args: Given.args, **kwargs: Given.kwargs) -> Result:
        result: Result = await self._written.run(lambda: act(self._store, *args, **kwargs))
        return result

    async def read(self, act: Act[Given, Result], *args: Given.args, **kwargs: Given.kwargs) -> Result:
        return await self._reader.ask(lambda store: act(store, *args, **kwargs))

    async def browse(self, act: Act[Given, Result], *args: Given.args, **kwargs: Given.kwargs) -> Result:
        return await self._browser.ask(lambda store: act(store, *args, **kwargs))

    async def apply(self, change: Change) -> None:
        await self.write(Store.apply, change)

    async def close(self) -> None:
        await self._written.close()
        for reader in (self._reader, self._browser):
            reader.close()
        self._store.close()


class _ReaderThread:
    """A thread that reads, and its own connection to the file."""

    def __init__(self, path: Path) -> None:
        self._store = Store(path)
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="store-reader")

    async def ask(self, act: Callable[[Store], Result]) -> Result:
        return await asyncio.get_running_loop().run_in_executor(self._thread, act, self._store)

    def close(self) -> None:
        self._thread.shutdown()
        self._store.close()


class _ServerThreads:
    """A few threads with a connection each; moves, of which there are most, go to the server together."""

    is_shared = True

    def __init__(self, address: str) -> None:
        self._address = address
        self._own = threading.local()
        self._opened: list[Store] = []
        self._moves = GroupCommit[Change](self._apply_moves)
        self._writing = ThreadPoolExecutor(_WRITERS, thread_name_prefix="store-writer")
        self._reading = ThreadPoolExecutor(_READERS, thread_name_prefix="store-reader")
        self._browsing = ThreadPoolExecutor(1, thread_name_prefix="store-reader")

    async def write(self, act: Act[Given, Result], *args: Given.args, **kwargs: Given.kwargs) -> Result:
        return await self._done_in(self._writing, lambda store: act(store, *args, **kwargs))

    async def read(self, act: Act[Given, Result], *args: Given.args, **kwargs: Given.kwargs) -> Result:
        return await self._done_in(self._reading, lambda store: act(store, *args, **kwargs))

    async def browse(self, act: Act[Given, Result], *args: Given.args, **kwargs: Given.kwargs) -> Result:
        return await self._done_in(self._browsing, lambda store: act(store, *args, **kwargs))

    async def _done_in(self, threads: ThreadPoolExecutor, act: Callable[[Store], Result]) -> Result:
        return await asyncio.get_running_loop().run_in_executor(threads, lambda: act(self._store()))

    async def apply(self, change: Change) -> None:
        if change.kind is ChangeKind.MOVE and not change.reason:
            await self._moves.run(change)
        else:
            await self.write(Store.apply, change)

    async def close(self) -> None:
        await self._moves.close()
        for threads in (self._writing, self._reading, self._browsing):
            await asyncio.to_thread(threads.shutdown)
        for store in self._opened:
            store.close()

    def _apply_moves(self, moves: Sequence[Change]) -> list[MovedOn | None]:
        """Of several moves in one game the first may count."""
        firsts = {move.game: move for move in reversed(moves)}
        applied = apply_moves(self._store().database, list(firsts.values()))
        return [
            None if move.game in applied and move is firsts[move.game] else MovedOn(move.game)
            for move in moves
        ]

    def _store(self) -> Store:
        """The store of this thread, opened when it is first needed: the server may be away until then."""
        if not hasattr(self._own, "store"):
            self._own.store = Store(self._address)
            self._opened.append(self._own.store)
        store: Store = self._own.store
        return store
