"""Heavy thinking outside the event loop: worker processes that are stopped when they overrun their time."""

import asyncio
import multiprocessing
import resource
import signal
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Any, ParamSpec, TypeVar

from cornered.web.limits import Limits

Asked = ParamSpec("Asked")
Answer = TypeVar("Answer")

_GRACE = 5.0
"""Seconds beyond its budget after which a worker is taken to be stuck."""

_BACKSTOP = 4
"""A worker's address space, in multiples of the budget that the solver is told to keep."""

_spawning = multiprocessing.get_context("spawn")


class TooBusy(Exception):
    """More questions are waiting than the server keeps."""


class OverBudget(Exception):
    """The answer did not come within the budget of time and memory."""


class NoAnswer(Exception):
    """A question has failed: its error is the cause."""


class Thinkers:
    """A few worker processes that answer one question each at a time, with a bounded queue before them."""

    def __init__(self, workers: int, limits: Limits) -> None:
        self._threads = ThreadPoolExecutor(workers, thread_name_prefix="thinker")
        self._own = threading.local()
        self._started: list[_Worker] = []
        self._room = workers + limits.waiting_questions
        self._bytes = limits.thinking_bytes

    async def ask(
        self, seconds: float, question: Callable[Asked, Answer], *args: Asked.args, **kwargs: Asked.kwargs
    ) -> Answer:
        """The answer of `question(*args)`; `TooBusy`, `OverBudget` or `NoAnswer` if there is none."""
        if self._room <= 0:
            raise TooBusy
        self._room -= 1
        try:
            loop = asyncio.get_running_loop()
            answer: Answer = await loop.run_in_executor(
                self._threads, self._ask_here, seconds + _GRACE, question, args, kwargs
            )
            return answer
        finally:
            self._room += 1

    def close(self) -> None:
        """Stops the workers, whatever they are doing."""
        for worker in self._started:
            worker.stop()
        self._threads.shutdown(cancel_futures=True)

    def _ask_here(self, seconds: float, question: Callable[..., Any], args: Any, kwargs: Any) -> Any:
        worker = getattr(self._own, "worker", None)
        if worker is None or not worker.alive:
            worker = self._own.worker = _Worker(self._bytes)
            self._started = [other for other in self._started if other.alive] + [worker]
        return worker.ask(seconds, question, args, kwargs)


class _Worker:
    """One process, asked through a pipe."""

    def __init__(self, memory: int) -> None:
        self._here, there = _spawning.Pipe()
        self._process = _spawning.Process(target=_work, args=(there, memory * _BACKSTOP), daemon=True)
        self._process.start()
        there.close()

    @property
    def alive(self) -> bool:
        return self._process.is_alive()

    def ask(self, seconds: float, question: Callable[..., Any], args: Any, kwargs: Any) -> Any:
        try:
            self._here.send((question, args, kwargs))
            if not self._here.poll(seconds):
                self.stop()
                raise OverBudget
            answer, error = self._here.recv()
        except (EOFError, OSError) as gone:  # the system has ended it, for want of memory perhaps
            self.stop()
            raise OverBudget from gone
        if isinstance(error, MemoryError):
            raise OverBudget from error
        if error:
            raise NoAnswer from error
        return answer

    def stop(self) -> None:
        self._process.kill()
        self._process.join()


def _work(pipe: Connection, memory: int) -> None:
    """What a worker does until the pipe closes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the server's to handle
    _limit_memory(memory)
    while True:
        try:
            question, args, kwargs = pipe.recv()
        except EOFError:
            return
        try:
            answer, error = question(*args, **kwargs), None
        except Exception as raised:
            answer, error = None, raised
        pipe.send((answer, error))


def _limit_memory(limit: int) -> None:
    with suppress(ValueError):  # macOS refuses this limit; the solver's own budget still holds
        resource.setrlimit(resource.RLIMIT_AS, (limit, resource.getrlimit(resource.RLIMIT_AS)[1]))
