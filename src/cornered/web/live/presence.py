"""Who listens to a game, here and in other processes, and for how long those who do not have been gone."""

from collections import Counter
from collections.abc import Container
from time import monotonic


class Presence:
    """The listeners of one game, by the hashes of their secrets; None is anyone who has no secret."""

    def __init__(self) -> None:
        self._listening: Counter[str | None] = Counter()
        self._elsewhere: Counter[str | None] = Counter()
        self._left: dict[str | None, float] = {}
        self._opened = monotonic()

    def came(self, holder: str | None) -> None:
        """Someone listens, perhaps on a second page."""
        self._listening[holder] += 1
        self._left.pop(holder, None)

    def went(self, holder: str | None, *, remember: bool) -> None:
        """One of their pages has gone; of those who play it is remembered when the last one went."""
        self._listening[holder] -= 1
        if not self._listening[holder]:
            del self._listening[holder]
            if remember:
                self._left[holder] = monotonic()

    @property
    def here(self) -> Counter[str | None]:
        """How many pages each of those has open who listen in this process."""
        return self._listening

    def set_elsewhere(self, listening: Counter[str | None]) -> bool:
        """Takes over who listens in other processes, and returns whether that is news."""
        news = listening != self._elsewhere
        for holder in self._elsewhere.keys() - listening.keys():
            self._left[holder] = monotonic()
        self._elsewhere = listening
        return news

    def seen(self, holder: str) -> None:
        """Someone has done something, whether or not they listen."""
        self._left[holder] = monotonic()

    def is_here(self, holder: str) -> bool:
        """Whether any page of theirs listens."""
        return holder in self._listening or holder in self._elsewhere

    def gone_for(self, holder: str) -> float:
        """Seconds since they were last here, or since the game was opened if they have not been."""
        return 0.0 if self.is_here(holder) else monotonic() - self._left.get(holder, self._opened)

    def onlookers(self, players: Container[str | None]) -> int:
        """How many listen who are not among the players."""
        everywhere = self._listening + self._elsewhere
        watching = {holder: pages for holder, pages in everywhere.items() if holder not in players}
        nameless = watching.pop(None, 0)
        return nameless + len(watching)
