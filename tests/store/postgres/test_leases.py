"""Leases of a computer's move: of several processes one has it, and none keeps it that falls silent."""

import pytest
from game_changes import end, move

from cornered.store import NewGame, Seat, Store
from cornered.store.postgres.leases import release_leases, take_lease

NEW = NewGame("blockade.4x4.1.4-4-4-4", (Seat("Ada", "human"), Seat(None, "easy")))


@pytest.fixture
def store(postgres):
    store = Store(postgres.database())
    yield store
    store.close()


def test_one_process_has_the_lease_until_it_runs_out_or_the_game_goes_on(store: Store) -> None:
    number = store.begin(NEW)
    assert take_lease(store, "first", number, 0, 60)
    assert not take_lease(store, "second", number, 0, 60)
    assert take_lease(store, "first", number, 0, 0)  # it may renew it, and is silent from now on
    assert take_lease(store, "second", number, 0, 60)
    assert not take_lease(store, "first", number, 0, 60)
    store.apply(move(number, 0, 5))
    assert not take_lease(store, "second", number, 0, 60)  # the game is no longer there
    assert take_lease(store, "first", number, 1, 60)
    release_leases(store, "first")
    assert take_lease(store, "second", number, 1, 60)
    store.apply(end(number, 1, None, "called-off"))
    assert not take_lease(store, "second", number, 2, 60)
