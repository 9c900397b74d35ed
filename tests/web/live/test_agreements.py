"""Games between two people: closed or open, what they ask of each other, and those who go away."""

import pytest

NEW = {"game": "knights-duel", "opponent": "link", "name": "Ada"}
MOVES = ("C2", "D3", "E3")


def begin(ada, bob, **setup):
    game = ada.post("/api/games", json={**NEW, **setup}).json()
    number = game["id"]
    invitation = ada.post(f"/api/games/{number}/invitations").json()["invitation"]
    assert bob.post(f"/api/games/{number}/join", json={"invitation": invitation, "name": "Bob"}).is_success
    return number


def play(ada, bob, number, count):
    for ply, text in enumerate(MOVES[:count]):
        mover = bob if ply % 2 else ada
        assert mover.post(f"/api/games/{number}/moves", json={"move": text, "ply": ply}).is_success


def ask(client, number, ply, kind="take-back"):
    return client.post(f"/api/games/{number}/offers", json={"kind": kind, "ply": ply})


def answer(client, number, ply, accept):
    return client.post(f"/api/games/{number}/answer", json={"accept": accept, "ply": ply})


def do(client, number, what, ply):
    return client.post(f"/api/games/{number}/{what}", json={"ply": ply})


def moves(client, number):
    return [move["label"] for move in client.get(f"/api/games/{number}").json()["history"]]


def refusal(response):
    return response.status_code, response.json()["detail"]


def test_a_closed_game_gives_no_help_until_it_is_over(site, ada, bob):
    number = begin(ada, bob)
    play(ada, bob, number, 2)
    with site.person() as eve:
        for client in (ada, bob, eve):
            state = client.get(f"/api/games/{number}").json()
            assert (state["open"], state["help"]) == (False, False)
            for path in ("hint", "review"):
                assert refusal(client.get(f"/api/games/{number}/{path}")) == (
                    403,
                    "Between two people hints and reviews wait until the game is over.",
                )
        over = do(ada, number, "resign", 2).json()
        assert over["help"]
        assert eve.get(f"/api/games/{number}/review").is_success


def test_an_open_game_gives_help_and_says_so_to_the_guest_beforehand(ada, bob):
    number = ada.post("/api/games", json={**NEW, "open": True}).json()["id"]
    seen = bob.get(f"/api/games/{number}").json()
    assert (seen["open"], seen["help"]) == (True, True)
    assert bob.get(f"/api/games/{number}/hint").is_success


@pytest.mark.parametrize("opponent", ["screen", "easy"])
def test_where_nobody_else_plays_help_is_given_as_ever(ada, opponent):
    game = ada.post("/api/games", json={"game": "blockade", "opponent": opponent}).json()
    assert (game["open"], game["help"]) == (None, True)
    assert ada.get(f"/api/games/{game['id']}/hint").is_success


def test_whether_a_game_is_open_survives_a_restart_and_holds_for_the_rematch(own_site):
    with own_site.person() as ada, own_site.person() as bob:
        number = begin(ada, bob, open=True)
        own_site.stop()
        own_site.start()
        assert ada.get(f"/api/games/{number}").json()["open"] is True
        do(ada, number, "resign", 0)
        ask(ada, number, 0, "rematch")
        rematch = answer(bob, number, 0, True).json()["next_game"]
        assert ada.get(f"/api/games/{rematch}").json()["open"] is True


def test_a_move_is_taken_back_when_the_other_agrees(ada, bob, listening):
    number = begin(ada, bob)
    play(ada, bob, number, 1)
    with listening(bob, number) as events:
        assert ask(ada, number, 1).status_code == 201
        offer = events.until(offer={"kind": "take-back", "player": 1, "ply": 1, "refused": False})
        assert answer(bob, number, offer["ply"], True).json()["offer"] is None
        assert events.until(ply=0)
    assert moves(ada, number) == []


def test_with_a_move_its_answer_is_taken_back(ada, bob):
    number = begin(ada, bob)
    play(ada, bob, number, 2)
    ask(ada, number, 2)
    answer(bob, number, 2, True)
    assert moves(ada, number) == []


def test_a_refused_offer_is_told_and_cannot_be_repeated_at_once(ada, bob):
    number = begin(ada, bob)
    play(ada, bob, number, 1)
    ask(ada, number, 1)
    assert answer(bob, number, 1, False).json()["offer"]["refused"] is True
    assert moves(ada, number) == ["C2"]
    assert refusal(ask(ada, number, 1)) == (409, "The other player has refused.")
    assert refusal(answer(bob, number, 1, True)) == (409, "There is no offer to answer.")


def test_a_move_overtakes_an_offer(ada, bob):
    number = begin(ada, bob)
    play(ada, bob, number, 1)
    ask(ada, number, 1)
    after = bob.post(f"/api/games/{number}/moves", json={"move": "D3", "ply": 1}).json()
    assert after["offer"] is None
    assert refusal(answer(bob, number, 1, True)) == (409, "There is no offer to answer.")


def test_an_offer_can_be_withdrawn_but_not_accepted_by_whoever_made_it(ada, bob):
    number = begin(ada, bob)
    play(ada, bob, number, 1)
    ask(ada, number, 1)
    assert refusal(answer(ada, number, 1, True)) == (409, "It is for the other player to accept.")
    assert answer(ada, number, 1, False).json()["offer"] is None


def test_an_offer_needs_a_move_and_somebody_to_ask(ada, bob):
    number = begin(ada, bob)
    assert refusal(ask(ada, number, 0)) == (409, "There is no move of yours to take back.")
    assert refusal(ask(ada, number, 0, "rematch")) == (409, "The game is not over.")
    alone = ada.post("/api/games", json={"game": "blockade", "opponent": "screen"}).json()["id"]
    ada.post(f"/api/games/{alone}/moves", json={"move": "1 1", "ply": 0})
    assert refusal(ask(ada, alone, 1)) == (409, "There is nobody to ask: you decide alone.")
    waiting = ada.post("/api/games", json=NEW).json()["id"]
    ada.post(f"/api/games/{waiting}/moves", json={"move": "C2", "ply": 0})
    assert refusal(ask(ada, waiting, 1)) == (409, "There is nobody to ask: the other seat is free.")


def test_a_rematch_begins_when_the_other_accepts_with_seats_swapped(ada, bob):
    number = begin(ada, bob)
    do(ada, number, "resign", 0)
    assert refusal(ada.post(f"/api/games/{number}/next")) == (409, "Ask the other player for a rematch.")
    ask(ada, number, 0, "rematch")
    assert refusal(ask(bob, number, 0, "rematch")) == (409, "The other player has already asked you.")
    rematch = answer(bob, number, 0, True).json()["next_game"]
    assert bob.get(f"/api/games/{rematch}").json()["you"] == [1]
    assert ada.post(f"/api/games/{number}/next").json()["id"] == rematch
    assert ada.get(f"/api/games/{rematch}").json()["you"] == [2]


def test_a_refused_rematch_does_not_begin_but_the_other_may_ask_later(ada, bob):
    number = begin(ada, bob)
    do(ada, number, "resign", 0)
    ask(ada, number, 0, "rematch")
    assert answer(bob, number, 0, False).json()["next_game"] is None
    assert ask(bob, number, 0, "rematch").status_code == 201


def test_the_next_game_of_a_match_needs_no_asking(ada, bob):
    number = begin(ada, bob, games=2)
    do(ada, number, "resign", 0)
    following = bob.post(f"/api/games/{number}/next").json()
    assert (following["you"], following["match"]["number"]) == ([1], 2)


def test_an_offer_survives_a_restart(own_site):
    with own_site.person() as ada, own_site.person() as bob:
        number = begin(ada, bob)
        play(ada, bob, number, 1)
        ask(ada, number, 1)
        own_site.stop()
        own_site.start()
        offer = {"kind": "take-back", "player": 1, "ply": 1, "refused": False}
        assert ada.get(f"/api/games/{number}").json()["offer"] == offer
        ask(ada, number, 1)
        assert answer(bob, number, 1, True).json()["ply"] == 0


def test_a_game_called_off_counts_for_nobody(ada, bob, listening):
    number = begin(ada, bob)
    play(ada, bob, number, 1)
    with listening(ada, number) as events:
        outcome = do(bob, number, "call-off", 1).json()["position"]["outcome"]
        assert outcome == {
            "winner": None,
            "reason": "called-off",
            "sentence": "The game was called off: it counts for nobody.",
        }
        while not events.next()["position"]["outcome"]:
            pass
    assert refusal(do(ada, number, "resign", 1)) == (409, "The game is over.")
    [listed] = (game for game in ada.get("/api/games").json() if game["id"] == number)
    assert (listed["winner"], listed["reason"]) == (None, "called-off")
    assert number not in [game["id"] for game in ada.get("/api/games?unfinished=true").json()]
    assert '[Result "* called-off"]' in ada.get(f"/api/games/{number}/record").text


def test_a_game_called_off_is_over_after_a_restart_too(own_site):
    with own_site.person() as ada, own_site.person() as bob:
        number = begin(ada, bob)
        do(ada, number, "call-off", 0)
        assert ada.get("/api/records").json() == []
        own_site.stop()
        own_site.start()
        assert bob.get(f"/api/games/{number}").json()["position"]["outcome"]["reason"] == "called-off"


def test_in_a_match_a_game_called_off_is_played_again(ada, bob):
    number = begin(ada, bob, games=2)
    do(ada, number, "call-off", 0)
    again = ada.post(f"/api/games/{number}/next").json()
    assert (again["you"], again["match"]["number"]) == ([1], 1)


def test_a_game_under_way_and_one_against_a_program_cannot_be_called_off(ada, bob):
    number = begin(ada, bob)
    play(ada, bob, number, 2)
    assert refusal(do(ada, number, "call-off", 2)) == (
        409,
        "After the second move a game can no longer be called off.",
    )
    alone = ada.post("/api/games", json={"game": "blockade"}).json()["id"]
    assert refusal(do(ada, alone, "call-off", 0)) == (
        409,
        "Only a game between two people can be called off.",
    )


def test_a_seat_in_a_game_called_off_is_no_longer_given_away(ada, bob):
    number = ada.post("/api/games", json=NEW).json()["id"]
    invitation = ada.post(f"/api/games/{number}/invitations").json()["invitation"]
    do(ada, number, "call-off", 0)
    joined = bob.post(f"/api/games/{number}/join", json={"invitation": invitation})
    assert refusal(joined) == (409, "The game is over.")


def test_a_game_is_claimed_from_someone_who_has_gone(make_site, listening):
    site = make_site(gone_seconds=0.3)
    with site.person() as ada, site.person() as bob:
        number = begin(ada, bob)
        with listening(ada, number) as events:
            with listening(bob, number):
                play(ada, bob, number, 2)
                events.until(ply=2)
            while not events.next()["seats"][1]["claimable"]:
                pass
            outcome = do(ada, number, "claim", 2).json()["position"]["outcome"]
        assert outcome == {
            "winner": 1,
            "reason": "left",
            "sentence": "Bob has left. Ada wins after 2 plies.",
        }
        [line] = ada.get("/api/records", params={"game": "knights-duel"}).json()[:1]
        assert (line["player"], line["wins"]) == ("Ada", 1)


def test_a_game_cannot_be_claimed_from_someone_who_is_there_or_was_until_now(ada, bob, listening):
    number = begin(ada, bob)
    with listening(bob, number) as events:
        events.next()
        play(ada, bob, number, 2)
        assert do(ada, number, "claim", 2).status_code == 409
    status, sentence = refusal(do(ada, number, "claim", 2))
    assert (status, sentence[-37:]) == (409, "player has been gone for 120 seconds.")


def test_whoever_does_not_come_back_after_a_restart_can_lose_the_game(make_site, listening):
    site = make_site(gone_seconds=0.3)
    with site.person() as ada, site.person() as bob:
        number = begin(ada, bob)
        play(ada, bob, number, 2)
        site.stop()
        site.start()
        with listening(ada, number) as events:
            while not events.next()["seats"][1]["claimable"]:
                pass
        assert do(ada, number, "claim", 2).is_success
