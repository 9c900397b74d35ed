"""What became of puzzles on a site: the first try of each solver at each puzzle, and their rushes.

A solver is known by the hash of a secret, as the holder of a seat is. One row tells one thing that happened,
so two pages of one solver take nothing from each other.
"""

from typing import NamedTuple

from cornered.store.database import explained, transaction
from cornered.store.games import Store, now
from cornered.store.progress import Tried

MOST_KEPT = 1000
"""Puzzles and rushes of one solver: when there are more, the oldest are forgotten."""


class SavedRush(NamedTuple):
    """A rush: when it began, and every puzzle that was tried in it, with whether it was solved."""

    id: int
    begun: str
    tries: dict[str, bool]

    @property
    def solved(self) -> int:
        """How many were solved."""
        return sum(self.tries.values())

    @property
    def mistakes(self) -> int:
        """How many were not."""
        return len(self.tries) - self.solved


class Solvers:
    """The solvers of a site, over the store's own connection."""

    def __init__(self, store: Store) -> None:
        self._path = store.path
        self._connection = store._connection

    def add(self, solver: str, puzzle: str, rating: float, solved: bool, day: str | None) -> bool:
        """Stores how a first try ended; False if it was not the first."""
        with transaction(self._connection, self._path):
            added = self._connection.execute(
                "INSERT INTO solver_tries (solver, puzzle, rating, solved, at, day) "
                "VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
                (solver, puzzle, rating, int(solved), now(), day),
            )
            self._connection.execute(
                "DELETE FROM solver_tries WHERE solver = :solver AND id <= "
                "(SELECT id FROM solver_tries WHERE solver = :solver ORDER BY id DESC LIMIT 1 OFFSET :most)",
                {"solver": solver, "most": MOST_KEPT},
            )
        return added.rowcount > 0

    def tried(self, solver: str) -> list[Tried]:
        """Every first try that is kept, in the order in which they ended."""
        query = "SELECT puzzle, rating, solved, at, day FROM solver_tries WHERE solver = ? ORDER BY id"
        with explained(self._path):
            rows = self._connection.execute(query, (solver,))
            return [Tried(puzzle, rating, bool(solved), at, day) for puzzle, rating, solved, at, day in rows]

    def begin_rush(self, solver: str) -> SavedRush:
        """A new rush, which begins now."""
        begun = now()
        with transaction(self._connection, self._path):
            added = self._connection.execute(
                "INSERT INTO solver_rushes (solver, begun) VALUES (?, ?) RETURNING id", (solver, begun)
            ).fetchone()
            oldest = self._connection.execute(
                "SELECT id FROM solver_rushes WHERE solver = ? ORDER BY id DESC LIMIT 1 OFFSET ?",
                (solver, MOST_KEPT),
            ).fetchone()
            if oldest:
                self._forget_rush(oldest[0])
        return SavedRush(added[0], begun, {})

    def rush(self, solver: str, rush: int) -> SavedRush | None:
        """One of the solver's own rushes."""
        with explained(self._path):
            found = self._connection.execute(
                "SELECT begun FROM solver_rushes WHERE id = ? AND solver = ?", (rush, solver)
            ).fetchone()
            if found is None:
                return None
            tries = self._connection.execute(
                "SELECT puzzle, solved FROM rush_tries WHERE rush_id = ?", (rush,)
            )
            return SavedRush(rush, found[0], {puzzle: bool(solved) for puzzle, solved in tries})

    def add_to_rush(self, rush: int, puzzle: str, solved: bool) -> None:
        """Stores how the first try at a puzzle of a rush ended."""
        with transaction(self._connection, self._path):
            self._connection.execute(
                "INSERT INTO rush_tries VALUES (?, ?, ?) ON CONFLICT DO NOTHING", (rush, puzzle, int(solved))
            )

    def best_rush(self, solver: str) -> int | None:
        """The most that the solver has solved in one rush; None before the first."""
        query = (
            "SELECT max(solved) FROM (SELECT coalesce(sum(rush_tries.solved), 0) AS solved "
            "FROM solver_rushes LEFT JOIN rush_tries ON rush_id = id WHERE solver = ? GROUP BY id) AS rushes"
        )
        with explained(self._path):
            best: int | None = self._connection.execute(query, (solver,)).fetchone()[0]
            return best

    def forget(self, solver: str) -> None:
        """Removes all that is kept of one solver's puzzles and rushes."""
        with transaction(self._connection, self._path):
            self._connection.execute("DELETE FROM solver_tries WHERE solver = ?", (solver,))
            rushes = self._connection.execute("SELECT id FROM solver_rushes WHERE solver = ?", (solver,))
            for (rush,) in rushes.fetchall():
                self._forget_rush(rush)

    def expire(self, then: str) -> None:
        """Removes all that happened before this moment."""
        with transaction(self._connection, self._path):
            self._connection.execute("DELETE FROM solver_tries WHERE at < ?", (then,))
            rushes = self._connection.execute("SELECT id FROM solver_rushes WHERE begun < ?", (then,))
            for (rush,) in rushes.fetchall():
                self._forget_rush(rush)

    def _forget_rush(self, rush: int) -> None:
        self._connection.execute("DELETE FROM rush_tries WHERE rush_id = ?", (rush,))
        self._connection.execute("DELETE FROM solver_rushes WHERE id = ?", (rush,))
