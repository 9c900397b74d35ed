"""What is refused in a worker process, refused where it was asked for."""

from collections.abc import Awaitable
from typing import TypeVar

from cornered.errors import BadSetup, IllegalMove
from cornered.web.compute.worker_pool import JobFailed, JobGivenUp

Result = TypeVar("Result")


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
