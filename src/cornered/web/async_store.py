"""The store as the server uses it: a thread that writes and one that reads, and the event loop never waits.

Each has a connection of its own, so no list that someone asks for holds up a move.
"""

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

from cornered.game import Ending, Outcome, Reason
from cornered.play.game_log import GameLog, MatchLog
from cornered.play.match import Match
from cornered.play.players import Player
from cornered.play.stored import match_of, not_yet_in, player_of, seats_of, terms_of
from cornered.store import SavedGame, Store, Tally, now
from cornered.store.seats import Holders, Seats
from cornered.store.solvers import Solvers
from cornered.store.upkeep import expire
from cornered.web.group_commit import GroupCommit

Given = ParamSpec("Given")
Result = TypeVar("Result")

_YEAR = 365.0
_BEYOND = 2**62
"""More than the number of any game."""


@dataclass(frozen=True)
class MatchState:
    """The match so far; `number` says which of its games this one is, counted from 1."""

    match: Match
    number: int
    log: MatchLog = field(compare=False)


@dataclass(frozen=True)
class StoredState:
    """All that the store knows about one game."""

    saved: SavedGame
    holders: dict[int, str | None]
    is_open: bool
    match: MatchState | None
    next_game: int | None

    @property
    def between_people(self) -> bool:
        """Whether two people play each other, each on a screen of their own."""
        return len(set(self.holders.values())) == 2


class AsyncStore:
    """What it writes is on disk when the method returns, and whoever reads afterwards finds it."""

    def __init__(self, path: Path) -> None:
        self._store = Store(path)
        self._store.serve()
        self._seats = Seats(self._store)
        self._written = GroupCommit(self._store)
        self._reading = ThreadPoolExecutor(1, thread_name_prefix="store-reader")
        self._read_store = Store(path)
        self._read_seats = Seats(self._read_store)

    async def close(self) -> None:
        """Waits for what is being written, and closes the file."""
        await self._written.close()
        self._reading.shutdown()
        for store in (self._read_store, self._store):
            store.close()

    async def _read(self, ask: Callable[Given, Result], *args: Given.args, **kwargs: Given.kwargs) -> Result:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._reading, lambda: ask(*args, **kwargs))

    async def check(self) -> None:
        """`StoreError` if nothing can be written now."""
        await self._written.run(lambda: None)

    async def state(self, number: int) -> StoredState | None:
        """What is known about a game; None if there is no such game."""
        return await self._read(self._state, number)

    async def claim(self, number: int) -> bool:
        """Whether this server may play the game: not while a terminal does."""
        return await self._read(self._store.claim, number)

    async def begin(
        self, start: str, players: tuple[Player, Player], holders: Holders, is_open: bool, match: Match | None
    ) -> int:
        """Stores a new game, the first of its match if it has one, and claims it."""
        return await self._written.run(self._begin, start, players, holders, is_open, match)

    async def begin_next(self, before: StoredState, match: MatchState, holders: Holders) -> int:
        """Stores the game that follows another in its match."""
        return await self._written.run(self._begin_next, before, match, holders)

    async def follow(self, number: int, next_game: int) -> int:
        """The game that follows this one: the one given, unless another was first."""
        return await self._written.run(self._seats.follow, number, next_game)

    async def invite(self, number: int, invitation: str) -> bool:
        """Opens the free seat to whoever knows this invitation; False if no seat is free."""
        return await self._written.run(self._seats.invite, number, invitation)

    async def take_seat(self, number: int, invitation: str, holder: str, name: str | None) -> int | None:
        """Takes the seat that the invitation is for; None if it is for none."""
        return await self._written.run(self._seats.take, number, invitation, holder, name)

    async def append(self, saved: SavedGame, square: int, end: Outcome | Ending | None) -> None:
        """Stores the move that follows in this game, and its end if that is one."""
        await self._written.run(self._log(saved).append, square, end)

    async def take_back(self, saved: SavedGame, keep: int) -> None:
        """Removes the last moves of this game, so that `keep` remain."""
        await self._written.run(self._log(saved).take_back, keep)

    async def end(self, saved: SavedGame, ending: Outcome | Ending) -> None:
        """Stores an end of this game that is no move."""
        await self._written.run(self._log(saved).end, ending)

    async def end_match(self, match: MatchState) -> None:
        """Stores that the match is over."""
        await self._written.run(match.log.end)

    async def expire(self, days: float) -> list[int]:
        """Ends or removes some games that have had no move for so many days, and gives their numbers.

        What solvers did is forgotten after a year.
        """
        await self._written.run(Solvers(self._store).expire, now(days_ago=_YEAR))
        return await self._written.run(expire, self._store, now(days_ago=days), Reason.CALLED_OFF)

    async def games(
        self, *, unfinished: bool, game: str | None, before: int | None, limit: int
    ) -> list[tuple[SavedGame, Holders]]:
        """A page of the latest games, and who holds their seats."""
        return await self._read(self._games, unfinished=unfinished, game=game, before=before, limit=limit)

    async def games_of(
        self, holder: str, *, game: str | None, finished: bool | None, before: int | None, limit: int
    ) -> list[SavedGame]:
        """A page of someone's latest games: all, or only those that have ended or have not."""
        wanted = {"game": game, "finished": finished, "before": before or _BEYOND, "limit": limit}
        return await self._read(self._games_of, holder, wanted)

    async def finished_games_of(self, holder: str, game: str | None) -> list[int]:
        """The numbers of all the games of someone's that have ended, the oldest first."""
        found = self._read_seats.held_by
        numbers = await self._read(found, holder, game=game, finished=True, before=_BEYOND, limit=-1)
        return numbers[::-1]

    async def those(self, numbers: Sequence[int]) -> list[SavedGame]:
        """The games of these numbers, which are there."""
        return await self._read(self._those, numbers)

    async def take_in(self, games: list[SavedGame], holder: str) -> list[int]:
        """Stores whole games, all or none, except those already here; `holder` gets the seats of people."""
        return await self._written.run(self._take_in, games, holder)

    async def tallies(self, game: str | None, after: Sequence[str], limit: int) -> list[Tally]:
        """A page of the wins and losses per player, game, board and opponent."""
        return await self._read(self._read_store.tallies, game=game, after=after, limit=limit)

    async def read_progress(self, ask: Callable[[Solvers], Result]) -> Result:
        """What solvers have done so far, as `ask` finds it."""
        return await self._read(ask, Solvers(self._read_store))

    async def write_progress(self, act: Callable[[Solvers], Result]) -> Result:
        """What `act` returns, once what it wrote about solvers is on disk."""
        return await self._written.run(act, Solvers(self._store))

    def _open(self) -> Store:
        return self._store

    def _log(self, saved: SavedGame) -> GameLog:
        """A log that begins where the game stands: one that lived on would not know of a failed commit."""
        return GameLog.going_on(self._open, saved)

    def _state(self, number: int) -> StoredState | None:
        saved, seats = self._read_store.game(number), self._read_seats
        if saved is None:
            return None
        holders, next_game, is_open = seats.holders(number), seats.sequel(number), seats.is_open(number)
        return StoredState(saved, holders, is_open, self._match_state(saved), next_game)

    def _match_state(self, saved: SavedGame) -> MatchState | None:
        stored = self._read_store.match(saved.match) if saved.match else None
        if stored is None:
            return None
        games = self._read_store.games(match=stored.id)
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

    def _games(self, **wanted: Any) -> list[tuple[SavedGame, Holders]]:
        found = self._read_store.games(**wanted)
        return [(saved, self._read_seats.holders(saved.id)) for saved in found]

    def _games_of(self, holder: str, wanted: dict[str, Any]) -> list[SavedGame]:
        return self._those(self._read_seats.held_by(holder, **wanted))

    def _those(self, numbers: Sequence[int]) -> list[SavedGame]:
        return [saved for saved in map(self._read_store.game, numbers) if saved]

    def _take_in(self, games: list[SavedGame], holder: str) -> list[int]:
        with self._store.together():
            fresh = not_yet_in(self._store, games)
            numbers = self._store.add_games(fresh)
            for number, saved in zip(numbers, fresh, strict=True):
                people = [seat for seat, player in enumerate(saved.seats, 1) if player_of(player).is_human]
                self._seats.assign(number, dict.fromkeys(people, holder))
        return numbers
