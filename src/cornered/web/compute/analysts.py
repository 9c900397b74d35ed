"""Questions to the solver: easy ones do not wait behind hard ones, and answers are remembered."""

import asyncio
from collections.abc import Callable, Coroutine
from time import monotonic
from typing import Any, ParamSpec, TypeVar

from fastapi import Request

from cornered.game import Position
from cornered.solve import Analysis, Value, Verdict
from cornered.web.compute import jobs
from cornered.web.compute.cache import RememberedAnswers
from cornered.web.compute.pools import Pool
from cornered.web.compute.worker_pool import JobGivenUp
from cornered.web.config import Limits
from cornered.web.edge.machine import Machine, places
from cornered.web.errors import RequestRefused

Given = ParamSpec("Given")
Result = TypeVar("Result")

_LOOK_AGAIN = 0.1
"""Seconds between two looks at whether a page has asked something else, perhaps another worker."""

_UNKNOWN = Analysis(Value(Verdict.UNKNOWN), (), (), None)


class Analysts:
    """Every position gets a moment's thought first; what that does not settle waits for a longer one."""

    def __init__(self, quick: Pool, deep: Pool, limits: Limits, machine: Machine) -> None:
        self._quick = quick
        self._deep = deep
        self._limits = limits
        self._known = RememberedAnswers(limits.remembered_answers)
        self._machine = machine

    async def analyse(self, client: str, position: Position) -> Analysis:
        """What is known about this position, or found out about it in time."""
        known = self._known.get(position)
        if known:
            return known
        found = await self._think(self._quick, self._limits.quick_seconds, client, position.code)
        if not _is_whole(found):
            found = await self._think(self._deep, self._limits.thinking_seconds, client, position.code)
        if _is_whole(found):
            self._known.add(position, found)
        return found

    async def run(
        self,
        client: str,
        seconds: float,
        work: Callable[Given, Result],
        *args: Given.args,
        **kwargs: Given.kwargs,
    ) -> Result:
        """Another work that takes long; `JobGivenUp` if it takes too long."""
        return await self._deep.run(client, seconds, work, *args, **kwargs)

    async def while_wanted(
        self, request: Request, page: str | None, question: Coroutine[Any, Any, Result]
    ) -> Result:
        """The answer, unless whoever asked goes away, or asks something else from the same page."""
        asked = asyncio.create_task(question)
        ends = [asyncio.create_task(_gone(request))]
        if page:
            ends.append(asyncio.create_task(self._replaced(page)))
        for end in ends:
            end.add_done_callback(lambda _: asked.cancel())
        try:
            return await asked
        except asyncio.CancelledError:
            this = asyncio.current_task()
            if this and this.cancelling():
                raise
            raise RequestRefused(
                409, "A newer question of this page has taken the place of this one."
            ) from None
        finally:
            for end in ends:
                end.cancel()

    async def _replaced(self, page: str) -> None:
        """Takes the place of the page's older questions, and returns when a newer one takes ours."""
        asked, moment = self._machine.asked, monotonic()
        own = places(page, self._machine.key)
        for place in own:
            asked[place] = moment
        while min(asked[place] for place in own) <= moment:
            await asyncio.sleep(_LOOK_AGAIN)

    async def _think(self, pool: Pool, seconds: float, client: str, code: str) -> Analysis:
        memory = self._limits.thinking_bytes
        try:
            return await pool.run(client, seconds, jobs.analyse, code, seconds, memory)
        except JobGivenUp:
            return _UNKNOWN


def _is_whole(found: Analysis) -> bool:
    """Whether more time would find out nothing more."""
    values = (found.value, *(rating.value for rating in found.ratings))
    return all(value.plies is not None or value.verdict is Verdict.ENDLESS for value in values)


async def _gone(request: Request) -> None:
    """Returns when whoever asked has closed the connection."""
    while (await request.receive())["type"] != "http.disconnect":
        pass
