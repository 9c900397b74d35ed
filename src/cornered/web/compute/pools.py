"""Where heavy work is done: a pool for each kind of it, of this process's own or of all workers together."""

import os
from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import ParamSpec, Protocol, TypeVar

from cornered.web.compute.worker_pool import WorkerPool
from cornered.web.config import Limits

Given = ParamSpec("Given")
Result = TypeVar("Result")


class Pool(Protocol):
    """Does work outside the event loop, in turns for its clients."""

    async def run(
        self,
        client: str,
        seconds: float,
        work: Callable[Given, Result],
        *args: Given.args,
        **kwargs: Given.kwargs,
    ) -> Result:
        """What `work(*args)` returns; `TooBusy`, `JobGivenUp` or `JobFailed` if it does not."""

    @property
    def waiting(self) -> int:
        """How much waits for its turn, as far as it is known here."""

    def refuse(self) -> None:
        """Refuses whatever is not done yet, and all that comes: the server is about to stop."""

    def close(self) -> None:
        """Stops the work."""


@dataclass(frozen=True)
class Pools:
    """All the pools of a server."""

    programs: Pool
    functions: Pool
    records: Pool
    quick: Pool
    deep: Pool
    puzzles: Pool

    def waiting(self) -> dict[str, int]:
        """How much waits for a worker, by what it is."""
        return {
            "programs": self.programs.waiting,
            "analysis": self.quick.waiting + self.deep.waiting,
            "records": self.records.waiting,
            "puzzles": self.puzzles.waiting,
        }

    def refuse(self) -> None:
        """Refuses whatever is not done yet."""
        for pool in self._all():
            pool.refuse()

    def close(self) -> None:
        """Stops all work."""
        for pool in self._all():
            pool.close()

    def _all(self) -> list[Pool]:
        return [getattr(self, field.name) for field in fields(self)]


KINDS = tuple(field.name for field in fields(Pools))


def own_pools(limits: Limits) -> Pools:
    """Pools of this process's own: each takes half of the cores at most."""
    size = max(1, (os.cpu_count() or 2) // 2)
    return Pools(**{kind: WorkerPool(1 if kind == "quick" else size, limits) for kind in KINDS})
