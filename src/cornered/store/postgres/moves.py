"""Moves of many games in one statement, for a site in Postgres: one way to the server and back for all.

The same statement notifies the other processes of each move.
"""

from collections.abc import Sequence

from cornered.store.changes import Change
from cornered.store.database import Database
from cornered.store.postgres import CHANNEL

# All processes lock the rows of several games in the same order, so that no two wait for each other. The
# update looks at each row as it stands by then, and passes over those that have moved on.
_APPLY = """
WITH wanted AS (
    SELECT * FROM unnest(
        CAST(:games AS BIGINT[]), CAST(:versions AS BIGINT[]), CAST(:plies AS INTEGER[]),
        CAST(:squares AS INTEGER[]), CAST(:times AS TEXT[]), CAST(:notices AS TEXT[]))
    AS wanted (game, version, plies, square, at, notice)
), locked AS MATERIALIZED (
    SELECT id FROM games WHERE id = ANY(:games) ORDER BY id FOR NO KEY UPDATE
), advanced AS (
    UPDATE games SET version = games.version + 1, plies = wanted.plies FROM wanted JOIN locked ON id = game
    WHERE games.id = wanted.game AND ended IS NULL AND games.version = wanted.version
    RETURNING games.id
), moved AS (
    INSERT INTO moves SELECT game, plies - 1, square, at FROM wanted JOIN advanced ON id = game
)
SELECT id, pg_notify(:channel, notice) FROM wanted JOIN advanced ON id = game
"""


def apply_moves(database: Database, changes: Sequence[Change]) -> set[int]:
    """Commits each of these moves whose game still has that version, and returns those games.

    No two of the moves are of one game, and none of them ends it.
    """
    values = {
        "games": [change.game for change in changes],
        "versions": [change.version for change in changes],
        "plies": [change.plies for change in changes],
        "squares": [change.square for change in changes],
        "times": [change.at for change in changes],
        "notices": [change.text() for change in changes],
        "channel": CHANNEL,
    }
    return {game for game, _ in database.fetch(_APPLY, values)}
