"""A run: items that are worked on in chunks, kept in a file as they come, and given back in their order."""

import heapq
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

from cornered.arena.spread import Spread
from cornered.arena.spread.journal import JournalError, line_of, replacement
from cornered.arena.yardstick.runs import Header, Item, RunFile, in_order, read_run, read_shard
from cornered.errors import CorneredError

_SECONDS_A_CHUNK = 1.0
_MOST_IN_A_CHUNK = 20_000

_SLOW = 0.02
"""Seconds for an item, from which on items go out one by one: a crash then costs only those in flight."""


class Stopped(CorneredError):
    """A run that could not go on; what it has found is in its file."""


class Done(NamedTuple):
    """What has become of a chunk: its items, up to the one that met with a `fault`; the time it took."""

    items: tuple[Item, ...]
    seconds: float
    fault: str | None = None


class Work(NamedTuple):
    """What is to be done: `do` is given what `chunk` makes of some numbers, in any process on any machine."""

    header: Header
    do: Callable[[Any], Done]
    chunk: Callable[[Sequence[int]], Any]

    @property
    def numbers(self) -> range:
        """Which items it has."""
        return self.header.numbers


def results(work: Work, file: RunFile, spread: Spread, progress: Callable[[int], bool]) -> Iterator[Item]:
    """The items in their order, each of them on disk: those of an earlier attempt first, then the others.

    `progress` is told how many there are by now, and stops the run by returning False. `Stopped` where an
    agent cannot be reached any more.
    """
    numbers = work.numbers
    here = bytearray(work.header.items)
    items = chain(_earlier(file, here), _made(work, numbers, here, file, spread, progress))
    return in_order(((item.number, item) for item in items), numbers)


def _earlier(file: RunFile, here: bytearray) -> Iterator[Item]:
    _, items = read_run(file.path)
    for item in items:
        if not here[item.number]:
            here[item.number] = True
            yield item


def _made(
    work: Work,
    numbers: Sequence[int],
    here: bytearray,
    file: RunFile,
    spread: Spread,
    progress: Callable[[int], bool],
) -> Iterator[Item]:
    """What is not here yet; begun when all that is here has been read."""
    earlier, sizes = sum(here), _Sizes()
    missing = (number for number in numbers if not here[number])
    chunks = map(work.chunk, sizes.cut(missing))
    for done in spread.run(work.do, chunks, lambda: progress(earlier + sizes.items)):
        file.add(done.items)
        sizes.learn(len(done.items), done.seconds)
        yield from done.items
        if done.fault:
            raise Stopped(done.fault)


class _Sizes:
    """Cuts quick work into chunks of about a second, beginning small: an agent's pace is not known before."""

    def __init__(self) -> None:
        self._size = 1
        self.items, self._seconds = 0, 0.0

    def learn(self, items: int, seconds: float) -> None:
        """So many items have taken so long."""
        self.items += items
        self._seconds += seconds
        if self.items and self._seconds < _SLOW * self.items:
            fitting = int(_SECONDS_A_CHUNK * self.items / self._seconds)
            self._size = min(2 * self._size, fitting, _MOST_IN_A_CHUNK)
        else:
            self._size = 1

    def cut(self, numbers: Iterable[int]) -> Iterator[list[int]]:
        """The numbers in lists of the size that fits when they are asked for."""
        chunk: list[int] = []
        for number in numbers:
            chunk.append(number)
            if len(chunk) >= self._size:
                yield chunk
                chunk = []
        if chunk:
            yield chunk


def merge_runs(shards: Sequence[Path], out: Path) -> int:
    """Writes the whole run of which these are the shards, and returns how many items it has.

    `JournalError` where they do not belong together, one is missing, or one is not finished.
    """
    headers = [read_run(path)[0] for path in shards]
    whole = headers[0]._replace(shard=None)
    for path, header in zip(shards, headers, strict=True):
        if header.shard is None or header._replace(shard=None) != whole:
            raise JournalError(f"{path} is no shard of the same run as {shards[0]}: nothing was written.")
    _insist_on_all(headers)
    try:
        with replacement(out) as file:
            file.write(whole.line().encode())
            items = heapq.merge(*map(_all_items, shards), key=lambda item: item.number)
            return sum(1 for item in items if file.write(line_of(item._asdict()).encode()))
    except OSError as error:
        raise JournalError(f"{out} cannot be written ({error.strerror}).") from None


def _insist_on_all(headers: Sequence[Header]) -> None:
    parts = sorted(read_shard(header.shard or "") for header in headers)
    count = parts[0][1]
    if parts != [(part, count) for part in range(1, count + 1)]:
        given = ", ".join(f"{part}/{of}" for part, of in parts)
        raise JournalError(
            f"The shards {given} are not all the parts of a run, each once: nothing was written."
        )


def _all_items(path: Path) -> Iterator[Item]:
    """The shard's items in order, all of them."""
    header, items = read_run(path)
    numbers = header.numbers
    count = 0
    for item in in_order(((item.number, item) for item in items), numbers):
        count += 1
        yield item
    if count < len(numbers):
        raise JournalError(f"{path} is not finished, with {count} of {len(numbers)}: run it again to go on.")
