"""One site on several workers, over Postgres: whatever dies, no move is lost or counts twice, pages go on."""

import asyncio
import signal
import threading
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import cycle

import httpx
import psycopg
import pytest

from cornered import new_game
from cornered.store import Store

NEW = {"game": "knights-duel", "opponent": "screen"}
LINK = {"game": "knights-duel", "opponent": "link", "name": "Ada"}


@pytest.fixture(scope="module")
def database(postgres):
    return postgres.database()


@pytest.fixture(scope="module")
def machines(database, tmp_path_factory, site_class):
    """Two servers over one database, as on two machines."""
    running = [site_class(tmp_path_factory.mktemp("machine"), store=database) for _ in range(2)]
    yield running
    for machine in running:
        machine.stop()
        assert "Traceback" not in machine.log
        assert not set(machine.log.split()) & {database}


@pytest.fixture
def pair(machines):
    """Someone with a connection to each of the two servers."""
    first, second = machines
    with first.person() as here, second.person() as there:
        yield here, there


def begin(pair, **setup):
    """A game of someone's who is known to both servers."""
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


def test_of_200_moves_at_once_over_two_workers_one_is_stored(machines, pair, database):
    here, _ = pair
    number = begin(pair)

    async def all_at_once():
        limits = httpx.Limits(max_connections=100)
        clients = [
            httpx.AsyncClient(base_url=machine.address, cookies=here.cookies, limits=limits, timeout=60)
            for machine in machines
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


def test_whatever_happens_at_one_worker_is_seen_at_the_other(pair, listening):
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


def test_a_game_that_is_listed_at_one_worker_is_joined_at_the_other(
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


def test_a_move_of_which_no_notice_is_given_is_seen_all_the_same(pair, listening, database):
    _, there = pair
    number = begin(pair)
    with listening(there, number) as events:
        events.until(ply=0)
        store = Store(database)  # as of a worker that dies before it has told anyone
        store.add_move(number, 0, new_game("knights-duel").square("C2"))
        store.close()
        assert events.until(ply=1)["history"][0]["label"] == "C2"


def test_where_nobody_looks_around_the_notices_tell_of_moves(pair, listening, database):
    here, there = pair
    number = begin(pair)
    with listening(there, number) as events, psycopg.connect(database) as host:
        events.until(ply=0)
        host.execute("LOCK TABLE workers IN EXCLUSIVE MODE")  # nobody can say that they live, or go on
        assert move(here, number, "C2", 0).is_success
        assert events.until(ply=1)


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
        stranger.execute(
            "NOTIFY cornered, 'a game of chess'; NOTIFY cornered_spending, 'ada lovelace spends'"
        )
        assert move(here, number, "C2", 0).is_success
        assert events.until(ply=1)
    assert listening_connections(database) == before


def test_who_listens_is_told_again_where_it_was_forgotten(pair, listening, database, wait_until):
    _, there = pair
    number = begin(pair)

    def listened_to():
        with psycopg.connect(database) as host:
            return bool(host.execute("SELECT 1 FROM listeners WHERE game_id = %s", (number,)).fetchall())

    with listening(there, number):
        wait_until(listened_to, "it is told")
        with psycopg.connect(database) as host:  # as if the worker had slept for long
            host.execute("DELETE FROM listeners; DELETE FROM workers")
        wait_until(listened_to, "it is told again")


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


def test_a_programs_move_is_made_once_however_many_workers_watch(pair, listening, database):
    here, there = pair
    number = begin(pair, opponent="easy")
    with listening(here, number) as at_here, listening(there, number) as at_there:
        plies = play_out(number, (here, at_here), (there, at_there))
    assert plies == list(range(0, len(plies) * 2, 2))
    assert len(squares(database, number)) in (len(plies) * 2, len(plies) * 2 - 1)


def test_the_turn_of_a_worker_that_has_died_is_taken_by_another(pair, listening, database):
    here, _ = pair
    number = begin(pair, game="blockade", opponent="perfect")
    with psycopg.connect(database) as host:
        host.execute(
            "INSERT INTO turns SELECT id, version + 1, 'dead', clock_timestamp() + interval '3 seconds' "
            "FROM games WHERE id = %s",
            (number,),
        )
    with listening(here, number) as events:
        game = events.until(ply=0)
        assert move(here, number, game["position"]["moves"][0]["label"], 0).is_success
        assert events.until(ply=2)["position"]["to_move"] == 1
    with psycopg.connect(database) as host:
        late = "SELECT worker <> 'dead' FROM turns WHERE game_id = %s"
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
    """Someone who plays on and on, remembers what was acknowledged, and comes back after every failure."""

    def __init__(self, site, stop):
        self._site = site
        self._stop = stop
        self.acknowledged = {}
        self.moves = 0

    def play(self):
        with self._site.person() as client:
            while not self._stop.is_set():
                game = self._asked(client.post, "/api/games", json=NEW)
                while game and game["position"]["moves"] and not self._stop.is_set():
                    game = self._move(client, game)

    def _move(self, client, game):
        path, text = f"/api/games/{game['id']}", game["position"]["moves"][0]["label"]
        after = self._asked(client.post, f"{path}/moves", json={"move": text, "ply": game["ply"]})
        if after:
            self.moves += 1
            self.acknowledged[game["id"]] = [one["label"] for one in after["history"]]
            return after
        return self._asked(client.get, path) or game

    def _asked(self, method, *args, **kwargs):
        try:
            answer = method(*args, **kwargs)
        except httpx.TransportError:
            return None
        assert answer.status_code in (200, 201, 409, 503), answer.text
        return answer.json() if answer.is_success else None


def under_load(sites, wait_until, *disturb):
    """What four people who play all the while were told is stored, while their sites are disturbed."""
    stop = threading.Event()
    regulars = [Regular(site, stop) for site in sites for _ in range(2)]
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


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM])
def test_sites_that_end_under_load_lose_nothing(machines, wait_until, how):
    def start_again(site):
        site.stop(how)
        site.start()

    told = under_load(machines, wait_until, *(partial(start_again, site) for site in machines))
    for site in machines:
        assert_stored(site, told)
