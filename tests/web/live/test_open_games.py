"""Open games: anyone may join those in the list, where the host has turned it on."""

import asyncio
import re
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest
from playwright.sync_api import expect

LINK = {"game": "blockade", "opponent": "link", "name": "Ada"}


@pytest.fixture(name="open_site", params=["sqlite", "postgres"])
def listing_site(make_site, request):
    """A site over a file, or over Postgres, where the list is a table."""
    store = request.getfixturevalue("postgres").database() if request.param == "postgres" else None
    limits = {"open_games_per_client": 2, "requests_per_second": 1000, "burst": 10_000}
    return make_site(open_games=5, store=store, **limits)


def begin(client):
    return client.post("/api/games", json=LINK).json()["id"]


def test_a_game_is_listed_joined_once_and_listed_no_more(open_site, streaming, listening):
    with open_site.person() as ada, open_site.person() as bob, open_site.person() as eve:
        number = begin(ada)
        with listening(ada, number) as waiting, streaming(bob, "/api/open-games/events") as looking:
            assert waiting.next()["ply"] == 0
            assert looking.next() == []
            assert ada.post(f"/api/games/{number}/open").status_code == 201
            [listed] = looking.next()
            assert (listed["id"], listed["host"], listed["seat"]) == (number, "Ada", 2)
            joined = bob.post(f"/api/open-games/{number}/join", json={"name": "Bob"})
            assert joined.json()["you"] == [2]
            assert looking.next() == []
        late = eve.post(f"/api/open-games/{number}/join", json={})
        assert late.status_code == 409
        assert "no longer open" in late.json()["detail"]


def test_of_two_who_join_at_once_one_gets_the_seat(open_site, listening):
    with open_site.person() as ada, ThreadPoolExecutor(8) as elsewhere:
        number = begin(ada)
        with listening(ada, number):
            ada.post(f"/api/games/{number}/open")
            path = f"{open_site.address}/api/open-games/{number}/join"
            answers = [elsewhere.submit(httpx.post, path, json={}) for _ in range(8)]
            assert sorted(one.result().is_success for one in answers) == [False] * 7 + [True]


def test_only_a_player_opens_a_game_and_nobody_joins_their_own(open_site, listening):
    with open_site.person() as ada, open_site.person() as eve:
        number = begin(ada)
        assert eve.post(f"/api/games/{number}/open").status_code == 403
        with listening(ada, number):
            ada.post(f"/api/games/{number}/open")
            assert ada.post(f"/api/open-games/{number}/join", json={}).status_code == 409
            ada.post(f"/api/games/{number}/invitations")  # a link is made instead
            assert ada.get("/api/open-games").json() == []


def test_whoever_leaves_is_listed_no_more(open_site, listening, wait_until):
    with open_site.person() as ada:
        number = begin(ada)
        with listening(ada, number) as waiting:
            waiting.next()
            ada.post(f"/api/games/{number}/open")
            assert ada.get("/api/open-games").json()
        wait_until(lambda: ada.get("/api/open-games").json() == [], "the game is taken from the list")


def test_the_list_is_bounded_for_each_client_and_in_all_also_for_those_who_come_at_once(open_site):
    async def opened(client, number):
        answer = await client.post(f"/api/games/{number}/open")
        return answer.status_code, answer.json()["detail"] if not answer.is_success else ""

    async def all_at_once(address):
        transport = httpx.AsyncHTTPTransport(local_address=address)
        async with httpx.AsyncClient(base_url=open_site.address, transport=transport, timeout=30) as client:
            numbers = [(await client.post("/api/games", json=LINK)).json()["id"] for _ in range(6)]
            return await asyncio.gather(*(opened(client, number) for number in numbers))

    with ThreadPoolExecutor(1) as elsewhere:  # this thread may have an event loop already, the browser's
        answers = [
            elsewhere.submit(asyncio.run, all_at_once(f"127.0.0.{one}")).result() for one in range(2, 5)
        ]
    statuses = [sorted(status for status, _ in of_one) for of_one in answers]
    assert statuses == [[201] * 2 + [429] * 4, [201] * 2 + [429] * 4, [201] + [503] * 5]
    assert any("open games already" in sentence for _, sentence in answers[0])
    assert any("join one of them" in sentence for _, sentence in answers[2])


def test_where_the_host_has_not_turned_it_on_nothing_is_listed(ada):
    number = begin(ada)
    for answer in (ada.get("/api/open-games"), ada.post(f"/api/games/{number}/open")):
        assert answer.status_code == 404
        assert "lists no open games" in answer.json()["detail"]


def test_two_strangers_meet_on_the_home_page(open_site, visit):
    ada, bob = visit(open_site), visit(open_site)
    home = bob.open("/")
    with open_site.person() as client:
        number = begin(client)
        secret = client.cookies["cornered_player"]
    ada.context.add_cookies([{"name": "cornered_player", "value": secret, "url": open_site.address}])
    waiting = ada.open(f"/game/{number}")
    waiting.get_by_role("button", name="Let anyone join").click()
    waiting.get_by_text("The game is listed on the home page").wait_for()
    home.get_by_role("button", name="Join Ada in Blockade").click()
    home.wait_for_url(f"**/game/{number}")
    waiting.locator(".invitation:empty").wait_for(state="attached")
    with open_site.person() as client:
        assert client.get("/api/open-games").json() == []


def test_a_game_for_anyone_begins_at_the_home_page(open_site, visit):
    ada, bob = visit(open_site), visit(open_site)
    home = bob.open("/")
    own = ada.open("/")
    own.get_by_role("link", name="Open a game yourself").click()
    own.get_by_label("Anyone who comes by").and_(own.locator(":checked")).wait_for()
    own.get_by_label("Blockade", exact=True).check()
    own.get_by_label("Who begins").select_option("My opponent does: I am Player 2")
    own.get_by_role("button", name="Play", exact=True).click()
    expect(own.locator(".status")).to_have_text("Waiting for someone to play against.")
    own.get_by_text("The game is listed on the home page").wait_for()
    home.get_by_role("button", name=re.compile("Join .* in Blockade")).click()
    home.wait_for_url("**/game/*")
    expect(own.locator(".status")).to_have_text("Waiting for Player 1 to move.")


def test_where_nothing_is_listed_nobody_is_offered_anyone(site, visit):
    page = visit(site).open("/new?against=anyone")
    assert page.get_by_label("The computer").is_checked()
    assert page.get_by_label("Anyone who comes by").count() == 0
