"""One game that is open on this server: how it stands, who holds its seats, and who is watching."""

import asyncio
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from hmac import compare_digest
from time import time

from cornered.play.session import Session
from cornered.store import Change, ChangeKind
from cornered.web.live.changes import applied
from cornered.web.live.presence import Presence
from cornered.web.storage.game_states import StoredState
from cornered.web.views.game_views import Company, GameView, OfferView, game_view

_GONE_AFTER = 2.0
"""Seconds until someone whose page has closed counts as gone: enough to load a page again."""

_BREATH = 0.5
"""Seconds in which the comings and goings of onlookers are told together."""

SHORT = 100
"""Moves that are played through in a few milliseconds at most."""

_MOMENTS = 2**33
"""Tenths of a second in 27 years: with as many versions of a row as they can have, a number of 53 bits."""


@dataclass(eq=False)
class LiveGame:
    """A game that someone plays or watches. `ours` says that this server may write its moves.

    `patience` is for how many seconds a player may be gone before the other can claim the game; `client` is
    who has moved last, and whose share of thinking a program's reply takes; `awaited` is where the game stood
    when a program began to think, while it does.
    """

    state: StoredState
    session: Session
    ours: bool
    patience: float
    client: str = ""
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    presence: Presence = field(default_factory=Presence)
    awaited: Session | None = None
    version: int = 0
    _bells: set[asyncio.Event] = field(default_factory=set)
    _will_announce: asyncio.TimerHandle | None = None
    _view: GameView | None = None
    _text: str | None = None
    _event: bytes | None = None

    def __post_init__(self) -> None:
        self._grow()

    @property
    def id(self) -> int:
        """The number of the game."""
        return self.state.saved.id

    @property
    def row_version(self) -> int:
        """The version of the game's row that is known here."""
        return self.state.saved.version

    @property
    def is_watched(self) -> bool:
        """Whether anyone listens."""
        return bool(self._bells)

    @property
    def program_to_move(self) -> bool:
        """Whether the game waits for a program."""
        return not self.session.over and not self.session.mover.is_human

    @property
    def is_idle(self) -> bool:
        """Whether nothing is lost by forgetting the game here: all that matters is in the store."""
        return not self.is_watched and not self.lock.locked() and not self.program_to_move

    @property
    def weight(self) -> int:
        """How many short games take as much memory."""
        return 1 + len(self.session.squares) // SHORT

    @property
    def is_closed(self) -> bool:
        """Whether nobody gets help: two people play each other, and have not agreed to an open game."""
        return self.state.between_people and not self.state.help_allowed and not self.session.over

    @property
    def offer(self) -> OfferView | None:
        """What one player has offered the other; a move, or the end of the game, overtakes it."""
        offer = self.state.offer
        if offer is None or (offer.kind == "rematch") != self.session.over:
            return None
        return OfferView(**offer._asdict()) if offer.ply == len(self.session.squares) else None

    def seats_of(self, holder: str | None) -> list[int]:
        """The seats that belong to the holder of this hash."""
        held = self.state.holders.items()
        return [seat for seat, owner in held if owner and holder and compare_digest(owner, holder)]

    def can_be_claimed_from(self, seat: int) -> bool:
        """Whether the other player may claim the game, since this one has been gone for too long."""
        holder = self.state.holders.get(seat)
        going_on = self.state.between_people and not self.session.over and len(self.session.squares) >= 2
        return bool(going_on and holder and self.presence.gone_for(holder) >= self.patience)

    def apply(self, change: Change) -> None:
        """Goes on by a change that is stored, unless it is known already."""
        if change.version != self.row_version:
            return
        mover = self.session.to_move
        self.state, self.session = applied(self.state, self.session, change)
        holder = self.state.holders.get(mover)
        if change.kind is ChangeKind.MOVE and holder:  # perhaps in another process
            self.presence.seen(holder)
        self.announce()

    def replace(self, state: StoredState, session: Session) -> None:
        """Takes over how the game stands in the store, where a change was missed."""
        if state.saved.version > self.row_version:
            mover = session.positions[-2].to_move if session.squares else 0
            holder = state.holders.get(mover)
            if holder and len(session.squares) > len(self.session.squares):
                self.presence.seen(holder)
            self.state, self.session = state, session
            self.announce()

    def set_elsewhere(self, listening: Counter[str | None]) -> None:
        """Takes over who listens in other processes."""
        if self.presence.set_elsewhere(listening):
            self.announce()
            self._announce_in(self.patience)

    def announce(self) -> None:
        """Tells everyone who listens that there is something new."""
        self._grow()
        self._view = self._text = self._event = None
        for bell in self._bells:
            bell.set()

    @contextmanager
    def listener(self, holder: str | None, bell: asyncio.Event) -> Iterator[None]:
        """Rings the bell whenever there is something new; those who listen count as present."""
        plays = bool(self.seats_of(holder))
        self._bells.add(bell)
        self.presence.came(holder)
        if plays:
            self.announce()
            self._announce_in(self.patience)  # the other may have been gone for long by then
        else:
            self._announce_soon()
        try:
            yield
        finally:
            self._bells.discard(bell)
            self.presence.went(holder, remember=plays)
            if plays:
                self._announce_in(_GONE_AFTER)
                self._announce_in(self.patience)
            else:
                self._announce_soon()

    def _grow(self) -> None:
        """Gives the view a higher version than in any process that does not know more of the game."""
        moment = int(time() * 10) % _MOMENTS
        self.version = max(self.version + 1, self.row_version * _MOMENTS + moment)

    def _announce_in(self, seconds: float) -> asyncio.TimerHandle:
        return asyncio.get_running_loop().call_later(seconds, self.announce)

    def _announce_soon(self) -> None:
        if self._will_announce is None or self._will_announce.when() <= asyncio.get_running_loop().time():
            self._will_announce = self._announce_in(_BREATH)

    def view(self) -> GameView:
        """The game as the API shows it, made once for all who ask until something changes."""
        if self._view is None:
            self._view = game_view(self.state, self.session, self.version, self._company(), self.offer)
        return self._view

    def text(self) -> str:
        """The view as JSON, made once for all who ask."""
        if self._text is None:
            self._text = self.view().model_dump_json()
        return self._text

    def event(self) -> bytes:
        """The text as an event, made once for all who listen."""
        if self._event is None:
            self._event = f"event: game\ndata: {self.text()}\n\n".encode()
        return self._event

    def text_for(self, holder: str | None) -> str:
        """The same text for one who asks, with the seats that are theirs: the most frequent answer of all."""
        return f'{self.text()[:-1]},"you":{self.seats_of(holder)}}}'

    def _company(self) -> Company:
        holders = self.state.holders
        return Company(
            present={seat for seat, holder in holders.items() if holder and self.presence.is_here(holder)},
            claimable={seat for seat in holders if self.can_be_claimed_from(seat)},
            onlookers=self.presence.onlookers([holder for holder in holders.values() if holder]),
        )
