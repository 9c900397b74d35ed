"""Several workers behind one socket: started, started again when one dies, and stopped together.

Beside them is one host, which thinks for all. SIGTERM stops all of them, SIGHUP replaces them one by one
while the others go on; a worker that is stopped by itself ends gently too, and another takes its place.
"""

import multiprocessing
import os
import shutil
import signal
import socket
import threading
import time
from collections.abc import Callable
from functools import partial
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from pathlib import Path
from typing import NamedTuple

from cornered.web.machine import Place, clear, lay_out

_spawning = multiprocessing.get_context("spawn")

_STARTING = 60.0
"""Seconds in which a new worker should answer, before an old one is let go all the same."""

_AGAIN = 1.0
"""Seconds between the starts of workers that die at once."""

Work = Callable[[Place, Callable[[], None]], None]
"""Works at a place until the process is told to stop, and calls what it is given when it answers."""


class _Member(NamedTuple):
    place: Place
    process: SpawnProcess
    pipe: Connection
    begun: float

    def stop(self) -> None:
        self.process.terminate()
        self.process.join()


class Crew:
    """The parent of the workers, which serves nobody itself. They share a folder that nobody else may read.

    `forget` is told the place of each that has ended.
    """

    def __init__(
        self,
        count: int,
        folder: Path,
        serve: Work,
        think: Work,
        forget: Callable[[Place], None] | None = None,
    ) -> None:
        self._count = count
        self._folder = folder
        self._serve = serve
        self._think = think
        self._forget = forget
        self._workers: list[_Member] = []
        self._signals: set[int] = set()
        lay_out(folder, self._place(0).parts)

    def run(self) -> None:
        """Keeps the workers going; returns when all have stopped after a signal."""
        woken, waking = socket.socketpair()
        waking.setblocking(False)
        signal.set_wakeup_fd(waking.fileno())
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(number, lambda sent, _frame: self._signals.add(sent))
        self._host = self._start_host()
        while not self._signals & {signal.SIGTERM, signal.SIGINT}:
            self._fill()
            wait([woken, *(one.process.sentinel for one in (self._host, *self._workers))])
            if signal.SIGHUP in self._signals:
                self._signals.discard(signal.SIGHUP)
                woken.recv(4096)
                self._replace_all()
            self._bury()
        for worker in self._workers:
            worker.process.terminate()
        for worker in self._workers:
            worker.process.join()
        self._host.stop()  # after the workers, whose last questions it answers

    def _place(self, number: int) -> Place:
        return Place(self._folder, number, self._count)

    def _fill(self) -> None:
        if not self._host.process.is_alive():
            self._host = self._start_host()
        while len(self._workers) < self._count:
            self._workers.append(self._start_worker())

    def _start_worker(self) -> _Member:
        taken = {worker.place.number for worker in self._workers}
        return self._start(self._place(min(set(range(self._count + 1)) - taken)), self._serve)

    def _start_host(self) -> _Member:
        return self._start(self._place(self._count + 1), self._think)

    def _start(self, place: Place, work: Work) -> _Member:
        ours, theirs = _spawning.Pipe()
        process = _spawning.Process(target=_work, args=(partial(work, place), self._folder, theirs))
        process.start()
        theirs.close()
        return _Member(place, process, ours, time.monotonic())

    def _bury(self) -> None:
        """Forgets the workers that have ended; whatever kills them at once may take a while to pass."""
        for one in [one for one in (self._host, *self._workers) if not one.process.is_alive()]:
            if one is not self._host:
                self._let_go(one)
            time.sleep(max(0.0, one.begun + _AGAIN - time.monotonic()))

    def _replace_all(self) -> None:
        """One new worker after another, each before an old one is let go; a new host before all of them."""
        old_host, self._host = self._host, self._start_host()
        self._host.pipe.poll(_STARTING)
        for old in list(self._workers):
            new = self._start_worker()
            self._workers.append(new)
            new.pipe.poll(_STARTING)
            old.stop()
            self._let_go(old)
        old_host.stop()

    def _let_go(self, worker: _Member) -> None:
        self._workers.remove(worker)
        worker.pipe.close()
        clear(worker.place)
        if self._forget:
            self._forget(worker.place)


def _work(work: Callable[[Callable[[], None]], None], folder: Path, pipe: Connection) -> None:
    """A worker's whole life, which ends with its parent's."""
    threading.Thread(target=_end_with_parent, args=(pipe, folder), daemon=True).start()
    work(lambda: pipe.send("ready"))


def _end_with_parent(pipe: Connection, folder: Path) -> None:
    try:
        pipe.recv()  # nothing is ever sent
    except (EOFError, OSError):
        shutil.rmtree(folder, ignore_errors=True)  # whoever killed the parent has left it to us
        os.kill(os.getpid(), signal.SIGTERM)
