"""All that the store knows about one game on the site, and how such games begin."""

from collections.abc import Sequence
from dataclasses import dataclass

from cornered.play.game_log import GameLog, MatchLog
from cornered.play.match import Match
from cornered.play.players import Player
from cornered.play.stored import match_of, player_of, seats_of, terms_of
from cornered.store import SavedGame, SavedMatch, Store
from cornered.store.seats import Holders, Seats, StoredOffer


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
    is_open: bool
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
            found.is_open,
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
    is_open: bool,
    match: Match | None,
) -> int:
    """Stores a new game, the first of its match if it has one, and claims it."""
    with store.together():
        match_log = None
        if match:
            match_log = MatchLog(lambda: store, terms_of(match, start))
            match_log.begin()
        return _begin(store, GameLog(lambda: store, start, seats_of(players), match_log), holders, is_open)


def begin_following(store: Store, before: StoredState, players: tuple[Player, Player]) -> int:
    """The game that follows another: the next of the match or a rematch with seats swapped, begun once."""
    number = before.saved.id
    with store.together():
        store.touch(number)  # whoever wants the same at this moment waits here, and finds what we begin
        following = Seats(store).sequel(number)
        if following is None:
            following = Seats(store).follow(number, _begin_next(store, before, players))
    return following


def take_in(store: Store, games: Sequence[SavedGame], holder: str) -> list[int]:
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
        log = GameLog(
            lambda: store,
            start,
            seats_of(match.match.seated),
            MatchLog(lambda: store, match.saved),
            match.match.swapped,
        )
        swap = match.match.swapped != before.saved.swapped
        return _begin(store, log, _seats_after(before, swap), before.is_open)
    players = players[1], players[0]
    another = _another(match.match, players) if match else None
    return begin_game(store, start, players, _seats_after(before, True), before.is_open, another)


def _begin(store: Store, log: GameLog, holders: Holders, is_open: bool) -> int:
    with store.together():  # a game without seats could be played by nobody
        number = log.begin()
        Seats(store).assign(number, holders, is_open=is_open)
    return number


def _seats_after(state: StoredState, swap: bool) -> dict[int, str | None]:
    """Who holds which seat in the next game."""
    return {3 - seat if swap else seat: holder for seat, holder in state.holders.items()}


def _another(match: Match, players: tuple[Player, Player]) -> Match:
    """Another match on the same terms."""
    return Match(players, match.games, match.first_to, match.keep_seats)
