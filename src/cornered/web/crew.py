"""Several workers behind one socket: started, started again when one dies, and stopped together.

SIGTERM stops all of them, SIGHUP replaces them one by one while the others go on; a worker that is stopped by
itself ends gently too, and another takes its place.
"""

import multiprocessing
import os
import signal
import socket
import threading
import time
from collections.abc import Callable
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import NamedTuple

_spawning = multiprocessing.get_context("spawn")

_STARTING = 60.0
"""Seconds in which a new worker should answer, before an old one is let go all the same."""

_AGAIN = 1.0
"""Seconds between the starts of workers that die at once."""

Serve = Callable[[Callable[[], None]], None]
"""Serves until the process is told to stop, and calls what it is given when it answers."""


class _Worker(NamedTuple):
    process: SpawnProcess
    pipe: Connection
    begun: float


class Crew:
    """The parent of the workers, which serves nobody itself."""

    def __init__(self, count: int, serve: Serve) -> None:
        self._count = count
        self._serve = serve
        self._workers: list[_Worker] = []
        self._signals: set[int] = set()

    def run(self) -> None:
        """Keeps the workers going; returns when all have stopped after a signal."""
        woken, waking = socket.socketpair()
        waking.setblocking(False)
        signal.set_wakeup_fd(waking.fileno())
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(number, lambda sent, _frame: self._signals.add(sent))
        while not self._signals & {signal.SIGTERM, signal.SIGINT}:
            self._fill()
            wait([woken, *(worker.process.sentinel for worker in self._workers)])
            if signal.SIGHUP in self._signals:
                self._signals.discard(signal.SIGHUP)
                woken.recv(4096)
                self._replace_all()
            self._bury()
        for worker in self._workers:
            worker.process.terminate()
        for worker in self._workers:
            worker.process.join()

    def _fill(self) -> None:
        while len(self._workers) < self._count:
            self._workers.append(self._start())

    def _start(self) -> _Worker:
        ours, theirs = _spawning.Pipe()
        process = _spawning.Process(target=_work, args=(self._serve, theirs))
        process.start()
        theirs.close()
        return _Worker(process, ours, time.monotonic())

    def _bury(self) -> None:
        """Forgets the workers that have ended; whatever kills them at once may take a while to pass."""
        for worker in [worker for worker in self._workers if not worker.process.is_alive()]:
            self._workers.remove(worker)
            worker.pipe.close()
            time.sleep(max(0.0, worker.begun + _AGAIN - time.monotonic()))

    def _replace_all(self) -> None:
        """One new worker after another, each before an old one is let go."""
        for old in list(self._workers):
            new = self._start()
            self._workers.append(new)
            new.pipe.poll(_STARTING)
            old.process.terminate()
            old.process.join()
            self._workers.remove(old)
            old.pipe.close()


def _work(serve: Serve, pipe: Connection) -> None:
    """A worker's whole life, which ends with its parent's."""
    threading.Thread(target=_end_with_parent, args=(pipe,), daemon=True).start()
    serve(lambda: pipe.send("ready"))


def _end_with_parent(pipe: Connection) -> None:
    try:
        pipe.recv()  # nothing is ever sent
    except (EOFError, OSError):
        os.kill(os.getpid(), signal.SIGTERM)
