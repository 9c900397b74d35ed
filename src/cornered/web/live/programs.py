"""The computer's moves: whenever a program or an agent is to move in a live game, it is asked."""

import asyncio
import logging
from contextlib import suppress

from cornered.play.opponents import Forfeit
from cornered.play.players import AGENT, LEVELS
from cornered.play.session import Session
from cornered.store import Change, StoreError
from cornered.store.postgres.leases import release_leases, take_lease
from cornered.web.compute import Compute, JobGivenUp, jobs
from cornered.web.config import Limits
from cornered.web.errors import RequestRefused
from cornered.web.live import changes
from cornered.web.live.agents import OfferedAgents
from cornered.web.live.live_game import LiveGame
from cornered.web.live.lobby import Lobby
from cornered.web.storage import Storage

_RETRY = 1.0
"""Seconds between two attempts at a program's move."""

_LEASE = 10.0
"""Seconds after which another process may think for a program whose own has fallen silent."""

_RENEW_LEASE = 3.0

_log = logging.getLogger(__name__)


class Programs:
    """Moves for programs in the games of a lobby; `process` is what their leases are held by.

    A program of the terminal's, or an agent that is no longer offered, does not move here.
    """

    def __init__(
        self,
        lobby: Lobby,
        storage: Storage,
        compute: Compute,
        agents: OfferedAgents,
        limits: Limits,
        seed: str | None,
        process: str,
    ) -> None:
        self._lobby = lobby
        self._storage = storage
        self._compute = compute
        self._agents = agents
        self._limits = limits
        self._seed = seed
        self._process = process
        self._tasks: set[asyncio.Task[None]] = set()
        lobby.on_change = self._look_at

    async def close(self) -> None:
        """Stops the programs: each makes its move when its game is next opened, or in another process."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._storage.is_shared:
            try:
                await self._storage.write(release_leases, self._process)
            except StoreError as error:
                _log.warning("The leases of this process will run out by themselves: %s", error)

    def _look_at(self, game: LiveGame, changed_here: bool) -> None:
        """Lets a program think if it is to move.

        A process that only hears of the turn leaves it to the one that made the change, while that lives.
        """
        mover = game.session.mover
        known = mover.kind in LEVELS or (mover.kind == AGENT and mover.name in self._agents.names)
        if known and game.ours and game.program_to_move and game.awaited != game.session:
            game.awaited = game.session
            task = asyncio.create_task(self._move(game, game.session, changed_here))
            self._tasks.add(task)
            task.add_done_callback(self._finished)

    async def _move(self, game: LiveGame, session: Session, at_once: bool) -> None:
        """Tries until it succeeds: the programs may be busy, or the disk may be full for a while."""
        try:
            if not at_once:
                await asyncio.sleep(_RETRY)
            while self._lobby.opened([game.id]) == [game] and game.session == session:
                try:
                    if await self._take_lease(game):
                        await self._make_move(game, session)
                        continue
                except (RequestRefused, JobGivenUp, StoreError):
                    pass
                await asyncio.sleep(_RETRY)
        finally:
            if game.awaited == session:
                game.awaited = None

    async def _make_move(self, game: LiveGame, session: Session) -> None:
        renewing = asyncio.create_task(self._renew_lease(game, session))
        try:
            square = await self._choose(game)
        except Forfeit as fault:
            _log.warning("Game %d: %s", game.id, fault)
            square = None
        finally:
            renewing.cancel()

        async def attempt() -> Change:
            if game.session != session:  # taken back, resigned, or made in another process
                raise RequestRefused(409, "The game has moved on.")
            if square is None:
                forfeited = session.forfeit(session.to_move).ended
                assert forfeited
                return await self._lobby.commit(changes.end(game.state, forfeited))
            longest = self._limits.longest_game
            return await self._lobby.commit(changes.move(game.state, session, square, longest))

        await self._lobby.change(game, attempt)

    async def _take_lease(self, game: LiveGame) -> bool:
        """Whether this process thinks for the program that is to move: of several, one does."""
        if not self._storage.is_shared:
            return True
        return await self._storage.write(take_lease, self._process, game.id, game.row_version, _LEASE)

    async def _renew_lease(self, game: LiveGame, session: Session) -> None:
        while game.session == session:
            await asyncio.sleep(_RENEW_LEASE)
            with suppress(StoreError):  # then another may think too, and the first to move has moved
                await self._take_lease(game)

    async def _choose(self, game: LiveGame) -> int:
        """The move of the program or agent to move; `Forfeit` if an agent makes none."""
        mover, limits = game.session.mover, self._limits
        if mover.kind == AGENT:
            return await self._agents.choose(mover.name or "", game.session.position)
        given = game.state.saved, limits.thinking_bytes, self._seed
        return await self._compute.run("programs", game.client, limits.thinking_seconds, jobs.choose, *given)

    def _finished(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception():
            _log.error("A program could not move.", exc_info=task.exception())
