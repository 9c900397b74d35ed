"""Games on the site as the store knows them: how they stand, how they begin, and lists of them."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from cornered.play.match import Match
from cornered.play.players import Player
from cornered.play.stored import match_of, not_yet_in, player_of, seats_of, terms_of
from cornered.store import Change, ChangeKind, NewGame, SavedGame, SavedMatch, Store, StoreError, now
from cornered.store.changes import StoredOffer
from cornered.store.games import EVERYTHING
from cornered.store.seats import Holders, Seats
from cornered.web.storage import Storage


@dataclass(frozen=True)
class MatchState:
    """The match so far; `number` says which of its games this one is, counted from 1."""

    match: Match
    number: int
    saved: SavedMatch

    @property
    def goes_on(self) -> bool:
        """Whether another game of the match follows."""
        return not self.match.over


@dataclass(frozen=True)
class StoredState:
    """All that the store knows about one game."""

    saved: SavedGame
    holders: dict[int, str | None]
    help_allowed: bool
    match: MatchState | None
    next_game: int | None
    offer: StoredOffer | None

    @property
    def between_people(self) -> bool:
        """Whether two people play each other, each on a screen of their own."""
        return len(set(self.holders.values())) == 2


def read_states(store: Store, numbers: Sequence[int]) -> dict[int, StoredState]:
    """What is known about those of these games that are there, in a few questions for all of them.

    Games are read first: what changes while the rest is read gives one another version, and is read again.
    """
    games = store.those(numbers)
    around = Seats(store).around(list(games))
    return {
        number: StoredState(
            games[number],
            found.holders,
            found.help_allowed,
            _match_state(store, games[number]),
            found.sequel,
            found.offer,
        )
        for number, found in around.items()
    }


def _match_state(store: Store, saved: SavedGame) -> MatchState | None:
    stored = store.match(saved.match) if saved.match else None
    if stored is None:
        return None
    games = store.games(match=stored.id, won=True)  # of those that were called off there may be any number
    number = 1 + sum(game.id < saved.id for game in games)
    return MatchState(match_of(stored, games), number, stored)


def begin_game(
    store: Store,
    start: str,
    players: tuple[Player, Player],
    holders: Holders,
    help_allowed: bool,
    match: Match | None,
) -> int:
    """Stores a new game, the first of its match if it has one, and claims it."""
    with store.together():
        number = store.begin_match(terms_of(match, start)) if match else None
        return _begin(store, NewGame(start, seats_of(players), number), holders, help_allowed)


def begin_next(store: Store, before: StoredState, players: tuple[Player, Player]) -> Change:
    """Begins the game that follows another, and returns what that changes in it; or `MovedOn`.

    It is the next game of the match, or a rematch with seats swapped.
    """
    saved = before.saved
    with store.together():
        number = _begin_next(store, before, players)
        change = Change(
            saved.id, saved.version, ChangeKind.NEXT_GAME, now(), len(saved.squares), next_game=number
        )
        store.apply(change)
    return change


def add_games(store: Store, games: Sequence[SavedGame], holder: str) -> list[int]:
    """Stores whole games, all or none; `holder` gets the seats of people."""
    with store.together():
        numbers = store.add_games(games)
        for number, saved in zip(numbers, games, strict=True):
            people = [seat for seat, player in enumerate(saved.seats, 1) if player_of(player).is_human]
            Seats(store).assign(number, dict.fromkeys(people, holder))
    return numbers


def _begin_next(store: Store, before: StoredState, players: tuple[Player, Player]) -> int:
    start, match = before.saved.start, before.match
    if match and match.goes_on:
        new = NewGame(start, seats_of(match.match.seated), match.saved.id, match.match.swapped)
        swap = match.match.swapped != before.saved.swapped
        return _begin(store, new, _seats_after(before, swap), before.help_allowed)
    players = players[1], players[0]
    another = _another(match.match, players) if match else None
    return begin_game(store, start, players, _seats_after(before, True), before.help_allowed, another)


def _begin(store: Store, new: NewGame, holders: Holders, help_allowed: bool) -> int:
    with store.together():  # a game without seats could be played by nobody
        number = store.begin(new)
        Seats(store).assign(number, holders, help_allowed=help_allowed)
    store.claim(number)
    return number


def _seats_after(state: StoredState, swap: bool) -> dict[int, str | None]:
    """Who holds which seat in the next game."""
    return {3 - seat if swap else seat: holder for seat, holder in state.holders.items()}


def _another(match: Match, players: tuple[Player, Player]) -> Match:
    """Another match on the same terms."""
    return Match(players, match.games, match.first_to, match.keep_seats)


def invite(store: Store, number: int, invitation: str) -> bool:
    """Opens the free seat to those who know this invitation; False if no seat is free."""
    return Seats(store).invite(number, invitation)


def page_of_games(
    store: Store, *, unfinished: bool, game: str | None, before: int | None, limit: int
) -> list[tuple[SavedGame, Holders]]:
    """A page of the latest games, and who holds their seats."""
    found = store.games(unfinished=unfinished, game=game, before=before, limit=limit)
    holders = Seats(store).held_in([saved.id for saved in found])
    return [(saved, holders[saved.id]) for saved in found]


def page_of_games_of(
    store: Store, holder: str, *, game: str | None, finished: bool | None, before: int | None, limit: int
) -> tuple[list[SavedGame], int | None]:
    """A page of someone's latest games: all, or only those that have ended or have not.

    With it comes the number before which the next page begins, if there is one.
    """
    before = before or EVERYTHING
    found, rest = Seats(store).held_by(holder, game=game, finished=finished, before=before, limit=limit)
    return those(store, found), rest


def finished_games_of(store: Store, holder: str, game: str | None) -> list[int]:
    """The numbers of all the games of someone's that have ended, the oldest first."""
    found: list[int] = []
    before: int | None = EVERYTHING
    while before is not None:
        some, before = Seats(store).held_by(holder, game=game, finished=True, before=before)
        found += some
    return found[::-1]


def those(store: Store, numbers: Sequence[int]) -> list[SavedGame]:
    """The games of these numbers, in this order."""
    found = store.those(numbers)
    return [found[number] for number in numbers if number in found]


_ADDED_AT_ONCE = 20
"""Games that are stored in one transaction, in a few milliseconds."""

_COMPARED = 2000
"""With how many games of the same beginning and moment those of a text are compared: nobody plays as many."""


class Imports:
    """Imports into one store, one after another: of two with the same games, the second finds them there."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        self._importing = asyncio.Lock()

    async def take_in(self, games: list[SavedGame], holder: str) -> list[int]:
        """Stores whole games, except those already there; `holder` gets the seats of people.

        Where the disk fails, the sentence says how many games were stored by then.
        """
        async with self._importing:
            fresh = await self._storage.browse(not_yet_in, games, _COMPARED)
            numbers: list[int] = []
            for first in range(0, len(fresh), _ADDED_AT_ONCE):
                some = fresh[first : first + _ADDED_AT_ONCE]
                try:
                    numbers += await self._storage.write(add_games, some, holder)
                except StoreError as error:
                    if not numbers:
                        raise
                    taken = f"{len(numbers)} of {len(fresh)} games were taken in"
                    raise StoreError(f"{error} {taken}: send them again for the rest.") from error
        return numbers
