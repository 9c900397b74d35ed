"""Stored games for the commands: the store opened, games found by number, or the command refused."""

from collections.abc import Iterator
from contextlib import closing, contextmanager

from cornered.cli import Failed
from cornered.errors import BadSetup
from cornered.store import SavedGame, Store, StoreError, open_store
from cornered.store.progress import Progress, open_progress

_MOST_GAMES = 2**62  # far more than any store can hold


@contextmanager
def opened_store(address: str | None = None) -> Iterator[Store]:
    """The store at this address, or else the user's own, closed at the end."""
    try:
        store = Store(address) if address else open_store()
    except StoreError as error:
        raise Failed(str(error)) from None
    try:
        yield store
    except StoreError as error:
        raise Failed(str(error)) from None
    finally:
        store.close()


@contextmanager
def opened_progress() -> Iterator[Progress]:
    """What became of the user's puzzles, closed at the end."""
    try:
        with closing(open_progress()) as progress:
            yield progress
    except StoreError as error:
        raise Failed(str(error)) from None


def found(store: Store, number: int) -> SavedGame:
    """The game of this number; `BadSetup` if there is none."""
    game = store.game(number) if 0 < number < _MOST_GAMES else None
    if game is None:
        raise BadSetup(f"There is no game {number}: 'cornered history' lists them.")
    return game
