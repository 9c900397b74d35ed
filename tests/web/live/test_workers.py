"""One site on several workers, over Postgres: whatever dies, no move is lost or counts twice, pages go on."""

import asyncio
import os
import re
import select
import signal
import socket
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from itertools import cycle
from pathlib import Path

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


def test_what_a_client_spends_at_one_worker_it_lacks_at_the_other(postgres, make_site, wait_until):
    store = postgres.database()
    first, second = (make_site(store=store, requests_per_second=0.1, burst=210) for _ in range(2))
    with first.person() as here, second.person() as there:
        while here.post("/api/games", json=NEW).status_code != 429:
            pass
        answered = []

        def refused():
            answered.append(there.get("/healthz").status_code)
            return answered[-1] == 429

        wait_until(refused, "the other refuses too")
        assert len(answered) < 100  # by itself it would have answered twice as often


@pytest.fixture
def crew(postgres, make_site):
    """A server of two workers."""
    return make_site(store=postgres.database(), workers=2)


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


def under_load(site, wait_until, *disturb):
    """What four people who play all the while were told is stored, while the site is disturbed."""
    stop = threading.Event()
    regulars = [Regular(site, stop) for _ in range(4)]
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


def test_workers_are_replaced_one_by_one_under_load_and_nothing_is_lost(crew, wait_until):
    before = set(crew.worker_processes)

    def replace_both():
        crew.process.send_signal(signal.SIGHUP)
        wait_until(lambda: not before & set(crew.worker_processes), "both workers are new")

    assert_stored(crew, under_load(crew, wait_until, replace_both))
    assert len(crew.worker_processes) == 2


def test_workers_that_are_killed_under_load_are_replaced_and_nothing_is_lost(crew, wait_until):
    def kill_one():
        process = crew.worker_processes[0]
        os.kill(process, signal.SIGKILL)
        wait_until(lambda: process not in crew.worker_processes, "the worker is gone")
        wait_until(lambda: len(crew.worker_processes) == 2, "there is another")

    assert_stored(crew, under_load(crew, wait_until, kill_one, kill_one))


def test_a_page_goes_on_when_its_worker_is_killed_or_stopped(crew, visit, wait_until):
    page = visit(crew)
    with crew.person() as ada:
        number = ada.post("/api/games", json=NEW).json()["id"]
        page.open(f"/game/{number}")
        texts = iter(("C2", "D3", "E3", "C1"))
        for ply, how in enumerate((signal.SIGKILL, signal.SIGKILL, signal.SIGTERM, signal.SIGTERM)):
            process = crew.worker_processes[0]
            os.kill(process, how)
            wait_until(lambda gone=process: gone not in crew.worker_processes, "the worker is gone")
            text = next(texts)
            wait_until(lambda text=text, ply=ply: moved(ada, number, text, ply), "the move is made")
            expect(
                page.page.get_by_role("list", name="Moves").get_by_role("button", name=text)
            ).to_be_visible()


def moved(client, number, text, ply):
    try:
        return (
            move(client, number, text, ply).is_success
            or client.get(f"/api/games/{number}").json()["ply"] > ply
        )
    except httpx.TransportError:
        return False


def test_all_workers_end_with_their_parent_however_it_ends(crew, wait_until):
    workers = crew.worker_processes
    crew.stop(signal.SIGKILL)
    wait_until(lambda: not any(map(is_alive, workers)), "the workers are gone")
    crew.start()
    workers = crew.worker_processes
    crew.stop()
    assert not any(map(is_alive, workers))
    crew.start()


def is_alive(process):
    try:
        with open(f"/proc/{process}/stat") as file:
            return file.read().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def figure(port, name):
    told = dict(
        re.findall(r"^(\w+(?:\{.*\})?) (\S+)$", httpx.get(f"http://127.0.0.1:{port}").text, re.MULTILINE)
    )
    return float(told.get(name, 0))


def test_metrics_tell_the_sum_of_all_workers_also_after_one_is_killed(
    postgres, make_site, free_port, wait_until
):
    port = free_port()
    crew = make_site(store=postgres.database(), workers=2, metrics=port)
    asked = 'cornered_request_seconds_count{method="GET",route="/healthz",status="200"}'
    with ExitStack() as people:
        for _ in range(30):  # more connections than one worker gets
            person = people.enter_context(crew.person())
            assert person.get("/healthz").is_success
        assert figure(port, asked) == 30
        wait_until(lambda: figure(port, "cornered_connections") == 30, "all are counted")
        process = crew.worker_processes[0]
        os.kill(process, signal.SIGKILL)
        wait_until(lambda: process not in crew.worker_processes, "the worker is gone")
        wait_until(lambda: figure(port, "cornered_connections") < 30, "its connections count no longer")
        wait_until(lambda: len(crew.worker_processes) == 2, "there is another")
    assert figure(port, asked) == 30


def test_a_client_has_its_connections_and_streams_at_all_workers_together(postgres, make_site, wait_until):
    limits = {"connections_per_client": 40, "streams_per_client": 10, "head_seconds": 100}
    crew = make_site(store=postgres.database(), workers=2, **limits)
    with crew.person() as client:
        number = client.post("/api/games", json=NEW).json()["id"]

    def opened(request, address):
        one = socket.create_connection(("127.0.0.1", crew.port), source_address=(address, 0))
        one.settimeout(20)
        one.sendall(request)
        return one

    stream = f"GET /api/games/{number}/events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode()
    with ExitStack() as people:
        streams = [people.enter_context(opened(stream, "127.0.0.2")) for _ in range(30)]
        answers = [int(one.recv(4096).split()[1]) for one in streams]
        assert sorted(answers) == [200] * 10 + [429] * 20
    with ExitStack() as people:
        silent = [people.enter_context(opened(b"", "127.0.0.3")) for _ in range(60)]
        refused = lambda: select.select(silent, [], [], 0)[0]  # noqa: E731
        wait_until(lambda: len(refused()) >= 20, "those over the limit are refused")
        assert {one.recv(4096).split()[1] for one in refused()} == {b"429"}


def test_what_a_killed_worker_had_open_is_given_back(postgres, make_site, wait_until):
    crew = make_site(store=postgres.database(), workers=2, connections_per_client=40, head_seconds=100)

    def opened():
        return socket.create_connection(("127.0.0.1", crew.port), source_address=("127.0.0.2", 0))

    with ExitStack() as people:

        def is_full():
            people.enter_context(opened())  # turned away itself, where the next one is counted first
            return is_refused(opened)

        wait_until(is_full, "there is room for no more")
        for process in crew.worker_processes:
            os.kill(process, signal.SIGKILL)
        wait_until(lambda: len(crew.worker_processes) == 2, "there are others")
        assert not is_refused(opened)


def is_refused(opened):
    with opened() as one:
        one.sendall(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        return one.recv(4096).split()[1] == b"429"


def test_all_workers_think_in_the_same_few_processes_and_stop_quietly(postgres, make_site, wait_until):
    crew = make_site(store=postgres.database(), workers=2, thinking_seconds=100)
    hard = "knights-blockade.11x11.1.a10-11-{}x{}-11-11-11-11-11-11-11-10b"
    asking = []
    for number in range(1, 9):
        start = hard.format(number, 10 - number)
        one = socket.create_connection(("127.0.0.1", crew.port), source_address=(f"127.0.0.{2 + number}", 0))
        one.sendall(f"GET /api/analysis?start={start} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
        asking.append(one)
    [host] = set(children_of(crew.process.pid)) - set(crew.worker_processes) - trackers(crew.process.pid)
    deep = max(1, os.cpu_count() // 2)
    wait_until(lambda: len(set(children_of(host)) - trackers(host)) == 1 + deep, "they are asked")
    assert not any(set(children_of(worker)) - trackers(worker) for worker in crew.worker_processes)
    crew.stop()
    assert {one.recv(4096).split()[1] for one in asking} == {b"503"}
    assert "Traceback" not in crew.log
    assert "Cancel" not in crew.log
    for one in asking:
        one.close()
    crew.start()


def test_whoever_asks_as_soon_as_the_workers_answer_finds_someone_who_thinks(postgres, make_site):
    crew = make_site(store=postgres.database(), workers=2)
    with crew.person() as client:
        question = {"start": "knights-blockade.5x5.1.a4-5-5-5-4b"}
        assert client.get("/api/analysis", params=question).is_success


def test_the_newest_question_of_a_page_takes_the_place_of_older_ones_at_any_worker(
    postgres, make_site, wait_until
):
    room = {"requests_per_second": 10_000, "burst": 10_000, "waiting_jobs_per_client": 40}
    crew = make_site(store=postgres.database(), workers=2, thinking_seconds=100, **room)
    hard = "knights-blockade.11x11.1.a10-11-11-11-11-11-11-11-11-11-10b"
    newer = {"start": "blockade.3x3.2.ax1-xx1-3"}
    with ExitStack() as pages, crew.person() as client:
        assert client.get("/api/analysis", params=newer).is_success  # known from now on: it waits for nobody
        asked = {}
        for page in range(30):  # more connections than one worker gets
            one = pages.enter_context(socket.create_connection(("127.0.0.1", crew.port)))
            question = f"GET /api/analysis?start={hard}&page={page} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
            one.sendall(question.encode())
            asked[one] = page

        def replaced():
            done = select.select(asked, [], [], 0.2)[0]
            for page in {asked[one] for one in asked if one not in done}:
                assert client.get("/api/analysis", params={**newer, "page": page}).is_success
            return len(done) == len(asked)

        wait_until(replaced, "all are replaced")
        assert {one.recv(4096).split()[1] for one in asked} == {b"409"}


def test_no_thought_outlives_the_process_that_thinks(postgres, make_site, wait_until):
    crew = make_site(store=postgres.database(), workers=2, thinking_seconds=100)
    hard = "knights-blockade.11x11.1.a10-11-11-11-11-11-11-11-11-11-10b"
    with socket.create_connection(("127.0.0.1", crew.port)) as asking:
        asking.sendall(f"GET /api/analysis?start={hard} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
        [host] = set(children_of(crew.process.pid)) - set(crew.worker_processes) - trackers(crew.process.pid)
        wait_until(lambda: 2 <= len(at_work(host)) == len(starting(host)), "it thinks")
        thinking = children_of(host)
        os.kill(host, signal.SIGKILL)
        assert asking.recv(4096).split()[1] == b"503"
        wait_until(lambda: not any(map(is_alive, thinking)), "nobody thinks", seconds=30)
    assert "Traceback" not in crew.log


def starting(host):
    """The processes that think for it, or will."""
    return set(children_of(host)) - trackers(host)


def at_work(host):
    """Those that have begun: one of their threads waits for the end of the host."""
    return {child for child in starting(host) if len(list(Path(f"/proc/{child}/task").iterdir())) > 1}


def trackers(process):
    """The helpers that Python itself starts beside processes."""
    command = {child: Path(f"/proc/{child}/cmdline").read_bytes() for child in children_of(process)}
    return {child for child, line in command.items() if b"resource_tracker" in line}


def children_of(process):
    """All that its threads have started."""
    lists = [path.read_text() for path in Path(f"/proc/{process}/task").glob("*/children")]
    return [int(child) for one in lists for child in one.split()]
