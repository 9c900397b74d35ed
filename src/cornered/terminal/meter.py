"""One line that shows how a long search is doing, and a Ctrl-C that keeps what was found."""

import shutil
import signal
import sys
import time
from types import FrameType, TracebackType
from typing import Self

_REFRESH = 0.1


class Meter:
    """A `Progress` for people: counts on stderr where that is a terminal, stops at Ctrl-C.

    A second Ctrl-C interrupts as usual, should the search be slow to stop.
    """

    def __init__(self, doing: str, counted: str = "positions") -> None:
        self.doing = doing
        self._counted = counted
        self._earlier = self._latest = 0
        self.stopped = False
        self._began = self._drawn = time.monotonic()
        self._visible = sys.stderr.isatty()

    @property
    def seconds(self) -> float:
        """How long it has taken so far."""
        return time.monotonic() - self._began

    @property
    def positions(self) -> int:
        """How many positions were searched so far, all searches together."""
        return self._earlier + self._latest

    def __enter__(self) -> Self:
        self._previous = signal.signal(signal.SIGINT, self._stop)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        signal.signal(signal.SIGINT, self._previous)
        if self._visible:
            print("\r\033[K", end="", file=sys.stderr, flush=True)

    def __call__(self, positions: int) -> bool:
        """Takes the number of positions that a search has seen so far; says whether to go on."""
        if positions < self._latest:  # another search has begun
            self._earlier += self._latest
        self._latest = positions
        if self._visible and time.monotonic() - self._drawn > _REFRESH:
            self._drawn = time.monotonic()
            room = shutil.get_terminal_size().columns - 1  # a longer line could not be drawn over
            print(f"\r\033[K{self._line(room)}", end="", file=sys.stderr, flush=True)
        return not self.stopped

    def _line(self, room: int) -> str:
        """The longest version that there is room for: a number cut short would be another one."""
        count, seconds = f"{self.positions:,} {self._counted}", f"{self.seconds:.0f} s"
        told = f"{count}, {self.positions / self.seconds:,.0f} a second, {seconds}"
        doing = f"{self.doing}: {told}"
        versions = (f"{doing} (Ctrl-C stops)", doing, told, f"{count}, {seconds}", count)
        return next((text for text in versions if len(text) <= room), "")

    def _stop(self, _signal: int, _frame: FrameType | None) -> None:
        self.stopped = True
        signal.signal(signal.SIGINT, signal.default_int_handler)
