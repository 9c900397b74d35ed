"""What became of puzzles: every attempt, every solved puzzle of the day, every rush.

Only what happened is stored, one row at a time; ratings and streaks are worked out from it. So two programs
that write at the same time take nothing from each other.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from cornered.store.database import FILE, Address, data_folder, open_database
from cornered.store.saved import now


class Tried(NamedTuple):
    """One attempt that came to an end: which puzzle, how hard it was rated, whether it was solved, and when.

    `day` is the date whose puzzle it was, if it was one. Puzzles that look alike have the same `likeness`; it
    is empty where the attempt was stored before likenesses were.
    """

    puzzle: str
    rating: float
    solved: bool
    at: str
    day: str | None = None
    likeness: str = ""


def as_tried(row: Sequence[Any]) -> Tried:
    """A row of either table of attempts, its columns in the order of `Tried`."""
    puzzle, rating, solved, at, day, likeness = row
    return Tried(puzzle, rating, bool(solved), at, day, likeness)


def open_progress() -> "Progress":
    """The user's own progress; `StoreError` says why it cannot be opened."""
    return Progress(data_folder() / FILE)


class Progress:
    """What became of puzzles, in the database that also holds the games; on disk when a method returns."""

    def __init__(self, address: Address) -> None:
        self._database = open_database(address)

    def close(self) -> None:
        """Ends the connection."""
        self._database.close()

    def add(
        self, puzzle: str, rating: float, solved: bool, day: str | None = None, likeness: str = ""
    ) -> None:
        """Stores the end of an attempt."""
        statement = (
            "INSERT INTO puzzles (puzzle, rating, solved, at, day, likeness) VALUES (?, ?, ?, ?, ?, ?)"
        )
        with self._database.transaction():
            self._database.change(statement, (puzzle, rating, int(solved), now(), day, likeness))

    def tried(self) -> list[Tried]:
        """Every attempt, in the order in which they ended."""
        query = "SELECT puzzle, rating, solved, at, day, likeness FROM puzzles ORDER BY id"
        return [as_tried(row) for row in self._database.fetch(query)]

    def add_rush(self, solved: int) -> None:
        """Stores how many puzzles were solved in a rush."""
        with self._database.transaction():
            self._database.change("INSERT INTO rushes (solved, at) VALUES (?, ?)", (solved, now()))

    def best_rush(self) -> int | None:
        """The most that were solved in one rush; None before the first."""
        best: int | None = self._database.fetch("SELECT max(solved) FROM rushes")[0][0]
        return best

    def forget(self) -> None:
        """Removes all of it; games stay."""
        with self._database.transaction():
            self._database.change("DELETE FROM puzzles")
            self._database.change("DELETE FROM rushes")
