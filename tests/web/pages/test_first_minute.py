"""A newcomer's first minute in the browser: Play, and nothing else, then games played casually."""

import re
from random import Random

import pytest
from playwright.sync_api import expect

from casual import Casual
from cornered import GAMES, read_position

GAMES_EACH = 10
SEED = "first"


class Newcomer:
    """Someone who knows nothing, at a browser."""

    def __init__(self, visitor, name):
        self._visitor = visitor
        self._rules = GAMES[name]
        self._casual = Casual(Random(name))
        self.page = visitor.open("/")

    @property
    def play(self):
        """The button on the game's card, where its goal stands too."""
        page, title = self.page, self._rules.title
        card = page.locator(".card", has=page.get_by_role("heading", name=title, exact=True))
        expect(card.locator(".aim")).to_have_text(self._rules.headline().goal)
        return card.get_by_role("button", name="Play")

    def presses_play(self):
        """Begins a game but stays on the home page; gives the game that the page would go to."""
        self.page.reload()  # a page that is leaving heeds no second click
        self.page.route("**/game/*", lambda route: route.fulfill(status=204))
        with self.page.expect_request("**/game/*") as going:
            self.play.click()
        return self._game(going.value.url.rpartition("/")[2])

    def wins_by_requests(self, game):
        """Plays as the page does, without drawing each move; whether the game was won."""
        while not game["position"]["outcome"]:
            if game["position"]["to_move"] in game["you"]:
                move = {"move": game["board"]["squares"][self._chosen(game)], "ply": game["ply"]}
                assert self.page.request.post(f"/api/games/{game['id']}/moves", data=move).ok
            game = self._game(game["id"])
        return game["position"]["outcome"]["winner"] in game["you"]

    def plays_by_clicks(self):
        """Plays on the page that is open, to the end."""
        while True:
            expect(self.page.locator(".status")).to_have_text(re.compile("^Your move|wins"))
            game = self._game(self.page.url.rpartition("/")[2])
            if game["position"]["outcome"]:
                return
            self._visitor.square(self._chosen(game)).click()
            expect(self.page.locator(".moves li").nth(game["ply"])).to_be_visible()

    def _game(self, number):
        return self.page.request.get(f"/api/games/{number}").json()

    def _chosen(self, game):
        position = read_position(game["start"])
        for move in game["history"]:
            position = position.play(move["square"])
        return self._casual.choose(position)


@pytest.mark.parametrize("name", GAMES)
def test_a_newcomer_who_only_presses_play_wins_four_games_of_ten(make_site, visit, name):
    newcomer = Newcomer(visit(make_site(seed=SEED)), name)
    wins = sum(newcomer.wins_by_requests(newcomer.presses_play()) for _ in range(GAMES_EACH))
    assert wins >= 4


@pytest.mark.parametrize("name", GAMES)
def test_a_newcomer_who_only_presses_play_sees_the_goal_plays_a_whole_game_and_is_offered_another(
    site, visit, name
):
    newcomer = Newcomer(visit(site), name)
    page = newcomer.page
    newcomer.play.click()
    page.wait_for_url("**/game/*")
    expect(page.locator(".aim")).to_contain_text(GAMES[name].headline().goal)
    expect(page.locator(".status")).to_have_text(re.compile("^Your move"))
    assert page.locator(".moves li").count() < 2  # where the other side begins, it may have
    newcomer.plays_by_clicks()
    expect(page.locator(".result")).to_have_text(re.compile("^You (won|lost)$"))
    expect(page.locator(".turning")).to_contain_text(
        re.compile("lost the game with move|No single move decided|could not be judged in time")
    )
    expect(page.get_by_role("button", name="Rematch, seats swapped")).to_be_visible()
