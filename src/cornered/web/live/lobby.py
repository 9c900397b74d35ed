"""Every game that is open in this process, and the one path by which they change."""

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import suppress
from weakref import WeakValueDictionary

from cornered.errors import IllegalMove
from cornered.game import Reason
from cornered.play.session import Session
from cornered.play.stored import session_of
from cornered.store import Change, ChangeKind, MovedOn, SavedGame, Store, StoreError, now
from cornered.store.solvers import Solvers
from cornered.store.upkeep import expire
from cornered.web.compute import Compute, TooBusy, refusing
from cornered.web.config import Limits
from cornered.web.edge.rate_limit import cost_of_opening
from cornered.web.errors import RequestRefused
from cornered.web.live.live_game import SHORT, LiveGame
from cornered.web.storage import Storage
from cornered.web.storage.game_states import StoredState, begin_game, read_states
from cornered.web.views.requests import PreparedGame

_LOOK_FOR_IDLE_GAMES = 100
"""Short games that are opened between two looks for those that can be forgotten."""

_CLEAR_UP = 3600.0
"""Seconds between two looks for games that nobody goes on with."""

_POLL = 1.0
"""Seconds between two looks at games that are played at terminals, or could not be read."""

_YEAR = 365.0

_log = logging.getLogger(__name__)

Attempt = Callable[[], Awaitable[Change]]
"""Checks that something may happen in a game as it stands, commits it, and returns the change."""


class Lobby:
    """The live games of one server; `moves` counts those made here.

    A client that wants to see a game which is not open is charged for what that takes. `on_change` is called
    with each game that stands somewhere else than before, and whether it was changed in this process;
    `listening_elsewhere` returns who listens to a game in other processes.
    """

    def __init__(
        self, storage: Storage, compute: Compute, limits: Limits, charge: Callable[[str, float], None]
    ) -> None:
        self._storage = storage
        self._compute = compute
        self._limits = limits
        self._charge = charge
        # A game that is no longer kept is the same one for all who still have it in hand.
        self._games: WeakValueDictionary[int, LiveGame] = WeakValueDictionary()
        self._kept: dict[int, LiveGame] = {}
        self._behind: set[LiveGame] = set()
        self._room = limits.idle_games
        self.moves = 0
        self.on_change: Callable[[LiveGame, bool], None] = lambda _game, _here: None
        self.listening_elsewhere: Callable[[int], Counter[str | None]] = lambda _game: Counter()

    async def game(self, number: int, client: str = "", *, current: bool = False) -> LiveGame:
        """The live game of this number, opened for this client if it is not open.

        `current` makes sure that it stands as in the store, which other processes may have changed just now.
        """
        if current and self._storage.is_shared:
            await self.refresh(self.opened([number]))
        game = self._games.get(number) or await self._open(number, client)
        if number in self._games:
            self._kept[number] = game
        return game

    async def begin(self, prepared: PreparedGame, holder: str, client: str) -> LiveGame:
        """A new game; `holder` gets the seats that are theirs."""
        holders = dict.fromkeys(prepared.yours, holder) | ({prepared.open: None} if prepared.open else {})
        given = prepared.players, holders, prepared.help_allowed, prepared.match
        number = await self._storage.write(begin_game, prepared.start.code, *given)
        return await self.game(number, client)

    async def change(self, game: LiveGame, attempt: Attempt) -> None:
        """Changes a game: on disk and shown to all when it returns.

        Where the attempt fails because the game has changed in another process, it is made again.
        """
        async with game.lock:
            await self._claim(game)
            change = None
            while change is None:
                known = game.row_version
                try:
                    change = await attempt()
                except (RequestRefused, IllegalMove, MovedOn) as refused:
                    if self._storage.is_shared or isinstance(refused, MovedOn):
                        await self._reread(game)
                    if game.row_version == known:
                        raise
            self.moves += change.kind is ChangeKind.MOVE
            self._apply(game, change, here=True)

    async def commit(self, change: Change) -> Change:
        """The change, once it is on disk."""
        await self._storage.apply(change)
        return change

    async def hear(self, change: Change) -> None:
        """Applies a change that another process has committed, if it is the next one of a game open here."""
        game = self._games.get(change.game)
        if game is None or change.version < game.row_version:
            return
        if change.kind is not ChangeKind.REMOVE and change.version == game.row_version:
            with suppress(Exception):  # nonsense, or an added game's rules have failed: its rows decide
                self._apply(game, change, here=False)
                return
        await self.refresh([game])

    def opened(self, numbers: Iterable[int] | None = None) -> list[LiveGame]:
        """All the games that are open here, or those of them that have these numbers."""
        if numbers is None:
            return list(self._games.values())
        return [game for number in numbers if (game := self._games.get(number))]

    async def refresh(self, games: Sequence[LiveGame]) -> None:
        """Reads those of these games whose rows have changed, all at once; a failed read is tried again."""
        try:
            versions = await self._storage.read(Store.versions, [game.id for game in games])
            changed = [game for game in games if versions.get(game.id, -1) != game.row_version]
            states = await self._storage.read(read_states, [game.id for game in changed]) if changed else {}
        except StoreError:
            self._behind.update(games)
            return
        for game in changed:
            try:
                if game.id in states:
                    await self._replace(game, states[game.id])
                else:
                    self._drop(game)
            except TooBusy:
                self._behind.add(game)
            except Exception:  # an added game's rules have failed: the others go on
                _log.exception("Game %d cannot be followed any longer.", game.id)
                self._drop(game)
            await asyncio.sleep(0)

    async def watch_elsewhere(self) -> None:
        """Polls the watched games that are played at terminals, or could not be read, until cancelled."""
        while True:
            await asyncio.sleep(_POLL)
            behind, self._behind = self._behind, set()
            elsewhere = {game for game in self.opened() if not game.ours and not game.session.over}
            watched = {game for game in elsewhere if game.is_watched}
            if watched | behind:
                await self.refresh(list(watched | behind))

    async def clear_up(self) -> None:
        """Lets the games expire that nobody goes on with, until it is cancelled."""
        while True:
            try:
                expired = await self._expire()
            except StoreError as error:
                _log.warning("Old games could not be cleared up: %s", error)
                expired = []
            await self.refresh(self.opened(expired))
            if not expired:
                await asyncio.sleep(_CLEAR_UP)

    async def _expire(self) -> list[int]:
        """The numbers of some games that have expired; what solvers did is forgotten after a year."""
        while await self._storage.write(lambda store: Solvers(store).expire(now(days_ago=_YEAR))):
            pass
        return await self._storage.write(expire, now(days_ago=self._limits.keep_days), Reason.CALLED_OFF)

    async def _open(self, number: int, client: str) -> LiveGame:
        states = await self._storage.read(read_states, [number]) if 0 < number < 2**62 else {}
        if number not in states:
            raise RequestRefused(404, f"There is no game {number}.")
        state = states[number]
        self._charge(client, cost_of_opening(len(state.saved.squares)))
        ours = bool(state.holders) and not state.saved.ended and await self._storage.read(Store.claim, number)
        session = await self._session_of(state.saved, client)
        if number in self._games:  # it was opened for someone else in the meantime
            return self._games[number]
        opened = LiveGame(state, session, ours, self._limits.gone_seconds, client)
        opened.presence.set_elsewhere(self.listening_elsewhere(number))
        opened.view()  # fails here if the game's rules do, so that no such game is ever kept
        self._forget_idle_games(opened.weight)
        self._games[number] = self._kept[number] = opened
        self.on_change(opened, True)
        if self._storage.is_shared:  # changes that were notified before were not for us yet
            await self.refresh([opened])
        return opened

    async def _claim(self, game: LiveGame) -> None:
        """Takes the game over if a terminal had it until now."""
        if not game.ours and not game.session.over:
            game.ours = await self._storage.read(Store.claim, game.id)
            await self._reread(game)

    async def _reread(self, game: LiveGame) -> None:
        states = await self._storage.read(read_states, [game.id])
        if game.id not in states:
            self._drop(game)
            raise RequestRefused(404, f"There is no game {game.id}.")
        await self._replace(game, states[game.id])

    async def _replace(self, game: LiveGame, state: StoredState) -> None:
        game.replace(state, await self._session_of(state.saved, game.client))
        self.on_change(game, not self._storage.is_shared)

    def _apply(self, game: LiveGame, change: Change, *, here: bool) -> None:
        game.apply(change)
        self.on_change(game, here)

    def _drop(self, game: LiveGame) -> None:
        self._games.pop(game.id, None)
        self._kept.pop(game.id, None)

    async def _session_of(self, saved: SavedGame, client: str) -> Session:
        """The game as a session; a long one is played through where the event loop does not wait."""
        if len(saved.squares) <= SHORT:
            return session_of(saved)
        job = self._compute.run("records", client, self._limits.reading_seconds, session_of, saved)
        return await refusing(job, "This game is too long to be opened.")

    def _forget_idle_games(self, weight: int) -> None:
        """Forgets games that nobody watches, the oldest first, once many have been opened since."""
        self._room -= weight
        if self._room >= 0:
            return
        room = self._limits.idle_games
        for number, game in reversed(list(self._kept.items())):
            if game.is_idle:
                room -= game.weight
                if room < 0:
                    del self._kept[number]
        self._room = _LOOK_FOR_IDLE_GAMES
