"""Who is playing which game: a lock that the system lifts when the process ends, however it ends."""

import fcntl
from pathlib import Path
from threading import Lock
from typing import BinaryIO


class Claims:
    """One file in which the byte at a game's number is locked by the process that plays the game."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / "playing.lock"
        self._file: BinaryIO | None = None
        self._opening = (
            Lock()
        )  # opened twice, the file would lose all its locks when one of the two is closed

    def take(self, game: int) -> bool:
        """Whether the game is ours now: False if another process is playing it."""
        file = self._opened()
        try:
            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, game)
        except OSError:
            return False
        return True

    def close(self) -> None:
        """Lets go of every game."""
        if self._file:
            self._file.close()

    def _opened(self) -> BinaryIO:
        with self._opening:
            if self._file is None:
                self._path.touch()
                self._file = self._path.open("r+b")
            return self._file
