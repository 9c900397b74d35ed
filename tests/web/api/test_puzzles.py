"""Puzzles by the API: nothing is told before a try, and progress is on disk and nobody else's."""

import signal
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from cornered.play.puzzles import Attempt, Puzzle, begin, puzzle, read_name, solution
from cornered.play.puzzles.choosing import of_the_day

DUEL = "knights-duel.5x5.spring.3"
TODAY = datetime.now(UTC).date()


def mistake(asked: Puzzle) -> str:
    wrong = next(rating.square for rating in asked.ratings if rating.square not in asked.answers)
    return asked.game.label(wrong)


def right_moves(asked: Puzzle) -> list[str]:
    """The solver's own moves along the solution."""
    return [asked.game.label(square) for square in solution(asked)[::2]]


def progress(client: Any) -> dict[str, Any]:
    return client.get("/api/progress", params={"day": TODAY.isoformat()}).json()


def attempt(client: Any, name: str, *moves: str, rush: int | None = None) -> Any:
    return client.post(f"/api/puzzles/{name}/tries", json={"moves": moves, "rush": rush})


def test_a_puzzle_is_told_without_its_answer(ada):
    asked = puzzle(read_name(DUEL))
    view = ada.get(f"/api/puzzles/{DUEL}").json()
    assert set(view) == {"id", "task", "goal", "grade", "rating", "day", "position"}
    assert view["position"]["steps"][0]["code"] == asked.position.code
    assert len(view["position"]["steps"][0]["moves"]) == len(asked.ratings)


def test_right_moves_are_met_by_the_defence_until_the_win_is_plain(ada):
    asked = puzzle(read_name(DUEL))
    moves = right_moves(asked)
    assert len(moves) > 1
    for made in range(1, len(moves)):
        told = attempt(ada, DUEL, *moves[:made]).json()
        assert (told["status"], len(told["position"]["history"])) == ("open", 2 * made)
        assert told["idea"] is None
    told = attempt(ada, DUEL, *moves).json()
    assert (told["status"], told["counted"]) == ("solved", True)
    assert [move["square"] for move in told["position"]["history"]] == list(solution(asked))
    over = attempt(ada, DUEL, *moves, moves[0])
    assert (over.status_code, over.json()["detail"]) == (
        422,
        "The puzzle is over: there is nothing left to move.",
    )


def test_a_mistake_is_refuted_to_the_end_of_the_game(ada):
    asked = puzzle(read_name(DUEL))
    told = attempt(ada, DUEL, mistake(asked)).json()
    after: Attempt = begin(asked).play(asked.game.square(mistake(asked)))
    assert told["status"] == "failed"
    line = told["refutation"]
    assert tuple(move["square"] for move in line["history"]) == after.refutation
    assert line["steps"][-1]["outcome"]["winner"] == 3 - asked.position.to_move


def test_a_move_that_a_rule_refuses_is_no_try(ada):
    refused = attempt(ada, DUEL, "A1")
    assert (refused.status_code, refused.json()["reason"]) == (422, "blocked")
    assert progress(ada)["tried"] == 0


def test_the_first_try_counts_and_no_other(ada):
    asked = puzzle(read_name(DUEL))
    assert attempt(ada, DUEL, mistake(asked)).json()["counted"]
    after = progress(ada)
    assert (after["tried"], after["solved"]) == (1, 0)
    assert after["rating"] < 1500
    assert not attempt(ada, DUEL, *right_moves(asked)).json()["counted"]
    assert progress(ada) == after


def test_giving_up_shows_the_answer_and_counts_as_a_mistake(ada):
    told = ada.post(f"/api/puzzles/{DUEL}/answer").json()
    assert tuple(move["square"] for move in told["position"]["history"]) == solution(puzzle(read_name(DUEL)))
    assert (progress(ada)["tried"], progress(ada)["solved"]) == (1, 0)


def test_nobody_else_can_read_or_reset_someones_progress(ada, bob):
    assert attempt(ada, DUEL, mistake(puzzle(read_name(DUEL)))).json()["counted"]
    rush = ada.post("/api/rushes").json()["number"]
    assert progress(bob)["tried"] == 0
    assert bob.get(f"/api/rushes/{rush}").status_code == 404
    assert attempt(bob, DUEL, *right_moves(puzzle(read_name(DUEL))), rush=rush).status_code == 404
    assert bob.delete("/api/progress", params={"day": TODAY.isoformat()}).json()["tried"] == 0
    assert (progress(ada)["tried"], progress(ada)["best_rush"]) == (1, 0)
    foreign = {"Origin": "http://elsewhere.example"}
    assert ada.delete("/api/progress", params={"day": TODAY.isoformat()}, headers=foreign).status_code == 403
    assert ada.delete("/api/progress", params={"day": TODAY.isoformat()}).json()["tried"] == 0


def test_two_pages_of_one_browser_lose_nothing(site):
    with site.person() as one:
        assert attempt(one, DUEL, mistake(puzzle(read_name(DUEL)))).json()["counted"]
        with site.person(**dict(one.cookies)) as other:
            for number in (1, 2):
                name = f"blockade.5x5.spring.{number}"
                page = (one, other)[number - 1]
                assert attempt(page, name, mistake(puzzle(read_name(name)))).json()["counted"]
            assert progress(one)["tried"] == progress(other)["tried"] == 3


def test_progress_and_a_rush_survive_kill_9(own_site):
    name = of_the_day(TODAY).name
    with own_site.person() as someone:
        assert attempt(someone, str(name), *right_moves(puzzle(name))).json()["status"] == "solved"
        rush = someone.post("/api/rushes").json()["number"]
        tried = attempt(someone, DUEL, *right_moves(puzzle(read_name(DUEL))), rush=rush).json()
        assert tried["rush"]["solved"] == 1
        before = progress(someone)
        own_site.stop(signal.SIGKILL)
        own_site.start()
        assert progress(someone) == before
        assert (before["tried"], before["streak"], before["today"], before["best_rush"]) == (
            1,
            1,
            "solved",
            1,
        )
        assert someone.get(f"/api/rushes/{rush}").json()["solved"] == 1


def test_three_mistakes_end_a_rush_and_nothing_in_it_is_rated(ada):
    rush = ada.post("/api/rushes").json()
    assert (rush["solved"], rush["mistakes"], rush["over"]) == (0, 0, False)
    assert 170 < rush["seconds_left"] <= 180
    for number in (1, 2, 3):
        name = ada.get("/api/puzzles/next", params={"rush": rush["number"]}).json()["id"]
        rush = attempt(ada, name, mistake(puzzle(read_name(name))), rush=rush["number"]).json()["rush"]
        assert rush["mistakes"] == number
    assert rush["over"]
    late = attempt(ada, DUEL, *right_moves(puzzle(read_name(DUEL))), rush=rush["number"]).json()
    assert (late["status"], late["rush"]["solved"]) == ("solved", 0)
    assert (progress(ada)["tried"], progress(ada)["best_rush"]) == (0, 0)


def test_todays_puzzle_is_that_of_the_date_and_of_no_other(ada, bob):
    for day in (TODAY - timedelta(days=1), TODAY):
        told = [one.get("/api/puzzles/today", params={"day": day.isoformat()}).json() for one in (ada, bob)]
        assert told[0] == told[1]
        assert (told[0]["id"], told[0]["day"]) == (str(of_the_day(day).name), day.isoformat())
    for days in (-2, 2):
        other = (TODAY + timedelta(days=days)).isoformat()
        assert ada.get("/api/puzzles/today", params={"day": other}).status_code == 404


def test_a_puzzle_of_a_day_long_gone_adds_nothing_to_a_streak(ada):
    for day in (date(2026, 1, 1), date(2026, 1, 2)):
        asked = of_the_day(day)
        assert attempt(ada, str(asked.name), *right_moves(asked)).json()["counted"]
    told = ada.get("/api/progress", params={"day": "2026-01-02"}).json()
    assert (told["solved"], told["streak"]) == (2, 0)


def test_what_is_wished_for_is_what_comes(ada):
    wish = {"game": "knights-duel", "size": "4x5", "theme": "capture"}
    name = ada.get("/api/puzzles/next", params=wish).json()["id"]
    assert name.startswith("knights-duel.4x5.")
    assert "capture" in puzzle(read_name(name)).themes
    assert "capture" in ada.get(f"/api/puzzles/{name}/idea").json()["sentence"]


@pytest.fixture
def patient(make_site):
    """Someone at a site that looks long for a puzzle: that none is left takes seconds to find out."""
    with make_site(thinking_seconds=100, requests_per_second=10_000, burst=10_000).person() as client:
        yield client


def test_no_puzzle_comes_up_again_under_another_name_until_all_were_tried(patient):
    wish, seen = {"game": "trap-the-knight", "size": "4x4"}, []
    for _ in range(20):
        name = patient.get("/api/puzzles/next", params=wish).json()["id"]
        assert attempt(patient, name, mistake(puzzle(read_name(name)))).json()["counted"]
        seen.append(puzzle(read_name(name)).likeness)
    assert len({*seen}) == 10  # as many as there are
    assert seen[10:] == seen[:10]


def test_no_puzzle_comes_up_twice_in_a_rush(patient):
    rush, seen = patient.post("/api/rushes").json()["number"], []
    wish = {"game": "trap-the-knight", "size": "4x4", "rush": rush}
    for _ in range(10):  # as many as there are
        name = patient.get("/api/puzzles/next", params=wish).json()["id"]
        attempt(patient, name, *right_moves(puzzle(read_name(name))), rush=rush)
        seen.append(puzzle(read_name(name)).likeness)
    assert len({*seen}) == 10


def test_puzzles_that_were_seen_are_not_the_next_one(patient):
    wish, seen = {"game": "trap-the-knight", "size": "4x4"}, []
    for _ in range(12):
        seen.append(patient.get("/api/puzzles/next", params={**wish, "besides": seen}).json()["id"])
    likenesses = [puzzle(read_name(name)).likeness for name in seen]
    assert len({*likenesses}) == 10  # as many as there are
    assert likenesses[10:] == likenesses[:2]


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("/api/puzzles/nonsense", "names no puzzle"),
        ("/api/puzzles/chess.8x8.spring.1", "chess"),
        ("/api/puzzles/blockade.9x9.spring.1", "There are no puzzles of Blockade on 9×9"),
        ("/api/puzzles/blockade.5x5.spring.5000", "first 1000 puzzles"),
        ("/api/puzzles/next?size=5x5", "A size needs a game as well"),
        ("/api/puzzles/next?game=blockade&size=9x9", "There are no puzzles of Blockade on 9×9"),
        ("/api/puzzles/next?theme=luck", "theme"),
        ("/api/puzzles/next?besides=nonsense", "names no puzzle"),
        ("/api/lessons/chess", "chess"),
        ("/api/explore/blockade/40x40", "Nothing was computed for Blockade"),
    ],
)
def test_what_does_not_exist_is_refused_in_a_sentence(ada, path, said):
    refused = ada.get(path)
    assert refused.status_code in (404, 422)
    assert said in refused.json()["detail"]
