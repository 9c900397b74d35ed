"""A seat belongs to whoever has its secret; everyone else can only watch."""

import sqlite3

import httpx
import pytest

COOKIE = "cornered_player"


@pytest.fixture
def game(ada):
    return ada.post("/api/games", json={"game": "knights-duel", "opponent": "link", "name": "Ada"}).json()


def invite(client, game):
    answer = client.post(f"/api/games/{game['id']}/invitations")
    assert answer.status_code == 201, answer.text
    return answer.json()


def join(client, game, invitation, name=None):
    return client.post(f"/api/games/{game['id']}/join", json={"invitation": invitation, "name": name})


def move(client, game, text, ply):
    return client.post(f"/api/games/{game['id']}/moves", json={"move": text, "ply": ply})


def test_the_secret_is_a_cookie_that_no_script_and_no_other_site_gets(site):
    answer = httpx.post(f"{site.address}/api/games", json={"game": "blockade"})
    attributes = answer.headers["set-cookie"].split("; ")
    assert {"HttpOnly", "SameSite=strict", "Path=/"} <= set(attributes)
    assert len(answer.cookies[COOKIE]) == 43
    assert answer.cookies[COOKIE] not in answer.text


def test_a_friend_takes_the_open_seat_and_they_play(ada, bob, game):
    assert [seat["taken"] for seat in game["seats"]] == [True, False]
    joined = join(bob, game, invite(ada, game)["invitation"], "Bob").json()
    assert joined["you"] == [2]
    assert [seat["name"] for seat in joined["seats"]] == ["Ada", "Bob"]
    assert move(ada, game, "C2", 0).status_code == 200
    assert move(bob, game, "D3", 1).status_code == 200


def test_an_invitation_is_used_up(site, ada, bob, game):
    invitation = invite(ada, game)["invitation"]
    assert join(bob, game, invitation).status_code == 200
    with site.person() as eve:
        answer = join(eve, game, invitation)
        assert answer.status_code == 403
        assert answer.json()["detail"] == "This invitation has been used, or was never given."
    assert ada.post(f"/api/games/{game['id']}/invitations").json()["detail"] == "Both seats are taken."


def test_a_new_invitation_replaces_the_old_one(ada, bob, game):
    first, second = invite(ada, game)["invitation"], invite(ada, game)["invitation"]
    assert join(bob, game, first).status_code == 403
    assert join(bob, game, second).status_code == 200


def test_an_invitation_is_for_its_own_game(ada, bob, game):
    other = ada.post("/api/games", json={"game": "blockade", "opponent": "link"}).json()
    assert join(bob, other, invite(ada, game)["invitation"]).status_code == 403


def test_nobody_takes_both_seats_by_link(ada, game):
    assert join(ada, game, invite(ada, game)["invitation"]).status_code == 409


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("Ada", "Both players are called Ada: give them different names."),
        ("medium", "'medium' is the name of a level: choose another name."),
    ],
)
def test_a_guest_cannot_take_the_hosts_name_or_a_levels(ada, bob, game, name, sentence):
    answer = join(bob, game, invite(ada, game)["invitation"], name)
    assert (answer.status_code, answer.json()["detail"]) == (422, sentence)


@pytest.mark.parametrize("cookie", [None, "x", "A" * 43, "A" * 4000, "';--"])
def test_without_the_secret_one_can_only_watch(site, ada, game, cookie):
    with site.person(**({COOKIE: cookie} if cookie else {})) as eve:
        assert eve.get(f"/api/games/{game['id']}").json()["you"] == []
        for answer in (
            move(eve, game, "C2", 0),
            eve.post(f"/api/games/{game['id']}/resign", json={"ply": 0}),
            eve.post(f"/api/games/{game['id']}/undo", json={"ply": 0}),
            eve.post(f"/api/games/{game['id']}/invitations"),
            eve.post(f"/api/games/{game['id']}/next"),
            eve.post(f"/api/games/{game['id']}/call-off", json={"ply": 0}),
            eve.post(f"/api/games/{game['id']}/claim", json={"ply": 0}),
            eve.post(f"/api/games/{game['id']}/offers", json={"ply": 0, "kind": "take-back"}),
            eve.post(f"/api/games/{game['id']}/answer", json={"ply": 0, "accept": True}),
        ):
            assert answer.status_code == 403
            assert answer.json()["detail"] == "You have no seat in this game: you can watch it."
    assert ada.get(f"/api/games/{game['id']}").json()["ply"] == 0


def test_the_hash_that_the_store_keeps_opens_no_seat(site, ada, game):
    with sqlite3.connect(site.home / "games.sqlite3") as database:
        [holder] = database.execute("SELECT holder FROM seats WHERE game_id = ? AND seat = 1", (game["id"],))
    database.close()
    with site.person(**{COOKIE: holder[0][:43]}) as eve:
        assert move(eve, game, "C2", 0).status_code == 403


def test_a_secret_opens_only_its_own_seat(ada, bob, game):
    join(bob, game, invite(ada, game)["invitation"])
    answer = move(bob, game, "C2", 0)
    assert (answer.status_code, answer.json()["detail"]) == (409, "It is the turn of Ada.")


def test_between_two_people_a_move_stands(ada, bob, game):
    join(bob, game, invite(ada, game)["invitation"])
    move(ada, game, "C2", 0)
    answer = ada.post(f"/api/games/{game['id']}/undo", json={"ply": 1})
    assert (answer.status_code, answer.json()["detail"]) == (
        409,
        "Against another person a move stands, unless they agree: ask them.",
    )


def test_no_secret_is_in_the_store_or_in_the_log(site, ada, bob, game):
    invitation = invite(ada, game)
    assert "#invitation=" in invitation["link"]  # what follows # is never sent, so never logged
    join(bob, game, invitation["invitation"])
    secrets = [ada.cookies[COOKIE], bob.cookies[COOKIE], invitation["invitation"]]
    kept = b"".join(file.read_bytes() for file in site.home.iterdir())
    assert not any(secret.encode() in kept for secret in secrets)
