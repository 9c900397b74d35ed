"""What keeps a store in shape: games that nobody goes on with expire; all of it is copied and put back."""

import os
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from cornered.store.changes import Change, ChangeKind, MovedOn
from cornered.store.database import StoreError
from cornered.store.games import Store
from cornered.store.saved import now
from cornered.store.sqlite_file import SqliteFile, explained, refuse_what_is_not_ours

_EXPIRED = """
SELECT id, plies, version FROM games
WHERE ended IS NULL AND begun < :then AND EXISTS (SELECT 1 FROM seats WHERE game_id = id)
AND coalesce((SELECT at FROM moves WHERE game_id = id ORDER BY ply DESC LIMIT 1), begun) < :then
LIMIT :most
"""


def expire(store: Store, then: str, reason: str, most: int = 100) -> list[int]:
    """Ends games on a site that have had no move since `then`, a few at a time; returns their numbers.

    Those with moves end without a winner, for this reason; those without any are removed.
    """
    expired = []
    for number, plies, version in store.database.fetch(_EXPIRED, {"then": then, "most": most}):
        kind = ChangeKind.END if plies else ChangeKind.REMOVE
        change = Change(number, version, kind, now(), plies, reason=reason if plies else None)
        with suppress(MovedOn):  # someone goes on with it after all
            store.apply(change)
            expired.append(number)
    return expired


def back_up(store: Store, copy: Path) -> None:
    """Writes all games to a new file, as they stand at one moment, while others may go on writing."""
    if copy.exists():
        raise _there_already(copy)
    half = copy.with_name(f"{copy.name}.{os.getpid()}.part")
    with explained(copy):
        try:
            with closing(sqlite3.connect(half)) as target:
                _file_of(store).connection.backup(target, pages=1000, sleep=0)
            _give_name(half, copy)
        finally:
            half.unlink(missing_ok=True)


def restore(store: Store, copy: Path) -> Path:
    """Puts the games of a copy in the place of all that are here; gives the file that those are kept in.

    `StoreError` while anyone plays here: a site would go on with games that are no longer there.
    """
    if not copy.exists():
        raise StoreError(f"There is no file {copy}.")
    with explained(copy):
        refuse_what_is_not_ours(copy)
    file = _file_of(store)
    if not store.claim_all():
        raise StoreError("A site or a game at a terminal is going on: stop it first. Nothing was changed.")
    kept = file.path.with_suffix(f".before-{now().replace(':', '')}.sqlite3")
    back_up(store, kept)
    with explained(file.path), closing(sqlite3.connect(copy)) as source:
        source.backup(file.connection)
    return kept


def _give_name(half: Path, copy: Path) -> None:
    """Lets a file have its name, unless another program has just made one that is called so."""
    try:
        os.link(half, copy)
    except FileExistsError:
        raise _there_already(copy) from None
    except OSError:  # not every disk knows two names for one file
        os.replace(half, copy)


def _there_already(copy: Path) -> StoreError:
    return StoreError(f"{copy} is there already, and was left as it is.")


def _file_of(store: Store) -> SqliteFile:
    if isinstance(store.database, SqliteFile):
        return store.database
    raise StoreError(f"{store.database.where} is no file: use pg_dump and pg_restore.")
