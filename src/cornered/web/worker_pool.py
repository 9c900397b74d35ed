"""Heavy work outside the event loop: worker processes that are stopped when a job overruns its time."""

import asyncio
import multiprocessing
import pickle
import resource
import signal
import threading
import traceback
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Any, ParamSpec, TypeVar

from cornered.errors import CorneredError
from cornered.games import GAMES
from cornered.web.limits import Limits

Given = ParamSpec("Given")
Result = TypeVar("Result")

_GRACE = 5.0
"""Seconds beyond its budget after which a worker is taken to be stuck."""

_BACKSTOP = 4
"""A worker's address space, in multiples of the memory that the solver is told to keep to."""

_spawning = multiprocessing.get_context("spawn")


class TooBusy(CorneredError):
    """The queue is full."""


class JobGivenUp(CorneredError):
    """The job took too much time or memory, and was stopped."""


class JobFailed(CorneredError):
    """The job raised an error, which is the cause; where an added game's code raised it, `str()` says so."""


class WorkerPool:
    """A few worker processes that do one job each at a time, with a bounded queue before them."""

    def __init__(self, workers: int, limits: Limits) -> None:
        self._threads = ThreadPoolExecutor(workers, thread_name_prefix="worker")
        self._own = threading.local()
        self._started: list[_Worker] = []
        self._room = workers + limits.waiting_jobs
        self._bytes = limits.thinking_bytes

    async def run(
        self, seconds: float, job: Callable[Given, Result], *args: Given.args, **kwargs: Given.kwargs
    ) -> Result:
        """What `job(*args)` returns; `TooBusy`, `JobGivenUp` or `JobFailed` if it does not."""
        if self._room <= 0:
            raise TooBusy
        self._room -= 1
        try:
            loop = asyncio.get_running_loop()
            result: Result = await loop.run_in_executor(
                self._threads, self._run_here, seconds + _GRACE, job, args, kwargs
            )
            return result
        finally:
            self._room += 1

    def close(self) -> None:
        """Stops the workers, whatever they are doing."""
        for worker in self._started:
            worker.stop()
        self._threads.shutdown(cancel_futures=True)

    def _run_here(self, seconds: float, job: Callable[..., Any], args: Any, kwargs: Any) -> Any:
        worker = getattr(self._own, "worker", None)
        if worker is None or not worker.alive:
            worker = self._own.worker = _Worker(self._bytes)
            self._started = [other for other in self._started if other.alive] + [worker]
        return worker.run(seconds, job, args, kwargs)


class _Worker:
    """One process, reached through a pipe."""

    def __init__(self, memory: int) -> None:
        self._here, there = _spawning.Pipe()
        self._process = _spawning.Process(target=_work, args=(there, memory * _BACKSTOP), daemon=True)
        self._process.start()
        there.close()

    @property
    def alive(self) -> bool:
        return self._process.is_alive()

    def run(self, seconds: float, job: Callable[..., Any], args: Any, kwargs: Any) -> Any:
        try:
            self._here.send((job, args, kwargs))
            if not self._here.poll(seconds):
                self.stop()
                raise JobGivenUp
            result, error, blame = self._here.recv()
        except (EOFError, OSError) as gone:  # the system has ended it, for want of memory perhaps
            self.stop()
            raise JobGivenUp from gone
        if isinstance(error, MemoryError):
            raise JobGivenUp from error
        if error:
            raise JobFailed(blame) from error
        return result

    def stop(self) -> None:
        self._process.kill()
        self._process.join()


def _work(pipe: Connection, memory: int) -> None:
    """What a worker does until the pipe closes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the server's to handle
    _limit_memory(memory)
    while True:
        try:
            job, args, kwargs = pipe.recv()
        except EOFError:
            return
        try:
            result = job(*args, **kwargs)
        except Exception as error:
            pipe.send((None, _sendable(error), GAMES.blamed(error) or ""))
        else:
            pipe.send((result, None, ""))


def _sendable(error: Exception) -> Exception:
    """The error with its traceback as a note: the pipe loses tracebacks, and some errors altogether."""
    error.add_note("In the worker: " + "".join(traceback.format_exception(error)))
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        return RuntimeError("".join(traceback.format_exception(error)))
    return error


def _limit_memory(limit: int) -> None:
    with suppress(ValueError):  # macOS refuses this limit; the solver's own budget still holds
        resource.setrlimit(resource.RLIMIT_AS, (limit, resource.getrlimit(resource.RLIMIT_AS)[1]))
