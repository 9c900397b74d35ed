"""Work that is not for the event loop, done by a clerk in a worker process."""

from collections.abc import Callable
from typing import ParamSpec, TypeVar

from cornered.web.api.dependencies import Services
from cornered.web.compute.job_refusals import refusing

Given = ParamSpec("Given")
Result = TypeVar("Result")


async def by_clerk(
    server: Services, client: str, work: Callable[Given, Result], *args: Given.args, **kwargs: Given.kwargs
) -> Result:
    """What the work returns; what a rule or the site refuses in it is refused here."""
    job = server.pools.records.run(client, server.limits.reading_seconds, work, *args, **kwargs)
    return await refusing(job, "This is too much to be read at once.")
