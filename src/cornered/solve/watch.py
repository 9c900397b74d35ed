"""A search held to its budget, and its progress told."""

import time
from types import TracebackType
from typing import Self

from cornered.errors import CorneredError
from cornered.solve.contract import Budget, Progress

_SECONDS_BETWEEN_REPORTS = 0.1
_BYTES_PER_POSITION = 300
"""About what one position costs that a plain search remembers."""


class OutOfBudget(CorneredError):
    """The time is up, the memory full, or whoever watches the progress wants no more."""


class Watch:
    """Counts the positions of a search and ends it, by raising `OutOfBudget`, when the budget is spent.

    `remembered` tells how many positions the solver holds from earlier questions, `bytes_each` about what
    one of them costs.
    """

    def __init__(
        self,
        budget: Budget,
        progress: Progress,
        remembered: int = 0,
        bytes_each: int = _BYTES_PER_POSITION,
    ) -> None:
        now = time.monotonic()
        self._ends = now + budget.seconds
        self._next_report = now + _SECONDS_BETWEEN_REPORTS
        room = budget.memory // bytes_each - remembered
        self._most_positions = min(room, budget.positions)
        self._progress = progress
        self.positions = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._progress(self.positions)

    def count(self) -> None:
        """One more position was searched, and is remembered."""
        self.positions += 1
        self.look(self.positions)
        if self.positions > self._most_positions:
            raise OutOfBudget

    @property
    def seconds_left(self) -> float:
        """The time until the budget is spent."""
        return max(0.0, self._ends - time.monotonic())

    def look(self, positions: int) -> None:
        """Tells the progress now and then, and ends the search if it is time."""
        now = time.monotonic()
        if now >= self._next_report:
            self._next_report = now + _SECONDS_BETWEEN_REPORTS
            if not self._progress(positions):
                raise OutOfBudget
        if now >= self._ends:
            raise OutOfBudget
