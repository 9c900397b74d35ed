"""A store that has reached its limit: nothing new begins, and games in progress go on."""

import signal

import pytest

from cornered.store import SavedGame, Seat, Store

NEW = {"game": "blockade", "opponent": "screen"}
FULL = {"stored_bytes": 1}


def text_of_games(client, number):
    """A finished game as text."""
    assert client.post(f"/api/games/{number}/resign", json={"ply": 0}).is_success
    return client.get(f"/api/games/{number}/record").text


@pytest.mark.parametrize("engine", ["sqlite", "postgres"])
def test_games_in_progress_go_on_and_no_others_begin(make_site, request, engine):
    store = request.getfixturevalue("postgres").database() if engine == "postgres" else None
    site = make_site(store=store)
    with site.person() as ada:
        number, ended, followed = (ada.post("/api/games", json=NEW).json()["id"] for _ in range(3))
        text = text_of_games(ada, ended)
        text_of_games(ada, followed)
        following = ada.post(f"/api/games/{followed}/next").json()["id"]
        site.stop(signal.SIGTERM)
        site.limits = FULL
        site.start()
        for refused in (
            ada.post("/api/games", json=NEW),
            ada.post(f"/api/games/{ended}/next"),
            ada.post("/api/records/import", content=text.replace("Player", "Visitor")),
            ada.post("/api/rushes"),
        ):
            assert (refused.status_code, refused.json()["detail"]) == (
                507,
                "The site is full: games in progress go on, but no other can begin.",
            )
        assert ada.post(f"/api/games/{followed}/next").json()["id"] == following
        assert ada.post(f"/api/games/{number}/moves", json={"move": "1 1", "ply": 0}).is_success
        assert ada.get(f"/api/games/{number}").json()["ply"] == 1


@pytest.mark.parametrize("engine", ["sqlite", "postgres"])
def test_a_store_knows_how_large_it_is(tmp_path, request, engine):
    address = request.getfixturevalue("postgres").database() if engine == "postgres" else tmp_path / "games"
    store = Store(address)
    before = store.stored_bytes()
    people = Seat("Ada", "human"), Seat("Zoe", "human")
    ended = {"begun": "2024-01-01T10:00:00Z", "ended": "2024-01-01T10:05:00Z", "winner": 1}
    store.add_games(
        SavedGame("blockade.4x4.1.4-4-4-4", people, reason="resigned", **ended) for _ in range(2000)
    )
    assert before + 100_000 < store.stored_bytes() < before + 10_000_000
    store.close()
