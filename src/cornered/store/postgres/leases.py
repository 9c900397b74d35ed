"""Leases of a computer's move: of several processes on one Postgres, one thinks about it.

A process that falls silent loses its lease after a while. Even without one a move may be committed: the
version of the game's row decides which counts.
"""

from cornered.store.games import Store

_TAKE = """
INSERT INTO leases (game_id, version, process, until)
SELECT id, version, :process, clock_timestamp() + :seconds * interval '1 second'
FROM games WHERE id = :game AND version = :version AND ended IS NULL
ON CONFLICT (game_id) DO UPDATE
SET version = excluded.version, process = excluded.process, until = excluded.until
WHERE leases.until < clock_timestamp() OR leases.process = excluded.process
OR leases.version < excluded.version
"""


def take_lease(store: Store, process: str, game: int, version: int, seconds: float) -> bool:
    """Whether this process thinks about the next move of this version of the game.

    No other one does for so many seconds, unless the game goes on; it can be taken again before that.
    """
    values = {"game": game, "version": version, "process": process, "seconds": seconds}
    with store.together():
        return store.database.change(_TAKE, values) > 0


def release_leases(store: Store, process: str) -> None:
    """Lets the others go on with what this process was thinking about."""
    with store.together():
        store.database.change("DELETE FROM leases WHERE process = ?", (process,))
