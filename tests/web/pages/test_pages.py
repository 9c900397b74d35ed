"""The pages in a real browser: the first minute, the end of a game, what is drawn, what is kept."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

import cornered.play.drawing
import cornered.web

STATIC = Path(cornered.web.__file__).parent / "static"
DRAWN = Path(cornered.play.drawing.__file__).parent / "shared"
DUEL = "knights-duel.5x5.1.a4-5-5-5-4b"


def begin(visitor, **setup):
    """A game that this visitor has begun, open in their browser."""
    answer = visitor.context.request.post("/api/games", data=setup)
    assert answer.ok, answer.text()
    return visitor.open(f"/game/{answer.json()['id']}")


def overlap(one, other):
    """Whether two boxes have something in common."""
    return all(
        one[corner] < other[corner] + other[side] and other[corner] < one[corner] + one[side]
        for corner, side in (("x", "width"), ("y", "height"))
    )


def font_sizes(page, selector):
    return page.locator(selector).evaluate_all(
        "all => all.map(one => parseFloat(getComputedStyle(one).fontSize))"
    )


def hold(page, pattern):
    """Requests that match wait until the test lets them go: a line as slow as can be."""
    held = []

    def keep(route):
        held.append(route)

    page.route(pattern, keep)
    return held


def refuse_once(page, pattern):
    """The first such request is refused, as by a server that has too much to do; all others go through."""
    refused = []

    def answer(route):
        if refused:
            return route.continue_()
        refused.append(route.request.url)
        return route.fulfill(status=503, json={"detail": "The server has too much to do right now."})

    page.route(pattern, answer)
    return refused


# The first minute


def test_one_click_on_a_card_begins_a_game_in_a_seat_that_is_not_lost(site, visit):
    page = visit(site).open("/")
    card = page.locator(".card", has=page.get_by_role("heading", name="Knight's Duel"))
    expect(card.locator(".aim")).to_have_text("Capture the other knight, or leave it no square to go to.")
    card.get_by_role("button", name="Play Knight's Duel").click()
    page.wait_for_url("**/game/*")
    expect(page.locator(".aim")).to_contain_text("Capture the other knight, or leave it no square to go to.")
    expect(page.locator(".aim")).to_contain_text("Only your knight can ever capture.")
    game = page.request.get(f"/api/games/{page.url.rpartition('/')[2]}").json()
    rules = page.request.get("/api/rules/knights-duel").json()
    usual = next(board for board in rules["boards"] if board["usual"])
    assert game["you"] == [usual["seat"]]
    assert (game["board"]["rows"], game["board"]["cols"]) == (usual["rows"], usual["cols"])


def test_a_new_game_offers_the_boards_worth_playing_the_book_s_first(site, visit):
    page = visit(site).open("/new?game=blockade")
    expect(page.locator(".aim")).to_have_text("Mark the last free square.")
    boards = page.locator(".boards .choices label")
    expect(boards.first).to_contain_text("4×4, the book's")
    expect(boards.last).to_have_text("Another size")
    expect(page.locator(".boards :checked + span")).to_contain_text("5×5")
    lines = page.locator(".boards small")
    expect(lines).to_have_count(boards.count() - 1)


def test_a_hopeless_seat_is_said_and_may_be_chosen(site, visit):
    page = visit(site).open("/new?game=blockade")
    page.get_by_text("4×4, the book's").click()
    expect(page.get_by_label("Who begins")).to_have_value("2")
    expect(page.locator("form")).to_contain_text("The seat that can win.")
    page.get_by_label("Who begins").select_option("1")
    expect(page.locator("form")).to_contain_text("A lost seat, if the other side plays well.")
    page.get_by_role("button", name="Play").click()
    expect(page.locator(".status")).to_contain_text("Your move")


def test_a_name_is_asked_for_once_and_kept(site, visit):
    visitor = visit(site)
    page = visitor.open("/new?game=knights-duel")
    page.get_by_label("Your name").fill("Emmy")
    page.get_by_role("button", name="Play").click()
    expect(page.locator(".players")).to_contain_text("Emmy")
    page.goto("/")
    page.get_by_role("button", name="Play Blockade").click()
    expect(page.locator(".players")).to_contain_text("Emmy")
    visitor.open("/new")
    expect(page.get_by_label("Your name")).to_be_hidden()
    page.get_by_text("Match, names and more").click()
    expect(page.get_by_label("Your name")).to_have_value("Emmy")


def test_a_name_that_is_refused_is_not_kept(site, visit):
    page = visit(site).open("/new?game=knights-duel")
    page.get_by_label("Your name").fill("medium")
    page.get_by_role("button", name="Play").click()
    expect(page.locator(".problem")).to_have_text("'medium' is the name of a level: choose another name.")
    page.reload()
    expect(page.get_by_label("Your name")).to_have_value("")


def test_home_shows_your_games_first_and_nobody_else_s_above_them(site, visit):
    with site.person() as stranger:
        stranger.post("/api/games", json={"game": "blockade", "opponent": "screen", "name": "Stranger"})
    visitor = visit(site)
    expect(visitor.open("/").get_by_role("heading", name="Your games")).to_have_count(0)
    begin(visitor, game="knights-duel", opponent="screen", name="Emmy")
    page = visitor.open("/")
    expect(page.locator("h2").first).to_have_text("Your games")
    expect(page.locator(".games").first).to_contain_text("Emmy")
    expect(page.locator(".games").first).not_to_contain_text("Stranger")


@pytest.mark.parametrize(
    ("path", "frame"),
    [
        ("/", ".cards .waiting"),
        ("/new", "h1:text('New game')"),
        ("/game/1", ".stage .waiting"),
        ("/review/1", ".stage .waiting"),
        ("/analysis", ".stage .waiting"),
        ("/rules/blockade", ".stage .waiting"),
        ("/records", "h1:text('Records')"),
    ],
)
def test_a_page_shows_its_frame_before_the_server_has_answered(site, visit, path, frame):
    page = visit(site).page
    held = hold(page, "**/api/**")
    page.goto(path)
    expect(page.locator(frame).first).to_be_visible()
    for route in held:
        route.abort()


def test_something_is_there_before_the_modules_are_and_all_of_them_are_preloaded(site, visit):
    page = visit(site).page
    held = hold(page, "**/static/**/*.js")
    page.goto("/", wait_until="commit")
    expect(page.get_by_text("One moment")).to_be_visible()
    for route in held:
        route.abort()
    linked = re.findall(r'modulepreload" href="/static/([\w/-]+\.js)"', (STATIC / "page.html").read_text())
    scripts = [file.relative_to(root).as_posix() for root in (STATIC, DRAWN) for file in root.rglob("*.js")]
    assert sorted(linked) == sorted(name for name in scripts if "worker" not in name)


@pytest.mark.parametrize(("path", "button"), [("/", "Play Blockade"), ("/new", "Play")])
def test_a_double_click_begins_one_game_and_whoever_comes_back_may_begin_another(site, visit, path, button):
    page = visit(site).open(path)
    for games in (1, 2):
        page.get_by_role("button", name=button, exact=True).dblclick()
        page.wait_for_url("**/game/*")
        assert len(page.request.get("/api/games?mine=true").json()) == games
        page.go_back()


# The end of a game, and once more


def test_a_rematch_says_what_the_other_seat_is_worth(site, visit):
    page = begin(visit(site), game="knights-blockade", opponent="easy", rows=5, cols=5)
    expect(page.locator(".aim")).to_contain_text("The seat that can win.")
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Really resign?").click()
    page.get_by_role("button", name="Rematch, seats swapped").click()
    expect(page.locator(".aim")).to_contain_text("A lost seat, if the other side plays well.")


def test_a_turning_point_that_was_refused_is_asked_for_again(site, visit):
    page = begin(visit(site), game="knights-blockade", opponent="screen")
    refuse_once(page, "**/review?**")
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Really resign?").click()
    expect(page.locator(".turning")).to_have_text("The server has too much to do right now.")
    expect(page.locator(".turning")).to_contain_text("lost the game by resigning it")


def test_a_review_that_was_refused_is_asked_for_again(site, visit):
    page = begin(visit(site), game="knights-blockade", opponent="screen")
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Really resign?").click()
    refuse_once(page, re.compile("/review$"))
    page.get_by_role("link", name="Review").click()
    expect(page.locator("h1")).to_have_text("The server has too much to do right now.")
    expect(page.locator(".summary")).to_contain_text("lost the game by resigning it")


def test_no_line_breaks_inside_a_square(site, visit):
    visitor = visit(site)
    page = begin(visitor, game="knights-blockade", opponent="screen")
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".line-arrow")).to_have_count(3)
    assert re.match(r"\(\d,\u00a0\d\) keeps the win", page.locator(".note").first.text_content())


def test_the_end_says_who_won_where_it_turned_and_offers_a_rematch(site, visit):
    visitor = visit(site)
    page = begin(visitor, game="block-capture", opponent="perfect", rows=5, cols=5)
    visitor.square(1).click()
    expect(page.locator(".moves li")).to_have_count(2)
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Really resign?").click()
    expect(page.locator(".result")).to_have_text("You lost")
    assert font_sizes(page, ".result")[0] > max(font_sizes(page, "main :not(.result, .cell *)"))
    expect(page.locator(".turning")).to_contain_text("Player 1 lost the game with move 1, (1,2).")
    expect(page.locator("main .button:visible")).to_have_text(["Rematch, seats swapped"])
    for door in ("Review", "Analyse", "Play on from here"):
        expect(page.get_by_role("link", name=door)).to_be_visible()
    expect(page).to_have_title("You lost · Block Capture · Cornered")
    page.get_by_role("button", name="Rematch, seats swapped").click()
    expect(page.locator(".players li").nth(1)).to_contain_text("you")


def test_the_turning_point_is_drawn_on_the_board(site, visit):
    visitor = visit(site)
    page = begin(visitor, game="block-capture", opponent="screen")
    for ply, square in enumerate((1, 2, 7, 12), 1):
        visitor.square(square).click()
        expect(page.locator(".moves li")).to_have_count(ply)
    expect(page.locator(".result")).to_have_text("Player 2 won")
    page.get_by_role("button", name="Show it").click()
    expect(page.locator(".note").first).to_contain_text("After (1,2), Player 2 plays")
    expect(page.locator(".line-ring")).to_have_count(3)
    expect(page.locator(".moves [aria-current]")).to_have_text("(1,2)")
    page.get_by_role("link", name="Review").click()
    expect(page.locator(".line-ring")).to_have_count(3)
    page.get_by_role("button", name="Try again").click()
    expect(page.locator(".line-ring")).to_have_count(0)


def test_play_goes_on_from_a_position_of_an_analysis(site, visit):
    page = visit(site).open(f"/analysis?start={DUEL}&moves=C2_D3_E3")
    page.get_by_role("link", name="Play on from here").click()
    expect(page.locator(".status")).to_contain_text("Player 2 is to move")
    expect(page.get_by_label("Who begins")).to_have_value("2")
    page.get_by_role("button", name="Play").click()
    page.wait_for_url("**/game/*")
    expect(page.locator(".status")).to_contain_text("Your move, Player 2")
    expect(page.locator(".cell[data-square='14']")).to_have_attribute("aria-label", "E3, 1")


# Shown, not told


def test_a_hint_is_an_arrow_on_the_board_and_said_in_words(site, visit):
    visitor = visit(site)
    page = begin(visitor, game="knights-blockade", opponent="screen")
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".line-arrow")).to_have_count(3)
    expect(page.locator(".line-number")).to_have_text(["1", "2", "3"])
    expect(page.locator(".side .note").first).to_contain_text("keeps the win")
    shown = page.locator(".cell[aria-label*='shown as move 1, by K1']")
    expect(shown).to_have_count(1)
    shown.click()
    expect(page.locator(".line-arrow")).to_have_count(0)


def test_threats_are_drawn_on_the_board_and_said_in_words(site, visit):
    visitor = visit(site)
    page = begin(visitor, game="trap-the-knight", opponent="screen")
    page.get_by_role("button", name="Threats").click()
    expect(page.locator(".danger")).to_have_count(2)
    expect(page.locator(".line-move.p2 .line-arrow")).to_have_count(2)
    expect(page.locator(".note").first).to_contain_text("Careful: B3, C2 lose at once.")
    expect(visitor.square(6)).to_have_attribute("aria-label", "C2, empty, legal, loses at once")
    visitor.square(6).click()
    expect(page.locator(".danger")).to_have_count(0)
    page.get_by_role("button", name="Threats").click()
    expect(page.locator(".note").first).to_have_text("Nothing threatens: no move loses at once.")


def test_the_threats_of_marks_are_rings(site, visit):
    visitor = visit(site)
    page = begin(visitor, game="block-capture", opponent="screen")
    for ply, square in enumerate((1, 2), 1):
        visitor.square(square).click()
        expect(page.locator(".moves li")).to_have_count(ply)
    page.get_by_role("button", name="Threats").click()
    expect(page.locator(".note").first).to_have_text(
        "Careful: (2,3) loses at once: Player 2 plays (3,3) and wins."
    )
    expect(page.locator(".danger")).to_have_count(1)
    expect(page.locator(".line-move.p2 .line-ring")).to_have_count(1)


def test_another_try_that_is_no_better_is_refuted_on_the_board(site, visit):
    visitor = visit(site)
    page = begin(visitor, game="block-capture", opponent="screen")
    for ply, square in enumerate((1, 2, 7, 12), 1):
        visitor.square(square).click()
        expect(page.locator(".moves li")).to_have_count(ply)
    page.get_by_role("link", name="Review").click()
    page.get_by_role("button", name="Try again").click()
    visitor.square(3).click()
    expect(page.locator(".note")).to_have_text("Not that either: (1,4) loses in 4.")
    expect(page.locator(".line-ring")).to_have_count(3)
    page.get_by_role("button", name="Back to the game").click()
    page.get_by_role("button", name="Try again").click()
    visitor.square(2).click()
    expect(page.locator(".note")).to_have_text("Yes: (1,3) wins in 5.")
    expect(page.locator(".line-ring")).to_have_count(0)


def test_no_move_is_called_best_where_all_are_alike(site, visit):
    page = visit(site).open(f"/analysis?start={DUEL}")
    expect(page.locator(".rated")).to_have_count(2)
    expect(page.locator(".best")).to_have_count(0)


def test_best_play_is_drawn_in_the_analysis(site, visit):
    page = visit(site).open("/analysis?start=block-capture.5x5.1.5-5-5-5-5&moves=1,2")
    expect(page.locator(".line-ring")).to_have_count(3)
    values = [box for box in map(Locator.bounding_box, page.locator(".rated .value").all()) if box]
    for number in map(Locator.bounding_box, page.locator(".line-number").all()):
        assert not [box for box in values if overlap(number, box)]
    page.get_by_role("switch", name="Values").uncheck()
    expect(page.locator(".line-ring")).to_have_count(0)


# Looking and listening


def test_the_tab_says_when_it_is_your_turn(site, visit):
    visitor = visit(site)
    page = begin(visitor, game="knights-duel", opponent="link")
    expect(page).to_have_title("Your move · Knight's Duel · Cornered")
    visitor.square(7).click()
    expect(page).to_have_title("Knight's Duel · Cornered")


COUNT_SOUNDS = """
window.pitches = [];
const Real = window.OscillatorNode;
window.OscillatorNode = class extends Real {
  constructor(context, options) { super(context, options); window.pitches.push(options.frequency); }
};
"""


def test_sounds_are_off_until_asked_for_and_then_knock_for_a_move(site, visit):
    visitor = visit(site)
    visitor.context.add_init_script(COUNT_SOUNDS)
    page = begin(visitor, game="knights-duel", opponent="screen")
    visitor.square(7).click()
    expect(page.locator(".moves li")).to_have_count(1)
    assert page.evaluate("pitches") == []
    page.get_by_role("switch", name="Sounds").check()
    tried = page.evaluate("pitches.length")
    assert tried
    visitor.square(13).click()
    expect(page.locator(".moves li")).to_have_count(2)
    assert page.evaluate("pitches").count(170) == 2  # one knock when it was switched on, one for the move
    page.reload()
    expect(page.get_by_role("switch", name="Sounds")).to_be_checked()


KNOCK, BELL = 170, 880  # the lowest pitch of each


def test_a_capture_knocks_twice(site, visit):
    visitor = visit(site)
    visitor.context.add_init_script(COUNT_SOUNDS)
    page = begin(visitor, game="trap-the-knight", opponent="screen")
    page.get_by_role("switch", name="Sounds").check()
    for ply, knocks in ((1, 2), (2, 4)):  # one when it was switched on, one for the move, two for the capture
        visitor.square(6).click()
        expect(page.locator(".moves li")).to_have_count(ply)
        assert page.evaluate("pitches").count(KNOCK) == knocks


def test_a_bell_tells_that_it_is_your_turn(site, visit):
    visitor = visit(site)
    visitor.context.add_init_script(COUNT_SOUNDS)
    page = begin(visitor, game="knights-duel", opponent="random")
    page.get_by_role("switch", name="Sounds").check()
    visitor.square(7).click()
    expect(page.locator(".moves li")).to_have_count(2)
    assert page.evaluate("pitches").count(BELL) == 2  # when it was switched on, and after the answer


def test_arrow_keys_step_through_a_game_wherever_the_focus_is(site, visit):
    visitor = visit(site)
    page = begin(visitor, game="knights-duel", opponent="screen")
    for ply, square in enumerate((7, 13), 1):
        visitor.square(square).click()
        expect(page.locator(".moves li")).to_have_count(ply)
    page.keyboard.press("ArrowLeft")  # straight after a click on the board
    expect(page.locator(".status")).to_have_text("Looking at move 1 of 2.")
    page.get_by_role("button", name="Share").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".status")).to_contain_text("is to move")


def test_take_the_seat_is_on_the_first_screen_of_a_phone(site, visit):
    with site.person() as host:
        number = host.post("/api/games", json={"game": "knights-duel", "opponent": "link"}).json()["id"]
        link = host.post(f"/api/games/{number}/invitations").json()["link"]
    guest = visit(site, viewport={"width": 360, "height": 640}, has_touch=True, is_mobile=True)
    page = guest.open(link.removeprefix(site.address))
    box = page.get_by_role("button", name="Take the seat").bounding_box()
    assert box["y"] + box["height"] <= 640


@pytest.mark.parametrize(("width", "height"), [(2560, 1440), (1366, 768)])
@pytest.mark.parametrize(("rows", "cols"), [(5, 5), (4, 5), (6, 5)])
def test_the_board_uses_the_height_of_the_screen(site, visit, width, height, rows, cols):
    visitor = visit(site, viewport={"width": width, "height": height})
    page = begin(visitor, game="knights-duel", opponent="screen", rows=rows, cols=cols)
    box = page.locator(".board").first.bounding_box()
    assert abs(box["height"] - 0.72 * height) < 2
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def in_the_pause(visit, site):
    """A page on which someone has just moved: the answer is there, and time stands still."""
    visitor = visit(site, reduced_motion="no-preference")
    page = begin(visitor, game="knights-duel", opponent="random")
    other_tab = visitor.context.new_page()
    other_tab.emulate_media(reduced_motion="reduce")
    other_tab.goto(page.url)
    expect(other_tab.locator(".status")).to_contain_text("Your move")
    page.clock.install(time=0)
    page.clock.pause_at(1000)
    visitor.square(7).click()
    expect(other_tab.locator(".moves li")).to_have_count(2)
    page.evaluate("new Promise((done) => navigator.locks.request('turn', done))")  # it has been taken in
    return visitor, page


def test_the_other_piece_moves_after_yours_has_landed(site, visit):
    _, page = in_the_pause(visit, site)
    expect(page.locator(".moves li")).to_have_count(1)
    page.clock.run_for(1000)
    expect(page.locator(".moves li")).to_have_count(2)


def test_a_click_in_the_pause_is_answered_and_undo_takes_back_what_is_not_shown_yet(site, visit):
    visitor, page = in_the_pause(visit, site)
    visitor.square(3).click()
    expect(page.locator(".note").first).to_have_text("Not yet: Player 2 is to move.")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".moves li")).to_have_count(0)
    expect(page.locator(".status")).to_contain_text("Your move, Player 1")


# Defects


def test_play_says_what_is_wrong_in_a_folded_field(site, visit):
    page = visit(site).open("/new?game=knights-duel")
    page.get_by_text("Match, names and more").click()
    page.get_by_label("How long").select_option("games")
    page.get_by_label("How many").fill("0")
    page.get_by_text("Match, names and more").click()
    page.get_by_role("button", name="Play").click()
    expect(page.get_by_role("alert")).to_contain_text("How many")
    expect(page.get_by_label("How many")).to_be_visible()
    page.get_by_label("How long").select_option("single")  # what does not count any more stops nobody
    page.get_by_role("button", name="Play").click()
    page.wait_for_url("**/game/*")


def test_values_that_were_refused_are_asked_for_again(site, visit):
    visitor = visit(site)
    page = begin(visitor, game="block-capture", opponent="screen")
    refused = refuse_once(page, "**/api/analysis?**")
    page.get_by_role("switch", name="Values").check()
    expect(page.locator(".side")).to_contain_text("The server has too much to do right now.")
    expect(page.locator(".cell.best")).to_have_count(4)
    assert len(refused) == 1


def test_a_newer_question_takes_the_place_of_an_older_one_which_is_asked_again_when_needed(site, visit):
    page = visit(site).page
    page.route("**/api/analysis?**", lambda _held: None, times=1)  # the first question is never answered
    page.goto(f"/analysis?start={DUEL}&moves=C2&ply=0")
    page.wait_for_selector("main[data-ready]")
    with page.expect_event("requestfailed", lambda request: "/api/analysis" in request.url) as given_up:
        page.get_by_role("button", name="Next").click()
    assert given_up.value.failure == "net::ERR_ABORTED"
    expect(page.locator(".cell.rated").first).to_be_visible()
    page.get_by_role("button", name="Back").click()
    expect(page.locator(".cell.rated")).to_have_count(2)
    expect(page.locator(".note", has_text="Looking")).to_have_count(0)


def test_another_try_that_the_server_refuses_says_so(site, visit):
    with site.person() as client:
        number = client.post("/api/games", json={"game": "block-capture", "opponent": "screen"}).json()["id"]
        for ply, move in enumerate(("1 2", "1 3", "2 3", "3 3")):
            client.post(f"/api/games/{number}/moves", json={"move": move, "ply": ply})
    visitor = visit(site)
    page = visitor.open(f"/review/{number}")
    refuse_once(page, "**/api/analysis?**")
    page.get_by_role("button", name="Try again").click()
    visitor.square(2).click()
    expect(page.locator(".side")).to_contain_text("The server has too much to do right now.")
    expect(page.locator(".side")).not_to_contain_text("Looking")
    page.get_by_role("button", name="Try again").click()
    visitor.square(2).click()
    expect(page.locator(".side")).to_contain_text("Yes: (1,3) wins in 5.")


def test_nothing_is_called_copied_where_there_is_no_clipboard(site, visit):
    visitor = visit(site)
    visitor.context.add_init_script("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    page = visitor.open(f"/analysis?start={DUEL}")
    page.get_by_role("button", name="Share this line").click()
    expect(page.locator(".side")).to_contain_text("The address of this line: http")
    expect(page.locator(".side")).not_to_contain_text("Copied")


# Records


def test_records_count_a_person_in_all_and_boards_apart(own_site, visit):
    with own_site.person() as client:
        for rows in (4, 5, 5):
            setup = {"game": "blockade", "opponent": "screen", "name": "Emmy", "opponent_name": "Sophie"}
            number = client.post("/api/games", json={**setup, "rows": rows, "cols": rows}).json()["id"]
            client.post(f"/api/games/{number}/resign", json={"ply": 0})
    page = visit(own_site).open("/records")
    expect(page.get_by_role("row", name="Sophie 3 0", exact=True)).to_be_visible()
    expect(page.get_by_role("row", name="Emmy Blockade 4×4 Sophie 0 1", exact=True)).to_be_visible()
    expect(page.get_by_role("row", name="Emmy Blockade 5×5 Sophie 0 2", exact=True)).to_be_visible()


def test_records_count_more_opponents_than_one_page_of_the_api_holds(own_site, visit):
    won = '[Game "blockade"]\n[Board "4x4"]\n[Player1 "Emmy"]\n[Player2 "Guest {}"]\n[Result "1 resigned"]\n'
    text = "\n".join(map(won.format, range(230)))
    with own_site.person() as client:
        assert client.post("/api/records/import", content=text).status_code == 201
    page = visit(own_site).open("/records")
    expect(page.get_by_role("row", name="Emmy 230 0", exact=True)).to_be_visible()
    expect(page.get_by_role("row", name="Guest 99 Blockade 4×4 Emmy 0 1", exact=True)).to_be_visible()


def test_records_can_be_carried_to_another_site(site, own_site, visit, tmp_path):
    visitor = visit(own_site)
    page = begin(visitor, game="blockade", opponent="screen", name="Sonya", opponent_name="Karl")
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Really resign?").click()
    expect(page.locator(".result")).to_have_text("Karl won")
    page = visitor.open("/records")
    with page.expect_download() as download:
        page.get_by_role("link", name="Download your games").click()
    download.value.save_as(tmp_path / "records.txt")
    other = visit(site).open("/records")
    expect(other.get_by_role("row", name=re.compile("^Karl"))).to_have_count(0)
    other.get_by_label("Add games from a file").set_input_files(tmp_path / "records.txt")
    expect(other.get_by_role("row", name=re.compile("^Karl")).first).to_be_visible()
