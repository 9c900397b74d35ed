"""What workers tell each other: whose turn it is to think, who listens where, and who has gone."""

import pytest

from cornered.store import NewGame, Seat, Store
from cornered.store.workers import Workers

NEW = NewGame("blockade.4x4.1.4-4-4-4", (Seat("Ada", "human"), Seat(None, "easy")))


@pytest.fixture
def store(postgres):
    store = Store(postgres.database())
    yield store
    store.close()


def test_one_worker_thinks_for_a_program_until_its_time_is_over_or_the_game_goes_on(store: Store) -> None:
    first, second, number = Workers(store, "first"), Workers(store, "second"), store.begin(NEW)
    assert first.take_turn(number, 0, 60)
    assert not second.take_turn(number, 0, 60)
    assert first.take_turn(number, 0, 0)  # it may say so again, and is silent from now on
    assert second.take_turn(number, 0, 60)
    assert not first.take_turn(number, 0, 60)
    store.add_move(number, 0, 5)
    assert not second.take_turn(number, 0, 60)  # the game is no longer there
    assert first.take_turn(number, 1, 60)
    first.leave()
    assert second.take_turn(number, 1, 60)
    store.end(number, 1, None, "called-off")
    assert not second.take_turn(number, 2, 60)


def test_listeners_count_while_their_worker_lives(store: Store) -> None:
    first, second = Workers(store, "first"), Workers(store, "second")
    assert not any(worker.beat() for worker in (first, second))
    first.show({(1, "ada"): 2, (1, ""): 3, (2, "bob"): 1})
    second.show({(1, "ada"): 1})
    assert second.listeners([1, 3]) == {1: {"ada": 2, "": 3}, 3: {}}
    assert first.listeners([1]) == {1: {"ada": 1}}
    first.show({(1, "ada"): 1, (1, ""): 0})
    assert second.listeners([1]) == {1: {"ada": 1}}
    store.database.change("UPDATE workers SET seen = seen - interval '11 seconds' WHERE worker = 'first'")
    assert second.listeners([1, 2]) == {1: {}, 2: {}}
    assert first.beat()
    assert second.listeners([2]) == {2: {"bob": 1}}
    store.database.change("UPDATE workers SET seen = seen - interval '2 minutes' WHERE worker = 'first'")
    second.beat()
    assert store.database.fetch("SELECT DISTINCT worker FROM listeners") == [("second",)]
    assert not first.beat()  # it has to tell everything anew
    for worker in (first, second):
        worker.leave()
    assert store.database.fetch("SELECT worker FROM workers UNION SELECT worker FROM listeners") == []
