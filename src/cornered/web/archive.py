"""The store as the server uses it: one thread that reads and writes, so that the event loop never waits."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import ParamSpec, TypeVar

from cornered.play.keeping import match_of
from cornered.play.match import Match
from cornered.play.players import Player
from cornered.play.session import Session
from cornered.store import NewGame, NewMatch, SavedGame, Seat, Store, Tally
from cornered.store.seats import Holders, Seats
from cornered.web.table import MatchState, Standing

Asked = ParamSpec("Asked")
Answer = TypeVar("Answer")


class Archive:
    """Every method takes its turn in the one thread; what it writes is on disk when it returns."""

    def __init__(self, path: Path) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="archive")
        self._store = Store(path)
        self._seats = Seats(self._store)

    def close(self) -> None:
        """Waits for what is being written, and closes the file."""
        self._thread.shutdown()
        self._store.close()

    async def standing(self, number: int) -> Standing | None:
        """What is known about a game; None if there is no such game."""
        return await self._in_turn(self._standing, number)

    async def claim(self, number: int) -> bool:
        """Whether this server may play the game: not while a terminal does."""
        return await self._in_turn(self._store.claim, number)

    async def begin(
        self, start: str, players: tuple[Player, Player], holders: Holders, match: Match | None
    ) -> int:
        """Stores a new game, the first of its match if it has one, and claims it."""
        return await self._in_turn(self._begin, start, players, holders, match)

    async def begin_next(
        self, before: Standing, start: str, players: tuple[Player, Player], holders: Holders
    ) -> int:
        """Stores the game that follows another in its match."""
        return await self._in_turn(self._begin_next, before, start, players, holders)

    async def follow(self, number: int, next_game: int) -> int:
        """The game that follows this one: the one given, unless another was first."""
        return await self._in_turn(self._seats.follow, number, next_game)

    async def add_move(self, number: int, after: Session) -> None:
        """Stores the last move of a session, with the end of the game if it is one."""
        outcome = after.outcome
        await self._in_turn(
            self._store.add_move,
            number,
            len(after.squares) - 1,
            after.squares[-1],
            winner=outcome.winner if outcome else None,
            reason=outcome.reason if outcome else None,
        )

    async def take_back(self, number: int, plies: int, keep: int) -> None:
        """Removes the last of `plies` moves so that `keep` remain."""
        await self._in_turn(self._store.take_back, number, plies, keep)

    async def end(self, number: int, after: Session) -> None:
        """Stores that someone has resigned."""
        outcome = after.outcome
        assert outcome
        await self._in_turn(self._store.end, number, len(after.squares), outcome.winner, outcome.reason)

    async def end_match(self, number: int) -> None:
        """Stores that the match is over."""
        await self._in_turn(self._store.end_match, number)

    async def invite(self, number: int, invitation: str) -> bool:
        """Whether whoever knows the invitation may take the open seat now."""
        return await self._in_turn(self._seats.invite, number, invitation)

    async def take_seat(self, number: int, invitation: str, holder: str, name: str | None) -> int | None:
        """The seat that the invitation gave; None if it gives none."""
        return await self._in_turn(self._seats.take, number, invitation, holder, name)

    async def games(self, unfinished: bool, game: str | None, limit: int) -> list[tuple[SavedGame, Holders]]:
        """The latest games, and who holds their seats."""
        return await self._in_turn(self._games, unfinished, game, limit)

    async def tallies(self, game: str | None) -> list[Tally]:
        """Wins and losses per player, game, seat and opponent."""
        return await self._in_turn(self._store.tallies, game=game)

    async def _in_turn(
        self, act: Callable[Asked, Answer], *args: Asked.args, **kwargs: Asked.kwargs
    ) -> Answer:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._thread, lambda: act(*args, **kwargs))

    def _standing(self, number: int) -> Standing | None:
        saved = self._store.game(number)
        if saved is None:
            return None
        holders = self._seats.holders(number)
        return Standing(saved, holders, self._match_state(saved), self._seats.sequel(number))

    def _match_state(self, saved: SavedGame) -> MatchState | None:
        stored = self._store.match(saved.match) if saved.match else None
        if stored is None:
            return None
        games = self._store.games(match=stored.id)
        number = sum(game.id <= saved.id for game in games)
        return MatchState(match_of(stored, games), number)

    def _begin(
        self, start: str, players: tuple[Player, Player], holders: Holders, match: Match | None
    ) -> int:
        first, second = map(_seat, players)
        number = None
        if match:
            terms = NewMatch(start, (first, second), match.games, match.first_to, match.keep_seats)
            number = self._store.begin_match(terms)
        return self._open(NewGame(start, (first, second), number), holders)

    def _begin_next(
        self, before: Standing, start: str, players: tuple[Player, Player], holders: Holders
    ) -> int:
        assert before.match
        first, second = map(_seat, players)
        new = NewGame(start, (first, second), before.saved.match, before.match.match.swapped)
        return self._open(new, holders)

    def _open(self, new: NewGame, holders: Holders) -> int:
        number = self._store.begin(new)
        self._seats.assign(number, holders)
        self._store.claim(number)
        return number

    def _games(self, unfinished: bool, game: str | None, limit: int) -> list[tuple[SavedGame, Holders]]:
        found = self._store.games(unfinished=unfinished, game=game, limit=limit)
        return [(saved, self._seats.holders(saved.id)) for saved in found]


def _seat(player: Player) -> Seat:
    return Seat(player.name, str(player.kind), player.symbol)
