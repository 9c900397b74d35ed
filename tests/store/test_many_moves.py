"""Moves of many games at once: each counts or does not by itself, whoever else moves in the same games."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest

from cornered.store import NewGame, Seat, Store
from cornered.store.many_moves import NewMove, add_moves

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
    store.add_move(moved, 0, 7)
    store.touch(touched)
    store.end(over, 0, 1, "resigned")
    behind = [NewMove(game, 0, 0, 5) for game in (moved, touched, 99, stands)]
    assert add_moves(store.database, [*behind, NewMove(over, 0, 1, 5)]) == {stands}
    squares = {saved.id: saved.squares for saved in store.games()}
    assert squares == {stands: (5,), moved: (7,), touched: (), over: ()}
    assert store.versions([stands]) == {stands: 1}
    assert add_moves(store.database, [NewMove(stands, 1, 1, 13)]) == {stands}
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
            moves = [NewMove(game, ply, ply, ply) for game in games[::order]]
            counted.append(len(add_moves(own.database, moves)))
        own.close()
        return counted

    with ThreadPoolExecutor(2) as two:
        first, second = two.map(play, (1, -1))
    assert sum(first) + sum(second) == 10 * len(games)
    for saved in store.games():
        assert saved.squares == tuple(range(10))
        assert saved.version == 10
