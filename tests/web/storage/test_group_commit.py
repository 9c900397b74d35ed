"""Moves that wait at the same time reach the disk together, and nobody is told before they are there."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import pytest
from game_changes import move

from cornered.store import MovedOn, NewGame, Seat, Store, StoreError
from cornered.web.storage.group_commit import GroupCommit, in_one_transaction
from cornered.web.storage.threads import storage_for

NEW = NewGame("blockade.4x4.1.4-4-4-4", (Seat("Ada", "human"), Seat("Bob", "human")))


@pytest.fixture
def store(tmp_path):
    store = Store(tmp_path / "games.sqlite3")
    yield store
    store.close()


def write_all(store, *acts):
    """What each of these acts, wanted at once, returned or raised."""

    async def written():
        writer = GroupCommit(partial(in_one_transaction, store))
        outcomes = await asyncio.gather(*(writer.run(partial(*act)) for act in acts), return_exceptions=True)
        await writer.close()
        return outcomes

    with ThreadPoolExecutor(1) as elsewhere:  # this thread may have an event loop already, the browser's
        return elsewhere.submit(asyncio.run, written()).result()


def commits(store, *acts):
    statements = []
    store.database.connection.set_trace_callback(statements.append)
    write_all(store, *acts)
    store.database.connection.set_trace_callback(None)
    return statements.count("COMMIT")


def test_moves_of_many_games_are_one_transaction(store):
    numbers = [store.begin(NEW) for _ in range(50)]
    assert commits(store, *((store.apply, move(number, 0, 5)) for number in numbers)) == 1
    assert all(store.game(number).squares == (5,) for number in numbers)


def test_a_move_that_is_refused_does_not_keep_the_others_from_the_disk(store):
    first, second = store.begin(NEW), store.begin(NEW)
    outcomes = write_all(
        store,
        (store.apply, move(first, 0, 5)),
        (store.apply, move(first, 0, 6)),
        (store.apply, move(second, 0, 7)),
    )
    assert isinstance(outcomes[1], MovedOn)
    assert (outcomes[0], outcomes[2]) == (None, None)
    assert (store.game(first).squares, store.game(second).squares) == ((5,), (7,))


def test_where_the_disk_is_full_everyone_is_told_and_nothing_is_half_written(store):
    numbers = [store.begin(NEW) for _ in range(200)]
    [(pages,)] = store.database.fetch("PRAGMA page_count")
    store.database.fetch(f"PRAGMA max_page_count = {pages}")
    moves = [(store.apply, move(number, 0, 5)) for number in numbers]
    outcomes = write_all(store, *moves)
    assert all(isinstance(outcome, StoreError) for outcome in outcomes)
    assert not any(store.game(number).squares for number in numbers)
    store.database.fetch("PRAGMA max_page_count = 100000")
    assert write_all(store, *moves) == [None] * 200


@pytest.mark.parametrize("engine", ["sqlite", "postgres"])
def test_of_two_moves_of_one_game_that_wait_together_the_first_counts(engine, request, tmp_path):
    postgres = engine == "postgres"
    address = request.getfixturevalue("postgres").database() if postgres else tmp_path / "games.sqlite3"

    async def both():
        store = Store(address)
        number = store.begin(NEW)
        threads = storage_for(address)
        moves = [threads.apply(move(number, 0, square)) for square in (5, 6)]
        outcomes = await asyncio.gather(*moves, return_exceptions=True)
        await threads.close()
        squares = store.game(number).squares
        store.close()
        return outcomes, squares

    with ThreadPoolExecutor(1) as elsewhere:
        (first, second), squares = elsewhere.submit(asyncio.run, both()).result()
    assert (first, type(second), squares) == (None, MovedOn, (5,))
