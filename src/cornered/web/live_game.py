"""One game that is open on this server: how it stands, who holds its seats, and who is watching."""

import asyncio
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from hmac import compare_digest
from time import time_ns

from cornered.play.session import Session
from cornered.play.stored import session_of
from cornered.store import SavedGame
from cornered.web.async_store import StoredState
from cornered.web.presentation import game_view
from cornered.web.schemas import GameView

_GONE_AFTER = 2.0
"""Seconds until someone whose page has closed counts as gone: enough to load a page again."""


@dataclass(eq=False)
class LiveGame:
    """A game that someone plays or watches. `ours` says that this server may write its moves."""

    state: StoredState
    session: Session
    ours: bool
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    listening: Counter[str | None] = field(default_factory=Counter)
    version: int = field(default_factory=lambda: time_ns() // 1000)  # higher than before a restart
    _bells: set[asyncio.Event] = field(default_factory=set)
    _view: GameView | None = None
    _text: str | None = None

    @property
    def id(self) -> int:
        """The number of the game."""
        return self.state.saved.id

    @property
    def as_saved(self) -> SavedGame:
        """The game as the store would keep it, up to the last move."""
        outcome = self.session.outcome
        return replace(
            self.state.saved,
            squares=self.session.squares,
            winner=outcome.winner if outcome else None,
            reason=outcome.reason if outcome else None,
        )

    @property
    def is_watched(self) -> bool:
        """Whether anyone listens."""
        return bool(self._bells)

    @property
    def program_to_move(self) -> bool:
        """Whether the game waits for a program."""
        return not self.session.outcome and not self.session.mover.is_human

    @property
    def is_idle(self) -> bool:
        """Whether nothing is lost by forgetting the game here: all that matters is in the store."""
        return not self.is_watched and not self.lock.locked() and not self.program_to_move

    def seats_of(self, holder: str | None) -> list[int]:
        """The seats that belong to whoever has this hash."""
        held = self.state.holders.items()
        return [seat for seat, owner in held if owner and holder and compare_digest(owner, holder)]

    def renew(self, state: StoredState) -> None:
        """Takes over what the store knows, if it is news."""
        if state != self.state or state.saved.squares != self.session.squares:
            self.session = session_of(state.saved)
            self.state = state
            self.announce()

    def announce(self) -> None:
        """Tells everyone who listens that there is something new."""
        self.version += 1
        self._view = self._text = None
        for bell in self._bells:
            bell.set()

    @contextmanager
    def listener(self, holder: str | None) -> Iterator[asyncio.Event]:
        """A bell that rings whenever there is something new; whoever listens counts as present."""
        bell = asyncio.Event()
        self._bells.add(bell)
        self.listening[holder] += 1
        if self.seats_of(holder):
            self.announce()
        try:
            yield bell
        finally:
            self._bells.discard(bell)
            self.listening[holder] -= 1
            self.listening += Counter()  # forgets those who no longer listen
            if self.seats_of(holder):
                asyncio.get_running_loop().call_later(_GONE_AFTER, self.announce)

    def view(self) -> GameView:
        """The game as the API shows it, made once for all who ask until something changes."""
        if self._view is None:
            held = self.state.holders.items()
            present = {seat for seat, holder in held if holder and self.listening[holder]}
            self._view = game_view(self.state, self.session, self.version, present)
        return self._view

    def text(self) -> str:
        """The view as JSON, made once for all who listen."""
        if self._text is None:
            self._text = self.view().model_dump_json()
        return self._text
