"""Games and matches as values: about to begin, and as they stand in the store."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple


class Seat(NamedTuple):
    """Who sits there: a name if one was given, what kind of player, and a symbol if chosen."""

    name: str | None
    kind: str
    symbol: str | None = None


@dataclass(frozen=True)
class NewGame:
    """A game about to begin. `swapped` says that a match's first player sits in the second seat."""

    start: str
    seats: tuple[Seat, Seat]
    match: int | None = None
    swapped: bool = False

    def columns(self) -> dict[str, Any]:
        """The columns of its row."""
        return {
            "game": self.start.partition(".")[0],
            "start": self.start,
            **_seat_columns(self.seats, "12"),
            "match_id": self.match,
            "swapped": int(self.swapped),
        }


@dataclass(frozen=True)
class SavedGame(NewGame):
    """A game as it stands in the store; `ended` and `reason` are None while it goes on.

    A game that was called off has ended without a winner. `version` grows with every change of the game, its
    seats or what is offered in it: two that are the same were never anything else in between.
    """

    id: int = 0
    squares: tuple[int, ...] = ()
    begun: str = ""
    ended: str | None = None
    winner: int | None = None
    reason: str | None = None
    version: int = 0

    @classmethod
    def of(cls, row: Any) -> "SavedGame":
        """The game of a row."""
        return cls(
            start=row["start"],
            seats=_seats(row, "12"),
            match=row["match_id"],
            swapped=bool(row["swapped"]),
            begun=row["begun"],
            id=row["id"],
            squares=tuple(map(int, (row["squares"] or "").split())),
            ended=row["ended"],
            winner=row["winner"],
            reason=row["reason"],
            version=row["version"],
        )


@dataclass(frozen=True)
class NewMatch:
    """A match about to begin, over a fixed number of `games` or until someone has won `first_to` of them."""

    start: str
    players: tuple[Seat, Seat]
    games: int | None
    first_to: int | None
    keep_seats: bool

    def columns(self) -> dict[str, Any]:
        """The columns of its row."""
        return {
            "start": self.start,
            **_seat_columns(self.players, "ab"),
            "games": self.games,
            "first_to": self.first_to,
            "keep_seats": int(self.keep_seats),
            "begun": now(),
        }


@dataclass(frozen=True)
class SavedMatch(NewMatch):
    """A match as it stands in the store; `ended` is None while it goes on."""

    id: int = 0
    ended: str | None = None

    @classmethod
    def of(cls, row: Any) -> "SavedMatch":
        """The match of a row."""
        return cls(
            start=row["start"],
            players=_seats(row, "ab"),
            games=row["games"],
            first_to=row["first_to"],
            keep_seats=bool(row["keep_seats"]),
            id=row["id"],
            ended=row["ended"],
        )


class Tally(NamedTuple):
    """How often a player has won and lost a game on one board against one opponent."""

    player: str
    game: str
    board: str
    opponent: str
    wins: int
    losses: int


def now(days_ago: float = 0) -> str:
    """The time as the store writes it, or that of some days ago."""
    then = datetime.now(UTC) - timedelta(days=days_ago)
    return then.isoformat(timespec="seconds").replace("+00:00", "Z")


def _seat_columns(seats: tuple[Seat, Seat], marks: str) -> dict[str, str | None]:
    return {
        f"{field}_{mark}": value
        for mark, seat in zip(marks, seats, strict=True)
        for field, value in seat._asdict().items()
    }


def _seats(row: Any, marks: str) -> tuple[Seat, Seat]:
    first, second = (Seat(row[f"name_{m}"], row[f"kind_{m}"], row[f"symbol_{m}"]) for m in marks)
    return first, second
