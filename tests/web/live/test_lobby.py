"""One process's lobby while other processes, and the upkeep of the store, change the same games."""

import asyncio
from concurrent.futures import ThreadPoolExecutor

import game_changes
import pytest

from cornered import new_game
from cornered.play.players import Player
from cornered.store import Change, ChangeKind, Store, now
from cornered.web.compute import InlineCompute, TooBusy
from cornered.web.config import Limits
from cornered.web.errors import RequestRefused
from cornered.web.live.lobby import Lobby
from cornered.web.storage import InlineStorage
from cornered.web.storage.game_states import begin_game, read_states


class SharedStorage(InlineStorage):
    """A store that another process changes too: it makes its next move once our process has read a game."""

    is_shared = True

    def __init__(self, address):
        super().__init__(address)
        self.moves_after_reading = []

    async def read(self, act, *args, **kwargs):
        found = act(self._store, *args, **kwargs)
        if act is read_states and self.moves_after_reading:
            self._store.apply(self.moves_after_reading.pop(0))
        return found


class BusyCompute(InlineCompute):
    """Has no room for the next jobs."""

    refusals = 0

    async def run(self, *args):
        if self.refusals:
            self.refusals -= 1
            raise TooBusy(503, "Too many are waiting.")
        return await super().run(*args)


@pytest.fixture
def file(tmp_path):
    return tmp_path / "games.sqlite3"


def lobby_over(storage, compute=None, limits=None):
    return Lobby(storage, compute or InlineCompute(), limits or Limits(), lambda _client, _cost: None)


def begin(storage, game="blockade", **setup):
    start = new_game(game, **setup).start().code
    return storage.write(begin_game, start, (Player(), Player()), {1: "ada", 2: "ada"}, False, None)


def run(play, storage):
    async def playing():
        try:
            await play()
        finally:
            await storage.close()

    with ThreadPoolExecutor(1) as elsewhere:  # this thread may have an event loop already, the browser's
        elsewhere.submit(asyncio.run, playing()).result()


def commit(file, change):
    """Commits a change as another program does."""
    store = Store(file)
    store.apply(change)
    store.close()


def test_a_move_made_elsewhere_while_a_game_is_opened_is_not_missed(file):
    storage = SharedStorage(file)

    async def play():
        lobby = lobby_over(storage)
        number = await begin(storage)
        storage.moves_after_reading = [game_changes.move(number, 0, 5)]
        game = await lobby.game(number)
        assert game.session.squares == (5,)

    run(play, storage)


def test_a_long_game_that_cannot_be_read_now_is_read_a_little_later(file):
    storage = SharedStorage(file)

    async def play():
        number, squares = await begin(storage, "knights-blockade", size="20x20"), []
        position = new_game("knights-blockade", size="20x20").start()
        while len(squares) < 120:
            squares.append(position.moves()[:2][-1])
            position = position.play(squares[-1])
        for ply, square in enumerate(squares[:-1]):
            commit(file, game_changes.move(number, ply, square))
        compute = BusyCompute()
        lobby = lobby_over(storage, compute)
        game = await lobby.game(number)
        compute.refusals = 1
        commit(file, game_changes.move(number, 119, squares[-1]))
        await lobby.refresh([game])
        watching = asyncio.create_task(lobby.watch_elsewhere())
        async with asyncio.timeout(30):
            while len(game.session.squares) < 120:
                await asyncio.sleep(0.01)
        watching.cancel()
        assert await lobby.game(number) is game

    run(play, storage)


def test_a_page_is_shown_that_its_game_has_expired(file):
    storage = InlineStorage(file)

    async def play():
        lobby = lobby_over(storage, limits=Limits(keep_days=-1))
        number = await begin(storage)
        game, bell = await lobby.game(number), asyncio.Event()
        commit(file, game_changes.move(number, 0, 5))
        with game.listener(None, bell):
            bell.clear()
            clearing_up = asyncio.create_task(lobby.clear_up())
            await bell.wait()
            clearing_up.cancel()
            assert game.session.ended == (None, "called-off")

    run(play, storage)


def test_a_game_that_is_forgotten_while_a_page_is_loaded_is_the_same_for_all(file):
    storage = InlineStorage(file)

    async def play():
        lobby = lobby_over(storage, limits=Limits(idle_games=0))
        game = await lobby.game(await begin(storage))
        for _ in range(101):
            await lobby.game(await begin(storage))
        with game.listener(None, asyncio.Event()):
            assert await lobby.game(game.id) is game

    run(play, storage)


def test_where_a_notice_makes_no_sense_the_rows_decide(file):
    storage = SharedStorage(file)

    async def play():
        lobby = lobby_over(storage)
        number = await begin(storage)
        game = await lobby.game(number)
        await lobby.hear(game_changes.move(number, 0, 99))
        commit(file, game_changes.move(number, 0, 5))
        await lobby.hear(game_changes.move(number, 0, 98))
        assert game.session.squares == (5,)
        assert await lobby.game(number) is game

    run(play, storage)


def test_a_game_that_was_removed_elsewhere_is_not_there(file):
    storage = SharedStorage(file)

    async def play():
        lobby = lobby_over(storage)
        number = await begin(storage)
        await lobby.game(number)
        removed = Change(number, 0, ChangeKind.REMOVE, now(), 0)
        commit(file, removed)
        await lobby.hear(removed)
        with pytest.raises(RequestRefused):
            await lobby.game(number)

    run(play, storage)
