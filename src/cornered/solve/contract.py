"""What a solver answers, and within which limits."""

import os
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum
from types import TracebackType
from typing import Generic, NamedTuple, Protocol, Self, TypeVar, runtime_checkable

from cornered.errors import CorneredError
from cornered.game import Position
from cornered.proof import Answers

P_contra = TypeVar("P_contra", bound=Position, contravariant=True)


class Verdict(StrEnum):
    """What a position is worth to the player to move, under best play."""

    WIN = "win"
    LOSS = "loss"
    ENDLESS = "endless"
    UNKNOWN = "unknown"


BEST_FIRST = (Verdict.WIN, Verdict.ENDLESS, Verdict.UNKNOWN, Verdict.LOSS)


class Value(NamedTuple):
    """What a position is worth to the player to move, and in how many plies it is decided.

    The winner wins as soon as possible, the loser holds out as long as possible. `plies` is None where the
    position is endless or unknown, and where the winner is known but not the distance.
    """

    verdict: Verdict
    plies: int | None = None

    def before(self) -> "Value":
        """What the move that led here is worth to the player who made it."""
        return Value(_OTHER_SIDE[self.verdict], None if self.plies is None else self.plies + 1)

    def after(self) -> "Value":
        """What the position is worth to the other player after a best move from here."""
        return Value(_OTHER_SIDE[self.verdict], None if self.plies is None else self.plies - 1)

    def winner(self, to_move: int) -> int | None:
        """Who wins where this player is to move; None where nobody does or it is not known."""
        return {Verdict.WIN: to_move, Verdict.LOSS: 3 - to_move}.get(self.verdict)


_OTHER_SIDE = {
    Verdict.WIN: Verdict.LOSS,
    Verdict.LOSS: Verdict.WIN,
    Verdict.ENDLESS: Verdict.ENDLESS,
    Verdict.UNKNOWN: Verdict.UNKNOWN,
}

UNKNOWN = Value(Verdict.UNKNOWN)


class Rating(NamedTuple):
    """A legal move, and what it is worth to the player who makes it, counted from before it."""

    square: int
    value: Value


class Settled(NamedTuple):
    """What a theorem says of a position, and why; the winning move where it takes a particular one."""

    verdict: Verdict
    reason: str
    move: int | None = None


class Analysis(NamedTuple):
    """What is known about a position: its value, every move's (best first), a line of best play, and why."""

    value: Value
    ratings: tuple[Rating, ...]
    line: tuple[int, ...]
    reason: str | None


MOST_POSITIONS = 1 << 60
"""More than any search can look into."""


@dataclass(frozen=True)
class Budget:
    """How long a search may take and how large it may grow.

    `seconds` may be `math.inf`; `bytes` is a quarter of the machine's memory unless it is given. A search
    takes no more of them than its board is likely to need, unless it is told to take them `all`. Each of its
    threads looks into so many `positions` at most.
    """

    seconds: float = 10.0
    bytes: int | None = None
    all: bool = False
    positions: int = MOST_POSITIONS

    @property
    def memory(self) -> int:
        """The limit in bytes that holds."""
        if self.bytes is not None:
            return self.bytes
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 4

    def table_bytes(self, enough: int) -> int:
        """The size of a table for a search to which so many bytes are likely to be enough."""
        return self.memory if self.all else min(self.memory, enough)


DEFAULT_BUDGET = Budget()


class Clock:
    """A budget that several questions share, one after another."""

    def __init__(self, budget: Budget) -> None:
        self._ends = time.monotonic() + budget.seconds
        self._budget = budget

    def left(self, share: float = 1.0) -> Budget:
        """What is left of it, or this share of what is left."""
        return replace(self._budget, seconds=max(0.0, self._ends - time.monotonic()) * share)


Progress = Callable[[int], bool]
"""Called several times a second with the number of positions searched so far, and once at the end.

Where it returns False the search stops, and answers with what it has found as if the time were up.
"""


def never_stop(_positions: int) -> bool:
    """The `Progress` that lets a search run to its end."""
    return True


_SECONDS_BETWEEN_REPORTS = 0.1
_BYTES_PER_POSITION = 300
"""About what one position costs that a plain search remembers."""


class OutOfBudget(CorneredError):
    """The time is up, the memory full, or the search was told to stop."""


class Watch:
    """Counts the positions of a search and ends it, by raising `OutOfBudget`, when the budget is spent.

    `remembered` is how many positions the solver holds from earlier questions, `bytes_each` about what
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


class Effort(NamedTuple):
    """How much is still to be shown until a win of the player to move is certain, and until a loss is.

    The numbers are estimates, to be compared with each other; one of them is 0 when that is certain.
    """

    to_win: int
    to_lose: int


class Graph(NamedTuple):
    """How many positions there are, how many have a choice, and how many choices matter."""

    positions: int
    choices: int
    decisive: int

    @property
    def share(self) -> float:
        """The share of choices that change who wins; 0 where there is no choice at all."""
        return self.decisive / self.choices if self.choices else 0.0


class Solver(ABC, Generic[P_contra]):
    """What a game names to answer for its positions. Only `value` must be there.

    A solver may remember what it finds out for the next question. No question is about a game that is over.
    """

    @abstractmethod
    def value(self, position: P_contra, budget: Budget, progress: Progress) -> Value:
        """What the position is worth to the player to move; the winner where the distance is too far."""

    def winner(self, position: P_contra, budget: Budget, progress: Progress) -> Verdict:
        """Who wins, without asking how soon: often much easier to tell."""
        return self.value(position, budget, progress).verdict

    def settle(self, position: P_contra) -> Settled | None:
        """What theorems say of the position, without any search; None where they are silent."""
        return None

    def line(self, position: P_contra, worth: Value, budget: Budget, progress: Progress) -> tuple[int, ...]:
        """A line of best play from a position whose value is `worth`, as far as values are found in time."""
        clock = Clock(budget)
        squares: list[int] = []
        while worth.plies:
            best = next(
                (s for s in position.moves() if self._keeps(position.play(s), worth, clock, progress)), None
            )
            if best is None:
                break
            squares.append(best)
            position = position.play(best)
            worth = worth.after()
        return tuple(squares)

    def _keeps(self, after: P_contra, worth: Value, clock: Clock, progress: Progress) -> bool:
        """Whether the move to this position is worth as much as the position before it."""
        if not after.moves():
            return worth == Value(Verdict.WIN, 1)
        if worth.verdict is Verdict.WIN and self.winner(after, clock.left(), progress) is not Verdict.LOSS:
            return False  # told sooner than its distance
        return self.value(after, clock.left(), progress).before() == worth

    def pairing(self, position: P_contra) -> Answers | None:
        """The winner's answers to every placement, where a theorem wins by them and not by a capture."""
        return None

    def forget(self) -> None:
        """Gives up what was found out so far: the next question costs as much as if it were the first."""

    def outlook(self, position: P_contra, budget: Budget) -> Effort | None:
        """What a question that was not answered within this budget leaves to be shown of a position below.

        None if this solver cannot tell.
        """
        return None

    def look_ahead(self, position: P_contra, budget: Budget, among: tuple[int, ...]) -> int | None:
        """Of these moves the one that looks best where no value is found; None if this solver cannot tell."""
        return None

    def graph(self, start: P_contra, limit: int, seconds: float, progress: Progress) -> Graph | None:
        """Every position that can arise; None if there are more than `limit`, or it takes too long."""
        from cornered.solve.atlas import explore

        return explore(start, limit, progress, seconds)


@runtime_checkable
class HasNimbers(Protocol[P_contra]):
    """A solver of a game in which both players have the same moves: a position is worth a heap of Nim."""

    def nimber(self, position: P_contra, budget: Budget, progress: Progress) -> int | None:
        """The position's Sprague-Grundy value; None where it is beyond the budget."""
