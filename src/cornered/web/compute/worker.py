"""One worker process: it does one job at a time, and can be interrupted or killed."""

import multiprocessing
import os
import pickle
import resource
import signal
import threading
import time
import traceback
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from typing import Any

from cornered.games import GAMES
from cornered.processes import end_with_parent
from cornered.web.compute import JobFailed, JobGivenUp

_GRACE = 5.0
"""Seconds beyond its budget after which a job is taken to be stuck."""

_LAST_SECONDS = 2.0
"""Seconds in which an interrupted worker may end what it has started, such as an engine."""

_NICE = 5
"""How much less often a worker runs than the server, where both want the same core."""

_spawning = multiprocessing.get_context("spawn")


_Answer = tuple[Any, Exception | None, str]
"""What a job returned, or the error that it raised, and the added game whose code is to blame."""


class JobInterrupted(Exception):
    """The job was left before it was done, since the server asked for that."""


class _LeaveJob(BaseException):
    """Raised in a worker, wherever it is in its job."""


class Worker:
    """One process, reached through a pipe; it is started with its first job, and again after it was killed.

    Only `run` waits, and is called in a thread. `memory` bounds the process's address space in bytes.
    """

    def __init__(self, memory: int | None) -> None:
        self._memory = memory
        self._process: SpawnProcess | None = None
        self._lock = threading.Lock()
        self._at_work = False
        self._interrupted = False

    def expect_job(self) -> None:
        """Forgets that an earlier job was interrupted; to be called before `run`."""
        self._interrupted = False

    def run(self, seconds: float, call: tuple[Any, ...]) -> Any:
        """What the call returns; `JobGivenUp`, `JobFailed` or `JobInterrupted` if it does not."""
        try:
            if self._process is None or not self._process.is_alive():
                self._start()
            self._pipe.send(call)
            self._receive(seconds)  # it has taken the job, and a signal from now on is about this one
            with self._lock:
                self._at_work = True
                if self._interrupted:
                    self._signal()
            result, error, blame = self._receive(seconds)
        except (EOFError, OSError) as gone:  # the system has ended it, for want of memory perhaps
            self.kill()
            raise JobGivenUp from gone
        finally:
            with self._lock:
                self._at_work = False
        if isinstance(error, MemoryError):
            raise JobGivenUp from error
        if isinstance(error, JobInterrupted):
            raise error
        if error:
            raise JobFailed(blame) from error
        return result

    def interrupt(self) -> None:
        """Lets it leave its job, also one that it is about to begin; its kernel stops too."""
        with self._lock:
            self._interrupted = True
            if self._at_work:
                self._signal()

    def join(self, ends: float) -> None:
        """Waits until it has left the job that was interrupted, and kills it at that time at the latest."""
        while self._at_work and time.monotonic() < ends:
            time.sleep(0.01)
        self.kill()

    def kill(self) -> None:
        """Ends the process, whatever it is doing."""
        if self._process:
            self._process.kill()
            self._process.join()

    def _receive(self, seconds: float) -> Any:
        """What comes out of the pipe, in time for a job that may take so long."""
        if not self._pipe.poll(seconds + _GRACE):
            self.kill()
            raise JobGivenUp
        return self._pipe.recv()

    def _signal(self) -> None:
        if self._process and self._process.pid:
            with suppress(ProcessLookupError):
                os.kill(self._process.pid, signal.SIGUSR1)

    def _start(self) -> None:
        self._pipe, there = _spawning.Pipe()
        self._process = _spawning.Process(target=_work, args=(there, self._memory), daemon=True)
        self._process.start()
        there.close()
        self._pipe.recv()  # it is ready, and can be interrupted


def last_moment() -> float:
    """When a worker that is interrupted now has to have left its job."""
    return time.monotonic() + _LAST_SECONDS


def _work(pipe: Connection, memory: int | None) -> None:
    """What a worker does until the pipe closes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the server's to handle
    if memory:
        _limit_memory(memory)
    os.nice(_NICE)
    at_work = leaving = False

    def leave(_number: int, _frame: object) -> None:
        nonlocal leaving
        already, leaving = leaving, True
        if at_work and not already:  # a second signal must not disturb what ends an engine
            raise _LeaveJob

    signal.signal(signal.SIGUSR1, leave)
    end_with_parent(leave=_leave_and_exit)
    with suppress(EOFError, ConnectionError):  # the server has closed the pipe, or has died
        pipe.send(None)
        while True:
            data = pipe.recv_bytes()
            leaving = False
            pipe.send(None)
            answer: _Answer = (None, JobInterrupted(), "")
            try:
                call = pickle.loads(data)  # imports a module, which cannot be left halfway
                at_work = True
                if not leaving:
                    answer = _answer(*call)
                at_work = False
            except _LeaveJob:
                at_work = False
            except Exception as error:
                answer = None, _sendable(error), GAMES.blamed(error) or ""
            pipe.send(answer)


def _answer(work: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> _Answer:
    """What the call returns or raises."""
    try:
        return work(*args, **kwargs), None, ""
    except Exception as error:
        return None, _sendable(error), GAMES.blamed(error) or ""


def _leave_and_exit() -> None:
    """Leaves the job: the server has died, and nobody else is left who could stop it."""
    os.kill(os.getpid(), signal.SIGUSR1)  # so that an engine is ended with its worker
    time.sleep(_LAST_SECONDS)
    os._exit(1)


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
