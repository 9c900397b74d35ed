"""Long work in chunks: in this process, in a pool of worker processes (`local`), or on a cluster (`on_ray`).

A chunk is worth about a second, so that handing it out costs nothing beside it. Results come as they are
finished, or by `in_order` in the order of the chunks. A worker that dies costs its chunk, which is begun
again.
"""

import traceback
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Protocol, TypeVar

from cornered.errors import CorneredError

Chunk = TypeVar("Chunk")
Result = TypeVar("Result")

Job = Callable[[Chunk], Result]
"""What is done with each chunk."""

GoOn = Callable[[], bool]
"""Asked again and again; False stops the work."""

ATTEMPTS = 3
"""How often a chunk is begun whose process dies."""

SECONDS_BETWEEN_LOOKS = 0.1


class WorkLost(CorneredError):
    """A chunk could not be finished; `str()` says why."""


class Spread(Protocol):
    """A place where several chunks are worked on at once."""

    @property
    def width(self) -> int:
        """How many at once."""

    def run(self, work: Job[Chunk, Result], chunks: Iterable[Chunk], go_on: GoOn) -> Iterator[Result]:
        """What `work` makes of each chunk, as it is finished.

        Chunks are taken when there is room for them; where there are none now, they are asked for again after
        the next result, until no work is going on. When `go_on()` turns False, nothing more comes. What
        `work` raises is raised here; `WorkLost` where a process died on a chunk once too often.
        """


def in_order(spread: Spread, work: Job[Chunk, Result], chunks: Iterable[Chunk]) -> list[Result]:
    """What `work` makes of all the chunks, in their order."""
    numbered = spread.run(_Numbered(work), enumerate(chunks), lambda: True)
    return [result for _, result in sorted(numbered, key=lambda pair: pair[0])]


class _Numbered:
    """Work whose results say which chunk they are of."""

    def __init__(self, work: Job[Any, Any]) -> None:
        self._work = work

    def __call__(self, chunk: tuple[int, Any]) -> tuple[int, Any]:
        number, rest = chunk
        return number, self._work(rest)


class Here:
    """One after another, in this process."""

    width = 1

    def run(self, work: Job[Chunk, Result], chunks: Iterable[Chunk], go_on: GoOn) -> Iterator[Result]:
        """See `Spread.run`."""
        for chunk in chunks:
            if not go_on():
                return
            yield work(chunk)


def outcome(work: Job[Any, Any], chunk: Any) -> tuple[Any, Exception | None]:
    """What has come of the chunk, or the error; one that is not ours may not survive the pipe as it is."""
    try:
        return work(chunk), None
    except CorneredError as error:
        return None, error
    except Exception as error:
        return None, RuntimeError("In the worker: " + "".join(traceback.format_exception(error)))
