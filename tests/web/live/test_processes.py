"""One site on several processes: whatever dies, no move is lost or counts twice, and pages go on."""

import asyncio
import json
import re
import signal
import socket
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from functools import partial
from itertools import cycle
from urllib.parse import urlsplit

import game_changes
import httpx
import psycopg
import pytest
from playwright.sync_api import expect

from cornered import new_game
from cornered.store import Store

NEW = {"game": "knights-duel", "opponent": "screen"}
LINK = {"game": "knights-duel", "opponent": "link", "name": "Ada"}


@pytest.fixture(scope="module")
def database(postgres):
    return postgres.database()


@pytest.fixture(scope="module")
def processes(database, tmp_path_factory, site_class):
    """Two processes over one database, on one machine or two."""
    running = [site_class(tmp_path_factory.mktemp("process"), store=database) for _ in range(2)]
    yield running
    for process in running:
        process.stop()
        assert "Traceback" not in process.log
        assert not set(process.log.split()) & {database}


@pytest.fixture
def pair(processes):
    """Someone with a connection to each of the two processes."""
    first, second = processes
    with first.person() as here, second.person() as there:
        yield here, there


def begin(pair, **setup):
    """A game of someone's who is known to both processes."""
    here, there = pair
    number = here.post("/api/games", json={**NEW, **setup}).json()["id"]
    there.cookies.update(here.cookies)
    return number


def move(client, number, text, ply):
    return client.post(f"/api/games/{number}/moves", json={"move": text, "ply": ply})


def squares(database, number):
    store = Store(database)
    saved = store.game(number)
    store.close()
    return saved.squares


def test_of_200_moves_at_once_over_two_processes_one_is_stored(processes, pair, database):
    here, _ = pair
    number = begin(pair)

    async def all_at_once():
        limits = httpx.Limits(max_connections=100)
        clients = [
            httpx.AsyncClient(base_url=process.address, cookies=here.cookies, limits=limits, timeout=60)
            for process in processes
        ]
        moves = [{"move": text, "ply": 0} for text in ("C2", "B3") * 50]
        requests = [
            client.post(f"/api/games/{number}/moves", json=move) for move in moves for client in clients
        ]
        statuses = [answer.status_code for answer in await asyncio.gather(*requests)]
        for client in clients:
            await client.aclose()
        return statuses

    with ThreadPoolExecutor(1) as elsewhere:  # this thread may have an event loop already, the browser's
        statuses = elsewhere.submit(asyncio.run, all_at_once()).result()
    assert sorted(statuses) == [200] + [409] * 199
    assert len(squares(database, number)) == 1


def test_whatever_happens_at_one_process_is_seen_at_the_other(pair, listening):
    ada, bob = pair
    number = ada.post("/api/games", json=LINK).json()["id"]
    invitation = ada.post(f"/api/games/{number}/invitations").json()["invitation"]
    with listening(ada, number) as at_ada:
        at_ada.until(ply=0)
        assert bob.post(f"/api/games/{number}/join", json={"invitation": invitation}).is_success
        assert move(ada, number, "C2", 0).is_success
        with listening(bob, number) as at_bob:
            while not all(seat["present"] for seat in at_bob.until(ply=1)["seats"]):
                pass
            assert move(bob, number, "D3", 1).is_success
            assert at_ada.until(ply=2)
            ask = {"kind": "take-back", "ply": 2}
            assert bob.post(f"/api/games/{number}/offers", json=ask).status_code == 201
            while (seen := at_ada.next())["offer"] is None:
                assert seen["ply"] == 2
            assert ada.post(f"/api/games/{number}/answer", json={"accept": True, "ply": 2}).is_success
            assert at_bob.until(ply=1, offer=None)
            assert bob.post(f"/api/games/{number}/resign", json={"ply": 1}).is_success
        while [seat["present"] for seat in at_ada.next()["seats"]] != [True, False]:
            pass  # and that Bob has left is seen too
    assert ada.get(f"/api/games/{number}").json()["position"]["outcome"]["winner"] == 1


def test_both_get_the_same_next_game_whoever_asks_where(pair):
    here, there = pair
    number = begin(pair, games=20)
    for _ in range(19):  # both are seldom there in the same moment
        assert here.post(f"/api/games/{number}/resign", json={"ply": 0}).is_success
        with ThreadPoolExecutor(8) as many:
            asked = [many.submit(client.post, f"/api/games/{number}/next") for client in (here, there) * 4]
        [number] = {answer.result().json()["id"] for answer in asked}
        unfinished = here.get("/api/games?mine=true&unfinished=true&limit=100").json()
        assert [game["id"] for game in unfinished] == [number]


def test_a_game_that_is_listed_at_one_process_is_joined_at_the_other(
    postgres, make_site, listening, streaming, wait_until
):
    store, limits = postgres.database(), {"open_games": 9, "open_games_per_client": 2}
    first, second = (make_site(store=store, requests_per_second=1000, **limits) for _ in range(2))
    with first.person() as ada, second.person() as bob:
        number, another, third = (ada.post("/api/games", json=LINK).json()["id"] for _ in range(3))
        with listening(ada, number) as waiting, streaming(bob, "/api/open-games/events") as looking:
            assert (waiting.next()["ply"], looking.next()) == (0, [])
            assert ada.post(f"/api/games/{number}/open").status_code == 201
            assert [listed["id"] for listed in looking.next()] == [number]
            with second.person(**ada.cookies) as ada_there:
                assert ada_there.post(f"/api/games/{another}/open").status_code == 201
                assert [listed["id"] for listed in looking.next()] == [another, number]
                assert ada_there.post(f"/api/games/{third}/open").status_code == 429  # here and there
            assert bob.post(f"/api/open-games/{number}/join", json={"name": "Bob"}).json()["you"] == [2]
            assert [listed["id"] for listed in ada.get("/api/open-games").json()] == [another]
            while [seat["name"] for seat in waiting.next()["seats"]] != ["Ada", "Bob"]:
                pass
        wait_until(lambda: ada.get("/api/open-games").json() == [], "nobody waits in the other one")


def cut_notices(database):
    with psycopg.connect(database, autocommit=True) as host:
        found = "SELECT pid FROM pg_stat_activity WHERE query LIKE 'LISTEN%' AND datname = current_database()"
        host.execute(f"SELECT pg_terminate_backend(pid) FROM ({found}) AS listening")


def test_where_the_notices_are_cut_moves_are_seen_all_the_same(pair, listening, database):
    here, there = pair
    number = begin(pair)
    with listening(there, number) as events:
        events.until(ply=0)
        for ply, text in enumerate(("C2", "D3", "E3", "C1")):
            cut_notices(database)
            assert move(here, number, text, ply).is_success
            assert events.until(ply=ply + 1)["history"][ply]["label"] == text


def test_a_change_that_any_program_commits_is_seen_at_once(pair, listening, database):
    _, there = pair
    number = begin(pair)
    with listening(there, number) as events:
        events.until(ply=0)
        store = Store(database)
        store.apply(game_changes.move(number, 0, new_game("knights-duel").square("C2")))
        store.close()
        assert events.until(ply=1)["history"][0]["label"] == "C2"


def listening_connections(database):
    with psycopg.connect(database) as host:
        found = "SELECT pid FROM pg_stat_activity WHERE query LIKE 'LISTEN%' AND datname = current_database()"
        return sorted(host.execute(found).fetchall())


def test_a_notice_that_makes_no_sense_does_no_harm(pair, listening, database, wait_until):
    here, there = pair
    number = begin(pair)
    wait_until(lambda: len(listening_connections(database)) == 2, "both listen")
    before = listening_connections(database)
    with listening(there, number) as events, psycopg.connect(database, autocommit=True) as stranger:
        events.until(ply=0)
        for nonsense in (
            "a game of chess",
            "7",
            "[]",
            "{}",
            '{"kind": "castle"}',
            '{"process": "x", "y": 1}',
        ):
            stranger.execute(f"NOTIFY cornered, '{nonsense}'")
        later = {"game": number, "version": 7, "kind": "move", "at": "now", "plies": 8, "square": 99}
        stranger.execute(f"NOTIFY cornered, '{json.dumps(later)}'")
        assert move(here, number, "C2", 0).is_success
        assert events.until(ply=1)
    assert listening_connections(database) == before


def test_who_listens_is_known_to_a_process_that_starts_later(pair, listening, make_site, database):
    ada, _ = pair
    number = ada.post("/api/games", json=LINK).json()["id"]
    with listening(ada, number) as at_ada:
        at_ada.until(ply=0)
        later = make_site(store=database)
        with later.person() as eve, listening(eve, number) as at_eve:
            while not at_eve.next()["seats"][0]["present"]:
                pass
            while at_ada.next()["onlookers"] != 1:
                pass
            later.stop(signal.SIGKILL)  # which cannot say that Eve has gone
        while at_ada.next()["onlookers"]:
            pass


def test_a_process_that_is_heard_again_is_asked_who_listens_there(pair, database):
    with psycopg.connect(database, autocommit=True) as forgotten:
        forgotten.execute("LISTEN cornered")
        forgotten.execute("""NOTIFY cornered, '{"process": "forgotten"}'""")
        with closing(forgotten.notifies(timeout=30)) as heard:
            assert any(json.loads(notice.payload).get("hello") for notice in heard)


class Relay:
    """Passes on what a process and its database say to each other, until some of it is kept back."""

    def __init__(self, host, port):
        self._to = host, port
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port = self._listening.getsockname()[1]
        self._ways = []
        self._threads = [threading.Thread(target=self._accept)]
        self._threads[0].start()

    def close(self):
        self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()
        for thread in self._threads:
            thread.join(30)

    def keep_back_notices(self):
        """From now on nothing is heard on connections that listen, and nobody is told."""
        for way in self._ways:
            way["silent"] = way["listens"]

    def _accept(self):
        while True:
            try:
                client, _ = self._listening.accept()
            except OSError:  # closed
                return
            server = socket.create_connection(self._to)
            way = {"listens": False, "silent": False}
            self._ways.append(way)
            for source, target in ((client, server), (server, client)):
                self._threads.append(threading.Thread(target=self._pass_on, args=(source, target, way)))
                self._threads[-1].start()

    def _pass_on(self, source, target, way):
        with source, suppress(OSError):
            while data := source.recv(65536):
                way["listens"] |= b"LISTEN" in data
                if not way["silent"]:
                    target.sendall(data)
            target.shutdown(socket.SHUT_WR)


def test_where_notices_no_longer_arrive_they_are_asked_for_again(postgres, make_site, listening):
    database = postgres.database()
    address = urlsplit(database)
    relay = Relay(address.hostname, address.port)
    first = make_site(store=database)
    second = make_site(store=database.replace(f":{address.port}/", f":{relay.port}/"))
    with first.person() as ada, second.person() as bob:
        number = ada.post("/api/games", json=NEW).json()["id"]
        with listening(bob, number) as events:
            events.until(ply=0)
            relay.keep_back_notices()
            assert move(ada, number, "C2", 0).is_success
            assert events.until(ply=1)
            assert move(ada, number, "D3", 1).is_success
            assert events.until(ply=2)
    second.stop()
    relay.close()


def statements(database):
    """How often each statement has run, by the server's own count."""
    databases = "pg_stat_statements JOIN pg_database ON oid = dbid"
    query = f"SELECT query, calls FROM {databases} WHERE datname = current_database()"
    with psycopg.connect(database) as host:
        return dict(host.execute(query).fetchall())


def test_a_move_is_one_statement_and_the_other_processes_run_none(pair, listening, database):
    here, there = pair
    with psycopg.connect(database, autocommit=True) as host:
        host.execute("CREATE EXTENSION IF NOT EXISTS pg_stat_statements")
    number = begin(pair, game="knights-duel", rows=9, cols=9)
    with listening(here, number) as at_here, listening(there, number) as at_there:
        game = at_there.until(ply=0)
        at_here.until(ply=0)
        before = statements(database)
        for ply in range(20):
            assert move(here, number, game["position"]["moves"][0]["label"], ply).is_success
            game = at_there.until(ply=ply + 1)
        after = statements(database)
    ran = {
        query: calls - before.get(query, 0)
        for query, calls in after.items()
        if calls != before.get(query) and re.search(r"\b(games|moves|seats|offers|sequels|matches)\b", query)
    }
    assert len(ran) == 1, ran
    [(query, calls)] = ran.items()
    assert "pg_notify" in query
    assert calls == 20


def play_out(number, *places):
    """Plays against the program to the end, moving at each worker in turn; gives the plies of one's moves."""
    own: list[int] = []
    for client, events in cycle(places):
        game = events.next()
        while not game["position"]["outcome"] and (game["position"]["to_move"] != 1 or game["ply"] in own):
            game = events.next()
        if game["position"]["outcome"]:
            return own
        assert move(client, number, game["position"]["moves"][0]["label"], game["ply"]).is_success
        own.append(game["ply"])
    raise AssertionError("there are places to play at")


def test_a_programs_move_is_made_once_however_many_processes_watch(pair, listening, database):
    here, there = pair
    number = begin(pair, opponent="easy")
    with listening(here, number) as at_here, listening(there, number) as at_there:
        plies = play_out(number, (here, at_here), (there, at_there))
    assert plies == list(range(0, len(plies) * 2, 2))
    assert len(squares(database, number)) in (len(plies) * 2, len(plies) * 2 - 1)


def test_the_lease_of_a_process_that_has_died_is_taken_by_another(pair, listening, database):
    here, _ = pair
    number = begin(pair, game="blockade", opponent="perfect")
    with psycopg.connect(database) as host:
        host.execute(
            "INSERT INTO leases SELECT id, version + 1, 'dead', clock_timestamp() + interval '3 seconds' "
            "FROM games WHERE id = %s",
            (number,),
        )
    with listening(here, number) as events:
        game = events.until(ply=0)
        assert move(here, number, game["position"]["moves"][0]["label"], 0).is_success
        assert events.until(ply=2)["position"]["to_move"] == 1
    with psycopg.connect(database) as host:
        late = "SELECT process <> 'dead' FROM leases WHERE game_id = %s"
        assert host.execute(late, (number,)).fetchall() == [(True,)]


def test_a_database_that_is_restarted_is_found_again(pair, listening, postgres, database):
    here, there = pair
    number = begin(pair)
    assert move(here, number, "C2", 0).is_success
    with listening(there, number) as events:
        events.until(ply=1)
        postgres.stop()
        try:
            refused = move(here, number, "D3", 1)
            assert refused.status_code == 503
            assert "cannot be used" in refused.json()["detail"]
            assert (here.get("/healthz").status_code, here.get("/readyz").status_code) == (200, 503)
        finally:
            postgres.start()
        assert move(there, number, "D3", 1).is_success
        assert events.until(ply=2)
        after = move(here, number, "E3", 2)
        assert after.is_success, after.text
        assert events.until(ply=3)
    assert len(squares(database, number)) == 3


class Regular:
    """Someone who plays on and on, asks each process in turn, and remembers what was acknowledged."""

    def __init__(self, sites, stop):
        self._sites = cycle(sites)
        self._stop = stop
        self.acknowledged = {}
        self.moves = 0

    def play(self):
        while not self._stop.is_set():
            self._cookies = {}
            game = self._asked("POST", "/api/games", json=NEW)
            while game and game["position"]["moves"] and not self._stop.is_set():
                game = self._move(game)

    def _move(self, game):
        path, text = f"/api/games/{game['id']}", game["position"]["moves"][0]["label"]
        after = self._asked("POST", f"{path}/moves", json={"move": text, "ply": game["ply"]})
        if after:
            self.moves += 1
            self.acknowledged[game["id"]] = [one["label"] for one in after["history"]]
            return after
        return self._asked("GET", path) or game

    def _asked(self, method, path, **kwargs):
        try:
            with next(self._sites).person(**self._cookies) as client:
                answer = client.request(method, path, **kwargs)
                self._cookies = dict(client.cookies)
        except httpx.TransportError:
            return None
        assert answer.status_code in (200, 201, 404, 409, 503), answer.text
        return answer.json() if answer.is_success else None


def under_load(sites, wait_until, *disturb):
    """What four people who play all the while were told is stored, while the sites are disturbed."""
    stop = threading.Event()
    regulars = [Regular(sites, stop) for _ in range(4)]
    with ThreadPoolExecutor(4) as playing:
        games = [playing.submit(regular.play) for regular in regulars]
        try:
            for step in disturb:
                moves = sum(regular.moves for regular in regulars)
                wait_until(lambda: sum(one.moves for one in regulars) > moves + 20, "they play")  # noqa: B023
                step()
        finally:
            stop.set()
        for game in games:
            game.result()
    told = {}
    for regular in regulars:
        told |= regular.acknowledged
    return told


def assert_stored(site, told):
    assert told
    with site.person() as client:
        for number, labels in told.items():
            stored = [one["label"] for one in client.get(f"/api/games/{number}").json()["history"]]
            assert stored[: len(labels)] == labels
            assert len(stored) - len(labels) <= 1  # one that was stored when its answer was lost


@pytest.fixture(params=["one in a file", "two on Postgres"])
def sites(request, make_site):
    """The processes of one site, which are started again when they have ended."""
    if request.param == "one in a file":
        return [make_site()]
    store = request.getfixturevalue("postgres").database()
    return [make_site(store=store) for _ in range(2)]


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM])
def test_processes_that_end_under_load_lose_nothing(sites, how, wait_until):
    def end(site):
        site.stop(how)
        site.start()

    assert_stored(sites[0], under_load(sites, wait_until, *[partial(end, site) for site in sites * 2]))


def test_a_database_that_is_restarted_under_load_loses_nothing(postgres, make_site, wait_until):
    store = postgres.database()
    sites = [make_site(store=store) for _ in range(2)]

    def restart():
        postgres.stop()
        postgres.start()

    assert_stored(sites[0], under_load(sites, wait_until, restart, restart, lambda: None))


def test_a_page_goes_on_when_its_process_is_killed_or_stopped(postgres, make_site, visit, wait_until):
    own = make_site(store=postgres.database())
    page = visit(own)
    with own.person() as ada:
        number = ada.post("/api/games", json=NEW).json()["id"]
        page.open(f"/game/{number}")
        texts = ("C2", "D3", "E3", "C1")
        for ply, how in enumerate((signal.SIGKILL, signal.SIGKILL, signal.SIGTERM, signal.SIGTERM)):
            own.stop(how)
            own.start()
            wait_until(lambda ply=ply: moved(ada, number, texts[ply], ply), "the move is made")
            expect(
                page.page.get_by_role("list", name="Moves").get_by_role("button", name=texts[ply])
            ).to_be_visible()


def moved(client, number, text, ply):
    try:
        return (
            move(client, number, text, ply).is_success
            or client.get(f"/api/games/{number}").json()["ply"] > ply
        )
    except httpx.TransportError:
        return False
