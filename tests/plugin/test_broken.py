"""Games of other packages that do not work: each is named in a sentence, and everything else goes on."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

FIVE = ["knights-blockade", "blockade", "block-capture", "knights-duel", "trap-the-knight"]

# Nim in one row of squares, far too plain to be wrong: each of the broken games breaks one thing about it.
PLAIN = """
from typing import NamedTuple

from cornered import Board, Game, Position
from cornered.notation import LetterNumber


class Broken(Game):
    name = "{name}"
    title = "{name} with a title"
    book_board = smallest_board = Board(1, 6)
    notation = LetterNumber()

    def start(self):
        return Row(self, 1, 0)

    def restore(self, to_move, cells, rest):
        return Row(self, to_move, cells.index(".") if "." in cells else len(cells))


class _Row(NamedTuple):
    game: Broken
    to_move: int
    taken: int


class Row(_Row, Position):
    def moves(self):
        return tuple(range(self.taken, min(self.taken + 2, self.game.board.size)))

    def play(self, square):
        if square not in self.moves():
            raise self.refusal(square)
        return Row(self.game, 3 - self.to_move, square + 1)

    def cells(self):
        return "x" * self.taken + "." * (self.game.board.size - self.taken)

    def rule_against(self, square):
        return self.game.refuse("blocked", square=self.game.label(square))
"""
FACTS = """
goal = "Take the last square."
line = "One or two at a time."
rules = [{ heading = "Turns", text = "Take the next square, or the one after it." }]
"""
MOVES = "        return tuple(range(self.taken, min(self.taken + 2, self.game.board.size)))\n"

SENTENCES = {
    "lost": "The game 'lost' of the package added_lost cannot be used: RuntimeError: no luck.",
    "quitting": "The game 'quitting' of the package added_quitting cannot be used: SystemExit: 1.",
    "untitled": "The game 'untitled' of the package added_untitled cannot be used: it has no title.",
    "unmoved": "The game 'unmoved' of the package added_unmoved cannot be used: RuntimeError: too tired.",
    "unworded": "The game 'unworded' of the package added_unworded cannot be used: "
    "added_unworded.toml is not what a game's facts must be: it has no goal.",
}
FAILED = "The game 'unsteady' has failed: RuntimeError: too tired."


@pytest.fixture(scope="module")
def there(new_environment):
    """Where five broken packages are installed, one of which fails only when a game is under way."""
    environment = new_environment()
    code = {name: PLAIN.format(name=name) for name in (*SENTENCES, "unsteady")}
    code["lost"] += 'raise RuntimeError("no luck")\n'
    code["quitting"] += "raise SystemExit(1)\n"
    code["untitled"] = re.sub("    title = .*\n", "", code["untitled"])
    code["unmoved"] = code["unmoved"].replace(MOVES, '        raise RuntimeError("too tired")\n')
    code["unsteady"] = code["unsteady"].replace(
        MOVES, f'        if self.taken > 2:\n            raise RuntimeError("too tired")\n{MOVES}'
    )
    for name, module in code.items():
        environment.add(name, module, facts="" if name == "unworded" else FACTS)
    return environment


def test_each_is_named_in_one_sentence_and_the_others_are_listed(there):
    listed = there.run("games")
    assert sorted(listed.stderr.splitlines()) == sorted(f"cornered: {said}" for said in SENTENCES.values())
    names = [game["name"] for game in there.json("games")]
    assert names == [*FIVE, "unsteady"]


def test_a_list_of_games_that_python_cannot_read_is_no_reason_to_stop(new_environment):
    listless = new_environment()
    listless.add("listless", "", facts="")
    [entries] = listless.packages.glob("*/entry_points.txt")
    entries.write_text("[cornered.games]\nnot a name and a place\n")
    assert listless.run("games").stderr.startswith("cornered: Games of other packages cannot be looked for: ")
    assert listless.json("solve", "blockade")["winner"] == 2


def test_who_asks_for_one_is_told_what_is_wrong_with_it(there):
    for name, sentence in SENTENCES.items():
        assert there.run("play", name, code=2).stderr == f"cornered: {sentence}\n"


def test_one_that_fails_in_mid_game_ends_the_command_with_a_sentence(there):
    for command in (
        ("play", "unsteady", "--p1", "random", "--p2", "random"),
        ("solve", "unsteady"),
        ("analyse", "unsteady", "--moves", "A1"),
        ("perft", "unsteady", "6"),
        ("prove", "unsteady", "--output", "/dev/null"),
    ):
        assert there.run(*command, code=1).stderr.splitlines()[-1] == f"cornered: {FAILED}"


def test_the_menu_names_them_and_plays_the_five(there):
    with there.terminal() as child:
        child.expect_exact("Game [1]: ")
        said = " ".join(child.before.split())
        assert all(sentence in said for sentence in SENTENCES.values())
        child.sendline("2")
        child.sendline("")
        child.expect_exact("Enter your move (row and column): ")


@pytest.mark.parametrize("name", FIVE)
def test_the_five_are_played_and_solved(there, name):
    assert "Kept as game" in there.run("play", name, "--p1", "easy", "--p2", "easy").stdout
    assert there.json("solve", name)["winner"] in (1, 2)


def test_every_other_command_works(there, tmp_path: Path):
    there.run("play", "blockade", "--p1", "easy", "--p2", "easy")
    number = str(there.json("history", "--game", "blockade")[0]["id"])
    assert there.json("records")
    assert there.run("show", number).stdout
    assert there.json("review", number)["moves"]
    games, proof = str(tmp_path / "games.txt"), str(tmp_path / "blockade.proof")
    there.run("export", "--output", games)
    there.run("import", games)
    there.run("prove", "blockade", "--output", proof)
    there.run("check", proof)
    there.run("rules", "blockade")
    assert there.json("perft", "blockade", "2")["count"] == 156
    assert there.json("analyse", "knights-duel")["plies"] == 14
    there.run("atlas", "blockade", "--cells", "6")
    there.run("--help")


def test_the_site_goes_on_and_names_what_has_failed(there, visit):
    with there.site() as site:
        assert [game["name"] for game in site.get("rules")] == [*FIVE, "unsteady"]
        game = site.post("games", 201, game="unsteady", opponent="screen")
        path = f"games/{game['id']}/moves"
        site.post(path, move="A1", ply=0)
        refused = site.post(path, 503, move="C1", ply=1)
        assert refused["detail"] == FAILED
        assert (
            site.client.get("/api/analysis", params={"start": "unsteady.1x6.1.6"}).json()["detail"] == FAILED
        )
        page = visit(site)
        for path in (
            "/",
            "/new",
            "/rules",
            "/records",
            "/analysis",
            "/rules/unsteady",
            f"/game/{game['id']}",
        ):
            page.goto(path)
            page.wait_for_selector("main[data-ready]")
        page.goto("/new?game=blockade")
        page.get_by_role("button", name="Play").click()
        page.wait_for_url("**/game/*")
        page.locator(".cell[data-square='5']").click()
        expect(page.locator(".moves li")).to_have_count(2)
        assert all(sentence in site.log for sentence in SENTENCES.values())
