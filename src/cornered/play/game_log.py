"""A game in the store, move by move, for a program that plays one game at a time.

Each step is committed when it returns. A step that cannot be written raises `StoreError` and changes nothing,
so it can be tried again; `MovedOn` means that the stored game was continued elsewhere and must stop here.
"""

from collections.abc import Callable

from cornered.game import Ending, Outcome
from cornered.store import Change, ChangeKind, NewGame, NewMatch, SavedGame, SavedMatch, Seat, Store, now

OpenStore = Callable[[], Store]
"""Gives the store when it is first needed: a game goes on even where none can be opened."""


class MatchLog:
    """A match in the store; `number` is None until it has begun there."""

    def __init__(self, open_store: OpenStore, new: NewMatch) -> None:
        self._open_store = open_store
        self._new = new
        self.number = new.id if isinstance(new, SavedMatch) else None

    def begin(self) -> None:
        """Stores the match, without games."""
        self.number = self._open_store().begin_match(self._new)

    def end(self) -> None:
        """Stores that the match is over."""
        assert self.number
        self._open_store().end_match(self.number)


class GameLog:
    """A game in the store; `number` is None until it has begun there.

    If `swapped`, the match's first player sits in the second seat.
    """

    def __init__(
        self,
        open_store: OpenStore,
        start: str,
        seats: tuple[Seat, Seat],
        match: MatchLog | None = None,
        swapped: bool = False,
    ) -> None:
        self._open_store = open_store
        self._start = start
        self._seats = seats
        self._match = match
        self._swapped = swapped
        self._plies = 0
        self._version = 0
        self.number: int | None = None

    @classmethod
    def going_on(cls, open_store: OpenStore, saved: SavedGame) -> "GameLog":
        """The log of a game that is in the store already."""
        log = cls(open_store, saved.start, saved.seats)
        log.number, log._plies, log._version = saved.id, len(saved.squares), saved.version
        return log

    def begin(self) -> int:
        """Stores the game without moves, claims it, and gives its number."""
        store, match = self._open_store(), self._match.number if self._match else None
        self.number = store.begin(NewGame(self._start, self._seats, match, self._swapped))
        store.claim(self.number)
        return self.number

    def append(self, square: int, end: Outcome | Ending | None = None) -> None:
        """Stores a move, and the end of the game if that is one; the first move also begins the game."""
        self._apply(ChangeKind.MOVE, self._plies + 1, square, end)

    def take_back(self, keep: int) -> None:
        """Removes the last moves, so that `keep` remain."""
        self._apply(ChangeKind.TAKE_BACK, keep)

    def end(self, ending: Outcome | Ending) -> None:
        """Stores an end that is not a move: someone has resigned, or the game was called off."""
        self._apply(ChangeKind.END, self._plies, end=ending)

    def _apply(
        self, kind: ChangeKind, plies: int, square: int | None = None, end: Outcome | Ending | None = None
    ) -> None:
        game, (winner, reason) = self.number or self.begin(), end or (None, None)
        self._open_store().apply(Change(game, self._version, kind, now(), plies, square, winner, reason))
        self._plies = plies
        self._version += 1
