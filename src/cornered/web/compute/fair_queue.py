"""Who is next: the clients take turns, however much each of them has asked for."""

from collections import OrderedDict, deque
from typing import Generic, TypeVar

Thing = TypeVar("Thing")


class FairQueue(Generic[Thing]):
    """A line for each client. Whoever is first gets one thing done, and goes to the end.

    >>> queue = FairQueue[str]()
    >>> for client, thing in (("ada", "a1"), ("ada", "a2"), ("ada", "a3"), ("bob", "b1")):
    ...     queue.put(client, thing)
    >>> [queue.take() for _ in range(len(queue))]
    ['a1', 'b1', 'a2', 'a3']
    """

    def __init__(self) -> None:
        self._lines: OrderedDict[str, deque[Thing]] = OrderedDict()

    def __len__(self) -> int:
        return sum(map(len, self._lines.values()))

    def waiting(self, client: str) -> int:
        """How many things of this client's wait."""
        return len(self._lines.get(client, ()))

    def put(self, client: str, thing: Thing) -> None:
        """Adds a thing to the end of the client's line."""
        self._lines.setdefault(client, deque()).append(thing)

    def take(self) -> Thing:
        """The next thing to be done, which is no longer in the queue."""
        client, line = self._lines.popitem(last=False)
        thing = line.popleft()
        if line:
            self._lines[client] = line
        return thing

    def discard(self, client: str, thing: Thing) -> None:
        """Forgets a thing that nobody waits for any more, if it is still here."""
        line = self._lines.get(client, deque())
        if thing in line:
            line.remove(thing)
            if not line:
                del self._lines[client]
