"""The store as the server uses it: one thread that reads and writes, so that the event loop never waits."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import ParamSpec, TypeVar

from cornered.play.game_log import GameLog, MatchLog
from cornered.play.match import Match
from cornered.play.players import Player
from cornered.play.stored import match_of, seats_of, terms_of
from cornered.store import SavedGame, Store, Tally
from cornered.store.seats import Holders, Seats

Given = ParamSpec("Given")
Result = TypeVar("Result")


@dataclass(frozen=True)
class MatchState:
    """The match so far; `number` says which of its games this one is, counted from 1."""

    match: Match
    number: int
    log: MatchLog = field(compare=False)


@dataclass(frozen=True)
class StoredState:
    """All that the store knows about one game, and the log that keeps its next moves."""

    saved: SavedGame
    holders: dict[int, str | None]
    match: MatchState | None
    next_game: int | None
    log: GameLog = field(compare=False)


class AsyncStore:
    """Every method takes its turn in the one thread; what it writes is on disk when it returns."""

    def __init__(self, path: Path) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="store")
        self._store = Store(path)
        self._seats = Seats(self._store)

    def close(self) -> None:
        """Waits for what is being written, and closes the file."""
        self._thread.shutdown()
        self._store.close()

    async def run(self, act: Callable[Given, Result], *args: Given.args, **kwargs: Given.kwargs) -> Result:
        """Runs anything that uses the store in its thread, such as a step of a game's log."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._thread, lambda: act(*args, **kwargs))

    async def state(self, number: int) -> StoredState | None:
        """What is known about a game; None if there is no such game."""
        return await self.run(self._state, number)

    async def claim(self, number: int) -> bool:
        """Whether this server may play the game: not while a terminal does."""
        return await self.run(self._store.claim, number)

    async def begin(
        self, start: str, players: tuple[Player, Player], holders: Holders, match: Match | None
    ) -> int:
        """Stores a new game, the first of its match if it has one, and claims it."""
        return await self.run(self._begin, start, players, holders, match)

    async def begin_next(self, before: SavedGame, match: MatchState, holders: Holders) -> int:
        """Stores the game that follows another in its match."""
        return await self.run(self._begin_next, before, match, holders)

    async def follow(self, number: int, next_game: int) -> int:
        """The game that follows this one: the one given, unless another was first."""
        return await self.run(self._seats.follow, number, next_game)

    async def invite(self, number: int, invitation: str) -> bool:
        """Opens the free seat to whoever knows this invitation; False if no seat is free."""
        return await self.run(self._seats.invite, number, invitation)

    async def take_seat(self, number: int, invitation: str, holder: str, name: str | None) -> int | None:
        """Takes the seat that the invitation is for; None if it is for none."""
        return await self.run(self._seats.take, number, invitation, holder, name)

    async def games(self, unfinished: bool, game: str | None, limit: int) -> list[tuple[SavedGame, Holders]]:
        """The latest games, and who holds their seats."""
        return await self.run(self._games, unfinished, game, limit)

    async def tallies(self, game: str | None) -> list[Tally]:
        """Wins and losses per player, game, seat and opponent."""
        return await self.run(self._store.tallies, game=game)

    def _open(self) -> Store:
        return self._store

    def _state(self, number: int) -> StoredState | None:
        saved = self._store.game(number)
        if saved is None:
            return None
        log = GameLog.going_on(self._open, saved)
        holders, next_game = self._seats.holders(number), self._seats.sequel(number)
        return StoredState(saved, holders, self._match_state(saved), next_game, log)

    def _match_state(self, saved: SavedGame) -> MatchState | None:
        stored = self._store.match(saved.match) if saved.match else None
        if stored is None:
            return None
        games = self._store.games(match=stored.id)
        number = sum(game.id <= saved.id for game in games)
        return MatchState(match_of(stored, games), number, MatchLog(self._open, stored))

    def _begin(
        self, start: str, players: tuple[Player, Player], holders: Holders, match: Match | None
    ) -> int:
        match_log = None
        if match:
            match_log = MatchLog(self._open, terms_of(match, start))
            match_log.begin()
        return self._begin_log(GameLog(self._open, start, seats_of(players), match_log), holders)

    def _begin_next(self, before: SavedGame, match: MatchState, holders: Holders) -> int:
        seats = seats_of(match.match.seated)
        log = GameLog(self._open, before.start, seats, match.log, match.match.swapped)
        return self._begin_log(log, holders)

    def _begin_log(self, log: GameLog, holders: Holders) -> int:
        number = log.begin()
        self._seats.assign(number, holders)
        return number

    def _games(self, unfinished: bool, game: str | None, limit: int) -> list[tuple[SavedGame, Holders]]:
        found = self._store.games(unfinished=unfinished, game=game, limit=limit)
        return [(saved, self._seats.holders(saved.id)) for saved in found]
