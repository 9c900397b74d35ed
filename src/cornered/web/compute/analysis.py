"""What positions are worth: asked of the solver once, and cached."""

from collections import OrderedDict
from collections.abc import Sequence
from typing import Generic, TypeVar

from cornered.game import Game, Position
from cornered.solve import Analysis, Rating, Value, Verdict
from cornered.symmetry import Image, first_image, inverse
from cornered.web.compute import Compute, JobGivenUp, jobs
from cornered.web.config import Limits

Key = TypeVar("Key")
Entry = TypeVar("Entry")

_UNKNOWN = Analysis(Value(Verdict.UNKNOWN), (), (), None)
_PositionKey = str | tuple[Game, int, str]


class LruCache(Generic[Key, Entry]):
    """At most `most` entries.

    >>> cache = LruCache[str, int](2)
    >>> cache.add("one", 1), cache.add("two", 2), cache.get("one"), cache.add("three", 3), cache.get("two")
    (None, None, 1, None, None)
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._entries: OrderedDict[Key, Entry] = OrderedDict()

    def get(self, key: Key) -> Entry | None:
        """The entry for this key, which is now the most recently used."""
        if key in self._entries:
            self._entries.move_to_end(key)
        return self._entries.get(key)

    def add(self, key: Key, entry: Entry) -> None:
        """Adds an entry, and drops the least recently used one if there are too many."""
        self._entries[key] = entry
        if len(self._entries) > self._most:
            self._entries.popitem(last=False)


class AnalysisCache:
    """Analyses, also for positions that differ by a turn or a mirror of the board alone.

    One with a reason in words, which may name squares, holds for one position only.

    >>> from cornered import read_position
    >>> from cornered.solve import Value, Verdict
    >>> cache, win = AnalysisCache(10), Value(Verdict.WIN, 1)
    >>> one = read_position("blockade.3x3.2.ax1-xx1-3")
    >>> cache.add(one, Analysis(win, (Rating(8, win),), (8,), None))
    >>> cache.get(read_position("blockade.3x3.2.3-1xx-1xa")).line
    (0,)
    """

    def __init__(self, most: int) -> None:
        self._cache = LruCache[_PositionKey, Analysis](most)

    def get(self, position: Position) -> Analysis | None:
        """The analysis of this position, or one of a position like it, carried over."""
        found = self._cache.get(position.code)
        if found:
            return found
        key, image = _likeness(position)
        found = self._cache.get(key)
        if not found:
            return None
        return _carried(found, inverse(image))

    def add(self, position: Position, found: Analysis) -> None:
        """Keeps an analysis."""
        if found.reason is None:
            key, image = _likeness(position)
            self._cache.add(key, _carried(found, image))
        else:
            self._cache.add(position.code, found)


def _likeness(position: Position) -> tuple[_PositionKey, Image]:
    """The same key for all positions that are alike, and where the squares of this one go to be so."""
    if position.code_fields():  # a history, which cannot be turned here
        return position.code, tuple(range(position.game.board.size))
    turned, image = first_image(position.game, position.cells())
    return (position.game, position.to_move, turned), image


def _carried(found: Analysis, image: Sequence[int]) -> Analysis:
    """The analysis with each square where the image says; moves of the same worth come in their order."""
    ratings = [Rating(image[rating.square], rating.value) for rating in found.ratings]
    places = {rating.value: place for place, rating in reversed(list(enumerate(found.ratings)))}
    ratings.sort(key=lambda rating: (places[rating.value], rating.square))
    return Analysis(found.value, tuple(ratings), tuple(image[square] for square in found.line), found.reason)


class Analyses:
    """The analyses of a server."""

    def __init__(self, compute: Compute, limits: Limits) -> None:
        self._compute = compute
        self._limits = limits
        self._cache = AnalysisCache(limits.cached_answers)

    async def analyse(self, client: str, position: Position) -> Analysis:
        """What is known about this position, or found out about it in time."""
        known = self._cache.get(position)
        if known:
            return known
        seconds, memory = self._limits.thinking_seconds, self._limits.thinking_bytes
        try:
            found = await self._compute.run(
                "analysis", client, seconds, jobs.analyse, position.code, seconds, memory
            )
        except JobGivenUp:
            return _UNKNOWN
        if _is_whole(found):
            self._cache.add(position, found)
        return found


def _is_whole(found: Analysis) -> bool:
    """Whether more time would find out nothing more."""
    values = (found.value, *(rating.value for rating in found.ratings))
    return all(value.plies is not None or value.verdict is Verdict.ENDLESS for value in values)
