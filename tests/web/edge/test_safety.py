"""What the site does not let in, and how it says so."""

import re
import socket
from pathlib import Path

import httpx
import pytest

import cornered.web

NEW = {"game": "blockade", "opponent": "screen"}


def test_pages_load_nothing_from_elsewhere_and_no_script_of_their_own(site):
    answer = httpx.get(site.address)
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self';" in policy
    assert "unsafe" not in policy
    assert answer.headers["x-content-type-options"] == "nosniff"
    static = Path(cornered.web.__file__).parent / "static"
    for file in filter(Path.is_file, static.rglob("*")):
        served = httpx.get(f"{site.address}/static/{file.relative_to(static)}")
        assert served.is_success
        addresses = set(re.findall(r"\w+://[^\"'`]+", served.text))
        assert addresses <= {"http://www.w3.org/2000/svg"}, file.name  # the name of a format, not a place
        assert served.headers["content-security-policy"] == policy


def test_the_server_answers_only_under_its_own_names(site):
    for host in ("evil.example", "evil.example:80", "127.0.0.1.evil.example", "[", ""):
        answer = httpx.get(f"{site.address}/api/games", headers={"Host": host})
        assert answer.status_code in (400, 421)
    for host in (f"localhost:{site.port}", "192.168.0.7", "[::1]:99"):
        assert httpx.get(f"{site.address}/api/games", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "https://127.0.0.1"},
        {"Origin": "http://["},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
)
def test_another_site_changes_nothing(site, ada, headers):
    game = ada.post("/api/games", json=NEW).json()
    answer = ada.post(f"/api/games/{game['id']}/moves", json={"move": "1 1", "ply": 0}, headers=headers)
    assert (answer.status_code, answer.json()["detail"]) == (403, "The request comes from another site.")
    assert ada.get(f"/api/games/{game['id']}").json()["ply"] == 0


def test_the_site_itself_may_with_tls_in_front_of_it_or_without(site, ada):
    for origin in (site.address, site.address.replace("http", "https")):
        headers = {"Origin": origin, "Sec-Fetch-Site": "same-origin"}
        assert ada.post("/api/games", json=NEW, headers=headers).status_code == 201


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b'{"game": 5}',
        b"\xff\xfe",
        b'{"game": "blockade", "rows": 1e999}',
        b"[" * 9000,
    ],
)
def test_a_malformed_body_is_refused_in_a_sentence(ada, body):
    answer = ada.post("/api/games", content=body, headers={"Content-Type": "application/json"})
    assert answer.status_code in (400, 422)
    assert isinstance(answer.json()["detail"], str)


def test_an_oversized_body_is_refused_whether_or_not_it_says_so(ada):
    def pieces():
        for _ in range(1000):
            yield b" " * 1000

    for body in (b" " * 10**6, pieces()):
        try:
            answer = ada.post("/api/games", content=body)
        except httpx.TransportError:  # refused while still sending
            continue
        assert answer.status_code == 413


def test_a_body_that_never_ends_does_not_hold_the_server(make_site):
    site = make_site(body_seconds=0.3)
    with socket.create_connection(("127.0.0.1", site.port)) as slow:
        slow.sendall(
            b"POST /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
            b"Content-Length: 100\r\n\r\n{"
        )
        assert slow.recv(4096).startswith(b"HTTP/1.1 408")


def test_a_client_that_asks_too_often_is_told_to_wait(make_site):
    site = make_site(requests_per_second=0.001, burst=30)
    with site.person() as client:
        answers = [client.get("/api/games").status_code for _ in range(40)]
        assert answers[0] == 200
        assert answers[-1] == 429
        refused = client.get("/api/games")
    assert refused.json()["detail"] == "Too many requests: wait a moment."
    assert refused.headers["retry-after"] == "1"


def test_event_streams_are_limited(make_site, listening):
    site = make_site(streams_per_client=2)
    with site.person() as client:
        game = client.post("/api/games", json=NEW).json()
        with listening(client, game["id"]) as first, listening(client, game["id"]) as second:
            first.next(), second.next()
            assert client.get(f"/api/games/{game['id']}/events").status_code == 429
    with site.person() as client, listening(client, game["id"]) as events:
        assert events.next()["ply"] == 0  # those that have gone make room


def test_a_game_has_an_end_even_where_its_rules_allow_a_long_dance(make_site):
    site = make_site(longest_game=4)
    with site.person() as client:
        setup = {"game": "trap-the-knight", "rows": 8, "cols": 8, "opponent": "screen"}
        number = client.post("/api/games", json=setup).json()["id"]
        for ply, move in enumerate(("B3", "F7", "A1", "H8")):
            answer = client.post(f"/api/games/{number}/moves", json={"move": move, "ply": ply})
            assert answer.is_success
        [listed] = client.get("/api/games").json()
    assert answer.json()["position"]["outcome"] == {
        "winner": None,
        "reason": "too-long",
        "sentence": "Nobody has won after 4 plies: the game ends here, and counts for nobody.",
    }
    assert (listed["winner"], listed["reason"]) == (None, "too-long")


@pytest.mark.parametrize("number", ["0", "-1", "999999999", "9" * 30, "x", "1.5", "%00"])
def test_a_game_that_is_not_there_is_said_not_to_be(ada, number):
    for path in ("", "/events", "/review", "/hint", "/record"):
        answer = ada.get(f"/api/games/{number}{path}")
        assert answer.status_code in (404, 422)
        assert isinstance(answer.json()["detail"], str)


def test_addresses_that_lead_nowhere(ada):
    assert ada.get("/api/nothing").json()["detail"] == "Not Found."
    assert ada.get("/nothing").status_code == 404
    assert ada.get("/nothing").text.startswith("<!doctype html>")
    assert ada.get("/static/../app.py").status_code == 404
    assert ada.get("/static/%2e%2e/app.py").status_code == 404
    assert ada.delete("/api/games").status_code == 405


def test_a_client_that_says_it_is_another_is_not_believed(make_site):
    site = make_site(requests_per_second=0.001, burst=5)
    with site.person() as client:
        answers = [
            client.get("/api/games", headers={"X-Forwarded-For": f"10.0.0.{n}"}).status_code
            for n in range(10)
        ]
    assert 429 in answers
