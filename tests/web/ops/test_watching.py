"""A site that is watched: figures for Prometheus, a log for programs, and a gentle end."""

import json
import re
import signal
import socket
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

NEW = {"game": "blockade", "opponent": "screen"}


def figures(port):
    text = httpx.get(f"http://127.0.0.1:{port}/metrics").text
    return {name: float(value) for name, value in re.findall(r"^(\w+(?:\{.*\})?) (\S+)$", text, re.MULTILINE)}


def test_metrics_count_what_happens_and_are_not_for_visitors(served, free_port, streaming, wait_until):
    port = free_port()
    _, client = served("--metrics", str(port))
    number = client.post("/api/games", json=NEW).json()["id"]
    with streaming(client, f"/api/games/{number}/events") as events:
        events.next()
        client.post(f"/api/games/{number}/moves", json={"move": "1 1", "ply": 0})
        client.request("NONSENSE", "/api/games")
        assert client.get("/api/games", headers={"Host": "elsewhere.example"}).status_code == 421
        wait_until(lambda: figures(port)["cornered_moves_total"] == 1, "the move is counted")
        told = figures(port)
    assert told["cornered_games"] == 1
    assert told["cornered_streams"] == 1
    assert told["cornered_connections"] >= 2
    assert told['cornered_refused_total{status="421"}'] == 1
    assert told['cornered_waiting_jobs{pool="analysis"}'] == 0
    route = 'method="POST",route="/api/games/{number}/moves",status="200"'
    assert told[f"cornered_request_seconds_count{{{route}}}"] == 1
    assert not any("NONSENSE" in name for name in told)  # nobody can fill the memory with names
    wait_until(lambda: figures(port)["cornered_streams"] == 0, "the stream is no longer counted")
    assert client.get("/metrics").status_code == 404
    with socket.socket() as elsewhere, pytest.raises(ConnectionRefusedError):
        elsewhere.connect(("127.0.0.9", port))  # only at the address that was asked for


def test_a_log_of_json_names_requests_and_no_secret(served, tmp_path):
    process, client = served("--log", "json")
    begun = client.post("/api/games", json={**NEW, "opponent": "link"})
    number = begun.json()["id"]
    invitation = client.post(f"/api/games/{number}/invitations").json()["invitation"]
    with httpx.Client(base_url=client.base_url) as friend:
        friend.post(f"/api/games/{number}/join", json={"invitation": invitation})
        cookies = [one.cookies["cornered_player"] for one in (client, friend)]
    client.get("/api/games", params={"secret": "in-an-address"})
    process.send_signal(signal.SIGTERM)
    process.wait()
    text = (tmp_path / "log").read_text()
    lines = [json.loads(line) for line in text.splitlines()]
    [first] = [line for line in lines if line.get("request") == begun.headers["X-Request-ID"]]
    assert (first["method"], first["route"], first["status"]) == ("POST", "/api/games", 201)
    assert {"/api/games/{number}/join", "/api/games/{number}/invitations"} <= {
        line["route"] for line in lines
    }
    assert not any(secret in text for secret in (invitation, *cookies, "in-an-address"))


def test_whoever_is_refused_again_and_again_does_not_fill_the_log(served, tmp_path):
    config = tmp_path / "site.toml"
    config.write_text("[limits]\nrequests_per_second = 0.001\nburst = 1500.0\n")
    process, client = served("--log", "json", "--config", str(config))
    dear = {"start": "x" * 5900}
    with ThreadPoolExecutor(10) as many:
        asked = [many.submit(client.get, "/api/positions", params=dear) for _ in range(40)]
    refused = [one.result() for one in asked if one.result().status_code == 429]
    assert len(refused) > 10
    process.send_signal(signal.SIGTERM)
    process.wait()
    lines = [json.loads(line) for line in (tmp_path / "log").read_text().splitlines()]
    told = [line["message"] for line in lines if line.get("status") == 429]
    assert told == ["request refused (429)"]


def test_without_the_options_nothing_is_told(served, tmp_path):
    process, client = served()
    assert "X-Request-ID" not in client.get("/api/games").headers
    process.send_signal(signal.SIGTERM)
    process.wait()
    assert (tmp_path / "log").read_text() == ""


def test_a_gentle_end_tells_streams_to_come_back_and_loses_no_move(own_site):
    with own_site.person() as client, own_site.person() as onlooker, ThreadPoolExecutor(9) as elsewhere:
        games = [client.post("/api/games", json=NEW).json()["id"] for _ in range(8)]

        def play(number):
            """How many moves were acknowledged until the site had stopped, or the game was over."""
            for made in range(8):
                corner = f"{1 + made // 2 * 2} {1 + made % 2 * 3}"
                try:
                    answer = client.post(f"/api/games/{number}/moves", json={"move": corner, "ply": made})
                except httpx.TransportError:
                    return made
                if not answer.is_success:
                    return made
            return 8

        def read():
            with onlooker.stream("GET", f"/api/games/{games[0]}/events") as response:
                return "".join(response.iter_text())

        listening = elsewhere.submit(read)
        playing = [elsewhere.submit(play, number) for number in games]
        playing[0].result()
        own_site.stop()
        acknowledged = {number: one.result() for number, one in zip(games, playing, strict=True)}
        assert len(re.findall(r"retry: \d+\n\n", listening.result())) == 2  # at the beginning and at the end
    own_site.start()
    with own_site.person() as client:
        for number, made in acknowledged.items():
            assert client.get(f"/api/games/{number}").json()["ply"] >= made > 0
