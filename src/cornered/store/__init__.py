"""Games that survive: in one SQLite file in the user's data folder, or in Postgres for several processes.

The store knows positions by their codes and moves by their squares; it holds no rules. A change of a game is
a value; it is on disk when `Store.apply` returns, and is stored once however many want the next one at once.
"""

from cornered.store.changes import Change, ChangeKind, MovedOn
from cornered.store.database import StoreError, data_folder
from cornered.store.games import Store, open_store
from cornered.store.saved import NewGame, NewMatch, SavedGame, SavedMatch, Seat, Tally, now

__all__ = [
    "Change",
    "ChangeKind",
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
