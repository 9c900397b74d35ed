"""Games as text over the API: taken away and brought along."""

import httpx
import pytest

TEXT = """\
[Game "block-capture"]
[Board "5x5"]
[Player1 "Ada"]
[Player2 "Bob"]
[Date "2024-01-01T10:00:00Z"]
[Result "1 centre"]

1. (1,3); (2,3)
2. (3,3)
"""


def send(client, text):
    return client.post("/api/records/import", content=text, headers={"Content-Type": "text/plain"})


def test_your_finished_games_are_one_text(ada, bob):
    for client, game in ((ada, "blockade"), (ada, "knights-duel"), (bob, "blockade")):
        number = client.post("/api/games", json={"game": game, "opponent": "screen"}).json()["id"]
        client.post(f"/api/games/{number}/resign", json={"ply": 0})
    ada.post("/api/games", json={"game": "blockade", "opponent": "screen"})  # not finished
    answer = ada.get("/api/records/export")
    assert answer.headers["content-type"] == "text/plain; charset=utf-8"
    assert answer.headers["content-disposition"] == 'attachment; filename="cornered-games.txt"'
    assert answer.text.count("[Game ") == 2
    assert answer.text.index("blockade") < answer.text.index("knights-duel")
    assert ada.get("/api/records/export?game=blockade").text.count("[Game ") == 1


def test_a_stranger_gets_an_empty_text(ada):
    assert ada.get("/api/records/export").text == ""


def test_games_are_taken_in_once_and_are_yours(own_site):
    with own_site.person() as ada:
        answer = send(ada, TEXT)
        assert answer.status_code == 201
        assert answer.json() == {"numbers": [1], "known": 0, "detail": "1 game was taken in."}
        again = send(ada, TEXT + TEXT.replace("Bob", "Eve"))
        assert again.json()["detail"] == "1 game was taken in. 1 game was already here."
        assert send(ada, TEXT).json()["detail"] == "Nothing new. 1 game was already here."
        assert [game["id"] for game in ada.get("/api/games?mine=true").json()] == [2, 1]
        assert '[Player2 "Bob"]' in ada.get("/api/records/export").text
        wins = {line["player"]: line["wins"] for line in ada.get("/api/records").json()}
        assert wins["Ada"] == 1


def test_what_one_site_gives_another_takes_in(own_site, site, ada):
    number = ada.post("/api/games", json={"game": "blockade", "opponent": "easy"}).json()["id"]
    ada.post(f"/api/games/{number}/resign", json={"ply": 0})
    text = ada.get("/api/records/export").text
    with own_site.person() as bob:
        assert send(bob, text).status_code == 201
        assert bob.get("/api/records/export").text == text


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (TEXT + TEXT.replace("(3,3)", "(4,4)"), "Line 18: (4,4) "),
        ("nonsense", "Line 1: a game begins with a header"),
        (TEXT.replace("Bob", "Ada"), "Both players are called Ada"),
        ('[Game "blockade"]\n[Board "20x20"]\n', "too large for this site"),
        (b"\xff\xfe", "This is not text in UTF-8."),
    ],
)
def test_a_text_with_any_fault_is_refused_whole(ada, text, sentence):
    answer = send(ada, text)
    assert answer.status_code == 422
    assert sentence in answer.json()["detail"]
    assert answer.json()["detail"].endswith("Nothing was taken in.")
    assert ada.get("/api/games?mine=true").json() == []


def test_a_text_that_is_too_large_is_refused(make_site):
    site = make_site(import_bytes=20_000)
    with site.person() as ada:
        assert send(ada, TEXT + "\n" * 18_000).status_code == 201
        try:
            answer = send(ada, "\n" * 30_000)
        except httpx.TransportError:  # refused while still sending
            return
        assert answer.status_code == 413
