"""Playing, watching and understanding in a real browser."""

import re
import signal

import httpx
import pytest
from playwright.sync_api import expect

DUEL = "knights-duel.5x5.1.a4-5-5-5-4b"


def begin(visitor, game, against="The computer", level=None):
    page = visitor.open(f"/new?game={game}")
    page.get_by_text("the book's").click()
    page.get_by_text(against, exact=True).click()
    if level:
        page.get_by_label("Strength").select_option(level)
    page.get_by_label("Who begins").select_option("1")
    page.get_by_role("button", name="Play").click()
    page.wait_for_url("**/game/*")
    page.wait_for_selector("main[data-ready]")
    return page


def state(page):
    """The game as the API tells it: what to play, when it is over."""
    number = page.url.rpartition("/")[2].partition("#")[0]
    return page.request.get(f"/api/games/{number}").json()


def my_turn(page):
    expect(page.locator(".status")).to_have_text(re.compile("^Your move|wins after"))
    return state(page)["position"]


def test_a_whole_game_against_the_computer_with_the_mouse(site, visit):
    visitor = visit(site, reduced_motion="no-preference")
    page = visitor.open("/")
    expect(page.locator(".card")).to_have_count(5)
    page.get_by_role("button", name="Play Knight's Duel").click()
    expect(page.locator(".status")).to_have_text("Your move, Player 1: two squares are open.")
    while not (position := my_turn(page))["outcome"]:
        made = page.locator(".moves li").count()
        visitor.square(position["moves"][0]["square"]).click()
        expect(page.locator(".moves li").nth(made)).to_be_visible()
    expect(page.locator(".status")).to_have_text(re.compile("(cannot move|captures).* wins after"))
    expect(page.locator(".around.drawn")).to_be_visible()
    page.get_by_role("button", name="Rematch, seats swapped").click()
    expect(page.locator(".players li").nth(1)).to_contain_text("you")


def test_a_whole_game_with_the_keyboard_alone(site, visit):
    visitor = visit(site)
    page = visitor.open("/new?game=blockade")
    page.get_by_label("4×4, the book's").focus()
    page.keyboard.press("Space")
    page.get_by_label("Who begins").select_option("1")
    page.get_by_role("button", name="Play").focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/game/*")
    page.wait_for_selector("main[data-ready]")
    for _ in range(12):
        page.keyboard.press("Tab")
        if page.locator(".cell:focus").count():
            break
    expect(visitor.square(0)).to_be_focused()
    for key in ("ArrowRight", "ArrowDown"):
        page.keyboard.press(key)
    expect(visitor.square(5)).to_be_focused()
    expect(visitor.square(5)).to_have_attribute("aria-label", "(2,2), empty, legal")
    page.keyboard.press("Enter")
    expect(page.locator(".moves li")).to_have_count(2)
    page.keyboard.press("Enter")  # the square is taken now, and the page says so
    expect(page.get_by_role("alert")).to_have_text("(2,2) is occupied.")
    free = my_turn(page)["moves"][0]
    page.get_by_label("Type a move").focus()
    page.keyboard.type(free["label"])
    page.keyboard.press("Enter")
    expect(page.locator(".status")).to_have_text("Player 1 cannot move. Player 2 wins after 4 plies.")
    page.locator(".moves [aria-current]").focus()
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".status")).to_have_text("Looking at move 3 of 4.")
    page.keyboard.press("End")
    expect(page.locator(".status")).to_contain_text("wins after 4 plies")


def test_two_browsers_play_each_other_while_a_third_watches(site, visit):
    ada, bob, onlooker = visit(site), visit(site), visit(site)
    page = begin(ada, "knights-duel", "A friend, by link")
    link = page.get_by_label("Send this link to the other player.").input_value()
    guest = bob.open(link.removeprefix(site.address))
    guest.get_by_label("Your name").fill("Bob")
    guest.get_by_role("button", name="Take the seat").click()
    expect(guest.locator(".status")).to_have_text("Waiting for Player 1 to move.")
    assert "#" not in guest.url
    late = onlooker.open(link.removeprefix(site.address))
    expect(late.locator(".seats")).to_contain_text("This invitation has been used: you can watch the game.")
    ada.square(7).click()
    for seen in (guest, late):
        expect(seen.locator(".moves li")).to_have_text(["C2"])
    expect(guest.locator(".status")).to_have_text("Your move, Bob: two squares are open.")
    onlooker.square(13).click()
    expect(late.locator(".side")).to_contain_text("You are watching: the seats belong to others.")
    bob.square(13).click()
    for seen in (page, late):
        expect(seen.locator(".moves li")).to_have_text(["C2", "D3"])
    bob.page.close()
    for seen in (page, late):
        expect(seen.locator(".seats")).to_contain_text("Bob has gone. The seat stays theirs.")


def test_a_dropped_connection_comes_back_and_shows_what_was_missed(own_site, visit):
    ada, onlooker = visit(own_site), visit(own_site)
    page = begin(ada, "knights-duel", "Someone here, on this screen")
    seen = onlooker.open(page.url.removeprefix(own_site.address))
    ada.square(7).click()
    expect(seen.locator(".moves li")).to_have_count(1)
    onlooker.context.set_offline(True)
    ada.square(13).click()
    expect(page.locator(".moves li")).to_have_count(2)
    onlooker.context.set_offline(False)
    own_site.stop(signal.SIGKILL)
    expect(seen.locator(".offline")).to_have_text("The connection is broken: trying again.")
    own_site.start()
    expect(seen.locator(".moves li")).to_have_text(["C2", "D3"])
    for both in (page, seen):
        expect(both.locator(".offline")).to_be_empty()
    ada.square(14).click()  # the open page plays on
    expect(seen.locator(".moves li")).to_have_text(["C2", "D3", "E3"])


def test_values_stand_on_every_legal_square_and_in_its_label(site, visit):
    visitor = visit(site)
    page = begin(visitor, "block-capture", "Someone here, on this screen")
    page.get_by_role("switch", name="Values").check()
    expect(visitor.square(2).locator(".value")).to_have_text("▲5")
    expect(visitor.square(1).locator(".value")).to_have_text("▼4")
    expect(visitor.square(2)).to_have_attribute("aria-label", "(1,3), empty, legal, wins in 5")
    expect(page.locator(".cell.best")).to_have_count(4)
    expect(page.locator(".cell.rated")).to_have_count(16)
    page.get_by_text("Board as text", exact=True).click()
    expect(page.get_by_role("button", name="(1,3), empty, legal, wins in 5")).to_be_visible()
    page.get_by_role("button", name="(1,2), empty, legal, loses in 4").click()
    expect(page.locator(".moves li")).to_have_text(["(1,2)"])
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".side")).to_contain_text("(2,2) keeps the win (3 plies")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".moves li")).to_have_count(0)


def test_a_refused_move_says_beside_the_square_which_rule_refuses_it(site, visit):
    visitor = visit(site)
    page = begin(visitor, "knights-duel", "Someone here, on this screen")
    visitor.square(24).click()
    expect(page.locator(".bubble")).to_have_text("E5 is not a knight's move away from A1.")
    expect(page.locator(".bubble")).to_be_hidden()  # after three seconds


def test_analysis_from_a_pasted_address(site, visit):
    visitor = visit(site)
    page = visitor.open("/analysis?start=block-capture.5x5.1.5-5-5-5-5&moves=1,2_2,2_2,1&ply=1")
    expect(page.locator(".tree button")).to_have_text(["1. (1,2)", "2. (2,2)", "3. (2,1)"])
    expect(page.locator(".tree [aria-current]")).to_have_text("1. (1,2)")
    expect(page.locator(".side")).to_contain_text("Player 2 wins in 3 plies with best play.")
    visitor.square(2).click()  # another move: a variation, and the address tells it
    expect(page.locator(".variation button")).to_have_text(["2. (1,3)"])
    assert page.url.endswith("&moves=1,2_1,3")
    page.get_by_role("button", name="Start").click()
    expect(page.locator(".status")).to_have_text("Player 1 is to move: 16 squares are open.")
    page.locator(".best-line .line").click()
    expect(page.locator(".tree [aria-current]")).to_have_text("1. (1,3)")
    page.get_by_text("Another position").click()
    page.get_by_label("Position code or address").fill(DUEL)
    page.get_by_role("button", name="Open").click()
    expect(page.get_by_role("heading", name="Knight's Duel")).to_be_visible()
    page.get_by_label("Type a move").fill("E5")
    page.get_by_role("button", name="Move", exact=True).click()
    expect(page.locator(".side")).to_contain_text("E5 is not a knight's move away from A1.")


def test_an_address_that_is_no_position_says_so(site, visit):
    page = visit(site).open("/analysis?start=nonsense")
    expect(page.get_by_role("alert")).to_contain_text("is not a position code")


def test_review_shows_the_mistake_and_lets_it_be_tried_again(site, visit):
    visitor = visit(site)
    page = begin(visitor, "block-capture", "Someone here, on this screen")
    for ply, square in enumerate((1, 2, 7, 12), 1):
        visitor.square(square).click()
        expect(page.locator(".moves li")).to_have_count(ply)
    expect(page.locator(".status")).to_have_text("Player 2 claims the centre and wins after 4 plies.")
    expect(page.get_by_text("A ply is one move by one player.")).to_be_visible()
    page.get_by_role("link", name="Review").click()
    expect(page.locator(".summary")).to_have_text("Player 1 lost the game with move 1, (1,2).")
    expect(page.locator(".bar")).to_have_count(4)
    expect(page.locator(".bar.decided")).to_have_count(1)
    expect(page.locator(".side")).to_contain_text("Mistake: (1,2) loses in 4.")
    expect(page.locator(".side")).not_to_contain_text("Best was")
    page.get_by_role("button", name="Try again").click()
    expect(page.locator(".status")).to_have_text("Player 1 to move: find something better than (1,2).")
    expect(page.locator(".side")).not_to_contain_text("Best was")
    visitor.square(3).click()
    expect(page.locator(".side")).to_contain_text("Not that either: (1,4) loses in 4.")
    page.get_by_role("button", name="Try again").click()
    visitor.square(2).click()
    expect(page.locator(".side")).to_contain_text("Yes: (1,3) wins in 5.")
    page.get_by_role("button", name="Show the answer").click()
    expect(page.locator(".status")).to_have_text("Move 1: Player 1 plays (1,2).")
    expect(page.locator(".side")).to_contain_text("Best was (1,3) or ")
    expect(page.get_by_role("button", name="Show the answer")).to_be_hidden()
    page.locator(".bar").nth(2).click()
    expect(page.locator(".status")).to_have_text("Move 3: Player 1 plays (2,3).")


def test_rules_come_with_a_board_to_try_and_the_rulings(site, visit):
    visitor = visit(site)
    page = visitor.open("/rules/trap-the-knight")
    visitor.square(9).click()
    expect(page.locator(".status")).to_have_text("Player 2 is to move: two squares are open.")
    visitor.square(9).click()
    expect(page.locator(".status")).to_have_text("N2 captures N1. Player 2 wins after 2 plies.")
    expect(page.get_by_role("heading", name="Rulings")).to_be_visible()
    page.get_by_role("button", name="Start again").click()
    expect(page.locator(".status")).to_have_text("Player 1 is to move: two squares are open.")


def test_records_list_the_games(site, visit):
    with httpx.Client(base_url=site.address) as client:
        setup = {"game": "blockade", "opponent": "screen", "name": "Emmy"}
        number = client.post("/api/games", json=setup).json()["id"]
        client.post(f"/api/games/{number}/resign", json={"ply": 0})
    page = visit(site).open("/records")
    expect(page.get_by_role("row", name=re.compile("^Emmy Blockade 4×4"))).to_be_visible()


def test_a_match_swaps_seats_and_shows_the_score(site, visit):
    visitor = visit(site)
    page = visitor.open("/new?game=knights-blockade")
    page.get_by_text("Someone here, on this screen").click()
    page.get_by_label("Who begins").select_option("1")
    page.get_by_text("Match, names and more").click()
    page.get_by_label("How long").select_option("first")
    page.get_by_label("How many").fill("2")
    page.get_by_label("Your name").fill("Ada")
    page.get_by_label("Opponent's name").fill("Bob")
    page.get_by_role("button", name="Play").click()
    expect(page.locator(".status")).to_have_text("Ada (K1) is to move: two squares are open.")
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Really resign?").click()
    expect(page.locator(".score")).to_have_text(["0", "1"])
    page.get_by_role("button", name="Next game").click()
    expect(page.locator(".status")).to_have_text("Bob (K1) is to move: two squares are open.")
    expect(page.locator(".score")).to_have_text(["1", "0"])
    expect(page.locator(".seats")).to_contain_text("Game 2, first to 2")


def test_a_new_game_offers_the_options_that_the_game_declares(site, visit):
    page = visit(site).open("/new?game=blockade")
    page.get_by_text("Match, names and more").click()
    expect(page.get_by_label("Your symbol")).to_be_visible()
    expect(page.get_by_label("Start", exact=True)).to_have_count(0)
    page.get_by_text("Trap the Knight", exact=True).click()
    page.get_by_text("4×4, the book's").click()
    expect(page.get_by_label("Your symbol")).to_be_hidden()
    page.get_by_label("Repetitions").fill("9")
    page.get_by_role("button", name="Play").click()
    expect(page.get_by_role("alert")).to_contain_text("Repetitions are 2 to 5")
    page.get_by_label("Repetitions").fill("2")
    page.get_by_label("Start", exact=True).fill("A1; D3")
    page.get_by_role("button", name="Play").click()
    page.wait_for_url("**/game/*")
    page.wait_for_selector("main[data-ready]")
    assert state(page)["start"] == "trap-the-knight.4x4.1.a3-4-3b-4.r2"


def test_the_coin_toss_of_block_capture_is_shown(site, visit):
    page = visit(site).open("/new?game=block-capture")
    page.get_by_text("5×5, the book's").click()
    expect(page.get_by_label("Who begins")).to_have_value("toss")
    page.get_by_role("button", name="Play").click()
    expect(page.locator(".seats")).to_contain_text(re.compile("The coin toss: you are Player [12]"))


@pytest.mark.parametrize("path", ["/", "/new?game=block-capture", "/rules/blockade", "/records", "game"])
def test_a_phone_360_pixels_wide_shows_everything_without_scrolling_sideways(site, visit, path):
    visitor = visit(site, viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    if path == "game":
        page = begin(visitor, "knights-blockade", level="easy")
        visitor.square(7).tap()
        expect(page.locator(".moves li")).to_have_count(2)
    else:
        page = visitor.open(path)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_dark_and_light_follow_the_system(site, visit):
    for scheme, paper in (("light", "rgb(250, 247, 242)"), ("dark", "rgb(22, 24, 29)")):
        page = visit(site, color_scheme=scheme).open("/")
        expect(page.locator("body")).to_have_css("background-color", paper)
