"""What the workers of a site tell each other, in tables that are gone with a crash of the server.

Whatever counts is in the rows of games. These tell who listens where, and which worker thinks for a program;
the notices are hints to look at a row, so that one which is lost costs a little time and nothing else.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from cornered.store.games import Store

CHANNEL = "cornered"
"""Where notices are heard: each is the name of a worker and the numbers of games, with spaces between."""

_ALIVE = "seen > clock_timestamp() - interval '10 seconds'"
_LONG_GONE = "seen < clock_timestamp() - interval '1 minute'"
_TOLD_AT_ONCE = 500

_TAKE_TURN = """
INSERT INTO turns (game_id, version, worker, until)
SELECT id, version, :worker, clock_timestamp() + :seconds * interval '1 second'
FROM games WHERE id = :game AND version = :version AND ended IS NULL
ON CONFLICT (game_id) DO UPDATE
SET version = excluded.version, worker = excluded.worker, until = excluded.until
WHERE turns.until < clock_timestamp() OR turns.worker = excluded.worker OR turns.version < excluded.version
"""

_LISTENERS = f"""
SELECT game_id, holder, pages FROM listeners JOIN workers USING (worker)
WHERE worker <> :worker AND {_ALIVE} AND game_id = ANY(:games)
"""

Listeners = Mapping[tuple[int, str], int]
"""For each game and listener, by the hash of their secret or nothing, how many of their pages are open."""


class Workers:
    """The workers as one of them, of this name, sees them: over a connection of the store's."""

    def __init__(self, store: Store, name: str) -> None:
        self._store = store
        self._database = store.database
        self._name = name

    def beat(self) -> bool:
        """Tells that this worker is alive, and clears up after those that have long been gone.

        Whether it was still known: if not, what it has told was forgotten.
        """
        with self._store.together():
            alive = "UPDATE workers SET seen = clock_timestamp() WHERE worker = ?"
            known = bool(self._database.change(alive, (self._name,)))
            if not known:
                self._database.change("INSERT INTO workers (worker) VALUES (?)", (self._name,))
            self._database.change(f"DELETE FROM workers WHERE {_LONG_GONE}")
            self._database.change("DELETE FROM listeners WHERE worker NOT IN (SELECT worker FROM workers)")
        return known

    def show(self, changed: Listeners) -> None:
        """Tells of listeners that have come or gone here: those with no page have gone."""
        gone = [(self._name, game, holder) for (game, holder), pages in changed.items() if not pages]
        here = [(self._name, game, holder, pages) for (game, holder), pages in changed.items() if pages]
        with self._store.together():
            self._database.change_many(
                "DELETE FROM listeners WHERE worker = ? AND game_id = ? AND holder = ?", gone
            )
            self._database.change_many(
                "INSERT INTO listeners VALUES (?, ?, ?, ?) "
                "ON CONFLICT (worker, game_id, holder) DO UPDATE SET pages = excluded.pages",
                here,
            )

    def listeners(self, games: Sequence[int]) -> dict[int, Counter[str]]:
        """Who listens to these games at other workers that are alive."""
        found: dict[int, Counter[str]] = {game: Counter() for game in games}
        wanted = {"worker": self._name, "games": list(games)}
        for game, holder, pages in self._database.fetch(_LISTENERS, wanted):
            found[game][holder] += pages
        return found

    def take_turn(self, game: int, version: int, seconds: float) -> bool:
        """Whether this worker thinks for the program that is to move in this version of the game.

        Nobody else does for so many seconds, unless the game goes on; it can be taken again before that.
        """
        values = {"game": game, "version": version, "worker": self._name, "seconds": seconds}
        with self._store.together():
            return self._database.change(_TAKE_TURN, values) > 0

    def notify(self, games: Iterable[int]) -> None:
        """Hints to all workers to look at these games."""
        numbers = list(map(str, games))
        for first in range(0, len(numbers), _TOLD_AT_ONCE):
            payload = " ".join([self._name, *numbers[first : first + _TOLD_AT_ONCE]])
            self._database.fetch("SELECT pg_notify(?, ?)", (CHANNEL, payload))

    def leave(self) -> None:
        """Takes back all that this worker has told: others go on with it."""
        with self._store.together():
            for table in ("turns", "listeners", "workers"):
                self._database.change(f"DELETE FROM {table} WHERE worker = ?", (self._name,))
