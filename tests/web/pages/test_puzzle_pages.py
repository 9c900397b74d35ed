"""Puzzles, lessons and explored boards in a real browser, by mouse, by keyboard and on a phone."""

import re
import signal
from datetime import date
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Locator, Page, expect

from cornered.games import GAMES
from cornered.play.lessons import lesson, start
from cornered.play.puzzles import Puzzle, begin, puzzle, read_name, solution
from cornered.play.puzzles.choosing import of_the_day

DUEL = "knights-duel.5x5.spring.3"
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


def asked_on(page: Page) -> Puzzle:
    return puzzle(read_name(urlsplit(page.url).path.rpartition("/")[2]))


def wrong_square(asked: Puzzle) -> int:
    return next(rating.square for rating in asked.ratings if rating.square not in asked.answers)


def status(page: Page) -> Locator:
    return page.locator(".status")


def solve(visitor, asked: Puzzle, press) -> None:
    """Plays the solver's part of the solution, each move when it is their turn."""
    line = solution(asked)
    for ply in range(0, len(line), 2):
        press(visitor.square(line[ply]))
        if ply + 2 < len(line):
            reply = asked.game.label(line[ply + 1])
            expect(status(visitor.page)).to_have_text(
                f"Right. Player {3 - asked.position.to_move} defends with {reply}. Go on."
            )
    expect(visitor.page.locator(".puzzle")).to_have_attribute("data-status", "solved")


def test_a_puzzle_by_mouse_and_then_the_next_one(site, visit):
    visitor = visit(site, reduced_motion="no-preference")
    page = visitor.open(f"/puzzles/{DUEL}?game=knights-duel")
    expect(page.locator(".task")).to_have_text("You are Player 1. Find the move that wins.")
    expect(page.get_by_role("link", name="Analyse")).to_have_count(0)
    solve(visitor, puzzle(read_name(DUEL)), lambda square: square.click())
    expect(status(page)).to_have_text(re.compile("^Solved"))
    expect(page.locator(".note")).to_have_text(
        re.compile(r"^Theme: cut off, wrong colour\. Your rating: \+\d+")
    )
    expect(page.locator(".standing")).to_contain_text("1 of 1 solved at the first try.")
    expect(page.get_by_role("img", name="Your rating over the last one puzzle")).to_be_visible()
    page.get_by_role("link", name="Next puzzle").click()
    page.wait_for_url(re.compile(r"/puzzles/knights-duel\.[\w.]+\?game=knights-duel"))
    page.wait_for_selector("main[data-ready]")
    assert page.url.rpartition("/")[2] != DUEL
    expect(page.locator(".standing")).to_contain_text("1 of 1 solved")


def test_a_puzzle_with_the_keyboard_alone(site, visit):
    visitor = visit(site)
    page = visitor.open(f"/puzzles/{DUEL}")
    asked = puzzle(read_name(DUEL))
    while not page.locator(".cell:focus").count():
        page.keyboard.press("Tab")

    def press(square: Locator) -> None:
        goal = int(square.get_attribute("data-square") or 0)
        at = int(page.locator(".cell:focus").get_attribute("data-square") or 0)
        down, right = divmod(goal, 5)[0] - divmod(at, 5)[0], goal % 5 - at % 5
        for _ in range(abs(down)):
            page.keyboard.press("ArrowDown" if down > 0 else "ArrowUp")
        for _ in range(abs(right)):
            page.keyboard.press("ArrowRight" if right > 0 else "ArrowLeft")
        expect(square).to_be_focused()
        page.keyboard.press("Enter")

    solve(visitor, asked, press)


def test_the_keyboard_stays_on_the_board_when_a_button_goes_or_another_board_comes(site, visit):
    visitor = visit(site)
    page = visitor.open(f"/puzzles/{DUEL}")
    on_board = page.locator(".cell:focus")
    visitor.square(wrong_square(puzzle(read_name(DUEL)))).press("Enter")
    for name in ("Try again", "Show the answer"):
        page.get_by_role("button", name=name).press("Enter")
        expect(on_board).to_have_count(1)
    page.get_by_role("button", name="Start over").press("Enter")
    page.keyboard.press("Enter")
    expect(page.locator(".standing:focus")).to_contain_text("The first try at each puzzle counts.")
    visitor.open("/learn/blockade")
    page.get_by_role("button", name="Step 5").press("Enter")
    expect(on_board).to_have_count(1)
    visitor.open("/puzzles/rush")
    page.get_by_role("button", name="Begin").press("Enter")
    shown, name = page.locator("[data-puzzle]"), ""
    for _ in range(3):
        expect(shown).not_to_have_attribute("data-puzzle", name)
        expect(on_board).to_have_count(1)
        name = shown.get_attribute("data-puzzle") or ""
        visitor.square(wrong_square(puzzle(read_name(name)))).press("Enter")
    expect(page.get_by_role("button", name="Once more")).to_be_focused()


def test_a_puzzle_on_a_phone(site, visit):
    visitor = visit(site, **PHONE)
    page = visitor.open("/puzzles")
    solve(visitor, asked_on(page), lambda square: square.tap())
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_a_mistake_is_answered_by_its_refutation_drawn_to_the_end(site, visit):
    visitor = visit(site)
    page = visitor.open(f"/puzzles/{DUEL}")
    asked = puzzle(read_name(DUEL))
    wrong = wrong_square(asked)
    line = begin(asked).play(wrong).refutation
    visitor.square(wrong).click()
    expect(status(page)).to_have_text(re.compile(f"^{asked.game.label(wrong)} is not it: Player 2 plays"))
    expect(page.locator(".line-number")).to_have_text([str(number) for number in range(1, len(line) + 1)])
    expect(page.locator(".shown-line li")).to_have_text([asked.game.label(square) for square in line])
    page.locator(".shown-line li button").last.click()
    expect(page.locator(".around.drawn")).to_be_visible()
    expect(page.locator(".line-number")).to_have_count(0)
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".shown-line [aria-current]")).to_have_text(asked.game.label(line[-2]))
    expect(page.get_by_role("link", name="Analyse")).to_be_visible()
    page.get_by_role("button", name="Try again").click()
    expect(page.locator(".line-move")).to_have_count(0)
    visitor.square(wrong).click()
    page.get_by_role("button", name="Show the answer").click()
    expect(status(page)).to_contain_text(f"The answer: {asked.game.label(asked.answers[0])};")
    expect(page.get_by_role("button", name="Show the answer")).to_be_hidden()
    page.get_by_role("button", name="Try again").click()
    solve(visitor, asked, lambda square: square.click())
    expect(page.locator(".note")).to_contain_text("Only the first try counts.")


def test_a_refused_move_says_why_and_is_no_try(site, visit):
    visitor = visit(site)
    page = visitor.open(f"/puzzles/{DUEL}")
    visitor.square(0).click()
    expect(page.locator(".bubble")).to_have_text("A1 is blocked for the rest of the game.")
    expect(page.locator(".puzzle")).to_have_attribute("data-status", "open")


def test_the_answer_is_nowhere_on_the_page_before_a_try(site, visit):
    visitor = visit(site)
    told: list[str] = []
    visitor.page.on("response", lambda response: told.append(response.url))
    page = visitor.open(f"/puzzles/{DUEL}")
    asked = puzzle(read_name(DUEL))
    for url in [one for one in told if "/api/" in one]:
        text = page.request.get(url).text()
        assert not re.search(r"answer|refutation|themes?\"|verdict", re.sub(r'"themes":\[.*?\]', "", text))
    page.get_by_role("button", name="The idea").click()
    expect(page.locator(".note")).to_have_text("The idea: cut off, wrong colour.")
    page.get_by_role("button", name="Show the answer").click()
    expect(page.locator(".shown-line li")).to_have_text([asked.game.label(one) for one in solution(asked)])


def test_todays_puzzle_is_the_same_in_two_browsers_and_begins_a_streak(site, visit):
    pages = [visit(site, timezone_id="UTC") for _ in range(2)]
    tasks = []
    for visitor in pages:
        page = visitor.open("/")
        page.get_by_role("link", name="Solve it").click()
        page.wait_for_url("**/puzzles/today")
        page.wait_for_selector("main[data-ready]")
        board = page.locator(".cell").evaluate_all("cells => cells.map((cell) => cell.ariaLabel)")
        tasks.append((page.locator("h1").text_content(), page.locator(".task").text_content(), board))
    assert tasks[0] == tasks[1]
    page = pages[0].page
    day = page.evaluate("new Date().toISOString().slice(0, 10)")
    solve(pages[0], of_the_day(date.fromisoformat(day)), lambda square: square.click())
    expect(page.locator(".note")).to_contain_text("Your streak: 1 day.")
    expect(pages[0].open("/").locator(".today")).to_contain_text("You have solved it. Your streak: 1 day.")
    expect(pages[1].open("/").locator(".today")).to_contain_text("Solve it")


def test_progress_survives_kill_9_and_is_reset_only_when_asked_twice(own_site, visit):
    visitor, stranger = visit(own_site), visit(own_site)
    page = visitor.open(f"/puzzles/{DUEL}")
    visitor.square(wrong_square(puzzle(read_name(DUEL)))).click()
    expect(page.locator(".standing")).to_contain_text("0 of 1 solved")
    untouched = "The first try at each puzzle counts."
    own_site.stop(signal.SIGKILL)
    own_site.start()
    expect(visitor.open(f"/puzzles/{DUEL}").locator(".standing")).to_contain_text("0 of 1 solved")
    expect(stranger.open(f"/puzzles/{DUEL}").locator(".standing")).to_contain_text(untouched)
    page.get_by_role("button", name="Start over").click()
    page.get_by_role("button", name="Really forget your rating?").click()
    expect(page.locator(".standing")).to_contain_text(untouched)


def test_a_theme_a_game_and_a_board_can_be_chosen(site, visit):
    page = visit(site).open("/puzzles")
    page.get_by_text("Choose what to train").click()
    page.get_by_label("Game").select_option("trap-the-knight")
    assert page.get_by_label("Theme").locator("option").all_inner_texts() == ["Any theme", "tempo", "capture"]
    page.get_by_label("Game").select_option("knights-duel")
    page.get_by_label("Board", exact=True).select_option("4x5")
    page.get_by_label("Theme").select_option("capture")
    page.get_by_role("button", name="Train this").click()
    page.wait_for_url(re.compile(r"/puzzles/knights-duel\.4x5\."))
    page.wait_for_selector("main[data-ready]")
    assert "capture" in asked_on(page).themes
    wishes = {"game": ["knights-duel"], "size": ["4x5"], "theme": ["capture"]}
    assert parse_qs(urlsplit(page.url).query) == wishes
    first = str(asked_on(page).name)
    page.get_by_role("link", name="Another puzzle").click()
    page.wait_for_url(lambda url: first not in url and "knights-duel.4x5." in url)
    assert parse_qs(urlsplit(page.url).query) == wishes


def test_a_puzzle_that_was_skipped_does_not_come_again(site, visit):
    page = visit(site).open("/puzzles?game=trap-the-knight&size=4x4")
    shown = [asked_on(page)]
    for _ in range(9):  # as many as there are
        with page.expect_navigation():
            page.get_by_role("link", name="Another puzzle").click()
        page.wait_for_selector("main[data-ready]")
        shown.append(asked_on(page))
    assert len({one.likeness for one in shown}) == 10


def test_a_wish_that_no_puzzle_fulfils_is_refused_with_another_choice(site, visit):
    page = visit(site).open("/puzzles?game=blockade&size=9x9")
    expect(page.get_by_role("alert")).to_contain_text("There are no puzzles of Blockade on 9×9")
    expect(page.get_by_label("Game")).to_have_value("blockade")


def test_a_rush_goes_on_until_three_mistakes_and_names_what_was_missed(site, visit):
    visitor = visit(site)
    page = visitor.open("/puzzles/rush")
    page.get_by_role("button", name="Begin").click()
    expect(page.get_by_role("timer")).to_have_text(re.compile(r"^(3:00|2:5\d)$"))
    shown = page.locator("[data-puzzle]")
    line, name = (), ""
    for number in range(1, 5):
        expect(shown).not_to_have_attribute("data-puzzle", name)
        name = shown.get_attribute("data-puzzle") or ""
        asked = puzzle(read_name(name))
        if number > 1:
            visitor.square(wrong_square(asked)).click()
            continue
        line = solution(asked)
        for ply in range(0, len(line), 2):
            visitor.square(line[ply]).click()
            if ply + 2 < len(line):
                expect(status(page)).to_contain_text(f"defends with {asked.game.label(line[ply + 1])}.")
        expect(page.locator(".score-line")).to_have_text("1 solved, 0 of 3 mistakes")
    expect(page.locator(".result")).to_have_text("1 solved")
    expect(page.locator("main li a")).to_have_count(3)
    expect(page.locator("main li a").last).to_have_attribute("href", f"/puzzles/{name}")
    page.get_by_role("button", name="Once more").click()
    expect(page.locator("main")).to_contain_text("Your best so far: 1.")


def do_step(visitor, step) -> None:
    """Does what a step of a lesson asks for."""
    doing = start(step)
    game = doing.game
    if step.puzzle:
        assert doing.attempt
        solve_step(visitor, doing.attempt.puzzle)
    elif step.refused:
        visitor.square(doing.position.cells().lower().index("a")).click()
    elif step.resist:
        resist(visitor)
    else:
        square = game.square(step.accept[0]) if step.accept else doing.position.moves()[0]
        visitor.square(square).click()
    expect(status(visitor.page)).to_contain_text("Solved" if step.puzzle else step.right)


def solve_step(visitor, asked: Puzzle) -> None:
    """First a mistake, which is refuted, then the solution."""
    visitor.square(wrong_square(asked)).click()
    expect(status(visitor.page)).to_contain_text("Try again from the beginning.")
    expect(visitor.page.locator(".line-move").first).to_be_visible()
    visitor.page.get_by_role("button", name="Try again").click()
    line = solution(asked)
    for ply in range(0, len(line), 2):
        visitor.square(line[ply]).click()
        if ply + 2 < len(line):
            expect(status(visitor.page)).to_contain_text(f"defends with {asked.game.label(line[ply + 1])}.")


def resist(visitor) -> None:
    """Any moves at all: every one of them is answered, and in the end there is none left."""
    said = status(visitor.page)
    while "You have lost." not in (before := said.inner_text()):
        visitor.page.locator(".active .cell.legal").first.click()
        expect(said).not_to_have_text(before)  # no square is answered twice


@pytest.mark.parametrize("name", GAMES.own)
def test_a_lesson_from_start_to_end(site, visit, name):
    visitor = visit(site)
    page = visitor.open("/learn")
    title, steps = GAMES[name].title, lesson(name)
    page.get_by_role("link", name=title, exact=True).click()
    for number, step in enumerate(steps, 1):
        expect(page.locator("h1")).to_have_text(f"Learn {title} step {number} of {len(steps)}")
        expect(page.locator(".task")).to_contain_text(step.text)
        do_step(visitor, step)
        if number < len(steps):
            page.get_by_role("button", name="Next step").click()
    expect(page.get_by_role("heading", name=f"That was {title}.")).to_be_visible()
    expect(visitor.open("/learn").locator("main")).to_contain_text("Done.")


def test_a_wrong_move_in_a_lesson_is_told_at_once_and_the_step_stays(site, visit):
    visitor = visit(site, **PHONE)
    page = visitor.open("/learn/knights-blockade#1")
    visitor.square(3).tap()
    expect(status(page)).to_have_text("K2 can still leave the corner, by (3, 2). Try again.")
    expect(page.get_by_role("button", name="Skip this step")).to_be_visible()
    visitor.square(17).tap()
    expect(status(page)).to_have_text("K2 cannot move. You have won.")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_a_step_that_is_opened_by_its_address_leaves_the_others_undone(site, visit):
    visitor = visit(site)
    page = visitor.open("/learn/blockade#2")
    visitor.square(0).click()
    expect(page.get_by_role("button", name="Step 2, done")).to_be_visible()
    expect(page.get_by_role("button", name="Step 1", exact=True)).to_be_visible()
    expect(visitor.open("/learn").locator("main")).to_contain_text("1 of 8 steps done.")
    expect(visitor.open("/learn/blockade").locator("h1")).to_contain_text("step 1 of 8")


def test_explored_boards_lead_to_the_analysis(site, visit):
    page = visit(site).open("/explore")
    page.get_by_role("link", name="Knight's Duel").click()
    expect(page.locator("main")).to_contain_text("Player 2 wins in 14 plies with best play. 522,640")
    page.get_by_role("navigation", name="Boards").get_by_role("link", name="4×5").click()
    page.wait_for_selector("main[data-ready]")
    page.get_by_role("link", name="The rarest win: open in the analysis").click()
    page.wait_for_url("**/analysis?start=knights-duel.4x5.*")
    expect(page.locator('.rated[data-verdict="win"]')).to_have_count(1)
    page.get_by_role("link", name="Explore Knight's Duel, board by board").click()
    page.wait_for_url("**/explore/knights-duel")
    page.wait_for_selector("main[data-ready]")
    page.locator(".depths tbody a").last.click()
    page.wait_for_url("**/analysis?start=knights-duel.5x5.*")


def test_of_boards_that_are_too_large_to_explore_the_winner_is_told(site, visit):
    page = visit(site).open("/explore/knights-blockade")
    page.get_by_role("navigation", name="Larger boards").get_by_role("link", name="7×7").click()
    page.wait_for_url("**/explore/knights-blockade/7x7")
    expect(page.locator("main")).to_contain_text("Player 1 wins in 35 plies with best play.")
    expect(page.locator("main")).to_contain_text("too many can arise to count the moves in each")
    expect(page.locator(".depths")).to_have_count(0)


@pytest.mark.parametrize("path", ["/puzzles/today", "/puzzles/rush", "/learn", "/explore/knights-duel/5x5"])
def test_no_new_page_is_wider_than_a_phone(site, visit, path):
    page = visit(site, **PHONE).open(path)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
