"""Files of lines that are added to while something long goes on, by one process at a time.

What writing returned from is on disk. A last line that was torn by a crash is dropped when the file is opened
again.
"""

import fcntl
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Self

from cornered.errors import BadSetup, CorneredError


class JournalError(CorneredError):
    """A file that cannot be read or written; `str()` says what went wrong and what can be done."""


class Journal:
    """A file that is being written; `BadSetup` where another process is writing it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file = path.open("a+b", buffering=0)
            self._claim()
            self._drop_torn_line()
        except OSError as error:
            raise JournalError(f"{path} cannot be written ({error.strerror}).") from None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Lets other processes write it."""
        self._file.close()

    def write(self, lines: Iterable[str]) -> None:
        """Adds these lines, each with its end; they are on disk when this returns."""
        left = memoryview("".join(lines).encode())
        try:
            while left:
                left = left[self._file.write(left) or 0 :]
            os.fsync(self._file.fileno())
        except OSError as error:
            raise JournalError(
                f"{self.path} cannot be written ({error.strerror}): what came before is kept there."
            ) from None

    def _claim(self) -> None:
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            self._file.close()
            raise BadSetup(f"{self.path} is being written by another process.") from None

    def _drop_torn_line(self) -> None:
        end = self._file.seek(0, os.SEEK_END)
        while end and os.pread(self._file.fileno(), 1, end - 1) != b"\n":
            end = max(0, end - 1)
        self._file.truncate(end)
