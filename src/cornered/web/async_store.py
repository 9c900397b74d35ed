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
from cornered.play.stored import match_of, not_yet_in, player_of, seats_of, terms_of
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
    is_open: bool
    match: MatchState | None
    next_game: int | None
    log: GameLog = field(compare=False)

    @property
    def between_people(self) -> bool:
        """Whether two people play each other, each on a screen of their own."""
        return len(set(self.holders.values())) == 2


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
        self, start: str, players: tuple[Player, Player], holders: Holders, is_open: bool, match: Match | None
    ) -> int:
        """Stores a new game, the first of its match if it has one, and claims it."""
        return await self.run(self._begin, start, players, holders, is_open, match)

    async def begin_next(self, before: StoredState, match: MatchState, holders: Holders) -> int:
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

    async def games_of(
        self, holder: str, game: str | None, finished: bool | None, limit: int = -1
    ) -> list[SavedGame]:
        """The latest games in which someone has a seat: all, or only those that have ended or have not."""
        return await self.run(self._games_of, holder, game, finished, limit)

    async def take_in(self, games: list[SavedGame], holder: str) -> list[int]:
        """Stores whole games, all or none, except those already here; `holder` gets the seats of people."""
        return await self.run(self._take_in, games, holder)

    async def tallies(self, game: str | None) -> list[Tally]:
        """Wins and losses per player, game, board and opponent."""
        return await self.run(self._store.tallies, game=game)

    def _open(self) -> Store:
        return self._store

    def _state(self, number: int) -> StoredState | None:
        saved = self._store.game(number)
        if saved is None:
            return None
        log = GameLog.going_on(self._open, saved)
        holders, next_game = self._seats.holders(number), self._seats.sequel(number)
        is_open = self._seats.is_open(number)
        return StoredState(saved, holders, is_open, self._match_state(saved), next_game, log)

    def _match_state(self, saved: SavedGame) -> MatchState | None:
        stored = self._store.match(saved.match) if saved.match else None
        if stored is None:
            return None
        games = self._store.games(match=stored.id)
        number = 1 + sum(game.id < saved.id and game.winner is not None for game in games)
        return MatchState(match_of(stored, games), number, MatchLog(self._open, stored))

    def _begin(
        self, start: str, players: tuple[Player, Player], holders: Holders, is_open: bool, match: Match | None
    ) -> int:
        with self._store.together():
            match_log = None
            if match:
                match_log = MatchLog(self._open, terms_of(match, start))
                match_log.begin()
            return self._begin_log(GameLog(self._open, start, seats_of(players), match_log), holders, is_open)

    def _begin_next(self, before: StoredState, match: MatchState, holders: Holders) -> int:
        seats = seats_of(match.match.seated)
        log = GameLog(self._open, before.saved.start, seats, match.log, match.match.swapped)
        return self._begin_log(log, holders, before.is_open)

    def _begin_log(self, log: GameLog, holders: Holders, is_open: bool) -> int:
        with self._store.together():  # a game without seats could be played by nobody
            number = log.begin()
            self._seats.assign(number, holders, is_open=is_open)
        return number

    def _games(self, unfinished: bool, game: str | None, limit: int) -> list[tuple[SavedGame, Holders]]:
        found = self._store.games(unfinished=unfinished, game=game, limit=limit)
        return [(saved, self._seats.holders(saved.id)) for saved in found]

    def _games_of(self, holder: str, game: str | None, finished: bool | None, limit: int) -> list[SavedGame]:
        found = map(self._store.game, self._seats.held_by(holder, game, finished, limit))
        return [saved for saved in found if saved]

    def _take_in(self, games: list[SavedGame], holder: str) -> list[int]:
        with self._store.together():
            fresh = not_yet_in(self._store, games)
            numbers = self._store.add_games(fresh)
            for number, saved in zip(numbers, fresh, strict=True):
                people = [seat for seat, player in enumerate(saved.seats, 1) if player_of(player).is_human]
                self._seats.assign(number, dict.fromkeys(people, holder))
        return numbers
