"""Games over the API, from the first move to the rematch."""

import json
from random import Random

import pytest
from game_changes import end

from cornered import Board, new_game
from cornered.play.commentary import review_data
from cornered.play.players import Player
from cornered.play.review import review
from cornered.play.session import begin as begin_session
from cornered.store import NewGame, Seat, Store

DUEL = "knights-duel.5x5.1.a4-5-5-5-4b"


def begin(client, **setup):
    answer = client.post("/api/games", json={"game": "knights-duel", "opponent": "screen", **setup})
    assert answer.status_code == 201, answer.text
    return answer.json()


def move(client, game, text, ply):
    return client.post(f"/api/games/{game['id']}/moves", json={"move": text, "ply": ply})


def play(client, game, *texts):
    for ply, text in enumerate(texts, game["ply"]):
        answer = move(client, game, text, ply)
        assert answer.status_code == 200, answer.text
    return answer.json()


def test_a_new_game_stands_as_its_book_says(ada):
    game = begin(ada)
    assert game["start"] == game["code"] == DUEL
    assert game["board"]["column_names"] == list("ABCDE")
    assert [move["label"] for move in game["position"]["moves"]] == ["C2", "B3"]
    assert game["you"] == [1, 2]
    assert [seat["sign"] for seat in game["seats"]] == ["1", "2"]


def test_a_move_is_answered_with_the_position_after_it(ada):
    game = begin(ada)
    after = play(ada, game, "c2")
    assert after["ply"] == 1
    assert after["history"] == [{"square": 7, "label": "C2", "player": 1}]
    assert after["position"]["cells"] == "x......a................b"
    assert ada.get(f"/api/games/{game['id']}").json() == after


@pytest.mark.parametrize(
    ("text", "reason", "sentence"),
    [
        ("E5", "not-a-knights-move", "E5 is not a knight's move away from A1."),
        ("Z9", "off-the-board", "Z9 is off the board, which runs from A1 to E5."),
        ("hello", "not-understood", "'hello' is not a square: write one like C3."),
    ],
)
def test_a_refused_move_names_the_rule_that_refuses_it(ada, text, reason, sentence):
    game = begin(ada)
    answer = move(ada, game, text, 0)
    assert answer.status_code == 422
    assert answer.json() == {"detail": sentence, "reason": reason}
    assert ada.get(f"/api/games/{game['id']}").json()["ply"] == 0


def test_a_game_ends_in_a_sentence(ada):
    game = begin(ada, game="block-capture")
    after = play(ada, game, "1 3", "2 3", "3 3")
    outcome = after["position"]["outcome"]
    assert outcome == {
        "winner": 1,
        "reason": "centre",
        "sentence": "Player 1 claims the centre and wins after 3 plies.",
    }
    assert move(ada, game, "1 1", 3).json()["detail"] == "The game is over."


@pytest.mark.parametrize("level", ["random", "easy", "medium", "hard", "perfect"])
def test_a_program_of_every_level_answers(ada, listening, level):
    game = begin(ada, game="blockade", opponent=level)
    with listening(ada, game["id"]) as events:
        play(ada, game, "2 2")
        after = events.until(ply=2)
    assert after["seats"][1]["kind"] == level
    assert after["position"]["to_move"] == 1


def test_a_program_that_is_player_1_begins(ada, listening):
    game = begin(ada, opponent="easy", seat=2)
    with listening(ada, game["id"]) as events:
        assert events.until(ply=1)["position"]["to_move"] == 2


def test_a_toss_gives_either_seat(ada):
    seats = {begin(ada, opponent="easy", seat="toss")["you"][0] for _ in range(40)}
    assert seats == {1, 2}


def test_undo_against_a_program_takes_back_its_reply_too(ada, listening):
    game = begin(ada, game="blockade", opponent="random")
    with listening(ada, game["id"]) as events:
        play(ada, game, "2 2")
        events.until(ply=2)
    answer = ada.post(f"/api/games/{game['id']}/undo", json={"ply": 2})
    assert answer.json()["ply"] == 0
    again = ada.post(f"/api/games/{game['id']}/undo", json={"ply": 0})
    assert (again.status_code, again.json()["detail"]) == (409, "There is no move of yours to take back.")


def test_whoever_resigns_loses(ada):
    game = begin(ada)
    play(ada, game, "C2")
    outcome = ada.post(f"/api/games/{game['id']}/resign", json={"ply": 1}).json()["position"]["outcome"]
    assert outcome["sentence"] == "Player 2 resigns. Player 1 wins after 1 ply."


def test_a_rematch_swaps_the_seats(ada):
    game = begin(ada, opponent="easy", name="Ada")
    early = ada.post(f"/api/games/{game['id']}/next")
    assert (early.status_code, early.json()["detail"]) == (409, "The game is not over.")
    ada.post(f"/api/games/{game['id']}/resign", json={"ply": 0})
    rematch = ada.post(f"/api/games/{game['id']}/next").json()
    assert [seat["kind"] for seat in rematch["seats"]] == ["easy", "human"]
    assert (rematch["you"], rematch["seats"][1]["name"]) == ([2], "Ada")
    assert ada.post(f"/api/games/{game['id']}/next").json()["id"] == rematch["id"]


def test_a_match_swaps_seats_and_keeps_score(ada):
    game = begin(ada, name="Ada", opponent_name="Bob", first_to=2)
    assert game["match"] == {"number": 1, "games": None, "first_to": 2, "score": [0, 0], "over": False}
    for number, score in ((1, [0, 1]), (2, [1, 1]), (3, [1, 2])):
        assert game["match"]["number"] == number
        ended = ada.post(f"/api/games/{game['id']}/resign", json={"ply": 0}).json()
        assert ended["match"]["score"] == score
        game = ada.post(f"/api/games/{game['id']}/next").json()
    assert ended["match"]["over"]
    assert game["match"]["number"] == 1  # another match on the same terms


def test_symbols_and_sizes_and_starting_squares_can_be_chosen(ada):
    game = begin(ada, game="blockade", rows=5, cols=7, symbols=["*", "+"])
    assert (game["board"]["rows"], game["board"]["cols"]) == (5, 7)
    assert [seat["sign"] for seat in game["seats"]] == ["*", "+"]
    game = begin(ada, game="trap-the-knight", options={"start": "A1; D3"})
    assert game["start"] == "trap-the-knight.4x4.1.a3-4-3b-4"
    game = begin(ada, game="trap-the-knight", options={"start": "A1; D3", "repetitions": "2"})
    assert game["start"] == "trap-the-knight.4x4.1.a3-4-3b-4.r2"


@pytest.mark.parametrize(
    ("setup", "sentence"),
    [
        ({"game": "chess"}, "There is no game 'chess'"),
        ({"rows": 13}, "13×5 is too large for this site: a side has at most 12."),
        ({"rows": 1}, "1×5 is too small"),
        ({"game": "block-capture", "rows": 4}, "needs odd sides"),
        ({"options": {"start": "A1; A1"}}, "Both knights cannot start on A1."),
        ({"options": {"start": "A1; Z9"}}, "Z9 is off the board"),
        ({"game": "blockade", "options": {"start": "1 1; 4 4"}}, "it has no starting squares"),
        ({"game": "trap-the-knight", "options": {"repetitions": "9"}}, "Repetitions are 2 to 5"),
        ({"options": {"wind": "west"}}, "has no option 'wind'"),
        ({"options": {"{0}": "west"}}, "options {0} [key]: "),
        ({"name": "Ada", "opponent_name": "Ada"}, "Both players are called Ada"),
        ({"name": "medium"}, "'medium' is the name of a level: choose another name."),
        ({"symbols": ["X", "O"]}, "is played with knights"),
        ({"games": 2, "first_to": 2}, "not both"),
        ({"opponent": "ghost"}, "opponent: "),
        ({"rows": "many"}, "rows: "),
    ],
)
def test_a_game_that_cannot_be_is_refused_in_a_sentence(ada, setup, sentence):
    answer = ada.post("/api/games", json={"game": "knights-duel", **setup})
    assert answer.status_code == 422
    assert sentence in answer.json()["detail"]


def test_games_are_listed_with_those_that_are_yours(ada, bob):
    game = begin(ada)
    mine = next(one for one in ada.get("/api/games").json() if one["id"] == game["id"])
    theirs = next(one for one in bob.get("/api/games?unfinished=true").json() if one["id"] == game["id"])
    assert (mine["yours"], theirs["yours"]) == (True, False)


def test_records_count_what_has_ended(ada):
    game = begin(ada, name="Grace", opponent_name="Hopper")
    ada.post(f"/api/games/{game['id']}/resign", json={"ply": 0})
    lines = [line for line in ada.get("/api/records").json() if line["player"] == "Grace"]
    assert [(line["opponent"], line["board"], line["losses"]) for line in lines] == [("Hopper", "5x5", 1)]


def test_a_record_is_the_text_that_the_terminal_reads(ada):
    game = begin(ada, game="blockade")
    play(ada, game, "2 2", "4 2")
    text = ada.get(f"/api/games/{game['id']}/record").text
    assert text.startswith('[Game "blockade"]')
    assert "1. (2,2); (4,2)" in text


def test_a_review_names_the_deciding_mistake(ada):
    game = begin(ada, game="block-capture")
    play(ada, game, "1 2", "1 3", "2 3", "3 3")
    review = ada.get(f"/api/games/{game['id']}/review").json()
    first, *others = review["moves"]
    assert (first["ply"], first["move"], first["judgement"]) == (1, "(1,2)", "mistake")
    assert first["best"] == ["(1,3)", "(3,1)", "(3,5)", "(5,3)"]
    assert (first["before"], first["after"]) == (
        {"verdict": "win", "plies": 5},
        {"verdict": "loss", "plies": 4},
    )
    assert first["lost_the_game"]
    assert first["refutation"][0] == "(2,2)"
    assert not any(move["refutation"] for move in others)
    assert not any(move["lost_the_game"] for move in others)
    assert review["detail"] == "Player 1 lost the game with move 1, (1,2)."
    assert review["accuracy"] == [{"right": 0, "mattered": 1}, {"right": 0, "mattered": 0}]


def test_a_review_is_the_same_as_the_commands(ada):
    game = begin(ada, game="block-capture", name="Ada", opponent_name="Bob")
    play(ada, game, "1 2", "1 3", "2 3", "3 3")
    rules = new_game("block-capture")
    players = Player(name="Ada"), Player(name="Bob")
    session = begin_session(rules.start(), players, map(rules.square, ("1 2", "1 3", "2 3", "3 3")))
    expected = json.loads(json.dumps(review_data(review(session))))
    assert ada.get(f"/api/games/{game['id']}/review").json() == expected


def test_nobody_loses_a_game_that_the_other_resigned(ada):
    game = begin(ada, game="block-capture")
    play(ada, game, "1 2")  # a mistake, but Player 2 gives up
    ada.post(f"/api/games/{game['id']}/resign", json={"ply": 1})
    review = ada.get(f"/api/games/{game['id']}/review").json()
    assert [move["lost_the_game"] for move in review["moves"]] == [False]


def test_a_long_game_on_a_large_board_is_reviewed_within_the_memory_of_a_worker(make_site):
    rules, chance = new_game("knights-blockade", Board(8, 8)), Random(2)
    with make_site(review_seconds=20).person() as client:
        game = begin(client, game=rules.name, rows=8, cols=8)
        position = rules.start()
        for ply in range(46):
            square = chance.choice(position.moves())
            assert move(client, game, rules.label(square), ply).is_success
            position = position.play(square)
        assert position.outcome
        found = client.get(f"/api/games/{game['id']}/review", timeout=None).json()
    known = [
        one for one in found["moves"] if "unknown" not in (one["before"]["verdict"], one["after"]["verdict"])
    ]
    assert len(known) > 23
    assert found["detail"] == "Player 1 lost the game with move 39, (1, 5)."


def test_a_game_whose_package_is_gone_is_still_listed(own_site):
    store = Store(own_site.home / "games.sqlite3")
    number = store.begin(NewGame("vanished.5x5.1.5-5-5-5-5", (Seat("Ada", "human"), Seat(None, "easy"))))
    store.apply(end(number, 0, 1, "resigned"))
    store.close()
    with own_site.person() as ada:
        [listed] = ada.get("/api/games").json()
        assert (listed["title"], listed["rows"], listed["names"]) == ("vanished", 5, ["Ada", "easy"])
        assert {line["title"] for line in ada.get("/api/records").json()} == {"vanished"}
        answer = ada.get(f"/api/games/{number}")
        assert (answer.status_code, answer.json()["detail"][:28]) == (422, "There is no game 'vanished':")


def test_a_hint_is_a_sentence_and_a_line_to_draw(ada):
    game = begin(ada, game="block-capture")
    play(ada, game, "1 2")
    hint = ada.get(f"/api/games/{game['id']}/hint").json()
    assert hint["sentence"].startswith("(2,2) keeps the win (3 plies: 2 moves of yours)")
    assert hint["line"][0] == {"square": 6, "label": "(2,2)"}
    assert len(hint["line"]) == 3
    ada.post(f"/api/games/{game['id']}/resign", json={"ply": 1})
    assert ada.get(f"/api/games/{game['id']}/hint").json() == {"sentence": "The game is over.", "line": []}


def test_a_game_plays_on_from_any_position(ada, listening):
    middle = "knights-duel.5x5.2.x4-2a2-5-5-4b"
    game = begin(ada, game=None, position=middle, opponent="easy")
    assert (game["start"], game["position"]["to_move"]) == (middle, 2)
    with listening(ada, game["id"]) as events:
        assert events.until(ply=1)["position"]["to_move"] == 1
    text = ada.get(f"/api/games/{game['id']}/record").text
    assert f'[Position "{middle}"]' in text


def test_every_step_of_a_line_has_the_code_to_play_on_from(ada):
    steps = ada.get("/api/positions", params={"start": DUEL, "moves": "C2_D3"}).json()["steps"]
    assert steps[0]["code"] == DUEL
    assert begin(ada, game=None, position=steps[1]["code"])["position"]["to_move"] == 2


@pytest.mark.parametrize(
    ("setup", "sentence"),
    [
        ({}, "Say which game"),
        ({"position": "nonsense"}, "is not a position code"),
        ({"position": DUEL, "game": "blockade"}, "leave those out"),
        ({"position": DUEL, "rows": 7}, "leave those out"),
        ({"position": "block-capture.5x5.2.2a2-2b2-2A2-5-5"}, "The game is over in that position"),
        ({"position": "blockade.20x20.1." + "-".join(["20"] * 20)}, "too large for this site"),
    ],
)
def test_a_position_that_cannot_be_played_on_is_refused_in_a_sentence(ada, setup, sentence):
    answer = ada.post("/api/games", json=setup)
    assert answer.status_code == 422
    assert sentence in answer.json()["detail"]


def test_only_your_games_are_listed_if_you_ask(ada, bob):
    first, second = begin(ada), begin(ada, game="blockade")
    begin(bob)
    ada.post(f"/api/games/{first['id']}/resign", json={"ply": 0})

    def listed(client, **params):
        return [game["id"] for game in client.get("/api/games", params={"mine": True, **params}).json()]

    assert listed(ada) == [second["id"], first["id"]]
    assert listed(ada, unfinished=True) == [second["id"]]
    assert listed(ada, game="knights-duel") == [first["id"]]
    assert listed(ada, limit=1) == [second["id"]]
    assert all(game["yours"] for game in ada.get("/api/games?mine=true").json())


def test_a_stranger_has_no_games(ada):
    assert ada.get("/api/games?mine=true").json() == []
