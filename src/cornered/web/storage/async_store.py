"""The store as the server uses it: asked in other threads, so that the event loop never waits."""

import asyncio
import os
import socket
from collections import Counter
from collections.abc import Callable, Sequence
from secrets import token_hex
from typing import TypeVar

from cornered.game import Ending, Outcome, Reason
from cornered.play.game_log import GameLog
from cornered.play.match import Match
from cornered.play.players import Player
from cornered.play.stored import not_yet_in
from cornered.store import SavedGame, Store, StoreError, Tally, now
from cornered.store.database import Address
from cornered.store.games import EVERYTHING
from cornered.store.open_list import OpenList
from cornered.store.seats import Holders, Seats, StoredOffer
from cornered.store.solvers import Solvers
from cornered.store.upkeep import expire
from cornered.store.workers import Listeners, Workers
from cornered.web.storage.game_state import (
    MatchState,
    StoredState,
    begin_following,
    begin_game,
    read_states,
    take_in,
)
from cornered.web.storage.threads import threads_for

Result = TypeVar("Result")

_YEAR = 365.0
_TURN = 10.0
"""Seconds after which another worker may think for a program whose own has fallen silent."""

_TAKEN_IN_AT_ONCE = 20
"""Games of a text that are stored in one transaction, in a few milliseconds."""

_COMPARED = 2000
"""With how many games of the same beginning and moment those of a text are compared: nobody plays as many."""


class AsyncStore:
    """What it writes is on disk when the method returns, and whoever reads afterwards finds it.

    `tell` is called with the number of each game that has changed; `is_shared` says that others, who know
    this server as `worker`, may have changed it too since it was last read.
    """

    def __init__(self, address: Address) -> None:
        self._threads = threads_for(address)
        self.worker = f"{socket.gethostname()}-{os.getpid()}-{token_hex(4)}"
        self.is_shared = self._threads.is_shared
        self.tell: Callable[[int], None] = lambda _game: None
        self._taking_in = asyncio.Lock()

    async def close(self) -> None:
        """Waits for what is being written, and closes the store."""
        await self._threads.close()

    async def check(self) -> None:
        """`StoreError` if nothing can be written now."""
        await self._threads.write(_check)

    async def stored_bytes(self) -> int:
        """How large the store is."""
        return await self._threads.read(Store.stored_bytes)

    async def state(self, number: int) -> StoredState | None:
        """What is known about a game; None if there is no such game."""
        return (await self.states([number])).get(number)

    async def states(self, numbers: Sequence[int]) -> dict[int, StoredState]:
        """What is known about those of these games that are there."""
        return await self._threads.read(read_states, numbers)

    async def versions(self, numbers: Sequence[int]) -> dict[int, int]:
        """The versions of those games that are there."""
        return await self._threads.read(Store.versions, numbers)

    async def claim(self, number: int) -> bool:
        """Whether this server may play the game: not while a terminal does."""
        return await self._threads.read(Store.claim, number)

    async def begin(
        self, start: str, players: tuple[Player, Player], holders: Holders, is_open: bool, match: Match | None
    ) -> int:
        """Stores a new game, the first of its match if it has one, and claims it."""
        return await self._threads.write(begin_game, start, players, holders, is_open, match)

    async def begin_following(self, before: StoredState, players: tuple[Player, Player]) -> int:
        """The game that follows another, which is begun once."""
        following = await self._threads.write(begin_following, before, players)
        self.tell(before.saved.id)
        return following

    async def invite(self, number: int, invitation: str) -> bool:
        """Opens the free seat to whoever knows this invitation; False if no seat is free."""
        return await self._threads.write(_invite, number, invitation)

    async def take_seat(self, number: int, invitation: str, holder: str, name: str | None) -> int | None:
        """Takes the seat that the invitation is for; None if it is for none."""
        seat = await self._threads.write(_take_seat, number, invitation, holder, name)
        self.tell(number)
        return seat

    async def set_offer(self, saved: SavedGame, offer: StoredOffer | None) -> None:
        """Stores what one player offers the other, or that nothing is offered."""
        await self._threads.write(_set_offer, saved, offer)
        self.tell(saved.id)

    async def append(self, saved: SavedGame, square: int, end: Outcome | Ending | None) -> None:
        """Stores the move that follows in this game, and its end if that is one."""
        if end:
            await self._threads.write(_append, saved, square, end)
        else:
            await self._threads.add_move(saved, square)
        self.tell(saved.id)

    async def take_back(self, saved: SavedGame, keep: int) -> None:
        """Removes the last moves of this game, so that `keep` remain."""
        await self._threads.write(_take_back, saved, keep)
        self.tell(saved.id)

    async def end(self, saved: SavedGame, ending: Outcome | Ending) -> None:
        """Stores an end of this game that is no move."""
        await self._threads.write(_end, saved, ending)
        self.tell(saved.id)

    async def end_match(self, match: MatchState) -> None:
        """Stores that the match is over."""
        await self._threads.write(Store.end_match, match.saved.id)

    async def expire(self, days: float) -> list[int]:
        """Ends or removes some games that have had no move for so many days, and gives their numbers.

        What solvers did is forgotten after a year.
        """
        while await self._threads.write(lambda store: Solvers(store).expire(now(days_ago=_YEAR))):
            pass
        expired = await self._threads.write(expire, now(days_ago=days), Reason.CALLED_OFF)
        for number in expired:
            self.tell(number)
        return expired

    async def games(
        self, *, unfinished: bool, game: str | None, before: int | None, limit: int
    ) -> list[tuple[SavedGame, Holders]]:
        """A page of the latest games, and who holds their seats."""
        return await self._threads.browse(_games, unfinished, game, before, limit)

    async def games_of(
        self, holder: str, *, game: str | None, finished: bool | None, before: int | None, limit: int
    ) -> tuple[list[SavedGame], int | None]:
        """A page of someone's latest games: all, or only those that have ended or have not.

        With it comes the number before which the next page begins, if there is one.
        """
        return await self._threads.browse(_games_of, holder, game, finished, before or EVERYTHING, limit)

    async def finished_games_of(self, holder: str, game: str | None) -> list[int]:
        """The numbers of all the games of someone's that have ended, the oldest first."""
        return await self._threads.browse(_finished_games_of, holder, game)

    async def those(self, numbers: Sequence[int]) -> list[SavedGame]:
        """The games of these numbers, which are there."""
        return await self._threads.browse(_those, numbers)

    async def take_in(self, games: list[SavedGame], holder: str) -> list[int]:
        """Stores whole games, except those already here; `holder` gets the seats of people.

        A few at a time, so that moves find their way in between. Texts are taken in one after another: of two
        with the same games, the second finds them here. Where the disk fails, the sentence says how many
        games were stored by then.
        """
        async with self._taking_in:
            fresh = await self._threads.browse(not_yet_in, games, _COMPARED)
            numbers: list[int] = []
            for first in range(0, len(fresh), _TAKEN_IN_AT_ONCE):
                some = fresh[first : first + _TAKEN_IN_AT_ONCE]
                try:
                    numbers += await self._threads.write(take_in, some, holder)
                except StoreError as error:
                    if not numbers:
                        raise
                    taken = f"{len(numbers)} of {len(fresh)} games were taken in"
                    raise StoreError(f"{error} {taken}: send them again for the rest.") from error
        return numbers

    async def tallies(self, game: str | None, after: Sequence[str], limit: int) -> list[Tally]:
        """A page of the wins and losses per player, game, board and opponent."""
        return await self._threads.browse(Store.tallies, game=game, after=after, limit=limit)

    async def read_progress(self, ask: Callable[[Solvers], Result]) -> Result:
        """What solvers have done so far, as `ask` finds it."""
        return await self._threads.browse(lambda store: ask(Solvers(store)))

    async def write_progress(self, act: Callable[[Solvers], Result]) -> Result:
        """What `act` returns, once what it wrote about solvers is on disk."""
        return await self._threads.write(lambda store: act(Solvers(store)))

    async def read_list(self, ask: Callable[[OpenList], Result]) -> Result:
        """What is known of the open games that workers list together, as `ask` finds it."""
        return await self._threads.read(lambda store: ask(OpenList(store)))

    async def write_list(self, act: Callable[[OpenList], Result]) -> Result:
        """What `act` returns, once what it changed in that list is seen by all."""
        return await self._threads.write(lambda store: act(OpenList(store)))

    async def take_turn(self, saved: SavedGame) -> bool:
        """Whether this server thinks for the program that is to move: of several workers, one does."""
        if not self.is_shared:
            return True
        return await self._threads.write(self._take_turn, saved)

    async def beat(self) -> bool:
        """Tells the other workers that this one is alive; whether they had known it."""
        return await self._threads.write(lambda store: Workers(store, self.worker).beat())

    async def show_listeners(self, changed: Listeners) -> None:
        """Tells the other workers who has come or gone here."""
        await self._threads.write(lambda store: Workers(store, self.worker).show(changed))

    async def listeners(self, numbers: Sequence[int]) -> dict[int, Counter[str]]:
        """Who listens to these games at other workers."""
        return await self._threads.read(lambda store: Workers(store, self.worker).listeners(numbers))

    async def notify(self, numbers: Sequence[int]) -> None:
        """Hints to the other workers to look at these games."""
        await self._threads.write(lambda store: Workers(store, self.worker).notify(numbers))

    async def leave(self) -> None:
        """Lets the other workers go on with what this one was about."""
        await self._threads.write(lambda store: Workers(store, self.worker).leave())

    def _take_turn(self, store: Store, saved: SavedGame) -> bool:
        return Workers(store, self.worker).take_turn(saved.id, saved.version, _TURN)


def _check(store: Store) -> None:
    with store.together():
        pass


def _log(store: Store, saved: SavedGame) -> GameLog:
    """A log that begins where the game stands: one that lived on would not know of a failed commit."""
    return GameLog.going_on(lambda: store, saved)


def _append(store: Store, saved: SavedGame, square: int, end: Outcome | Ending) -> None:
    _log(store, saved).append(square, end)


def _take_back(store: Store, saved: SavedGame, keep: int) -> None:
    _log(store, saved).take_back(keep)


def _end(store: Store, saved: SavedGame, ending: Outcome | Ending) -> None:
    _log(store, saved).end(ending)


def _invite(store: Store, number: int, invitation: str) -> bool:
    return Seats(store).invite(number, invitation)


def _take_seat(store: Store, number: int, invitation: str, holder: str, name: str | None) -> int | None:
    return Seats(store).take(number, invitation, holder, name)


def _set_offer(store: Store, saved: SavedGame, offer: StoredOffer | None) -> None:
    Seats(store).set_offer(saved.id, offer, version=saved.version)


def _games(
    store: Store, unfinished: bool, game: str | None, before: int | None, limit: int
) -> list[tuple[SavedGame, Holders]]:
    found = store.games(unfinished=unfinished, game=game, before=before, limit=limit)
    holders = Seats(store).held_in([saved.id for saved in found])
    return [(saved, holders[saved.id]) for saved in found]


def _games_of(
    store: Store, holder: str, game: str | None, finished: bool | None, before: int, limit: int
) -> tuple[list[SavedGame], int | None]:
    found, rest = Seats(store).held_by(holder, game=game, finished=finished, before=before, limit=limit)
    return _those(store, found), rest


def _finished_games_of(store: Store, holder: str, game: str | None) -> list[int]:
    found: list[int] = []
    before: int | None = EVERYTHING
    while before is not None:
        some, before = Seats(store).held_by(holder, game=game, finished=True, before=before)
        found += some
    return found[::-1]


def _those(store: Store, numbers: Sequence[int]) -> list[SavedGame]:
    found = store.those(numbers)
    return [found[number] for number in numbers if number in found]
