"""Where thinking is done: jobs that would hold up the event loop, each run within a budget.

The site asks a `Compute` and does not know what it runs on. `WorkerPool` in `worker_pool` has processes that
can be stopped; `InlineCompute` runs a job right where it is asked for, which is all that a place without
processes has, and what tests use.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Literal, ParamSpec, Protocol, TypeVar

from cornered.errors import BadSetup, CorneredError, IllegalMove
from cornered.games import GAMES
from cornered.web.errors import RequestRefused

Given = ParamSpec("Given")
Result = TypeVar("Result")

Kind = Literal["analysis", "programs", "functions", "engines", "records", "puzzles"]
"""What a job is about; kinds do not wait for each other. `programs` are the computer's own levels, while
`functions` and `engines` are agents from elsewhere."""


class TooBusy(RequestRefused):
    """There is no room for another job: none at all, or none for this client."""


def stopping() -> TooBusy:
    """The refusal of every job that is not done when the server stops."""
    return TooBusy(503, "The server is about to stop: ask again in a moment.")


class JobGivenUp(CorneredError):
    """The job took too much time or memory, and was stopped."""


class JobFailed(CorneredError):
    """The job raised an error, which is the cause; where an added game's code raised it, `str()` says so."""


class Compute(Protocol):
    """Runs jobs for clients, who take turns."""

    async def run(
        self,
        kind: Kind,
        client: str,
        seconds: float,
        work: Callable[Given, Result],
        *args: Given.args,
        **kwargs: Given.kwargs,
    ) -> Result:
        """What `work(*args)` returns; `TooBusy`, `JobGivenUp` or `JobFailed` if it does not.

        Cancelling the task that waits for it stops the job too.
        """

    def waiting(self) -> Mapping[Kind, int]:
        """How many jobs wait for their turn, by kind."""

    def refuse(self) -> None:
        """Refuses all jobs that are not done yet, and all that come: the server is about to stop."""

    def close(self) -> None:
        """Stops all jobs."""


class InlineCompute:
    """Runs each job at once, in the event loop, which waits: a job's own budget is what ends it."""

    def __init__(self) -> None:
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
        """What `work(*args)` returns."""
        if self._stopping:
            raise stopping()
        await asyncio.sleep(0)  # the caller may have been cancelled
        try:
            return work(*args, **kwargs)
        except MemoryError as error:
            raise JobGivenUp from error
        except Exception as error:
            raise JobFailed(GAMES.blamed(error) or "") from error

    def waiting(self) -> Mapping[Kind, int]:
        """None ever waits."""
        return {}

    def refuse(self) -> None:
        """Refuses all jobs that come."""
        self._stopping = True

    def close(self) -> None:
        """Nothing is left to be stopped."""


async def refusing(job: Awaitable[Result], too_long: str) -> Result:
    """What the job returns; `IllegalMove` or `BadSetup` if it raised one, `BadSetup` if it was given up."""
    try:
        return await job
    except JobGivenUp:
        raise BadSetup(too_long) from None
    except JobFailed as failed:
        if isinstance(failed.__cause__, BadSetup | IllegalMove):
            raise failed.__cause__ from None
        raise
