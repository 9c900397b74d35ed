"""The agents that whoever runs the site offers on it: engines, commands and functions, by name.

Visitors choose a name; what stands behind it they can neither see nor set. A program is asked in a thread,
which only waits; a function may compute, and is asked in a worker process, which can be stopped.
"""

import asyncio
import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from random import SystemRandom

from cornered.arena.agents import Agent, leave, seated
from cornered.arena.agents.addresses import runs_a_program
from cornered.game import Position
from cornered.play.opponents import Forfeit
from cornered.web.compute import jobs
from cornered.web.compute.pools import Pool
from cornered.web.compute.worker_pool import JobFailed, JobGivenUp

_AT_A_TIME = 4
_SECONDS = 60.0
"""How many programs run at once, and how long a function may take."""

_A_MOMENT = 0.05
"""Seconds after which a program that was not there yet to be ended is looked for again."""


class OfferedAgents:
    """Agents by name, each started for one move."""

    def __init__(self, addresses: Mapping[str, str], functions: Pool) -> None:
        self._addresses = addresses
        self._functions = functions
        self._threads = ThreadPoolExecutor(_AT_A_TIME, thread_name_prefix="agent")
        self._running: set[Agent] = set()
        self._closing = False

    @property
    def names(self) -> list[str]:
        """What visitors can choose from."""
        return list(self._addresses)

    async def choose(self, name: str, position: Position) -> int:
        """The agent's move; `Forfeit` if it makes none."""
        address = self._addresses[name]
        if runs_a_program(address):
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._threads, self._ask, address, position)
        try:
            return await self._functions.run(name, _SECONDS, jobs.ask, address, position.code)
        except JobGivenUp:
            raise Forfeit(f"{name} did not answer in time.") from None
        except JobFailed as failed:
            if isinstance(failed.__cause__, Forfeit):
                raise failed.__cause__ from None
            raise

    def close(self) -> None:
        """Ends every program that is still at work, also one that is only just being started."""
        self._closing = True
        while self._running:
            for agent in list(self._running):
                leave(agent)
            time.sleep(_A_MOMENT)
        self._threads.shutdown(cancel_futures=True)

    def _ask(self, address: str, position: Position) -> int:
        agent = seated(address, SystemRandom())
        self._running.add(agent)
        try:
            if self._closing:  # it was still being started when the others were ended
                raise Forfeit("The site is about to stop.")
            return agent(position)
        finally:
            self._running.discard(agent)
            leave(agent)
