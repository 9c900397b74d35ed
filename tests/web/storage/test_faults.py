"""Many moves at once, and servers that die: one move is kept, and none is lost."""

import asyncio
import signal
import sqlite3
from concurrent.futures import ThreadPoolExecutor

import httpx
from game_changes import move

from cornered.store import Store

NEW = {"game": "knights-duel", "opponent": "screen"}


def stored(site, number):
    store = Store(site.home / "games.sqlite3")
    game = store.game(number)
    store.close()
    return game


def test_of_200_simultaneous_moves_one_is_accepted_and_stored(site, ada):
    game = ada.post("/api/games", json=NEW).json()

    async def all_at_once():
        limits = httpx.Limits(max_connections=200)
        async with httpx.AsyncClient(
            base_url=site.address, cookies=ada.cookies, limits=limits, timeout=60
        ) as client:
            moves = [{"move": text, "ply": 0} for text in ("C2", "B3") * 100]
            requests = [client.post(f"/api/games/{game['id']}/moves", json=move) for move in moves]
            return [answer.status_code for answer in await asyncio.gather(*requests)]

    with ThreadPoolExecutor(1) as elsewhere:  # this thread may have an event loop already, the browser's
        statuses = elsewhere.submit(asyncio.run, all_at_once()).result()
    assert sorted(statuses) == [200] + [409] * 199
    assert len(stored(site, game["id"]).squares) == 1


def test_two_servers_over_one_file_do_not_both_move(own_site, make_site):
    with own_site.person() as ada:
        game = ada.post("/api/games", json=NEW).json()
        other = make_site()
        with other.person(**dict(ada.cookies)) as same:
            answer = same.post(f"/api/games/{game['id']}/moves", json={"move": "C2", "ply": 0})
            assert answer.status_code == 409
        assert ada.post(f"/api/games/{game['id']}/moves", json={"move": "C2", "ply": 0}).is_success


def test_what_was_acknowledged_survives_a_killed_server(own_site):
    with own_site.person() as ada:
        game = ada.post("/api/games", json=NEW).json()
        for ply, text in enumerate(("C2", "D3", "E3")):
            answer = ada.post(f"/api/games/{game['id']}/moves", json={"move": text, "ply": ply})
            assert answer.status_code == 200
            own_site.stop(signal.SIGKILL)
            own_site.start()
        after = ada.get(f"/api/games/{game['id']}").json()
        assert [move["label"] for move in after["history"]] == ["C2", "D3", "E3"]
        assert after["you"] == [1, 2]
        assert ada.post(f"/api/games/{game['id']}/moves", json={"move": "C1", "ply": 3}).is_success


def test_a_program_that_was_thinking_moves_after_a_restart(own_site, listening):
    with own_site.person() as ada:
        game = ada.post("/api/games", json={"game": "blockade", "opponent": "perfect"}).json()
        own_site.stop(signal.SIGKILL)
        store = Store(own_site.home / "games.sqlite3")
        store.apply(move(game["id"], 0, 5))  # and no time for the program to answer
        store.close()
        own_site.start()
        with listening(ada, game["id"]) as events:
            assert events.until(ply=2)["position"]["to_move"] == 1


def test_a_server_that_is_told_to_stop_ends_its_streams(own_site):
    with own_site.person() as ada:
        game = ada.post("/api/games", json=NEW).json()
        with ada.stream("GET", f"/api/games/{game['id']}/events") as response:
            lines = response.iter_lines()
            next(lines)
            own_site.process.send_signal(signal.SIGTERM)
            assert [line for line in lines if line.startswith("data:")]  # and then the stream has ended
        own_site.stop()
        own_site.start()


def test_a_server_that_lives_and_can_write_says_so(site, ada):
    assert ada.get("/healthz").json() == {"detail": "The server is alive."}
    assert ada.get("/readyz").json() == {"detail": "The server is ready."}


def test_a_full_or_locked_disk_is_told_and_the_move_not_taken(own_site):
    with own_site.person() as ada:
        game = ada.post("/api/games", json=NEW).json()
        lock = sqlite3.connect(own_site.home / "games.sqlite3", isolation_level=None)
        lock.execute("BEGIN IMMEDIATE")
        answer = ada.post(f"/api/games/{game['id']}/moves", json={"move": "C2", "ply": 0})
        assert answer.status_code == 503
        assert "cannot be used" in answer.json()["detail"]
        assert (ada.get("/healthz").status_code, ada.get("/readyz").status_code) == (200, 503)
        assert ada.get(f"/api/games/{game['id']}").json()["ply"] == 0
        lock.execute("ROLLBACK")
        lock.close()
        assert ada.post(f"/api/games/{game['id']}/moves", json={"move": "C2", "ply": 0}).is_success
