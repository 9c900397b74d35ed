"""The store as the application uses it: whatever is done with it runs where nobody waits for it.

The application is given a `Storage` and does not know what that runs on. `threads` has the ones of a server;
`InlineStorage` runs everything right where it is asked for, which is all that a place without threads has,
and what tests use.
"""

from collections.abc import Callable
from typing import Concatenate, ParamSpec, Protocol, TypeVar

from cornered.store import Change, Store
from cornered.store.database import Address

Given = ParamSpec("Given")
Result = TypeVar("Result")
Act = Callable[Concatenate[Store, Given], Result]
"""Something that is done with a store, in one transaction if it writes more than one thing."""


class Storage(Protocol):
    """Runs acts on a store; readers do not hold up writers.

    `is_shared` says that other processes may change the same games.
    """

    is_shared: bool

    async def apply(self, change: Change) -> None:
        """Commits a change of a game, with whatever changes of others are waiting: on disk on return."""

    async def write(self, act: Act[Given, Result], *args: Given.args, **kwargs: Given.kwargs) -> Result:
        """What an act returns that changes something: on disk by then."""

    async def read(self, act: Act[Given, Result], *args: Given.args, **kwargs: Given.kwargs) -> Result:
        """What an act returns that only reads, and finds all that was written before."""

    async def browse(self, act: Act[Given, Result], *args: Given.args, **kwargs: Given.kwargs) -> Result:
        """As `read`, for what may take a while: players do not wait behind a list."""

    async def close(self) -> None:
        """Waits for what is being done, and closes the store."""


class InlineStorage:
    """Runs each act at once, in the event loop, which waits."""

    is_shared = False

    def __init__(self, address: Address) -> None:
        self._store = Store(address)
        self._store.serve()

    async def apply(self, change: Change) -> None:
        """Commits a change."""
        self._store.apply(change)

    async def write(self, act: Act[Given, Result], *args: Given.args, **kwargs: Given.kwargs) -> Result:
        """What the act returns."""
        return act(self._store, *args, **kwargs)

    read = browse = write

    async def close(self) -> None:
        """Closes the store."""
        self._store.close()
