"""Files of JSON objects, one a line, that one process at a time adds to while something long goes on.

Lines are on disk when writing them returns. A last line that was torn by a crash is dropped when the file is
opened again.
"""

import fcntl
import json
import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, Self

from cornered.errors import BadSetup, CorneredError


class JournalError(CorneredError):
    """A file that cannot be read or written; `str()` says what went wrong and what can be done."""


_encoder = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False)


def line_of(fields: Mapping[str, Any]) -> str:
    """The fields as a line of a journal."""
    return _encoder.encode(fields) + "\n"


def objects(lines: Iterable[bytes], path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    """The object in each line of the file at this path, with its number; a torn last line is left out."""
    for number, line in enumerate(lines, 1):
        try:
            fields = json.loads(line)
        except ValueError:
            fields = None
        if isinstance(fields, dict) and line.endswith(b"\n"):
            yield number, fields
        elif line.endswith(b"\n"):
            raise damaged(path, number)


def damaged(path: Path, number: int) -> JournalError:
    """The error that this line does not make sense."""
    return JournalError(f"{path} is damaged: line {number} does not make sense.")


@contextmanager
def replacement(path: Path) -> Iterator[IO[bytes]]:
    """A file that takes this path when everything is written to it; nothing changes if that fails."""
    beside = path.with_name(f"{path.name}.tmp")
    try:
        with beside.open("wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)


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
