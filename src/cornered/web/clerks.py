"""Work that is not for the event loop, done by a clerk in a worker process."""

from collections.abc import Callable
from typing import ParamSpec, TypeVar

from cornered.errors import BadSetup, IllegalMove
from cornered.web.dependencies import Services
from cornered.web.worker_pool import JobFailed, JobGivenUp

Given = ParamSpec("Given")
Result = TypeVar("Result")


async def by_clerk(
    server: Services, client: str, work: Callable[Given, Result], *args: Given.args, **kwargs: Given.kwargs
) -> Result:
    """What the work returns; what a rule or the site refuses in it is refused here."""
    try:
        return await server.clerks.run(client, server.limits.reading_seconds, work, *args, **kwargs)
    except JobGivenUp:
        raise BadSetup("This is too much to be read at once.") from None
    except JobFailed as failed:
        if isinstance(failed.__cause__, BadSetup | IllegalMove):
            raise failed.__cause__ from None
        raise
