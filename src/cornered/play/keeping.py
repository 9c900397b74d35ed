"""Sessions and matches kept in the store, and found there again."""

from collections.abc import Callable, Iterable, Iterator
from itertools import takewhile

from cornered.game import Reason
from cornered.games import position
from cornered.play.match import Match
from cornered.play.players import Kind, Player
from cornered.play.record import Record
from cornered.play.session import Session, begin
from cornered.store import MovedOn, NewGame, NewMatch, SavedGame, SavedMatch, Seat, Store, StoreError


class Keeper:
    """Keeps one game after another on disk, move by move, and lets the game go on when it cannot.

    `match` is the number of the stored match that the games belong to, once there is one.
    """

    def __init__(self, open_store: Callable[[], Store]) -> None:
        self._open_store = open_store
        self._store: Store | None = None
        self._kept: tuple[int, ...] = ()
        self._ended = False
        self.game: int | None = None
        self.match: int | None = None
        self.trouble: StoreError | None = None

    def keep(self, session: Session, match: Match | None = None) -> bool:
        """Brings the stored game up to this session; True if all of it is on disk.

        What could not be written is tried again at the next call. `MovedOn` if the stored game has been
        continued elsewhere: then this one must not go on.
        """
        return self._tried(lambda store: self._write(store, session, match))

    def keep_match(self, match: Match, start: str) -> bool:
        """Stores the match when it begins, and its end when it is over; True if it is on disk."""
        return self._tried(lambda store: self._write_match(store, match, start))

    def next_game(self) -> None:
        """What is kept from now on is another game."""
        self.game, self._kept, self._ended = None, (), False

    def continue_game(self, store: Store, saved: SavedGame) -> bool:
        """Goes on with a stored game; False if another process is playing it."""
        self._store = store
        self.game, self.match, self._kept = saved.id, saved.match, saved.squares
        return store.claim(saved.id)

    def close(self) -> None:
        """Closes the store."""
        if self._store:
            self._store.close()

    def _tried(self, write: Callable[[Store], None]) -> bool:
        try:
            if self._store is None:
                self._store = self._open_store()
            write(self._store)
        except MovedOn:
            raise
        except StoreError as error:
            self.trouble = error
            return False
        self.trouble = None
        return True

    def _write(self, store: Store, session: Session, match: Match | None) -> None:
        if self.game is None:
            seats = _seat(session.players[0]), _seat(session.players[1])
            swapped = match is not None and match.swapped
            self.game = store.begin(NewGame(session.start.code, seats, self.match, swapped))
            store.claim(self.game)
        self._take_back(store, self.game, session)
        outcome = session.outcome
        for ply in range(len(self._kept), len(session.squares)):
            last = ply + 1 == len(session.squares)
            end = (
                (outcome.winner, outcome.reason)
                if outcome and last and not session.resigned
                else (None, None)
            )
            store.add_move(self.game, ply, session.squares[ply], winner=end[0], reason=end[1])
            self._kept = session.squares[: ply + 1]
            self._ended = end[0] is not None
        if outcome and not self._ended:
            store.end(self.game, len(self._kept), outcome.winner, outcome.reason)
            self._ended = True

    def _take_back(self, store: Store, game: int, session: Session) -> None:
        pairs = zip(self._kept, session.squares, strict=False)
        common = len(list(takewhile(lambda pair: pair[0] == pair[1], pairs)))
        if common < len(self._kept):
            store.take_back(game, len(self._kept), common)
            self._kept = self._kept[:common]

    def _write_match(self, store: Store, match: Match, start: str) -> None:
        if self.match is None:
            players = _seat(match.players[0]), _seat(match.players[1])
            new = NewMatch(start, players, match.games, match.first_to, match.keep_seats)
            self.match = store.begin_match(new)
        if match.over:
            store.end_match(self.match)


def session_of(saved: SavedGame) -> Session:
    """The stored game as a session."""
    players = _player(saved.seats[0]), _player(saved.seats[1])
    resigned = 3 - saved.winner if saved.winner and saved.reason == Reason.RESIGNED else None
    return begin(position(saved.start), players, saved.squares, resigned)


def match_of(saved: SavedMatch, games: Iterable[SavedGame]) -> Match:
    """The stored match with the games that have been played in it."""
    players = _player(saved.players[0]), _player(saved.players[1])
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
        headers[f"Kind{seat}"] = str(player.kind)
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
    kind = Kind(kind) if kind in list(Kind) else Kind.HUMAN
    name = record.headers.get(f"Player{seat}")
    nameless = Player(kind).listed(seat)
    player = Player(kind, None if name == nameless else name, record.headers.get(f"Symbol{seat}"))
    return _seat(player)


def _seat(player: Player) -> Seat:
    return Seat(player.name, str(player.kind), player.symbol)


def _player(seat: Seat) -> Player:
    return Player(Kind(seat.kind), seat.name, seat.symbol)
