"""Thinking is shared fairly, and nobody thinks for those who have gone on."""

import signal
import socket
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

HARD = "knights-blockade.11x11.1.a10-11-11-11-11-11-11-11-11-11-10b"
EASY = {"start": "knights-blockade.5x5.1.a4-5-5-5-4b"}


def hard(number):
    """A position on a large board that no search settles soon, another one for each number."""
    return HARD.replace("-11-", f"-{number}x{10 - number}-", 1)


def asked_from(site, address, start):
    """A question of the client at this address, whose answer is not waited for."""
    asking = socket.create_connection(("127.0.0.1", site.port), source_address=(address, 0))
    asking.sendall(f"GET /api/analysis?start={start} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
    return asking


def test_an_easy_question_does_not_wait_behind_hard_ones(make_site):
    site = make_site(thinking_seconds=100)
    asking = [asked_from(site, f"127.0.0.{number}", hard(number)) for number in range(2, 6)]
    with site.person() as client:
        assert client.get("/api/analysis", params=EASY).json()["value"] == {"verdict": "win", "plies": 19}
    for one in asking:
        one.close()


def test_what_nobody_waits_for_any_more_is_stopped(make_site, wait_until):
    site = make_site(thinking_seconds=100)
    with asked_from(site, "127.0.0.2", hard(3)):
        wait_until(lambda: len(site.thinking_processes) == 1, "the hard question is being thought about")
    with site.person() as client:
        number = client.post("/api/games", json={"game": "knights-blockade", "opponent": "screen"}).json()[
            "id"
        ]
        assert client.get(f"/api/games/{number}/hint").status_code == 200  # the one worker was free for it


def test_one_client_may_ask_only_so_much_at_once(make_site):
    site = make_site(thinking_seconds=3, waiting_jobs_per_client=1)
    with site.person() as client, ThreadPoolExecutor(5) as elsewhere:
        asked = [
            elsewhere.submit(client.get, "/api/analysis", params={"start": hard(number)})
            for number in range(5)
        ]
        refused = [one.result() for one in asked if one.result().status_code == 429]
    assert refused
    assert "Many questions of yours are waiting" in refused[0].json()["detail"]


def test_an_answer_is_remembered(make_site):
    site = make_site(waiting_jobs=0)
    with site.person() as client, ThreadPoolExecutor(6) as elsewhere:
        first = client.get("/api/analysis", params=EASY).json()
        asked = [elsewhere.submit(client.get, "/api/analysis", params=EASY) for _ in range(6)]
        assert [one.result().json() for one in asked] == [first] * 6


def test_so_is_that_of_a_position_that_is_only_turned_or_mirrored(make_site):
    site = make_site(waiting_jobs=0)
    with site.person() as client, ThreadPoolExecutor(6) as elsewhere:
        first = client.get("/api/analysis", params={"start": "knights-blockade.4x5.1.ax3-5-5-4b"}).json()
        mirrored = {"start": "knights-blockade.4x5.1.3xa-5-5-b4"}
        asked = [elsewhere.submit(client.get, "/api/analysis", params=mirrored) for _ in range(6)]
        answers = [one.result().json() for one in asked]  # with no room to wait, most would be refused
    assert answers == [answers[0]] * 6
    assert answers[0]["value"] == first["value"]
    values = {move["label"]: move["value"] for move in answers[0]["moves"]}
    assert values == {mirror(move["label"]): move["value"] for move in first["moves"]}
    assert [mirror(move["label"]) for move in answers[0]["line"]] == [move["label"] for move in first["line"]]


def mirror(label):
    """The square on the other side of a board with five columns."""
    row, col = label.strip("()").split(", ")
    return f"({row}, {4 - int(col)})"


def at_work(site):
    """The processes that have begun: one of their threads waits for the end of the site."""
    return [one for one in site.thinking_processes if len(list(Path(f"/proc/{one}/task").iterdir())) > 1]


def is_alive(process):
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
def test_no_job_outlives_the_site_and_those_who_wait_are_told(make_site, wait_until, how):
    site = make_site(thinking_seconds=100)
    asking = [asked_from(site, f"127.0.0.{number}", hard(number)) for number in range(2, 8)]
    wait_until(lambda: len(at_work(site)) == len(site.thinking_processes) > 1, "several are thought about")
    workers = site.thinking_processes
    site.stop(how)
    wait_until(lambda: not any(map(is_alive, workers)), "no worker is left")
    if how == signal.SIGTERM:
        assert {one.recv(4096).split()[1] for one in asking} == {b"503"}
    for one in asking:
        one.close()
    assert "Traceback" not in site.log
    assert "Cancel" not in site.log
    site.start()
