"""Games that survive: one SQLite file in the user's data folder.

The store knows positions by their codes and moves by their squares; it holds no rules. A move is on disk when
`Store.add_move` returns, and is stored once however many ask at the same time.
"""

from cornered.store.database import StoreError, data_folder
from cornered.store.games import (
    MovedOn,
    NewGame,
    NewMatch,
    SavedGame,
    SavedMatch,
    Seat,
    Store,
    Tally,
    now,
    open_store,
)

__all__ = [
    "MovedOn",
    "NewGame",
    "NewMatch",
    "SavedGame",
    "SavedMatch",
    "Seat",
    "Store",
    "StoreError",
    "Tally",
    "data_folder",
    "now",
    "open_store",
]
