"""Stored games, matches and records turned into sessions and back."""

from collections.abc import Iterable, Iterator

from cornered.game import Ending
from cornered.games import read_position
from cornered.play.match import Match
from cornered.play.players import Kind, Player
from cornered.play.record import Record, read_records
from cornered.play.session import Session, begin
from cornered.store import NewMatch, SavedGame, SavedMatch, Seat, Store
from cornered.store.games import EVERYTHING


def session_of(saved: SavedGame) -> Session:
    """The stored game as a session."""
    players = player_of(saved.seats[0]), player_of(saved.seats[1])
    session = begin(read_position(saved.start), players, saved.squares)
    if saved.reason is None or session.over:
        return session
    return session.end(Ending(saved.winner, saved.reason))


def match_of(saved: SavedMatch, games: Iterable[SavedGame]) -> Match:
    """The stored match with the games that have been played in it."""
    players = player_of(saved.players[0]), player_of(saved.players[1])
    match = Match(players, saved.games, saved.first_to, saved.keep_seats)
    for game in sorted(games, key=lambda game: game.id):
        if game.winner:
            match = match.with_winner(game.winner)
    return match


def record_of(saved: SavedGame) -> Record:
    """The stored game as a record; the headers tell who played, and when."""
    session = session_of(saved)
    headers = {"Date": saved.begun}
    for seat, player in enumerate(session.players, 1):
        headers[f"Player{seat}"] = player.listed(seat)
        headers[f"Kind{seat}"] = player.kind_told
        if player.symbol:
            headers[f"Symbol{seat}"] = player.symbol
    return session.record(**headers)


def saved_from(record: Record, now: str) -> SavedGame:
    """A record as the store keeps it; a record without a date is of now."""
    winner, reason = record.outcome or record.ended or (None, None)
    date = record.headers.get("Date", now)
    return SavedGame(
        start=record.start.code,
        seats=(_seat_in(record, 1), _seat_in(record, 2)),
        squares=record.squares,
        begun=date,
        ended=date if reason else None,
        winner=winner,
        reason=reason,
    )


def games_in(text: str, now: str) -> list[SavedGame]:
    """The games of a text, to be stored; `RecordError` or `BadSetup` where one of them could not have been.

    Names and symbols that could not be played with are refused like illegal moves.
    """
    games = []
    for record in read_records(text):
        games.append(saved_from(record, now))
        session_of(games[-1])
    return games


def not_yet_in(store: Store, games: Iterable[SavedGame], compared: int = EVERYTHING) -> list[SavedGame]:
    """Those of the games that the store does not have.

    Each is compared with all that began from the same position at the same moment, or so many of them.
    """
    games = list(games)
    moments = {(saved.start, saved.begun) for saved in games}
    here = {_identity(saved) for moment in moments for saved in store.games_begun(*moment, compared)}
    return [saved for saved in games if _identity(saved) not in here]


def _identity(saved: SavedGame) -> tuple[object, ...]:
    """What distinguishes games: an agent goes by its name alone, since nothing more of it is written out."""
    seats = tuple(
        (player_of(seat).listed(number), seat.kind if seat.kind in list(Kind) else Kind.HUMAN, seat.symbol)
        for number, seat in enumerate(saved.seats, 1)
    )
    return saved.start, seats, saved.squares, saved.begun, saved.winner, saved.reason


def resumable(store: Store) -> Iterator[SavedGame | SavedMatch]:
    """What can be continued, the latest first: games in progress, and matches between two games."""
    games = store.games(unfinished=True)
    yield from games
    busy = {game.match for game in games}
    yield from (match for match in store.unfinished_matches() if match.id not in busy)


def _seat_in(record: Record, seat: int) -> Seat:
    kind = record.headers.get(f"Kind{seat}", Kind.HUMAN)
    if kind not in list(Kind):  # a file must not make us start programs or import code: it is only a name
        kind = Kind.HUMAN
    name = record.headers.get(f"Player{seat}")
    nameless = Player(kind).listed(seat)
    player = Player(kind, None if name == nameless else name, record.headers.get(f"Symbol{seat}"))
    return _seat(player)


def seats_of(players: tuple[Player, Player]) -> tuple[Seat, Seat]:
    """The players as the store keeps them."""
    return _seat(players[0]), _seat(players[1])


def terms_of(match: Match, start: str) -> NewMatch:
    """A match about to begin, as the store keeps it."""
    return NewMatch(start, seats_of(match.players), match.games, match.first_to, match.keep_seats)


def _seat(player: Player) -> Seat:
    return Seat(player.name, player.kind, player.symbol)


def player_of(seat: Seat) -> Player:
    """Who sits there."""
    return Player(seat.kind, seat.name, seat.symbol)
