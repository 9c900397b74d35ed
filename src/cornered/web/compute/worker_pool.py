"""Jobs in worker processes that are stopped when one overruns its time; before them clients take turns."""

import asyncio
import os
from collections import OrderedDict, deque
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, Generic, ParamSpec, TypeVar, get_args

from cornered.web.compute import Kind, TooBusy, stopping
from cornered.web.compute.worker import JobInterrupted, Worker, last_moment
from cornered.web.config import Limits

Given = ParamSpec("Given")
Result = TypeVar("Result")
Item = TypeVar("Item")

_BACKSTOP = 4
"""A worker's address space, in multiples of the memory that the solver keeps to."""

_ENGINES = 4
"""How many engines run at once: a worker only waits for one."""


class FairQueue(Generic[Item]):
    """A queue for each client; the clients take turns, however much each of them has asked for.

    >>> queue = FairQueue[str]()
    >>> for client, item in (("ada", "a1"), ("ada", "a2"), ("ada", "a3"), ("bob", "b1")):
    ...     queue.put(client, item)
    >>> [queue.take() for _ in range(len(queue))]
    ['a1', 'b1', 'a2', 'a3']
    """

    def __init__(self) -> None:
        self._queues: OrderedDict[str, deque[Item]] = OrderedDict()

    def __len__(self) -> int:
        return sum(map(len, self._queues.values()))

    def waiting(self, client: str) -> int:
        """How many items of this client's wait."""
        return len(self._queues.get(client, ()))

    def put(self, client: str, item: Item) -> None:
        """Adds an item to the end of the client's queue."""
        self._queues.setdefault(client, deque()).append(item)

    def take(self) -> Item:
        """Removes the next item and returns it."""
        client, queue = self._queues.popitem(last=False)
        item = queue.popleft()
        if queue:
            self._queues[client] = queue
        return item

    def discard(self, client: str, item: Item) -> None:
        """Removes an item, if it is still here."""
        queue = self._queues.get(client, deque())
        if item in queue:
            queue.remove(item)
            if not queue:
                del self._queues[client]


class _Job:
    """What is to be done, for whom, and for how long at most."""

    def __init__(self, client: str, seconds: float, call: tuple[Any, ...], lane: "_Lane") -> None:
        self.client = client
        self.seconds = seconds
        self.call = call
        self.done: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self.lane = lane
        self.worker: Worker | None = None


class _Lane:
    """Slots for jobs of one kind, the jobs that wait for one, and the workers that are idle.

    A lane with a `longer` one is for jobs that do not take long: one that does moves over to it.
    """

    def __init__(self, slots: int, memory: int | None, longer: "_Lane | None" = None) -> None:
        self.free = slots
        self.longer = longer
        self.queue = FairQueue[_Job]()
        self._memory = memory
        self._idle: list[Worker] = longer._idle if longer else []

    def worker(self) -> Worker:
        """One that is idle, or a new one."""
        return self._idle.pop() if self._idle else Worker(self._memory)

    def put_back(self, worker: Worker) -> None:
        """Keeps a worker for the next job."""
        self._idle.append(worker)

    def waiting(self, client: str | None = None) -> int:
        """How many jobs wait here or in the longer lane, of all clients or of one."""
        here = len(self.queue) if client is None else self.queue.waiting(client)
        return here + (self.longer.waiting(client) if self.longer else 0)


class WorkerPool:
    """A few worker processes for each kind of job.

    An analysis begins in a quick slot, so that an easy question never waits behind hard ones. When it
    overruns `quick_seconds`, it goes on in a slot for longer ones; if none is free, it waits for one and
    begins again.
    """

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        size = max(1, (os.cpu_count() or 2) // 2)  # of each kind, so that no kind takes all cores
        memory = limits.thinking_bytes * _BACKSTOP
        self._lanes: dict[Kind, _Lane] = {kind: _Lane(size, memory) for kind in get_args(Kind)}
        self._lanes["analysis"] = _Lane(1, memory, longer=self._lanes["analysis"])
        self._lanes["engines"] = _Lane(_ENGINES, None)  # as large as the operator's engine needs to be
        self._threads = ThreadPoolExecutor(size * len(self._lanes) + _ENGINES, thread_name_prefix="worker")
        self._jobs: set[_Job] = set()
        self._workers: set[Worker] = set()
        self._stopping = False

    async def run(
        self,
        kind: Kind,
        client: str,
        seconds: float,
        work: Callable[Given, Result],
        *args: Given.args,
        **kwargs: Given.kwargs,
    ) -> Result:
        """What `work(*args)` returns; `TooBusy`, `JobGivenUp` or `JobFailed` if it does not."""
        lane = self._lanes[kind]
        self._check_room(lane, client)
        job = _Job(client, seconds, (work, args, kwargs), lane)
        self._jobs.add(job)
        self._queue(job)
        try:
            result: Result = await job.done
        except (asyncio.CancelledError, TooBusy):
            job.lane.queue.discard(client, job)
            if job.worker:
                job.worker.interrupt()
            raise
        finally:
            self._jobs.discard(job)
        return result

    def waiting(self) -> Mapping[Kind, int]:
        """How many jobs wait for a worker, by kind."""
        return {kind: lane.waiting() for kind, lane in self._lanes.items()}

    def refuse(self) -> None:
        """Refuses all jobs that are not done yet, and all that come."""
        self._stopping = True
        for job in self._jobs:
            if not job.done.done():
                job.done.set_exception(stopping())

    def close(self) -> None:
        """Ends the workers, whatever they are doing."""
        for worker in self._workers:
            worker.interrupt()
        ends = last_moment()
        for worker in self._workers:
            worker.join(ends)
        self._threads.shutdown(cancel_futures=True)

    def _check_room(self, lane: _Lane, client: str) -> None:
        if self._stopping:
            raise stopping()
        if lane.free:
            return
        if lane.waiting() >= self._limits.waiting_jobs:
            raise TooBusy(503, "The server is thinking for many others: try again in a moment.")
        if lane.waiting(client) >= self._limits.waiting_jobs_per_client:
            raise TooBusy(429, "Many questions of yours are waiting already: wait for their answers.")

    def _queue(self, job: _Job) -> None:
        job.lane.queue.put(job.client, job)
        self._begin_jobs(job.lane)

    def _begin_jobs(self, lane: _Lane) -> None:
        while lane.free and lane.queue:
            lane.free -= 1
            job, worker = lane.queue.take(), lane.worker()
            job.worker = worker
            worker.expect_job()
            self._workers.add(worker)
            loop = asyncio.get_running_loop()
            running = loop.run_in_executor(self._threads, worker.run, job.seconds, job.call)
            running.add_done_callback(partial(self._finished, job, worker))
            if lane.longer:
                loop.call_later(self._limits.quick_seconds, self._overrun, job, lane, lane.longer)

    def _overrun(self, job: _Job, quick: _Lane, longer: _Lane) -> None:
        """Frees the quick slot of a job that is not done yet."""
        if job.worker is None or job.done.done():
            return
        if longer.free:
            longer.free -= 1
            job.lane = longer
            quick.free += 1
            self._begin_jobs(quick)
        else:
            job.worker.interrupt()

    def _finished(self, job: _Job, worker: Worker, outcome: "asyncio.Future[Any]") -> None:
        lane = job.lane
        lane.free += 1
        lane.put_back(worker)
        job.worker = None
        if not outcome.cancelled():
            self._answer(job, outcome)
        self._begin_jobs(lane)

    def _answer(self, job: _Job, outcome: "asyncio.Future[Any]") -> None:
        error = outcome.exception()  # looked at even if nobody waits any more, or asyncio logs it as unseen
        if job.done.done():
            return
        if isinstance(error, JobInterrupted):
            assert job.lane.longer
            job.lane = job.lane.longer
            self._queue(job)
        elif error:
            job.done.set_exception(error)
        else:
            job.done.set_result(outcome.result())
