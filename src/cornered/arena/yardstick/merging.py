"""Shards of a run put together."""

import heapq
import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from cornered.arena.yardstick.running import numbers_of, read_shard
from cornered.arena.yardstick.runs import Header, Item, RunError, in_order, line_of, read_run


def merge_runs(shards: Sequence[Path], out: Path) -> int:
    """Writes the whole run of which these are the shards, and tells how many items it has.

    `RunError` where they do not belong together, one is missing, or one is not finished.
    """
    headers = [read_run(path)[0] for path in shards]
    whole = headers[0]._replace(shard=None)
    for path, header in zip(shards, headers, strict=True):
        if header.shard is None or header._replace(shard=None) != whole:
            raise RunError(f"{path} is no shard of the same run as {shards[0]}: nothing was written.")
    _insist_on_all(headers)
    beside = out.with_name(f"{out.name}.tmp")
    try:
        with beside.open("w", encoding="utf-8") as file:
            file.write(whole.line())
            items = heapq.merge(*map(_items, shards), key=lambda item: item.number)
            count = sum(1 for item in items if file.write(line_of(item)))
            file.flush()
            os.fsync(file.fileno())
        beside.replace(out)
    except OSError as error:
        raise RunError(f"{out} cannot be written ({error.strerror}).") from None
    finally:
        beside.unlink(missing_ok=True)
    return count


def _insist_on_all(headers: Sequence[Header]) -> None:
    parts = sorted(read_shard(header.shard or "") for header in headers)
    count = parts[0][1]
    if parts != [(part, count) for part in range(1, count + 1)]:
        given = ", ".join(f"{part}/{of}" for part, of in parts)
        raise RunError(f"The shards {given} are not all the parts of a run, each once: nothing was written.")


def _items(path: Path) -> Iterator[Item]:
    """The shard's items in order, all of them."""
    header, items = read_run(path)
    numbers = numbers_of(header)
    count = 0
    for item in in_order(((item.number, item) for item in items), numbers):
        count += 1
        yield item
    if count < len(numbers):
        raise RunError(f"{path} is not finished, with {count} of {len(numbers)}: run it again to go on.")
