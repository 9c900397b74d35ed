"""Several workers behind one socket: started, started again when one dies, and stopped together.

Beside them is one host, which thinks for all. SIGTERM stops all of them, SIGHUP replaces them one by one
while the others go on; a worker that is stopped by itself ends gently too, and another takes its place.
"""

import fcntl
import multiprocessing
import os
import shutil
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from pathlib import Path
from typing import NamedTuple

from cornered.web.edge.machine import Place, clear, lay_out

_spawning = multiprocessing.get_context("spawn")

_STARTING = 60.0
"""Seconds in which a new worker has to answer, or the old one stays."""

_ENDING = 10.0
"""Seconds in which one that is told to stop has to end."""

_AGAIN = 1.0
"""Seconds between the starts of workers that die at once."""

_STOP = {signal.SIGTERM, signal.SIGINT}

Work = Callable[[Place, Callable[[], None]], None]
"""Works at a place until the process is told to stop, and calls what it is given when it answers."""


class _Member(NamedTuple):
    place: Place
    process: SpawnProcess
    pipe: Connection
    begun: float

    @property
    def is_ready(self) -> bool:
        """Whether it has said so, now that it has said something or ended."""
        try:
            return bool(self.pipe.recv())
        except (EOFError, OSError):
            return False

    def stop(self) -> None:
        self.process.terminate()
        self.see_off(time.monotonic() + _ENDING)

    def see_off(self, ends: float) -> None:
        """Waits until it has ended, or ends it where that takes too long: what it answered is on disk."""
        self.process.join(max(0.0, ends - time.monotonic()))
        if self.process.is_alive():
            self.process.kill()
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
        self._woken, self._waking = socket.socketpair()
        fcntl.flock(os.open(folder, os.O_RDONLY), fcntl.LOCK_SH)  # or systemd would clear it away in time
        lay_out(folder, self._place(0).parts)

    def run(self) -> None:
        """Keeps the workers going; returns when all have stopped after a signal."""
        for end in (self._woken, self._waking):
            end.setblocking(False)
        signal.set_wakeup_fd(self._waking.fileno())
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(number, lambda sent, _frame: self._signals.add(sent))
        self._host = self._start_host()
        self._answers(self._host)  # or the first questions would find nobody who thinks
        while not self._signals & _STOP:
            self._fill()
            self._wait_for(*(one.process.sentinel for one in (self._host, *self._workers)))
            if signal.SIGHUP in self._signals:
                self._signals.discard(signal.SIGHUP)
                if not (self._replace_all() or self._signals & _STOP):
                    print("A new worker has not started: the old ones go on.", file=sys.stderr, flush=True)
            self._bury()
        for worker in self._workers:
            worker.process.terminate()
        ends = time.monotonic() + _ENDING
        for worker in self._workers:
            worker.see_off(ends)
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

    def _replace_all(self) -> bool:
        """One new worker after another, each before an old one is let go; a new host before all of them.

        Whether all are new: if one does not come to answer, those that are still there stay.
        """
        host = self._start_host()
        if not self._answers(host):
            host.stop()
            return False
        old_host, self._host = self._host, host
        replaced = all(map(self._replace, list(self._workers)))
        old_host.stop()
        return replaced

    def _replace(self, old: _Member) -> bool:
        new = self._start_worker()
        self._workers.append(new)
        answers = self._answers(new)
        leaving = old if answers else new
        leaving.stop()
        self._let_go(leaving)
        return answers

    def _answers(self, new: _Member) -> bool:
        """Whether a new one comes to answer in time, and before all are told to stop."""
        ends = new.begun + _STARTING
        while not self._signals & _STOP and time.monotonic() < ends:
            self._wait_for(new.pipe, seconds=ends - time.monotonic())
            if new.pipe.poll():
                return new.is_ready
        return False

    def _wait_for(self, *events: Connection | int, seconds: float | None = None) -> None:
        """Waits for one of these, or a signal."""
        wait([self._woken, *events], seconds)
        with suppress(BlockingIOError):
            self._woken.recv(4096)

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
