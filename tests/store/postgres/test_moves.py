"""Moves of many games at once: each counts or does not by itself, whoever else moves in the same games."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from game_changes import end, move, offer

from cornered.store import NewGame, Seat, Store
from cornered.store.changes import StoredOffer
from cornered.store.postgres.moves import apply_moves

NEW = NewGame("blockade.4x4.1.4-4-4-4", (Seat("Ada", "human"), Seat("Bob", "human")))


@pytest.fixture
def address(postgres):
    return postgres.database()


@pytest.fixture
def store(address):
    store = Store(address)
    yield store
    store.close()


def test_only_moves_in_games_that_go_on_and_still_stand_there_are_stored(store: Store) -> None:
    stands, moved, touched, over = (store.begin(NEW) for _ in range(4))
    store.apply(move(moved, 0, 7))
    store.apply(offer(touched, StoredOffer("take-back", 1, 0, False), version=0))
    store.apply(end(over, 0, 1, "resigned"))
    behind = [move(game, 0, 5) for game in (moved, touched, 99, stands)]
    assert apply_moves(store.database, [*behind, move(over, 0, 5, version=1)]) == {stands}
    squares = {saved.id: saved.squares for saved in store.games()}
    assert squares == {stands: (5,), moved: (7,), touched: (), over: ()}
    assert store.versions([stands]) == {stands: 1}
    assert apply_moves(store.database, [move(stands, 1, 13)]) == {stands}
    assert store.game(stands).squares == (5, 13)


def test_of_two_who_move_in_the_same_games_one_is_first_in_each_and_neither_waits_forever(
    address: str, store: Store
) -> None:
    games = [store.begin(NEW) for _ in range(200)]
    both = Barrier(2)

    def play(order: int) -> list[int]:
        own, counted = Store(address), []
        for ply in range(10):
            both.wait(60)
            moves = [move(game, ply, ply) for game in games[::order]]
            counted.append(len(apply_moves(own.database, moves)))
        own.close()
        return counted

    with ThreadPoolExecutor(2) as two:
        first, second = two.map(play, (1, -1))
    assert sum(first) + sum(second) == 10 * len(games)
    for saved in store.games():
        assert saved.squares == tuple(range(10))
        assert saved.version == 10
