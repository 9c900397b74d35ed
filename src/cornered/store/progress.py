"""What became of puzzles: every attempt, every solved puzzle of the day, every rush.

Only what happened is stored, one row at a time; ratings and streaks are worked out from it. So two programs
that write at the same time take nothing from each other.
"""

from pathlib import Path
from typing import NamedTuple

from cornered.store.database import FILE, connect, data_folder, explained, transaction
from cornered.store.games import now


class Tried(NamedTuple):
    """One attempt that came to an end: which puzzle, how hard it was rated, whether it was solved, and when.

    `day` is the date whose puzzle it was, if it was one.
    """

    puzzle: str
    rating: float
    solved: bool
    at: str
    day: str | None = None


def open_progress() -> "Progress":
    """The user's own progress; `StoreError` says why it cannot be opened."""
    return Progress(data_folder() / FILE)


class Progress:
    """What became of puzzles, in the file that also holds the games; on disk when a method returns."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._connection = connect(path)

    def close(self) -> None:
        """Closes the file."""
        self._connection.close()

    def add(self, puzzle: str, rating: float, solved: bool, day: str | None = None) -> None:
        """Stores the end of an attempt."""
        with transaction(self._connection, self._path):
            values = (puzzle, rating, solved, now(), day)
            self._connection.execute(
                "INSERT INTO puzzles (puzzle, rating, solved, at, day) VALUES (?, ?, ?, ?, ?)", values
            )

    def tried(self) -> list[Tried]:
        """Every attempt, in the order in which they ended."""
        with explained(self._path):
            rows = self._connection.execute("SELECT puzzle, rating, solved, at, day FROM puzzles ORDER BY id")
            return [Tried(puzzle, rating, bool(solved), at, day) for puzzle, rating, solved, at, day in rows]

    def add_rush(self, solved: int) -> None:
        """Stores how many puzzles were solved in a rush."""
        with transaction(self._connection, self._path):
            self._connection.execute("INSERT INTO rushes (solved, at) VALUES (?, ?)", (solved, now()))

    def best_rush(self) -> int | None:
        """The most that were solved in one rush; None before the first."""
        with explained(self._path):
            best: int | None = self._connection.execute("SELECT max(solved) FROM rushes").fetchone()[0]
            return best

    def forget(self) -> None:
        """Removes all of it; games stay."""
        with transaction(self._connection, self._path):
            self._connection.execute("DELETE FROM puzzles")
            self._connection.execute("DELETE FROM rushes")
