"""Programs that we start and do not trust: whatever one does, we neither hang nor drown, and it ends.

Each gets a process group of its own, which is killed when we are done with it. Everything that is read from
it is bounded in time and in length.
"""

import os
import signal
import subprocess
import weakref
from collections.abc import Sequence
from contextlib import suppress
from selectors import EVENT_READ, EVENT_WRITE, DefaultSelector
from time import monotonic
from typing import IO, Any, Generic, Protocol, TypeVar

from cornered.errors import CorneredError

MOST_OUTPUT = 4_000_000
_LONGEST_LINE = 100_000
_REMEMBERED_COMPLAINTS = 2_000
_AT_ONCE = 65_536
_GRACE = 1.0
"""Seconds in which a program may end by itself after it was asked to."""

_LOOK_AGAIN = 0.2
"""Seconds after which a wait looks whether the program was ended meanwhile."""


class ProgramFault(CorneredError):
    """What the program has done wrong, in words that follow its name."""


class TooLate(ProgramFault):
    """The program has not answered in time."""


class TooMuch(ProgramFault):
    """The program has answered more than anybody reads."""


class Program:
    """A running program to which lines are sent, and from which lines are read."""

    def __init__(self, command: Sequence[str]) -> None:
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,
            )
        except OSError as error:
            raise ProgramFault(f"could not be started ({error.strerror}).") from None
        assert self._process.stdin
        assert self._process.stdout
        assert self._process.stderr
        self._input, self._output = self._process.stdin, self._process.stdout
        self._errors = self._process.stderr
        self._unread = b""
        self._complaints = b""
        self._end_it = weakref.finalize(self, _end, self._process, 0)
        for stream in (self._input, self._output, self._errors):
            os.set_blocking(stream.fileno(), False)

    def send(self, text: str, deadline: float) -> None:
        """Writes a line; `ProgramFault` if the program does not take it in time."""
        self._write(f"{text}\n".encode(), deadline)

    def line(self, deadline: float, longest: int = _LONGEST_LINE) -> str:
        """The next line that the program prints; `ProgramFault` if there is none in time."""
        while b"\n" not in self._unread:
            if len(self._unread) > longest:
                raise TooMuch(f"sent more than {longest:,} bytes at once.")
            if not self._read_more(deadline):
                raise ProgramFault(self._how_it_went())
        line, _, self._unread = self._unread.partition(b"\n")
        return line[:longest].decode(errors="replace").strip()

    def answer(self, question: str, deadline: float) -> str:
        """All that the program prints when it is given this and nothing more."""
        with suppress(ProgramFault):  # it need not read all of it, or any
            self._write(question.encode(), deadline)
        self._input.close()
        while self._read_more(deadline):
            if len(self._unread) > MOST_OUTPUT:
                raise TooMuch(f"sent more than {MOST_OUTPUT // 1_000_000} MB.")
        if self._code():
            raise ProgramFault(self._how_it_went())
        return self._unread.decode(errors="replace")

    def close(self) -> None:
        """Ends the program: by itself if it does so soon after its input has closed, else by force."""
        with suppress(OSError):
            self._input.close()
        if self._end_it.detach():
            _end(self._process, _GRACE)

    def _write(self, data: bytes, deadline: float) -> None:
        while data:
            self._wait_for(self._input, EVENT_WRITE, deadline)
            try:
                data = data[os.write(self._input.fileno(), data) :]
            except BlockingIOError:
                continue
            except OSError:
                raise ProgramFault(self._how_it_went()) from None

    def _read_more(self, deadline: float) -> bool:
        """Reads what is there to be read, once there is something; False at the end of the output."""
        self._wait_for(self._output, EVENT_READ, deadline)
        try:
            data = os.read(self._output.fileno(), _AT_ONCE)
        except BlockingIOError:
            return True
        self._unread += data
        return bool(data)

    def _wait_for(self, stream: IO[bytes], event: int, deadline: float) -> None:
        """Waits until the stream is ready, and meanwhile takes in what the program complains about.

        If another thread ends the program, its streams close, and nothing would wake the selector any more.
        """
        with DefaultSelector() as selector:
            selector.register(stream, event)
            selector.register(self._errors, EVENT_READ)
            while self._end_it.alive:
                left = deadline - monotonic()
                if left <= 0:
                    raise TooLate("did not answer in time.")
                ready = {key.fileobj for key, _ in selector.select(min(left, _LOOK_AGAIN))}
                if self._errors in ready and not self._take_complaints():
                    selector.unregister(self._errors)
                if stream in ready:
                    return
        raise ProgramFault("was ended.")

    def _take_complaints(self) -> bool:
        try:
            data = os.read(self._errors.fileno(), _AT_ONCE)
        except BlockingIOError:
            return True
        self._complaints = (self._complaints + data)[-_REMEMBERED_COMPLAINTS:]
        return bool(data)

    def _how_it_went(self) -> str:
        code = self._code()
        if code is None:
            return "closed its output."
        with suppress(OSError):
            self._take_complaints()
        lines = self._complaints.decode(errors="replace").split("\n")
        last = next((line.strip() for line in reversed(lines) if line.strip()), "")
        said = "".join(filter(str.isprintable, last))[:200].rstrip(".")
        how = f"was ended by signal {-code}" if code < 0 else f"ended with exit code {code}"
        return f"{how}: {said}." if said else f"{how}."

    def _code(self) -> int | None:
        """The exit code; None if the program runs on although its output has ended."""
        with suppress(subprocess.TimeoutExpired):
            return self._process.wait(_GRACE)
        return None


class _Closable(Protocol):
    def close(self) -> None: ...


Running = TypeVar("Running", bound=_Closable)


class RunsElsewhere(Generic[Running]):
    """A base for what a program does the work of: `running` while it runs."""

    running: Running | None = None

    def close(self) -> None:
        """Ends the program, if it runs."""
        running, self.running = self.running, None
        if running:
            running.close()

    def __getstate__(self) -> dict[str, Any]:
        """Without the program: a copy starts its own."""
        return {**self.__dict__, "running": None}


def _end(process: subprocess.Popen[bytes], grace: float) -> None:
    """Ends the process and all that it has started in its group; nothing of it is left to wait for."""
    with suppress(subprocess.TimeoutExpired):
        process.wait(grace)
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    for stream in (process.stdin, process.stdout, process.stderr):
        if stream:
            stream.close()
