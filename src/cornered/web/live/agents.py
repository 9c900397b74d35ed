"""The agents that the operator offers on the site: engines, commands and functions, by name.

Visitors choose a name; what stands behind it they can neither see nor set.
"""

from collections.abc import Mapping

from cornered.arena.agents.addresses import runs_a_program
from cornered.game import Position
from cornered.play.opponents import Forfeit
from cornered.web.compute import Compute, JobFailed, JobGivenUp, jobs

_FUNCTION_SECONDS = 60.0
_ENGINE_SECONDS = 24 * 3600.0
"""How long a move may take. An engine is given up much earlier by its own settings."""


class OfferedAgents:
    """Agents by name, each started for one move."""

    def __init__(self, addresses: Mapping[str, str], compute: Compute) -> None:
        self._addresses = addresses
        self._compute = compute

    @property
    def names(self) -> list[str]:
        """What visitors can choose from."""
        return list(self._addresses)

    async def choose(self, name: str, position: Position) -> int:
        """The agent's move; `Forfeit` if it makes none."""
        address, run = self._addresses[name], self._compute.run
        try:
            if runs_a_program(address):
                return await run("engines", name, _ENGINE_SECONDS, jobs.ask_engine, address, position.code)
            return await run("functions", name, _FUNCTION_SECONDS, jobs.ask_function, address, position.code)
        except JobGivenUp:
            raise Forfeit(f"{name} did not answer in time.") from None
        except JobFailed as failed:
            if isinstance(failed.__cause__, Forfeit):
                raise failed.__cause__ from None
            raise
