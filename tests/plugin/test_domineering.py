"""Domineering, installed beside Cornered, goes everywhere that the five go."""

import re
import subprocess
from pathlib import Path

import pytest
from playwright.sync_api import expect

GAMES = ["knights-blockade", "blockade", "block-capture", "knights-duel", "trap-the-knight", "domineering"]
PROMPT, LAST_QUESTION = "Your move (e.g., ", "q to leave: "


def play_on(child) -> str:
    """Makes the first available move at every prompt until the game is over; gives what was said then."""
    while child.expect_exact([PROMPT, LAST_QUESTION]) == 0:
        [*_, moves] = re.findall(r"Available moves: (\w+)", child.before)
        child.sendline(moves)
    return child.before


def test_its_own_tests_pass_where_it_is_installed(domineering):
    pytest_there = [domineering.python, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--doctest-modules"]
    done = subprocess.run(
        [*pytest_there, "tests", domineering.packages / "cornered_domineering"],
        cwd=domineering.folder / "source",
        env=domineering.variables,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout


def test_it_is_listed_with_its_rules(domineering):
    assert [game["name"] for game in domineering.json("games")] == GAMES
    assert "Domineering, 4×4" in domineering.run("games").stdout
    told = domineering.run("rules", "domineering").stdout
    assert "Player 1 lays dominoes upright (V)" in told
    assert "1 . . . .\n" in told


def test_the_menu_offers_it(domineering):
    with domineering.terminal() as child:
        child.expect_exact("Domineering")
        child.expect_exact("Game [1]: ")
        child.sendline("6")
        child.expect_exact("Domineering on 4×4: you against the computer")
        while child.expect_exact([PROMPT, "]: "]) == 1:  # whatever else is asked, the usual will do
            child.sendline("")
        child.sendline("A2")
        play_on(child)


@pytest.mark.parametrize("level", ["random", "easy", "medium", "hard", "perfect"])
def test_a_whole_game_against_each_level(domineering, level):
    with domineering.terminal("play", "domineering", "--p2", level, "--plain") as child:
        child.expect_exact("Welcome to Domineering!")
        child.expect_exact(f"Player 2 (H) is the computer, playing {level}.")
        assert re.search(r"Player \d cannot move. Player \d wins!", play_on(child))
        child.sendline("r")
        child.expect(r"1\. Player 1 A1 ")  # what it was worth, a busy machine may not find out in time


def test_a_refused_move_and_the_words_at_a_prompt(domineering):
    said = domineering.run("play", "domineering", typed="D4\nhint\nvalues\nA2\nundo\nresign\n").stdout
    assert "Invalid move. An upright domino on D4 needs a free square below it." in said
    assert "A2 keeps the win (7 plies" in said
    assert "Taken back: A2." in said
    assert "Player 1 resigns. Player 2 wins!" in said


def test_a_match_is_played_and_resumed(domineering):
    domineering.run("play", "domineering", "--games", "2", "--p2", "random", typed="A2\nq\n")
    said = domineering.run("resume", typed="resign\n\nresign\n\n").stdout
    assert "goes on after 2 moves" in said
    assert "Match over." in said


def test_its_positions_are_solved_analysed_counted_and_proved(domineering, tmp_path: Path):
    solved = domineering.json("solve", "domineering")
    assert (solved["winner"], solved["plies"], len(solved["line"])) == (1, 7, 7)
    analysed = domineering.json("analyse", "domineering", "--moves", "A2; A1")
    assert analysed["position"] == "domineering.4x4.1.bb2-a3-a3-4"
    assert analysed["ratings"][0] == {"move": "C1", "value": "win", "plies": 5}
    assert domineering.json("perft", "domineering", "5")["count"] == 11904
    proof = str(tmp_path / "domineering.proof")
    domineering.run("prove", "domineering", "--output", proof)
    checked = domineering.json("check", proof)
    assert (checked["winner"], checked["plies"]) == (1, 7)
    assert "3×3     Player 1 wins in 3" in domineering.run("atlas", "domineering", "--cells", "9").stdout


def test_its_games_are_kept_shown_reviewed_and_taken_elsewhere(domineering, tmp_path: Path):
    domineering.run("play", "domineering", "--p1", "easy", "--p2", "perfect", "--size", "4x3")
    game = domineering.json("history", "--game", "domineering", "--limit", "1")[0]
    number = str(game["id"])
    assert "Domineering 4×3" in domineering.run("history").stdout
    assert any(tally["player"] == "perfect" for tally in domineering.json("records", "--game", "domineering"))
    assert "Domineering" in domineering.run("show", number).stdout
    reviewed = domineering.json("review", number)
    assert len(reviewed["moves"]) == len(game["moves"])
    assert all(move["before"]["verdict"] in ("win", "loss") for move in reviewed["moves"])
    text = str(tmp_path / "games.txt")
    domineering.run("export", number, "--output", text)
    assert "Nothing new." in domineering.run("import", text).stdout
    domineering.variables["CORNERED_HOME"] = str(tmp_path / "elsewhere")
    try:
        assert "Taken in as 1." in domineering.run("import", text).stdout
        [taken] = domineering.json("history")
    finally:
        domineering.variables["CORNERED_HOME"] = str(domineering.home)
    kept = {"id": game["id"], "ended": game["ended"]}  # a record tells when a game began, not when it ended
    assert {**taken, **kept} == game


def test_the_api_plays_analyses_and_reviews_it(domineering):
    with domineering.site() as site:
        assert [game["name"] for game in site.get("rules")] == GAMES
        assert site.get("rules/domineering")["known"]
        game = site.post("games", 201, game="domineering", opponent="easy")
        path = f"games/{game['id']}"
        while not game["position"]["outcome"]:
            if game["position"]["to_move"] == 1:
                move = game["position"]["moves"][0]["label"]
                site.post(f"{path}/moves", move=move, ply=game["ply"])
            game = site.get(path)
        assert game["position"]["outcome"]["reason"] == "no-moves"
        assert len(site.get(f"{path}/review")["moves"]) == game["ply"]
        assert site.client.get(f"/api/{path}/record").text.startswith('[Game "domineering"]')
        start = "domineering.4x4.1.4-4-4-4"
        assert site.get("analysis", start=start)["value"]["plies"] == 7
        assert site.get("positions", start=start, moves="A2;A1")["code"] == "domineering.4x4.1.bb2-a3-a3-4"
        assert any(tally["game"] == "domineering" for tally in site.get("records"))
        assert "Traceback" not in site.log


def test_a_whole_game_in_the_browser_and_every_page_of_the_site(domineering, visit):
    with domineering.site() as site:
        page = visit(site)
        page.goto("/")
        expect(page.locator(".card")).to_have_count(6)
        page.get_by_role("button", name="Play Domineering").click()
        page.wait_for_url("**/game/*")
        number = page.url.rpartition("/")[2]
        while True:
            expect(page.locator(".status")).to_have_text(re.compile("^Your move|wins after"))
            position = site.get(f"games/{number}")["position"]
            if position["outcome"]:
                break
            made = page.locator(".moves li").count()
            page.locator(f".cell[data-square='{position['moves'][0]['square']}']").click()
            expect(page.locator(".moves li").nth(made)).to_be_visible()
        expect(page.locator(".status")).to_have_text(re.compile(r"cannot move\. .* wins after \d plies\."))
        for path, shown in {
            f"/review/{number}": "Domineering",
            "/analysis?start=domineering.4x4.1.4-4-4-4": "A2",
            "/rules": "Domineering",
            "/rules/domineering": "Player 1 lays dominoes upright",
            "/records": "Domineering",
            "/new?game=domineering": "Domineering",
        }.items():
            page.goto(path)
            page.wait_for_selector("main[data-ready]")
            expect(page.locator("main")).to_contain_text(shown)
        assert "Traceback" not in site.log


def test_its_games_are_still_listed_where_it_is_no_longer_installed(domineering, new_environment):
    domineering.run("play", "domineering", "--p1", "random", "--p2", "random")
    bare = new_environment()
    bare.variables["CORNERED_HOME"] = str(domineering.home)
    assert "domineering 4×4" in bare.run("history").stdout
    assert "domineering" in bare.run("records", "--player", "random").stdout
    number = str(bare.json("history")[0]["id"])
    assert "There is no game 'domineering'" in bare.run("show", number, code=2).stderr
    bare.run("play", "blockade", "--p1", "random", "--p2", "random")
    exported = bare.run("export")
    assert '[Game "blockade"]' in exported.stdout
    assert exported.stderr == "cornered: Left out are the games of domineering, not installed here.\n"


def test_the_site_says_that_it_has_no_lesson_and_that_nothing_was_computed(domineering, visit):
    with domineering.site() as site:
        page = visit(site)
        page.goto("/learn/domineering")
        expect(page.locator("main")).to_contain_text("Domineering has no lesson: read its rules instead.")
        page.goto("/explore/domineering")
        expect(page.locator("main")).to_contain_text("Nothing was computed for Domineering.")
        page.goto("/puzzles?game=domineering")
        expect(page.locator(".task, [role=alert]").first).to_have_text(
            re.compile("Find the move|No such puzzle")
        )
