"""Moves of many games in one statement, for a site in Postgres: one way to the server and back for all."""

from collections.abc import Sequence
from typing import NamedTuple

from cornered.store.database import Database
from cornered.store.games import now

# Whoever moves in several games locks their rows in the same order as everybody else, so that no two wait for
# each other. The update looks at each row as it stands by then, and passes over those that have moved on.
_ADD_MOVES = """
WITH wanted AS (
    SELECT * FROM unnest(
        CAST(:games AS BIGINT[]), CAST(:plies AS INTEGER[]),
        CAST(:versions AS BIGINT[]), CAST(:squares AS INTEGER[]))
    AS wanted (game, ply, version, square)
), locked AS MATERIALIZED (
    SELECT id FROM games WHERE id = ANY(:games) ORDER BY id FOR NO KEY UPDATE
), advanced AS (
    UPDATE games SET version = games.version + 1, plies = games.plies + 1 FROM wanted JOIN locked ON id = game
    WHERE games.id = wanted.game AND ended IS NULL AND plies = ply AND games.version = wanted.version
    RETURNING games.id
)
INSERT INTO moves SELECT game, ply, square, :now FROM wanted JOIN advanced ON id = game RETURNING game_id
"""


class NewMove(NamedTuple):
    """A move after `ply` others that does not end its game, in this version of the game."""

    game: int
    ply: int
    version: int
    square: int


def add_moves(database: Database, moves: Sequence[NewMove]) -> set[int]:
    """Stores each move whose game still stands there, and gives those games; on disk on return.

    No two of the moves are of one game.
    """
    games, plies, versions, squares = (list(column) for column in zip(*moves, strict=True))
    values = {"games": games, "plies": plies, "versions": versions, "squares": squares, "now": now()}
    return {game for (game,) in database.fetch(_ADD_MOVES, values)}
