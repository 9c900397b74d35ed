"""What one client asks for does not keep the others waiting."""

import asyncio
from concurrent.futures import ThreadPoolExecutor, wait
from random import Random

import httpx
import pytest

from cornered.games import read_position
from cornered.store import NewGame, SavedGame, Seat, Store, StoreError
from cornered.store.seats import Seats
from cornered.web.identity import COOKIE, hash_of
from cornered.web.storage.game_states import Imports
from cornered.web.storage.threads import storage_for

NEW = {"game": "blockade", "opponent": "screen"}
START = "trap-the-knight.12x12.1.a11-12-12-12-12-12-12-12-12-12-12-11b"
WON = {"begun": "2024-01-01T10:00:00Z", "ended": "2024-01-01T10:05:00Z", "winner": 1, "reason": "resigned"}


def long_line(plies=1000):
    """A dance of two knights, as long as the site follows any."""
    random, position = Random(1), read_position(START)
    labels = []
    for _ in range(plies):
        choices = random.sample(position.moves(), len(position.moves()))
        square = next(one for one in choices if position.play(one).moves())
        labels.append(position.game.label(square))
        position = position.play(square)
    return "_".join(labels)


def test_a_line_of_hundreds_of_moves_holds_nobody_up(make_site):
    site = make_site(requests_per_second=10_000, burst=10_000)
    line = {"start": START, "moves": long_line(500)}
    with site.person() as slow, site.person() as quick, ThreadPoolExecutor(8) as elsewhere:
        number = quick.post("/api/games", json=NEW).json()["id"]
        asked = [elsewhere.submit(slow.get, path, params=line) for path in ("/api/positions",) * 2]
        wait([elsewhere.submit(quick.get, f"/api/games/{number}") for _ in range(5)])
        moved = quick.post(f"/api/games/{number}/moves", json={"move": "1 1", "ply": 0})
        assert moved.is_success
        assert not any(question.done() for question in asked)
        assert {len(question.result().json()["steps"]) for question in asked} == {501}


def test_a_mistake_in_a_long_line_is_told_as_in_a_short_one(ada):
    for moves in ("C2_A1", long_line(300) + "_A1"):
        for path in ("/api/positions", "/api/analysis"):
            answer = ada.get(path, params={"start": START, "moves": moves})
            assert answer.status_code == 422
            assert answer.json()["reason"] in ("not-a-knights-move", "occupied")


def test_a_request_costs_what_it_takes(make_site):
    site = make_site(requests_per_second=0.001, burst=70, bytes_out_per_request=10**9)
    line = {"start": START, "moves": long_line(400)}
    with site.person() as client:
        answers = [client.get("/api/positions", params=line).status_code for _ in range(6)]
        assert (answers[0], answers[-1]) == (200, 429)
        assert client.get("/static/icon.svg").is_success  # there is enough left for something cheap


def test_what_is_sent_to_a_client_costs_by_its_bytes_and_files_of_the_page_do_not(make_site):
    site = make_site(requests_per_second=0.001, burst=30, bytes_out_per_request=1000)
    with site.person() as client:
        for _ in range(20):
            assert client.get("/static/style.css").is_success
        answers = [client.get("/api/rules").status_code for _ in range(2)]
    assert answers == [200, 429]


def test_a_stream_of_many_games_costs_as_many(make_site):
    site = make_site(requests_per_second=0.001, burst=200)
    with site.person() as client:
        for _ in range(4):
            client.post("/api/games", json=NEW)
        path = f"/api/events?games={','.join(map(str, range(1, 101)))}"
        with client.stream("GET", path) as first, client.stream("GET", path) as second:
            assert (first.status_code, second.status_code) == (200, 429)


def test_opening_a_long_game_costs_what_it_takes(make_site):
    site = make_site(requests_per_second=0.001, burst=60)
    labels, position = long_line().split("_"), read_position(START)
    squares = tuple(position.game.square(label) for label in labels)
    store = Store(site.home / "games.sqlite3")
    people = Seat("Ada", "human"), Seat("Zoe", "human")
    store.add_games([SavedGame(START, people, squares=squares, **WON)] * 3)
    store.close()
    with site.person() as client:
        answers = [client.get(f"/api/games/{number}") for number in (1, 1, 1, 2, 3)]
    assert [answer.status_code for answer in answers] == [200, 200, 200, 200, 429]


def test_a_body_costs_the_same_whether_or_not_its_length_is_told(make_site):
    site = make_site(requests_per_second=0.001, burst=100)
    with site.person() as client:
        answers = [client.post("/api/records/import", content=iter([b"x" * 60_000])) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [422, 422, 429]


def test_whoever_asks_on_after_a_refusal_is_slowed_down_and_nobody_else(make_site):
    site = make_site(requests_per_second=0.001, burst=4, refusal_seconds=60)
    elsewhere = httpx.HTTPTransport(local_address="127.0.0.2")
    with site.person() as client, httpx.Client(transport=elsewhere, base_url=site.address) as other:
        with pytest.raises(httpx.ReadTimeout):
            [client.get("/healthz", timeout=1) for _ in range(5)]
        assert other.get("/healthz").is_success


def test_records_come_in_pages_and_each_names_the_next(own_site):
    store = Store(own_site.home / "games.sqlite3")
    people = Seat("Zoe", "human")
    store.add_games(
        SavedGame("blockade.4x4.1.4-4-4-4", (Seat(f"P{number:03} &?", "human"), people), **WON)
        for number in range(300)
    )
    store.close()
    with own_site.person() as client:
        records = list(pages(client, "/api/records", limit=200))
        games = list(pages(client, "/api/games?limit=100", limit=100))
    lines = [(line["player"], line["opponent"]) for line in records]
    assert len(lines) == len(set(lines)) == 600
    assert [game["id"] for game in games] == list(range(300, 0, -1))


def one_move_games(count):
    people = Seat("Ada", "human"), Seat("Zoe", "human")
    return [
        SavedGame("blockade.4x4.1.4-4-4-4", people, squares=(place % 16,), **WON) for place in range(count)
    ]


def test_moves_are_stored_while_a_text_of_many_games_is_taken_in(tmp_path):
    games = one_move_games(300)

    async def both():
        storage = storage_for(tmp_path / "games.sqlite3")
        imports = Imports(storage)
        saved = [await imports.take_in(games[:1], "ada")]
        taking_in = asyncio.create_task(imports.take_in(games, "ada"))
        again = asyncio.create_task(imports.take_in(games, "ada"))
        begun = [await storage.write(Store.begin, NewGame(START, games[0].seats)) for _ in range(5)]
        saved += [await taking_in, await again, begun]
        await storage.close()
        return saved

    with ThreadPoolExecutor(1) as elsewhere:  # this thread may have an event loop already, the browser's
        first, rest, again, begun = elsewhere.submit(asyncio.run, both()).result()
    assert first == [1]
    assert max(begun) < max(rest)
    assert len(rest) == len(set(rest)) == 300 - len([saved for saved in games if saved == games[0]])
    assert again == []


def test_a_disk_that_fails_while_games_are_taken_in_is_told_with_their_number(tmp_path):
    games = one_move_games(64)

    async def taken_in():
        storage, other = storage_for(tmp_path / "games.sqlite3"), Store(tmp_path / "games.sqlite3")
        other.database.change(
            "CREATE TRIGGER full BEFORE INSERT ON games WHEN (SELECT count(*) FROM games) >= 50 "
            "BEGIN SELECT raise(ABORT, 'disk is full'); END"
        )
        with pytest.raises(StoreError, match=r"40 of 64 games were taken in: send them again"):
            await Imports(storage).take_in(games, "ada")
        other.database.change("DROP TRIGGER full")
        other.close()
        await storage.close()

    with ThreadPoolExecutor(1) as elsewhere:
        elsewhere.submit(asyncio.run, taken_in()).result()


def test_someone_with_thousands_of_games_finds_the_few_that_go_on(own_site):
    secret = "a" * 43
    store = Store(own_site.home / "games.sqlite3")
    people = Seat("Ada", "human"), Seat("Zoe", "human")
    going_on = store.begin(NewGame("blockade.4x4.1.4-4-4-4", people))
    ended = store.add_games(SavedGame("blockade.4x4.1.4-4-4-4", people, **WON) for _ in range(2500))
    with store.together():
        for number in (going_on, *ended):
            Seats(store).assign(number, {1: hash_of(secret), 2: hash_of(secret)})
    store.close()
    with own_site.person(**{COOKIE: secret}) as client:
        found = list(pages(client, "/api/games?mine=true&unfinished=true", limit=20))
        latest = client.get("/api/games?mine=true&limit=3").json()
        text = client.get("/api/records/export").text
    assert [game["id"] for game in found] == [going_on]
    assert [game["id"] for game in latest] == ended[:-4:-1]
    assert text.count("[Game ") == 2500


def pages(client, address, limit):
    """All lines of a list, page after page."""
    for _ in range(10):
        answer = client.get(address)
        assert len(answer.json()) <= limit
        yield from answer.json()
        if "next" not in answer.links:
            return
        address = answer.links["next"]["url"]
