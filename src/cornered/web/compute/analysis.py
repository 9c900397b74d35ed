"""What positions are worth: asked of the solver once, and cached."""

from cornered.game import Position
from cornered.solve import Analysis, Value, Verdict
from cornered.web.compute import Compute, JobGivenUp, jobs
from cornered.web.compute.cache import AnalysisCache
from cornered.web.config import Limits

_UNKNOWN = Analysis(Value(Verdict.UNKNOWN), (), (), None)


class Analyses:
    """The analyses of a server."""

    def __init__(self, compute: Compute, limits: Limits) -> None:
        self._compute = compute
        self._limits = limits
        self._cache = AnalysisCache(limits.cached_answers)

    async def analyse(self, client: str, position: Position) -> Analysis:
        """What is known about this position, or found out about it in time."""
        known = self._cache.get(position)
        if known:
            return known
        seconds, memory = self._limits.thinking_seconds, self._limits.thinking_bytes
        try:
            found = await self._compute.run(
                "analysis", client, seconds, jobs.analyse, position.code, seconds, memory
            )
        except JobGivenUp:
            return _UNKNOWN
        if _is_whole(found):
            self._cache.add(position, found)
        return found


def _is_whole(found: Analysis) -> bool:
    """Whether more time would find out nothing more."""
    values = (found.value, *(rating.value for rating in found.ratings))
    return all(value.plies is not None or value.verdict is Verdict.ENDLESS for value in values)
