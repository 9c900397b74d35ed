"""Stored games, matches and records turned into sessions and back."""

from collections.abc import Iterable, Iterator

from cornered.game import Outcome, Reason
from cornered.games import read_position
from cornered.play.match import Match
from cornered.play.players import Kind, Player
from cornered.play.record import Record
from cornered.play.session import Session, begin
from cornered.store import NewMatch, SavedGame, SavedMatch, Seat, Store


def session_of(saved: SavedGame) -> Session:
    """The stored game as a session."""
    players = player_of(saved.seats[0]), player_of(saved.seats[1])
    conceded = None
    if saved.winner and saved.reason in (Reason.RESIGNED, Reason.FORFEIT):
        conceded = Outcome(saved.winner, Reason(saved.reason))
    return begin(read_position(saved.start), players, saved.squares, conceded)


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
    outcome = record.outcome
    date = record.headers.get("Date", now)
    return SavedGame(
        start=record.start.code,
        seats=(_seat_in(record, 1), _seat_in(record, 2)),
        squares=record.squares,
        begun=date,
        ended=date if outcome else None,
        winner=outcome.winner if outcome else None,
        reason=outcome.reason if outcome else None,
    )


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
