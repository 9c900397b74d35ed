"""Slow, silent and many: whoever only holds connections open is shown the door, and nobody else is."""

import asyncio
import select
import socket
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

import httpx
import pytest

NEW = {"game": "blockade", "opponent": "screen"}
POST = b"POST /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n\r\n"


def connected(site, address="127.0.0.2"):
    """A connection from this address, which stands for a client of its own."""
    opened = socket.create_connection(("127.0.0.1", site.port), source_address=(address, 0))
    opened.settimeout(20)
    return opened


def status(answer):
    return int(answer.split()[1])


def test_with_few_files_left_the_site_goes_on_and_its_log_stays_short(make_site):
    site = make_site(files=400, head_seconds=60)
    with site.person() as inside, ExitStack() as open_ones:
        number = inside.post("/api/games", json=NEW).json()["id"]
        silent = [
            open_ones.enter_context(connected(site, f"127.0.0.{2 + place // 40}")) for place in range(500)
        ]
        assert status(silent[-1].recv(4096)) == 503
        moved = inside.post(f"/api/games/{number}/moves", json={"move": "1 1", "ply": 0})
        assert moved.is_success
    assert len(site.log) < 10_000


def test_malformed_requests_do_not_fill_the_log(make_site):
    site = make_site()
    for _ in range(60):
        with connected(site) as rude:
            rude.sendall(b"NONSENSE\r\n\r\n")
            assert status(rude.recv(4096)) == 400
    assert len(site.log.splitlines()) < 10


def test_nobody_stays_counted_by_asking_for_another_protocol(make_site, free_port, wait_until):
    """A library for WebSockets is installed, to which uvicorn would hand such connections over."""
    port = free_port()
    site = make_site(metrics=port)
    key = b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
    upgrade = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"

    def counted(connections):
        return f"cornered_connections {connections}.0" in httpx.get(f"http://127.0.0.1:{port}").text

    with ExitStack() as open_ones:
        for _ in range(5):
            asking = open_ones.enter_context(connected(site))
            asking.sendall(upgrade + key + b"\r\n")
            assert status(asking.recv(4096)) == 200
        wait_until(lambda: counted(5), "all are counted")
    wait_until(lambda: counted(0), "those who went are forgotten")


@pytest.mark.parametrize("head", [b"", b"GET / HTTP/1.1\r\nHost: 127"])
def test_a_request_that_does_not_come_is_not_waited_for(make_site, head):
    site = make_site(head_seconds=0.5)
    with connected(site) as slow:
        slow.sendall(head)
        answer = slow.recv(4096)
        assert status(answer) == 408
        assert b"did not arrive in time" in answer


def test_nor_is_the_second_one_of_a_connection(make_site):
    site = make_site(head_seconds=0.5)
    with connected(site) as slow:
        slow.sendall(b"HEAD / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        assert status(slow.recv(4096)) == 200
        slow.sendall(b"GET / HT")
        assert status(slow.recv(4096)) == 408


def test_a_body_has_one_time_for_all_of_it(make_site):
    site = make_site(body_seconds=1.0)
    with connected(site) as slow:
        slow.sendall(POST)
        for _ in range(90):  # a byte now and then, never long apart
            if select.select([slow], [], [], 0.1)[0]:
                break
            slow.sendall(b" ")
        else:
            pytest.fail("the body was waited for, byte after byte")
        assert status(slow.recv(4096)) == 408


def test_streams_that_are_opened_at_once_do_not_pass_the_limit(make_site):
    site = make_site(streams_per_client=10)
    with site.person() as client:
        number = client.post("/api/games", json=NEW).json()["id"]

    async def answer():
        reader, writer = await asyncio.open_connection("127.0.0.1", site.port)
        writer.write(f"GET /api/games/{number}/events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
        return status(await reader.readline()), writer

    async def all_at_once():
        answers = await asyncio.gather(*(answer() for _ in range(40)))
        for _, writer in answers:
            writer.close()
        return sorted(code for code, _ in answers)

    with ThreadPoolExecutor(1) as elsewhere:  # this thread may have an event loop already, the browser's
        assert elsewhere.submit(asyncio.run, all_at_once()).result() == [200] * 10 + [429] * 30


def ask(site, address, **headers):
    return httpx.get(f"{site.address}/healthz", headers={"X-Forwarded-For": address, **headers}).status_code


def test_behind_a_proxy_each_visitor_is_one(make_site):
    site = make_site(proxies=("127.0.0.0/8",), requests_per_second=0.001, burst=5)
    assert {ask(site, f"192.0.2.{number}") for number in range(10)} == {200}
    assert {ask(site, f"::ffff:198.51.100.{number}") for number in range(10)} == {200}
    assert {ask(site, f"2001:db8:0:{number}::1") for number in range(10)} == {200}
    assert [ask(site, f"2001:db8:1::{number}") for number in range(10)][-1] == 429  # one household
    assert [ask(site, f"10.0.0.{number}, 203.0.113.5") for number in range(10)][-1] == 429  # only they say so


def test_only_a_proxy_that_is_trusted_is_believed(make_site):
    site = make_site(proxies=("192.0.2.1",), requests_per_second=0.001, burst=5)
    assert [ask(site, f"203.0.113.{number}") for number in range(10)][-1] == 429


def test_with_tls_at_the_proxy_cookies_are_secure_and_links_lead_there(make_site):
    site = make_site(proxies=("127.0.0.1",))
    for scheme, secure in (("https", True), ("http", False)):
        with site.person() as client:
            client.headers["X-Forwarded-Proto"] = scheme
            answer = client.post("/api/games", json={**NEW, "opponent": "link"})
            cookie = answer.headers["set-cookie"]
            assert ("Secure" in cookie) is secure
            path = f"/api/games/{answer.json()['id']}/invitations"
            invited = client.post(path, headers={"Cookie": cookie.partition(";")[0]})
            assert invited.json()["link"].startswith(f"{scheme}://127.0.0.1:{site.port}/game/")
