"""Live events: everyone sees a move at once, presence, games that a terminal plays."""

from contextlib import ExitStack

from game_changes import move

from cornered import new_game
from cornered.play.players import Player
from cornered.play.stored import session_of
from cornered.store import NewGame, Seat, Store
from cornered.web.live import changes
from cornered.web.live.live_game import LiveGame
from cornered.web.storage.game_states import begin_game, read_states

DUEL = "knights-duel"


def begin(client, **setup):
    return client.post("/api/games", json={"game": DUEL, "opponent": "screen", **setup}).json()


def test_an_onlooker_gets_the_game_at_once_and_then_every_move(ada, bob, listening):
    game = begin(ada)
    with listening(bob, game["id"]) as events:
        assert events.next()["ply"] == 0
        ada.post(f"/api/games/{game['id']}/moves", json={"move": "C2", "ply": 0})
        after = events.next()
    assert [move["label"] for move in after["history"]] == ["C2"]


def test_whoever_comes_back_sees_what_was_missed(ada, bob, listening):
    game = begin(ada)
    with listening(bob, game["id"]) as events:
        events.next()
    for ply, text in enumerate(("C2", "D3", "E3")):
        ada.post(f"/api/games/{game['id']}/moves", json={"move": text, "ply": ply})
    with listening(bob, game["id"]) as events:
        assert [move["label"] for move in events.next()["history"]] == ["C2", "D3", "E3"]


def test_events_tell_whether_the_players_are_there(ada, bob, listening):
    game = begin(ada, opponent="easy")
    with listening(bob, game["id"]) as events:
        assert events.next()["seats"][0]["present"] is False
        with listening(ada, game["id"]) as mine:
            mine.next()
            assert events.next()["seats"][0]["present"] is True
        while events.next()["seats"][0]["present"]:
            pass


def test_one_stream_tells_of_many_games(ada, bob, streaming):
    games = [begin(ada)["id"] for _ in range(3)]
    with streaming(bob, f"/api/events?games={','.join(map(str, [*games, 999_999_999]))}") as events:
        assert {events.next()["id"] for _ in games} == set(games)
        for number in games:
            ada.post(f"/api/games/{number}/moves", json={"move": "C2", "ply": 0})
            assert events.until(ply=1)["id"] == number


def test_a_stream_of_no_game_or_of_too_many_is_refused(make_site):
    with make_site(games_per_stream=2).person() as ada:
        numbers = [str(begin(ada)["id"]) for _ in range(3)]
        assert ada.get("/api/events?games=99").status_code == 404
        refused = ada.get(f"/api/events?games={','.join(numbers)}")
        assert (refused.status_code, refused.json()["detail"]) == (422, "A stream tells of at most 2 games.")
        assert ada.get("/api/events?games=1,x").status_code == 422


def test_events_tell_how_many_watch(site, ada, bob, listening):
    game = begin(ada)
    with listening(ada, game["id"]) as events:
        assert events.next()["onlookers"] == 0
        bob.post("/api/games", json={"game": DUEL})  # now he is somebody
        with listening(bob, game["id"]), listening(bob, game["id"]), site.person() as eve:
            assert events.until(onlookers=1)
            with listening(eve, game["id"]):
                assert events.until(onlookers=2)
        assert events.until(onlookers=0)


def test_every_event_is_newer_than_the_one_before(ada, listening):
    game = begin(ada)
    with listening(ada, game["id"]) as events:
        first = events.next()
        ada.post(f"/api/games/{game['id']}/moves", json={"move": "C2", "ply": 0})
        assert events.until(ply=1)["version"] > first["version"]


def test_events_never_tell_whose_seat_it_is(ada, listening):
    game = begin(ada)
    with listening(ada, game["id"]) as events:
        assert "you" not in events.next()


def test_a_game_at_a_terminal_can_be_watched_but_not_played(site, ada, listening):
    store = Store(site.home / "games.sqlite3")
    start = new_game(DUEL).start().code
    number = store.begin(NewGame(start, (Seat("Ada", "human"), Seat(None, "easy"))))
    with listening(ada, number) as events:
        assert events.next()["elsewhere"] is True
        store.apply(move(number, 0, 7))
        assert events.until(ply=1)["history"] == [{"square": 7, "label": "C2", "player": 1}]
    answer = ada.post(f"/api/games/{number}/moves", json={"move": "D3", "ply": 1})
    assert answer.status_code == 403
    store.close()


def test_a_terminal_cannot_take_over_a_game_that_the_site_plays(site, ada):
    game = begin(ada)
    store = Store(site.home / "games.sqlite3")
    assert store.claim(game["id"]) is False
    store.close()


def test_a_game_that_a_terminal_has_taken_over_is_left_to_it_until_it_is_done(own_site):
    with own_site.person() as ada:
        game = begin(ada)
        own_site.stop()
        store = Store(own_site.home / "games.sqlite3")
        assert store.claim(game["id"])
        own_site.start()
        answer = ada.post(f"/api/games/{game['id']}/moves", json={"move": "C2", "ply": 0})
        assert answer.status_code == 409
        assert answer.json()["detail"] == "The game is being played in another program right now."
        store.apply(move(game["id"], 0, 7))
        store.close()
        answer = ada.post(f"/api/games/{game['id']}/moves", json={"move": "D3", "ply": 1})
        assert [move["label"] for move in answer.json()["history"]] == ["C2", "D3"]


def test_however_many_games_are_watched_another_can_begin(make_site, listening):
    site = make_site(idle_games=1)
    streams = []
    with ExitStack() as watching:
        for _ in range(4):
            player = watching.enter_context(site.person())
            begun = player.post("/api/games", json={"game": "blockade", "opponent": "screen"})
            assert begun.status_code == 201
            streams.append(watching.enter_context(listening(player, begun.json()["id"])))
            assert streams[-1].next()["ply"] == 0


def test_a_move_that_is_heard_of_before_its_writer_is_told_counts_once(tmp_path):
    store = Store(tmp_path / "games.sqlite3")
    number = begin_game(store, "blockade.4x4.1.4-4-4-4", (Player(), Player()), {1: "ada"}, False, None)
    before = read_states(store, [number])[number]
    game = LiveGame(before, session_of(before.saved), ours=True, patience=60)
    moved = changes.move(game.state, game.session, 5, longest=1000)
    store.apply(moved)
    store.close()
    game.apply(moved)
    game.apply(moved)
    assert game.session.squares == game.state.saved.squares == (5,)


def test_the_last_game_of_a_match_ends_it(own_site):
    with own_site.person() as ada:
        first = begin(ada, games=2)
        assert ada.post(f"/api/games/{first['id']}/resign", json={"ply": 0}).is_success
        store = Store(own_site.home / "games.sqlite3")
        assert len(store.unfinished_matches()) == 1
        last = ada.post(f"/api/games/{first['id']}/next").json()
        after = ada.post(f"/api/games/{last['id']}/resign", json={"ply": 0}).json()
        assert after["match"]["over"]
        assert store.unfinished_matches() == []
        store.close()
