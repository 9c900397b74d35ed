"""What became of puzzles on a site: the first try of each solver at each puzzle, and their rushes.

A solver is known by the hash of a secret, as the holder of a seat is. One row tells one thing that happened,
so two pages of one solver take nothing from each other.
"""

from typing import NamedTuple

from cornered.store.games import Store
from cornered.store.progress import Tried, as_tried
from cornered.store.saved import now

MOST_KEPT = 1000
"""Puzzles and rushes of one solver: when there are more, the oldest are forgotten."""


class SavedRush(NamedTuple):
    """A rush: when it began, and every puzzle that was tried in it, with whether it was solved."""

    id: int
    begun: str
    tries: dict[str, bool]
    likenesses: tuple[str, ...] = ()

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
        self._database = store.database

    def add(
        self, solver: str, puzzle: str, rating: float, solved: bool, day: str | None, likeness: str = ""
    ) -> bool:
        """Stores how a first try ended; False if it was not the first."""
        with self._database.transaction():
            added = self._database.change(
                "INSERT INTO solver_tries (solver, puzzle, rating, solved, at, day, likeness) "
                "VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
                (solver, puzzle, rating, int(solved), now(), day, likeness),
            )
            self._database.change(
                "DELETE FROM solver_tries WHERE solver = :solver AND id <= "
                "(SELECT id FROM solver_tries WHERE solver = :solver ORDER BY id DESC LIMIT 1 OFFSET :most)",
                {"solver": solver, "most": MOST_KEPT},
            )
        return added > 0

    def tried(self, solver: str) -> list[Tried]:
        """Every first try that is kept, in the order in which they ended."""
        query = (
            "SELECT puzzle, rating, solved, at, day, likeness FROM solver_tries WHERE solver = ? ORDER BY id"
        )
        return [as_tried(row) for row in self._database.fetch(query, (solver,))]

    def begin_rush(self, solver: str) -> SavedRush:
        """A new rush, which begins now."""
        begun = now()
        with self._database.transaction():
            [(added,)] = self._database.fetch(
                "INSERT INTO solver_rushes (solver, begun) VALUES (?, ?) RETURNING id", (solver, begun)
            )
            oldest = self._database.fetch(
                "SELECT id FROM solver_rushes WHERE solver = ? ORDER BY id DESC LIMIT 1 OFFSET ?",
                (solver, MOST_KEPT),
            )
            if oldest:
                self._forget_rush(oldest[0][0])
        return SavedRush(added, begun, {})

    def rush(self, solver: str, rush: int) -> SavedRush | None:
        """One of the solver's own rushes."""
        query = "SELECT begun FROM solver_rushes WHERE id = ? AND solver = ?"
        found = self._database.fetch(query, (rush, solver))
        if not found:
            return None
        tries = self._database.fetch(
            "SELECT puzzle, solved, likeness FROM rush_tries WHERE rush_id = ?", (rush,)
        )
        solved = {puzzle: bool(solved) for puzzle, solved, _ in tries}
        return SavedRush(rush, found[0][0], solved, tuple(likeness for *_, likeness in tries))

    def add_to_rush(self, rush: int, puzzle: str, solved: bool, likeness: str = "") -> None:
        """Stores how the first try at a puzzle of a rush ended."""
        with self._database.transaction():
            self._database.change(
                "INSERT INTO rush_tries (rush_id, puzzle, solved, likeness) VALUES (?, ?, ?, ?) "
                "ON CONFLICT DO NOTHING",
                (rush, puzzle, int(solved), likeness),
            )

    def best_rush(self, solver: str) -> int | None:
        """The most that the solver has solved in one rush; None before the first."""
        query = (
            "SELECT max(solved) FROM (SELECT coalesce(sum(rush_tries.solved), 0) AS solved "
            "FROM solver_rushes LEFT JOIN rush_tries ON rush_id = id WHERE solver = ? GROUP BY id) AS rushes"
        )
        best: int | None = self._database.fetch(query, (solver,))[0][0]
        return best

    def forget(self, solver: str) -> None:
        """Removes all that is kept of one solver's puzzles and rushes."""
        with self._database.transaction():
            self._database.change("DELETE FROM solver_tries WHERE solver = ?", (solver,))
            rushes = self._database.fetch("SELECT id FROM solver_rushes WHERE solver = ?", (solver,))
            for (rush,) in rushes:
                self._forget_rush(rush)

    def expire(self, then: str, most: int = 100) -> bool:
        """Removes what happened before this moment, a little at a time; whether there was anything."""
        with self._database.transaction():
            tries = self._database.change(
                "DELETE FROM solver_tries WHERE id IN (SELECT id FROM solver_tries WHERE at < ? LIMIT ?)",
                (then, most),
            )
            rushes = self._database.fetch(
                "SELECT id FROM solver_rushes WHERE begun < ? LIMIT ?", (then, most)
            )
            for (rush,) in rushes:
                self._forget_rush(rush)
        return bool(tries or rushes)

    def _forget_rush(self, rush: int) -> None:
        self._database.change("DELETE FROM rush_tries WHERE rush_id = ?", (rush,))
        self._database.change("DELETE FROM solver_rushes WHERE id = ?", (rush,))
