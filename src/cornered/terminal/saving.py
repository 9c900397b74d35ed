"""Keeping what is played at the terminal, which goes on even while nothing can be written."""

from collections import deque
from collections.abc import Callable

from cornered.play.game_log import OpenStore
from cornered.store import MovedOn, Store, StoreError
from cornered.terminal.console import Console

Step = Callable[[], object]
"""Something to write: a move, the end of a game."""


class Saving:
    """Writes step by step. What cannot be written is tried again with the next step, and is reported once."""

    def __init__(self, console: Console, open_store: OpenStore) -> None:
        self._console = console
        self._open_store = open_store
        self._store: Store | None = None
        self._waiting: deque[Step] = deque()
        self.trouble: StoreError | None = None

    def store(self) -> Store:
        """The store, opened when it is first needed."""
        if self._store is None:
            self._store = self._open_store()
        return self._store

    def write(self, step: Step) -> None:
        """Writes the step, after those that still wait; `MovedOn` if the game was continued elsewhere."""
        troubled = self.trouble
        self._waiting.append(step)
        kept = self.catch_up()
        if kept and troubled:
            self._console.complain("Saving works again: the whole game is on disk.")
        elif not kept and not troubled:
            self._console.complain(f"The game cannot be saved: {self.trouble} It goes on unsaved.")

    def catch_up(self) -> bool:
        """Writes what still waits; True if nothing does any more."""
        try:
            while self._waiting:
                self._waiting[0]()
                self._waiting.popleft()
        except MovedOn:
            raise
        except StoreError as error:
            self.trouble = error
            return False
        self.trouble = None
        return True

    def close(self) -> None:
        """Closes the store."""
        if self._store:
            self._store.close()
