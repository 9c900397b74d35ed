"""A maximum flow from squares to squares by augmenting paths; where each takes up one, a maximum matching."""

from collections import defaultdict
from collections.abc import Mapping

Sent = Mapping[int, tuple[int, ...]]
"""By source: the targets it sends to, each as many times as it does."""


class Flow:
    """Sources send to the targets that they reach, and each target has room for only so many.

    >>> flow = Flow({1: (5, 6), 2: (5,), 3: (6,)}, room={5: 1, 6: 1})
    >>> [flow.send_anywhere(source) for source in (1, 2, 3)], flow.by_source()
    ([True, True, False], {2: (5,), 1: (6,)})
    """

    def __init__(self, reaches: Mapping[int, tuple[int, ...]], room: Mapping[int, int]) -> None:
        self._reaches = reaches
        self._room = dict(room)
        self._arrived: dict[int, list[int]] = {target: [] for target in room}

    def send(self, source: int, target: int, times: int) -> int:
        """Send as often as there is room in this target, up to `times`; returns how often that was."""
        if target not in self._room:
            return 0
        arrived = self._arrived[target]
        fits = min(times, self._room[target] - len(arrived))
        arrived += [source] * fits
        return fits

    def send_anywhere(self, source: int) -> bool:
        """Send one more, rerouting others to make room; False where there is no augmenting path."""
        came_from: dict[int, int] = {}
        held_by: dict[int, int | None] = {source: None}
        waiting = [source]
        for sender in waiting:
            for target in self._reaches[sender]:
                if target in self._room and target not in came_from:
                    came_from[target] = sender
                    if len(self._arrived[target]) < self._room[target]:
                        self._shift(target, came_from, held_by)
                        return True
                    others = [other for other in set(self._arrived[target]) if other not in held_by]
                    held_by.update(dict.fromkeys(others, target))
                    waiting += others
        for target in came_from:  # no later path can go through these either
            del self._room[target]
        return False

    def _shift(self, target: int, came_from: dict[int, int], held_by: dict[int, int | None]) -> None:
        """Every sender along the path leaves the target that holds it for the next one."""
        place: int | None = target
        while place is not None:
            sender = came_from[place]
            self._arrived[place].append(sender)
            place = held_by[sender]
            if place is not None:
                self._arrived[place].remove(sender)

    def by_source(self) -> Sent:
        """What was sent."""
        sent: dict[int, list[int]] = defaultdict(list)
        for target, sources in self._arrived.items():
            for source in sources:
                sent[source].append(target)
        return {source: tuple(targets) for source, targets in sent.items()}
