"""Long work on a Ray cluster: see `Spread` for the contract.

Every node must have this package installed, and whatever module an agent is in. A node that dies costs the
chunks it was working on, which Ray begins again elsewhere.
"""

import logging
import os
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

from cornered.arena.spread import ATTEMPTS, SECONDS_BETWEEN_LOOKS, Chunk, GoOn, Job, Result, WorkLost, outcome
from cornered.errors import BadSetup

# Ray reports a node that died on stdout, `log_to_driver` or not, where it would spoil an answer in JSON.
os.environ.setdefault("RAY_DEDUP_LOGS_SKIP_REGEX", ".")

try:
    import ray
except ImportError:
    raise BadSetup("Work on a Ray cluster needs the extra 'ray': pip install 'cornered[ray]'.") from None


class OnRay:
    """On all cores of the cluster at HOST:PORT or ray://HOST:PORT; `auto` finds one, `local` starts one."""

    def __init__(self, address: str) -> None:
        try:
            ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR)
        except (ConnectionError, ValueError, RuntimeError) as error:
            raise BadSetup(f"There is no Ray cluster at '{address}': {error}") from None

    @property
    def width(self) -> int:
        """As many as the cluster has cores now: nodes come and go."""
        return max(1, int(ray.cluster_resources().get("CPU", 1)))

    def run(self, work: Job[Chunk, Result], chunks: Iterable[Chunk], go_on: GoOn) -> Iterator[Result]:
        """See `Spread.run`."""
        task = ray.remote(max_retries=ATTEMPTS - 1)(outcome)
        waiting = iter(chunks)
        running: list[Any] = []
        try:
            while go_on():
                room = max(0, self.width - len(running))
                running += [task.remote(work, chunk) for chunk in islice(waiting, room)]
                if not running:
                    return
                finished, running = ray.wait(running, timeout=SECONDS_BETWEEN_LOOKS)
                yield from map(_result, finished)
        finally:
            for each in running:
                ray.cancel(each, force=True)


def _result(finished: Any) -> Any:
    try:
        result, error = ray.get(finished)
    except ray.exceptions.RayError as fault:
        raise WorkLost(f"A piece of work was lost {ATTEMPTS} times on the cluster: {fault}") from None
    if error is not None:
        raise error
    return result
