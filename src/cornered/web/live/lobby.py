"""Every game that is open on this server, and what its players may do."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from functools import partial

from cornered.game import Ending, Reason
from cornered.play.opponents import Forfeit
from cornered.play.players import AGENT, LEVELS, Player, check_newcomers
from cornered.play.session import Session
from cornered.play.stored import session_of
from cornered.store import MovedOn, SavedGame, StoreError
from cornered.store.seats import StoredOffer
from cornered.web.compute import Compute, JobGivenUp, jobs
from cornered.web.config import Limits
from cornered.web.edge.rate_limit import cost_of_opening
from cornered.web.errors import RequestRefused
from cornered.web.identity import hash_of, new_secret
from cornered.web.live.agents import OfferedAgents
from cornered.web.live.live_game import SHORT, LiveGame
from cornered.web.storage.async_store import AsyncStore
from cornered.web.storage.game_state import StoredState
from cornered.web.views.requests import PreparedGame

_LOOK_FOR_IDLE_GAMES = 100
"""Short games that are opened between two looks for those that can be forgotten."""

_CLEAR_UP = 3600.0
"""Seconds between two looks for games that nobody goes on with."""

_LOOK_AGAIN = 1.0
"""Seconds between two looks at a game played elsewhere, and between two attempts at a program's move."""

_KEEP_TURN = 3.0
"""Seconds after which a worker that still thinks for a program says so, long before its turn is over."""

_log = logging.getLogger(__name__)


class Lobby:
    """The live games of one server; `moves` counts those made here.

    Whoever wants to see a game that is not open is charged for what that takes.
    """

    def __init__(
        self,
        store: AsyncStore,
        compute: Compute,
        agents: OfferedAgents,
        limits: Limits,
        charge: Callable[[str, float], None],
        seed: str | None = None,
    ) -> None:
        self._store = store
        self._compute = compute
        self._agents = agents
        self._limits = limits
        self._charge = charge
        self._seed = seed
        self.moves = 0
        self._games: dict[int, LiveGame] = {}
        self._room = limits.idle_games
        self._replaying = ThreadPoolExecutor(1, thread_name_prefix="replay")
        self._tasks: set[asyncio.Task[None]] = set()

    async def game(self, number: int, client: str = "") -> LiveGame:
        """The live game of this number as it stands, opened for this client if it is not open."""
        if number in self._games and self._store.is_shared:
            await self.look([self._games[number]])
        if number not in self._games:
            state = await self._store.state(number) if 0 < number < 2**62 else None
            if state is None:
                raise RequestRefused(404, f"There is no game {number}.")
            self._charge(client, cost_of_opening(len(state.saved.squares)))
            ours = bool(state.holders) and not state.saved.ended and await self._store.claim(number)
            session = await self._session_of(state.saved)
            if number not in self._games:  # nobody else opened it in the meantime
                opened = LiveGame(state, session, ours, self._limits.gone_seconds, client)
                opened.view()  # fails here if the game's rules do, so that no such game is ever kept
                self._forget_idle_games(opened.weight)
                self._games[number] = opened
                self._let_program_move(opened)
        return self._games[number]

    async def begin(self, prepared: PreparedGame, holder: str, client: str) -> LiveGame:
        """A new game; `holder` gets the seats that are theirs."""
        holders = dict.fromkeys(prepared.yours, holder) | ({prepared.open: None} if prepared.open else {})
        number = await self._store.begin(
            prepared.start.code, prepared.players, holders, prepared.is_open, prepared.match
        )
        return await self.game(number, client)

    async def move(self, game: LiveGame, holder: str | None, ply: int, text: str) -> None:
        """Plays for whoever is to move; on disk when it returns."""
        async with game.lock:
            await self._check_turn(game, holder, ply)
            await self._play(game, game.session.game.square(text))
        self._let_program_move(game)

    async def undo(self, game: LiveGame, holder: str | None, ply: int) -> None:
        """Takes back the player's own last move, in games where nobody else plays."""
        async with game.lock:
            await self.check_going_on(game, holder, ply)
            if game.state.between_people:
                raise RequestRefused(
                    409, "Against another person a move stands, unless they agree: ask them."
                )
            if not game.session.undoable:
                raise RequestRefused(409, "There is no move of yours to take back.")
            await self.take_back(game, len(game.session.squares) - game.session.undoable)

    async def resign(self, game: LiveGame, holder: str | None, ply: int) -> None:
        """Resigns the player's own seat, or that of whoever is to move if both seats are their own."""
        async with game.lock:
            seats = await self.check_going_on(game, holder, ply)
            to_move = game.session.to_move
            await self.end(game, game.session.resign(to_move if to_move in seats else seats[0]))

    async def invite(self, game: LiveGame, holder: str | None) -> str:
        """A new invitation to the open seat; any earlier one no longer holds."""
        self.check_seated(game, holder)
        self._check_not_over(game)
        invitation = new_secret()
        if not await self._store.invite(game.id, hash_of(invitation)):
            raise RequestRefused(409, "Both seats are taken.")
        return invitation

    async def join(self, game: LiveGame, holder: str, invitation: str, name: str | None) -> None:
        """Takes the open seat, which uses the invitation up."""
        async with game.lock:
            if game.seats_of(holder):
                raise RequestRefused(
                    409, "You already have a seat in this game: the other one is for someone else."
                )
            self._check_not_over(game)
            self._check_name(game, name)
            seat = await self._store.take_seat(game.id, hash_of(invitation), holder, name)
            if seat is None:
                raise RequestRefused(403, "This invitation has been used, or was never given.")
            await self._renew(game)

    async def next_game(self, game: LiveGame, holder: str | None) -> LiveGame:
        """The next game of the match, or a rematch with seats swapped; the same for both players."""
        async with game.lock:
            self.check_seated(game, holder)
            if game.state.next_game is None:
                self.check_over(game)
                if game.state.between_people and not (game.state.match and game.state.match.goes_on):
                    raise RequestRefused(409, "Ask the other player for a rematch.")
                await self.follow(game)
            assert game.state.next_game
            return await self.game(game.state.next_game, game.client)

    async def watch_elsewhere(self) -> None:
        """Keeps looking at the watched games that are played at terminals, until it is cancelled."""
        while True:
            await asyncio.sleep(_LOOK_AGAIN)
            elsewhere = (game for game in self._games.values() if not game.ours and not game.session.over)
            await self.look([game for game in elsewhere if game.is_watched])

    def opened(self, numbers: Iterable[int] | None = None) -> list[LiveGame]:
        """All the games that are open here, or those of them that have these numbers."""
        if numbers is None:
            return list(self._games.values())
        return [self._games[number] for number in numbers if number in self._games]

    async def look(self, games: Sequence[LiveGame]) -> None:
        """Compares what is remembered of these games with their rows, and reads anew what has changed."""
        try:
            versions = await self._store.versions([game.id for game in games])
        except StoreError:
            return  # what cannot be read now is looked at again
        for game in games:
            if game.id not in versions:
                self._games.pop(game.id, None)
        await self._look_again([one for one in games if versions.get(one.id) not in (None, one.version_read)])

    async def clear_up(self) -> None:
        """Lets the games expire that nobody goes on with, until it is cancelled."""
        while True:
            try:
                expired = await self._store.expire(self._limits.keep_days)
            except StoreError as error:
                _log.warning("Old games could not be cleared up: %s", error)
                expired = []
            for number in expired:
                self._games.pop(number, None)  # opened anew for whoever asks for it, if it is still there
            if not expired:
                await asyncio.sleep(_CLEAR_UP)

    async def close(self) -> None:
        """Stops the programs: each makes its move when its game is next opened."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._replaying.shutdown(wait=False, cancel_futures=True)

    def check_seated(self, game: LiveGame, holder: str | None) -> list[int]:
        """The seats of whoever asks, who is refused without any."""
        seats = game.seats_of(holder)
        if not seats:
            raise RequestRefused(403, "You have no seat in this game: you can watch it.")
        return seats

    async def check_going_on(self, game: LiveGame, holder: str | None, ply: int) -> list[int]:
        """As `check_seated`, in a game that goes on here and has had `ply` moves."""
        seats = self.check_seated(game, holder)
        if not game.ours and not game.session.over:
            game.ours = await self._store.claim(game.id)
            await self._renew(game)  # a terminal may have had it until now
        self._check_not_over(game)
        if not game.ours:
            raise RequestRefused(409, "The game is being played in another program right now.")
        plies = len(game.session.squares)
        if ply != plies:
            raise RequestRefused(409, f"The game has moved on: it stands after {plies} moves.")
        assert holder
        game.presence.seen(holder)
        return seats

    def check_over(self, game: LiveGame) -> None:
        """Refuses what can only be done after the end."""
        if not game.session.over:
            raise RequestRefused(409, "The game is not over.")

    def _check_not_over(self, game: LiveGame) -> None:
        if game.session.over:
            raise RequestRefused(409, "The game is over.")

    async def _check_turn(self, game: LiveGame, holder: str | None, ply: int) -> None:
        seats = await self.check_going_on(game, holder, ply)
        to_move = game.session.to_move
        if to_move not in seats:
            raise RequestRefused(409, f"It is the turn of {game.session.mover.called(to_move)}.")

    def _check_name(self, game: LiveGame, name: str | None) -> None:
        players = game.session.players
        others = [player for seat, player in enumerate(players, 1) if game.state.holders.get(seat)]
        other = Player(name=others[0].name if others else None)
        check_newcomers(game.session.game, (Player(name=name), other))

    async def _play(self, game: LiveGame, square: int) -> None:
        after = game.session.play(square)
        if not after.over and len(after.squares) >= self._limits.longest_game:
            after = after.end(Ending(None, Reason.TOO_LONG))
        end = after.outcome or after.ended
        write = partial(self._store.append, square=square, end=end)
        version = await self._on_disk(game, write, once_more=True)
        self.moves += 1
        game.advance(after, version)
        if end:
            await self._ended(game)

    async def take_back(self, game: LiveGame, keep: int) -> None:
        """Removes the last moves, so that `keep` remain."""
        session = game.session
        version = await self._on_disk(game, lambda saved: self._store.take_back(saved, keep))
        positions, squares = session.positions[: keep + 1], session.squares[:keep]
        game.advance(replace(session, positions=positions, squares=squares), version)

    async def set_offer(self, game: LiveGame, offer: StoredOffer | None) -> None:
        """Stores what one player offers the other, or that nothing is offered any more."""
        await self._on_disk(game, lambda saved: self._store.set_offer(saved, offer))
        await self._renew(game)

    async def end(self, game: LiveGame, after: Session) -> None:
        """Ends the game otherwise than by a move."""
        end = after.outcome or after.ended
        assert end
        version = await self._on_disk(game, lambda saved: self._store.end(saved, end), once_more=True)
        game.advance(after, version)
        await self._ended(game)

    async def _on_disk(
        self, game: LiveGame, write: Callable[[SavedGame], Awaitable[None]], *, once_more: bool = False
    ) -> int:
        """Writes and gives the game's new version; `once_more` if only what is around it has changed."""
        saved, before = game.as_saved, game.session  # another worker may be heard of meanwhile
        try:
            await write(saved)
        except MovedOn:
            await self._renew(game)
            if not once_more or game.session != before:
                raise
            saved = game.as_saved
            await write(saved)
        return saved.version + 1

    async def _ended(self, game: LiveGame) -> None:
        await self._renew(game)
        state = game.state.match
        if state and state.match.over:
            await self._store.end_match(state)

    async def _renew(self, game: LiveGame) -> None:
        state = await self._store.state(game.id)
        if state is None:
            self._games.pop(game.id, None)
            raise RequestRefused(404, f"There is no game {game.id}.")
        self._take_over(game, state)

    def _take_over(self, game: LiveGame, state: StoredState) -> None:
        game.renew(state)
        self._let_program_move(game, at_once=not self._store.is_shared)

    async def _look_again(self, games: Sequence[LiveGame]) -> None:
        """Reads anew what has changed, all of it at once, and lets others have their turn in between."""
        try:
            states = await self._store.states([game.id for game in games]) if games else {}
        except StoreError:
            return  # what cannot be read now is looked at again
        for game in games:
            try:
                self._take_over(game, states.get(game.id, game.state))
            except Exception:  # an added game's rules have failed: the others go on
                _log.exception("Game %d cannot be followed any longer.", game.id)
                self._games.pop(game.id, None)
            await asyncio.sleep(0)

    async def follow(self, game: LiveGame) -> None:
        """Begins the game that follows this one."""
        await self._store.begin_following(game.state, game.session.players)
        await self._renew(game)

    def _let_program_move(self, game: LiveGame, *, at_once: bool = True) -> None:
        """A program of the terminal's, or an agent that is no longer offered, does not move here.

        A worker that only hears of the turn leaves it to the one that knows who is waiting, while that lives.
        """
        mover = game.session.mover
        here = mover.kind in LEVELS or (mover.kind == AGENT and mover.name in self._agents.names)
        if here and game.ours and game.program_to_move and game.awaited != game.session:
            game.awaited = game.session
            task = asyncio.create_task(self._program_moves(game, game.session, at_once))
            self._tasks.add(task)
            task.add_done_callback(self._finished)

    async def _program_moves(self, game: LiveGame, session: Session, at_once: bool) -> None:
        """Tries until it succeeds: the programs may be busy, or the disk may be full for a while."""
        try:
            if not at_once:
                await asyncio.sleep(_LOOK_AGAIN)
            while self._games.get(game.id) is game and game.session == session:  # not taken back or resigned
                try:
                    if not await self._store.take_turn(game.as_saved):
                        await asyncio.sleep(_LOOK_AGAIN)
                        continue
                    await self._make_move(game, session)
                except (RequestRefused, JobGivenUp, StoreError):
                    await asyncio.sleep(_LOOK_AGAIN)
        finally:
            if game.awaited == session:
                game.awaited = None

    async def _make_move(self, game: LiveGame, session: Session) -> None:
        keeping = asyncio.create_task(self._keep_turn(game, session))
        try:
            square = await self._chosen(game)
            async with game.lock:
                if game.session == session:
                    await self._play(game, square)
        except Forfeit as fault:
            _log.warning("Game %d: %s", game.id, fault)
            async with game.lock:
                if game.session == session:
                    await self.end(game, session.forfeit(session.to_move))
        finally:
            keeping.cancel()

    async def _keep_turn(self, game: LiveGame, session: Session) -> None:
        """Tells the other workers again and again that the program's move is being thought about here."""
        while game.session == session:
            await asyncio.sleep(_KEEP_TURN)
            with suppress(StoreError):  # then another may think too, and whoever is first has moved
                await self._store.take_turn(game.as_saved)

    async def _chosen(self, game: LiveGame) -> int:
        """The move of the program or agent to move; `Forfeit` if an agent makes none."""
        mover, limits = game.session.mover, self._limits
        if mover.kind == AGENT:
            return await self._agents.choose(mover.name or "", game.session.position)
        return await self._compute.run(
            "programs",
            game.client,
            limits.thinking_seconds,
            jobs.choose,
            game.as_saved,
            limits.thinking_bytes,
            self._seed,
        )

    def _finished(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception():
            _log.error("A program could not move.", exc_info=task.exception())

    async def _session_of(self, saved: SavedGame) -> Session:
        """The game as a session; long ones take their time outside the event loop, one after another."""
        if len(saved.squares) <= SHORT:
            return session_of(saved)
        return await asyncio.get_running_loop().run_in_executor(self._replaying, session_of, saved)

    def _forget_idle_games(self, weight: int) -> None:
        """Forgets games that nobody watches, the oldest first, once many have been opened since."""
        self._room -= weight
        if self._room >= 0:
            return
        room = self._limits.idle_games
        for number, game in reversed(list(self._games.items())):
            if game.is_idle:
                room -= game.weight
                if room < 0:
                    del self._games[number]
        self._room = _LOOK_FOR_IDLE_GAMES
