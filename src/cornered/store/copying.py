"""All that one store holds, copied to another that is empty: from a file to Postgres, and back."""

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Any

from cornered.store.database import Database, StoreError

_TABLES = {
    "matches": "id, start, name_a, kind_a, symbol_a, name_b, kind_b, symbol_b, games, first_to, keep_seats, "
    "begun, ended",
    "games": "id, game, start, name_1, kind_1, symbol_1, name_2, kind_2, symbol_2, match_id, swapped, begun, "
    "ended, winner, reason, plies, version",
    "moves": "game_id, ply, square, at",
    "seats": "game_id, seat, holder, invitation",
    "sequels": "game_id, next_id",
    "help_allowed": "game_id",
    "offers": "game_id, kind, player, ply, refused",
    "tallies": "player, game, board, opponent, wins, losses",
    "puzzles": "id, puzzle, rating, solved, at, day, likeness",
    "rushes": "id, solved, at",
    "solver_tries": "id, solver, puzzle, rating, solved, at, day, likeness",
    "solver_rushes": "id, solver, begun",
    "rush_tries": "rush_id, puzzle, solved, likeness",
}
"""Every table and its columns, those first that others refer to; what workers tell is not kept."""

_AT_ONCE = 1000


def copy_all(source: Database, target: Database, told: Callable[[str, int], None]) -> None:
    """Copies everything as it stands at one moment, all or nothing; `told` hears how many rows a table had.

    The source may be in use meanwhile. `StoreError` if the target holds anything.
    """
    with source.snapshot(), target.transaction():
        _check_empty(target)
        for table, columns in _TABLES.items():
            told(table, _copy(source, target, table, columns))
            if columns.startswith("id,"):
                target.after_copying(table)


def _check_empty(target: Database) -> None:
    for table in _TABLES:
        if target.fetch(f"SELECT 1 FROM {table} LIMIT 1"):
            raise StoreError(f"{target.where} is not empty, and was left as it is: copy to a new one.")


def _copy(source: Database, target: Database, table: str, columns: str) -> int:
    names = columns.split(", ")
    order = ", ".join(names[:4])
    rows = source.stream(f"SELECT {columns} FROM {table} ORDER BY {order}")
    statement = f"INSERT INTO {table} ({columns}) VALUES ({', '.join('?' * len(names))})"
    copied = 0
    while some := _some(rows):
        target.change_many(statement, some)
        copied += len(some)
    return copied


def _some(rows: Iterator[Sequence[Any]]) -> list[Sequence[Any]]:
    return list(islice(rows, _AT_ONCE))
