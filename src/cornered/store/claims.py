"""Who is playing which game: a lock that the system lifts when the process ends, however it ends."""

import sys
from pathlib import Path
from typing import BinaryIO


class Claims:
    """One file in which the byte at a game's number is locked by the process that plays the game."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / "playing.lock"
        self._file: BinaryIO | None = None

    def take(self, game: int) -> bool:
        """Whether the game is ours now: False if another process is playing it."""
        if self._file is None:
            self._path.touch()
            self._file = self._path.open("r+b")
        return _lock(self._file, game)

    def close(self) -> None:
        """Lets go of every game."""
        if self._file:
            self._file.close()


def _lock(file: BinaryIO, place: int) -> bool:
    try:
        if sys.platform == "win32":
            import msvcrt

            file.seek(place)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, place)
    except OSError:
        return False
    return True
