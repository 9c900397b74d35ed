"""Who is playing which game: a lock that the system lifts when the process ends, however it ends."""

from pathlib import Path
from threading import Lock
from typing import BinaryIO

_TO_THE_END = 0
"""As many bytes as there may ever be."""


class Claims:
    """One file in which the byte at a game's number is locked by the process that plays the game.

    The byte at 0 is shared by the sites that run, which may play any of them.
    """

    def __init__(self, folder: Path) -> None:
        self._path = folder / "playing.lock"
        self._file: BinaryIO | None = None
        # Opened twice, the file would lose all its locks when one of the two is closed.
        self._opening = Lock()

    def take(self, game: int) -> bool:
        """Whether the game is ours now: False if another process is playing it."""
        return self._locked(game, 1)

    def share(self) -> bool:
        """Whether a site may run here now: False while another process has them all."""
        return self._locked(0, 1, shared=True)

    def take_all(self) -> bool:
        """Whether all games are ours now: False if another process plays one, or may."""
        return self._locked(0, _TO_THE_END)

    def close(self) -> None:
        """Lets go of every game."""
        if self._file:
            self._file.close()

    def _locked(self, first: int, count: int, *, shared: bool = False) -> bool:
        import fcntl  # here, because a web page's Python has no locks

        how = fcntl.LOCK_SH if shared else fcntl.LOCK_EX
        file = self._opened()
        try:
            fcntl.lockf(file, how | fcntl.LOCK_NB, count, first)
        except OSError:
            return False
        return True

    def _opened(self) -> BinaryIO:
        with self._opening:
            if self._file is None:
                self._path.touch()
                self._file = self._path.open("r+b")
            return self._file
