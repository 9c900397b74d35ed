"""Long work in chunks: in this process, in a pool of worker processes, or on a cluster (`on_ray`).

A chunk is worth about a second, so that handing it out costs nothing beside it. A worker that dies costs its
chunk, which is begun again.
"""

import multiprocessing
import os
import signal
import sys
import traceback
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import partial
from multiprocessing.connection import Connection, wait
from types import FrameType
from typing import Any, Protocol, TypeVar

from cornered.errors import CorneredError
from cornered.processes import end_with_parent

Chunk = TypeVar("Chunk")
Result = TypeVar("Result")

Job = Callable[[Chunk], Result]
"""What is done with each chunk."""

GoOn = Callable[[], bool]
"""Asked again and again; False stops the work."""

ATTEMPTS = 3
"""How often a chunk is begun whose process dies."""

SECONDS_BETWEEN_LOOKS = 0.1
_SECONDS_TO_LEAVE = 5.0

_spawning = multiprocessing.get_context("spawn")


class WorkLost(CorneredError):
    """A chunk could not be finished; `str()` says why."""


class Spread(Protocol):
    """A place where several chunks are worked on at once."""

    @property
    def width(self) -> int:
        """How many at once."""

    def run(self, work: Job[Chunk, Result], chunks: Iterable[Chunk], go_on: GoOn) -> Iterator[Result]:
        """What `work` makes of each chunk, as it is finished.

        Chunks are taken when there is room for them; where there are none now, they are asked for again after
        the next result, until no work is going on. When `go_on()` turns False, nothing more comes. What
        `work` raises is raised here; `WorkLost` where a process died on a chunk once too often.
        """


class Here:
    """One after another, in this process."""

    width = 1

    def run(self, work: Job[Chunk, Result], chunks: Iterable[Chunk], go_on: GoOn) -> Iterator[Result]:
        """See `Spread.run`."""
        for chunk in chunks:
            if not go_on():
                return
            yield work(chunk)


def outcome(work: Job[Any, Any], chunk: Any) -> tuple[Any, Exception | None]:
    """What has come of the chunk, or the error; one that is not ours may not survive the pipe as it is."""
    try:
        return work(chunk), None
    except CorneredError as error:
        return None, error
    except Exception as error:
        return None, RuntimeError("In the worker: " + "".join(traceback.format_exception(error)))


class Local:
    """On the cores of this machine, each with a process of its own."""

    def __init__(self, processes: int | None = None) -> None:
        self.width = processes or os.cpu_count() or 1

    def run(self, work: Job[Chunk, Result], chunks: Iterable[Chunk], go_on: GoOn) -> Iterator[Result]:
        """See `Spread.run`."""
        waiting = iter(chunks)
        workers: list[_ChunkWorker] = []
        try:
            while (busy := self._filled(workers, work, waiting)) and go_on():
                for pipe in wait([worker.pipe for worker in busy], SECONDS_BETWEEN_LOOKS):
                    finished = next(each for each in busy if each.pipe is pipe).results()
                    # First, so that no worker waits for the caller, who takes the results.
                    self._filled(workers, work, waiting)
                    yield from finished
        finally:
            for worker in workers:
                worker.stop()

    def _filled(
        self, workers: list["_ChunkWorker"], work: Job[Chunk, Result], waiting: Iterator[Chunk]
    ) -> list["_ChunkWorker"]:
        """The busy workers, after every idle one has been given a chunk, as long as there are any."""
        for place in range(self.width):
            if place < len(workers) and workers[place].busy:
                continue
            chunk = next(waiting, None)
            if chunk is None:
                break
            if place == len(workers):
                workers.append(_ChunkWorker(work))
            workers[place].begin(chunk)
        return [worker for worker in workers if worker.busy]


class _ChunkWorker:
    """One process, reached through a pipe."""

    def __init__(self, work: Job[Any, Any]) -> None:
        self._work = work
        self._chunk: Any = None
        self._begun = 0
        self._start()

    def _start(self) -> None:
        self.pipe, there = _spawning.Pipe()
        self._process = _spawning.Process(target=_serve, args=(there, self._work), daemon=True)
        self._process.start()
        there.close()

    @property
    def busy(self) -> bool:
        return self._begun > 0

    def begin(self, chunk: Any) -> None:
        self._chunk = chunk
        self._begun += 1
        with suppress(OSError):  # if it has died, reading will show it
            self.pipe.send(chunk)

    def results(self) -> list[Any]:
        """What it has finished: nothing if it died, when the chunk is begun again by another process."""
        try:
            result, error = self.pipe.recv()
        except (EOFError, OSError):
            self._again()
            return []
        self._begun = 0
        if error is not None:
            raise error
        return [result]

    def _again(self) -> None:
        self.stop()
        if self._begun == ATTEMPTS:
            raise WorkLost(f"A process died {ATTEMPTS} times over the same piece of work.")
        self._start()
        self.begin(self._chunk)

    def stop(self) -> None:
        """Ends the process, whatever it does; it may first end what it has started itself."""
        self.pipe.close()
        self._process.terminate()
        self._process.join(_SECONDS_TO_LEAVE)
        self._process.kill()
        self._process.join()


def _serve(pipe: Connection, work: Job[Any, Any]) -> None:
    """What a worker does until the pipe closes, or its parent was killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the caller's to handle
    signal.signal(signal.SIGTERM, _leave)
    # A signal, so that what this process has started ends too.
    end_with_parent(leave=partial(os.kill, os.getpid(), signal.SIGTERM))
    while True:
        try:
            chunk = pipe.recv()
        except (EOFError, OSError):
            _leave()
        with suppress(OSError):  # the parent may have gone
            pipe.send(outcome(work, chunk))


def _leave(_signal: int = 0, _frame: FrameType | None = None) -> None:
    """Ends this process, and first what it has started: nothing that asks for the same may disturb that."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    sys.exit()
