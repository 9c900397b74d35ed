"""What the workers of one machine know together: what each client has open, when it may ask again, and when
each page has asked last.

It is memory that all of them map. A count is written by one worker alone, in a part of its own, and read by
all, so that nobody waits for a lock; the part of a worker that has died is cleared. A client is counted at
two places, by a hash that nobody outside can foresee, and the smaller count holds: whoever shares one place
with it by chance does not share both.
"""

import mmap
import os
from collections.abc import Sequence
from hashlib import blake2b
from pathlib import Path
from typing import NamedTuple

_KEY_BYTES = 16
_WIDTH = 2**16
"""How many clients have places of their own, more or less."""

_COUNTS = ("connections", "streams")
_PART_BYTES = (1 + 2 * _WIDTH) * 4
_TIMES_BYTES = 2 * _WIDTH * 8
_BEFORE_PARTS = _KEY_BYTES + 2 * _TIMES_BYTES
_FILE = "shared"


class Place(NamedTuple):
    """A worker's place in a crew of so many that share a folder; while one is replaced, there is one more."""

    folder: Path
    number: int
    crew: int

    @property
    def parts(self) -> int:
        """How many workers there may be at once."""
        return self.crew + 1


class Counts:
    """How many of one thing each client has open, here and at the other workers of this machine."""

    def __init__(self, parts: Sequence[memoryview], own: int, key: bytes) -> None:
        self._parts = parts
        self._own = parts[own]
        self._key = key

    def add(self, client: str) -> None:
        """Counts one more."""
        self._change(client, 1)

    def remove(self, client: str) -> None:
        """Counts one less."""
        self._change(client, -1)

    def of(self, client: str) -> int:
        """How many this client has."""
        return min(sum(part[1 + place] for part in self._parts) for place in places(client, self._key))

    @property
    def total(self) -> int:
        """How many there are."""
        return sum(part[0] for part in self._parts)

    @property
    def here(self) -> int:
        """How many of them are this worker's."""
        count: int = self._own[0]
        return count

    def _change(self, client: str, by: int) -> None:
        self._own[0] += by
        for place in places(client, self._key):
            self._own[1 + place] += by


class Machine:
    """The shared memory as a worker at this place sees it; a site of one worker has it to itself.

    `times` has two places for each client, as `places` finds them with the `key`, and `asked` for each page;
    `name` is what other machines know this one by, and `crew` how many workers it has.
    """

    def __init__(self, place: Place | None = None) -> None:
        parts, own = (place.parts, place.number) if place else (1, 0)
        memory = _mapped(place.folder) if place else mmap.mmap(-1, _size(1))
        if not place:
            memory[:_KEY_BYTES] = os.urandom(_KEY_BYTES)
        view = memoryview(memory)
        self.crew = place.crew if place else 1
        self.key = bytes(view[:_KEY_BYTES])
        self.name = blake2b(key=self.key, digest_size=8).hexdigest()
        self.times = view[_KEY_BYTES : _KEY_BYTES + _TIMES_BYTES].cast("d")
        self.asked = view[_KEY_BYTES + _TIMES_BYTES : _BEFORE_PARTS].cast("d")
        self.connections, self.streams = (
            Counts([view[_part(parts, kind, part)].cast("I") for part in range(parts)], own, self.key)
            for kind in range(len(_COUNTS))
        )


def lay_out(folder: Path, parts: int) -> None:
    """Makes the memory of a crew, before any worker looks at it."""
    with (folder / _FILE).open("xb") as file:
        file.write(os.urandom(_KEY_BYTES))
        file.truncate(_size(parts))


def clear(place: Place) -> None:
    """Forgets what a worker that has ended had open."""
    with _mapped(place.folder) as memory:
        for kind in range(len(_COUNTS)):
            memory[_part(place.parts, kind, place.number)] = bytes(_PART_BYTES)


def places(client: str, key: bytes) -> tuple[int, int]:
    """The two places of a client."""
    digest = blake2b(client.encode(), key=key, digest_size=8).digest()
    return (
        int.from_bytes(digest[:4], "little") % _WIDTH,
        _WIDTH + int.from_bytes(digest[4:], "little") % _WIDTH,
    )


def _mapped(folder: Path) -> mmap.mmap:
    with (folder / _FILE).open("r+b") as file:
        return mmap.mmap(file.fileno(), 0)


def _size(parts: int) -> int:
    return _BEFORE_PARTS + len(_COUNTS) * parts * _PART_BYTES


def _part(parts: int, kind: int, part: int) -> slice:
    first = _BEFORE_PARTS + (kind * parts + part) * _PART_BYTES
    return slice(first, first + _PART_BYTES)
