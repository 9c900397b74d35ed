"""Heavy work outside the event loop: worker processes that are stopped when a job overruns its time."""

import asyncio
import multiprocessing
import os
import pickle
import resource
import signal
import threading
import traceback
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from functools import partial
from multiprocessing.connection import Connection
from typing import Any, ParamSpec, TypeVar

from cornered.errors import CorneredError
from cornered.games import GAMES
from cornered.processes import end_with_parent
from cornered.web.compute.fair_queue import FairQueue
from cornered.web.config import Limits
from cornered.web.errors import RequestRefused

Given = ParamSpec("Given")
Result = TypeVar("Result")

_GRACE = 5.0
"""Seconds beyond its budget after which a worker is taken to be stuck."""

_BACKSTOP = 4
"""A worker's address space, in multiples of the memory that the solver is told to keep to."""

_BEHIND = 5
"""How far those who think stand back from those who answer where all want the same core."""

_spawning = multiprocessing.get_context("spawn")


class TooBusy(RequestRefused):
    """There is no room for another job: none at all, or none for this client."""


def stopping() -> TooBusy:
    """What is said to those who still wait when the server stops."""
    return TooBusy(503, "The server is about to stop: ask again in a moment.")


class JobGivenUp(CorneredError):
    """The job took too much time or memory, and was stopped."""


class JobFailed(CorneredError):
    """The job raised an error, which is the cause; where an added game's code raised it, `str()` says so."""


class _NoLongerWanted(BaseException):
    """Raised in a worker, wherever it is: nobody waits for its answer."""


class WorkerPool:
    """A few worker processes that do one job each at a time; before them clients wait and take turns."""

    def __init__(self, workers: int, limits: Limits) -> None:
        self._threads = ThreadPoolExecutor(workers, thread_name_prefix="worker")
        self._own = threading.local()
        self._started: list[_Worker] = []
        self._free = workers
        self._queue = FairQueue[_Job]()
        self._asked: set[_Job] = set()
        self._stopping = False
        self._limits = limits

    async def run(
        self,
        client: str,
        seconds: float,
        work: Callable[Given, Result],
        *args: Given.args,
        **kwargs: Given.kwargs,
    ) -> Result:
        """What `work(*args)` returns; `TooBusy`, `JobGivenUp` or `JobFailed` if it does not.

        Whoever stops waiting for it, by being cancelled, stops the work too.
        """
        self._check_room(client)
        done: asyncio.Future[Result] = asyncio.get_running_loop().create_future()
        job = _Job(seconds + _GRACE, (work, args, kwargs), done)
        self._queue.put(client, job)
        self._asked.add(job)
        self._begin_jobs()
        try:
            return await done
        except (asyncio.CancelledError, TooBusy):
            self._queue.discard(client, job)
            job.stop()
            raise
        finally:
            self._asked.discard(job)

    @property
    def waiting(self) -> int:
        """How many jobs wait for a worker."""
        return len(self._queue)

    def refuse(self) -> None:
        """Refuses whatever is not done yet, and all that comes: the server is about to stop."""
        self._stopping = True
        for job in self._asked:
            if not job.done.done():
                job.done.set_exception(stopping())

    def close(self) -> None:
        """Stops the workers, whatever they are doing."""
        for worker in self._started:
            worker.stop()
        self._threads.shutdown(cancel_futures=True)

    def _check_room(self, client: str) -> None:
        if self._stopping:
            raise stopping()
        if self._free:
            return
        if len(self._queue) >= self._limits.waiting_jobs:
            raise TooBusy(503, "The server is thinking for many others: try again in a moment.")
        if self._queue.waiting(client) >= self._limits.waiting_jobs_per_client:
            raise TooBusy(429, "Many questions of yours are waiting already: wait for their answers.")

    def _begin_jobs(self) -> None:
        while self._free and self._queue:
            self._free -= 1
            job, loop = self._queue.take(), asyncio.get_running_loop()
            loop.run_in_executor(self._threads, self._do, job).add_done_callback(partial(self._finished, job))

    def _finished(self, job: "_Job", outcome: "asyncio.Future[Any]") -> None:
        self._free += 1
        self._begin_jobs()
        if outcome.cancelled():
            return
        error = outcome.exception()  # looked at even if nobody waits any more, or asyncio logs it as unseen
        if job.done.done():
            return
        if error:
            job.done.set_exception(error)
        else:
            job.done.set_result(outcome.result())

    def _do(self, job: "_Job") -> Any:
        worker = getattr(self._own, "worker", None)
        if worker is None or not worker.alive:
            worker = self._own.worker = _Worker(self._limits.thinking_bytes)
            self._started = [other for other in self._started if other.alive] + [worker]
        return worker.run(job)


class _Job:
    """What is to be done, for how long at most, and whom to tell."""

    def __init__(self, seconds: float, call: Any, done: "asyncio.Future[Any]") -> None:
        self.seconds = seconds
        self.call = call
        self.done = done
        self._worker: _Worker | None = None
        self._lock = threading.Lock()

    def stop(self) -> None:
        """Ends the work on it, if it has begun."""
        with self._lock:
            if self._worker:
                self._worker.interrupt()

    @contextmanager
    def done_by(self, worker: "_Worker") -> Iterator[None]:
        """Lets the worker be interrupted for as long as it is at this job, and at no other."""
        with self._lock:
            self._worker = worker
        try:
            yield
        finally:
            with self._lock:
                self._worker = None


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

    def run(self, job: _Job) -> Any:
        if job.done.done():  # nobody waits for it any more
            return None
        try:
            with job.done_by(self):
                self._here.send(job.call)
                if not self._here.poll(job.seconds):
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

    def interrupt(self) -> None:
        """Lets it leave its job; its kernel stops too."""
        assert self._process.pid
        with suppress(ProcessLookupError):
            os.kill(self._process.pid, signal.SIGUSR1)

    def stop(self) -> None:
        self._process.kill()
        self._process.join()


def _work(pipe: Connection, memory: int) -> None:
    """What a worker does until the pipe closes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the server's to handle
    end_with_parent()
    _limit_memory(memory)
    os.nice(_BEHIND)
    at_work = False

    def leave(_number: int, _frame: object) -> None:
        if at_work:
            raise _NoLongerWanted

    signal.signal(signal.SIGUSR1, leave)
    while True:
        try:
            work, args, kwargs = pipe.recv()
        except EOFError:
            return
        answer: tuple[Any, Exception | None, str] = (None, None, "")
        try:
            at_work = True
            result = work(*args, **kwargs)
            at_work = False
            answer = result, None, ""
        except _NoLongerWanted:
            at_work = False
        except Exception as error:
            at_work = False
            answer = None, _sendable(error), GAMES.blamed(error) or ""
        pipe.send(answer)


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
