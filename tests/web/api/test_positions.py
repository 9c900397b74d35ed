"""Positions, values and rules over the API."""

import pytest

BLOCK_CAPTURE = "block-capture.5x5.1.5-5-5-5-5"


def test_a_line_of_moves_is_followed_from_any_position(ada):
    start = "knights-duel.5x5.1.a4-5-5-5-4b"
    view = ada.get("/api/positions", params={"start": start, "moves": "C2_D3;e3"}).json()
    assert [move["label"] for move in view["history"]] == ["C2", "D3", "E3"]
    assert len(view["steps"]) == 4
    assert view["code"] == "knights-duel.5x5.2.x4-2x2-3ba-5-4x"
    assert ada.get("/api/positions", params={"start": view["code"]}).json()["steps"][0] == view["steps"][3]


@pytest.mark.parametrize(
    ("params", "sentence"),
    [
        ({"start": "nonsense"}, "is not a position code"),
        ({"start": BLOCK_CAPTURE, "moves": "3 3"}, "(3,3) is not an edge block"),
        ({"start": BLOCK_CAPTURE, "moves": "_".join(["1 1"] * 1500)}, "The line is too long"),
        ({"start": "blockade.20x20.1." + "-".join(["20"] * 20)}, "too large for this site"),
        ({}, "start: Field required"),
    ],
)
def test_what_is_no_position_is_refused_in_a_sentence(ada, params, sentence):
    for path in ("/api/positions", "/api/analysis"):
        answer = ada.get(path, params=params)
        assert answer.status_code == 422
        assert sentence in answer.json()["detail"].replace("query ", "")


def test_every_move_has_its_exact_value(ada):
    analysis = ada.get("/api/analysis", params={"start": BLOCK_CAPTURE}).json()
    assert analysis["value"] == {"verdict": "win", "plies": 5}
    assert analysis["detail"] == "Player 1 wins in 5 plies with best play."
    best = [move["label"] for move in analysis["moves"] if move["best"]]
    assert best == ["(1,3)", "(3,1)", "(3,5)", "(5,3)"]
    assert sum(move["value"]["verdict"] == "loss" for move in analysis["moves"]) == 8
    assert len(analysis["line"]) == 5
    assert "the centre's colour" in analysis["why"]


def test_a_finished_game_is_said_to_be_over(ada):
    analysis = ada.get("/api/analysis", params={"start": BLOCK_CAPTURE, "moves": "1 3_2 3_3 3"}).json()
    assert analysis["detail"] == "The game is over: Player 1 has won."


def test_what_cannot_be_solved_in_time_is_said_to_be_unsolved(make_site):
    site = make_site(thinking_seconds=0.2)
    with site.person() as client:
        rows = ["a10", *["11"] * 9, "10b"]
        start = f"knights-blockade.11x11.1.{'-'.join(rows)}"
        analysis = client.get("/api/analysis", params={"start": start}).json()
    assert analysis["value"] == {"verdict": "unknown", "plies": None}
    assert analysis["detail"] == "Not solved within the budget of 0.2 seconds."
    assert not any(move["best"] for move in analysis["moves"])


def test_the_five_games_are_told_with_a_good_game_each(ada):
    games = ada.get("/api/rules").json()
    assert len(games) == 5
    assert all(game["demo"]["steps"][-1]["outcome"] for game in games)


def test_each_game_tells_what_its_players_may_set(ada):
    games = {game["name"]: game for game in ada.get("/api/rules").json()}
    options = {name: [option["name"] for option in game["options"]] for name, game in games.items()}
    assert (options["blockade"], options["trap-the-knight"]) == ([], ["start", "repetitions"])
    assert [name for name, game in games.items() if game["own_symbols"]] == ["blockade", "block-capture"]
    assert [name for name, game in games.items() if game["coin_toss"]] == ["block-capture"]
    assert [name for name, game in games.items() if game["odd_sides"]] == ["block-capture"]


def test_rules_come_with_rulings(ada):
    rules = ada.get("/api/rules/knights-blockade").json()
    assert rules["rules"][0]["heading"] == "Setup"
    assert any("Knights jump" in ruling["ruling"] for ruling in rules["rulings"])
    assert ada.get("/api/rules/chess").status_code == 422
