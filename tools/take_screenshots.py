"""Takes the screenshots that the README shows: the real site, played in Debian's chromium.

    python tools/take_screenshots.py

Needs the tools of the tests (`pip install --editable '.[test]'`) and chromium.
"""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

FOLDER = Path(__file__).parents[1] / "docs" / "screenshots"
CHROMIUM = "/usr/bin/chromium"
SWITCHES = (
    "--no-sandbox --headless --disable-gpu --disable-background-networking --disable-sync --no-first-run"
)
SERVE = "from cornered.cli import main; main(['serve', '--port', '0'])"

# In the game that is reviewed, the moves at these plies are the worst there are, all others the best.
MISTAKES = (4, 7, 10)


@contextmanager
def site() -> Iterator[str]:
    """The address of a server with an empty store."""
    with tempfile.TemporaryDirectory() as home:
        environment = {**os.environ, "CORNERED_HOME": home}
        server = subprocess.Popen(
            [sys.executable, "-c", SERVE], env=environment, stdout=subprocess.PIPE, text=True
        )
        assert server.stdout
        try:
            yield server.stdout.readline().split()[3]
        finally:
            server.terminate()
            server.wait()


def new_page(browser: Browser, address: str, width: int, height: int, **options: str) -> Page:
    """A page in a browser context of its own, so that no cookie is shared; nothing on it moves."""
    size = {"width": width, "height": height}
    context = browser.new_context(base_url=address, viewport=size, reduced_motion="reduce", **options)
    return context.new_page()


def open_page(page: Page, path: str, wait_for: str = "main[data-ready]") -> None:
    """Waits until the page has drawn itself, and then for what it fetches after that."""
    page.goto(path)
    page.wait_for_selector("main[data-ready]")
    page.wait_for_selector(wait_for)


def play_out(page: Page, setup: dict[str, object]) -> int:
    """Plays a whole game through the API, and gives its number."""
    game = page.request.post("/api/games", data=setup).json()
    ply = 0
    while game["position"]["moves"]:
        rated = page.request.get("/api/analysis", params={"start": game["code"]}).json()["moves"]
        choice = rated[-1 if ply in MISTAKES else 0]
        body = {"move": choice["label"], "ply": ply}
        game = page.request.post(f"/api/games/{game['id']}/moves", data=body).json()
        ply += 1
    return game["id"]


def take_all(browser: Browser, address: str) -> None:
    """A game in progress, home, a review, an analysis in the dark, a phone, and puzzles."""
    page = new_page(browser, address, 1200, 800)
    two = {"game": "knights-blockade", "opponent": "screen", "name": "Ada", "opponent_name": "Blaise"}
    ended = play_out(page, two)
    against = {"game": "knights-duel", "opponent": "hard", "name": "Ada"}
    number = page.request.post("/api/games", data=against).json()["id"]
    open_page(page, f"/game/{number}")
    page.locator(".cell[data-square='7']").click()
    page.wait_for_selector(".moves li:nth-child(2)")
    page.get_by_role("button", name="Hint").click()
    page.wait_for_selector(".line-move")
    page.screenshot(path=FOLDER / "game.png")
    open_page(page, "/", ".today h2")
    page.screenshot(path=FOLDER / "home.png")
    open_page(page, f"/review/{ended}", ".bar")
    page.screenshot(path=FOLDER / "review.png")
    game = page.request.get(f"/api/games/{ended}").json()
    moves = "_".join(move["label"].strip("()").replace(" ", "") for move in game["history"][:9])
    dark = new_page(browser, address, 1200, 800, color_scheme="dark")
    open_page(dark, f"/analysis?start={game['start']}&moves={moves}&ply=6", ".cell.best")
    dark.screenshot(path=FOLDER / "analysis.png")
    phone = new_page(browser, address, 360, 740)
    open_page(phone, f"/game/{ended}", ".turning button")
    phone.get_by_role("button", name="Show it").click()
    phone.wait_for_selector(".line-move")
    phone.evaluate("scrollTo(0, 0)")  # the click has scrolled to its button
    phone.screenshot(path=FOLDER / "phone.png")
    take_puzzles(page, phone)


def take_puzzles(page: Page, phone: Page) -> None:
    """A puzzle after a mistake, a step of a lesson on a phone, an explored board."""
    open_page(page, "/puzzles/knights-duel.5x5.spring.3")
    page.locator(".cell[data-square='8']").click()
    page.wait_for_selector(".rating-graph")
    page.screenshot(path=FOLDER / "puzzle.png")
    open_page(page, "/explore/blockade/5x5")
    page.screenshot(path=FOLDER / "explore.png")
    open_page(phone, "/learn/knights-blockade#4")
    phone.locator(".cell[data-square='5']").click()
    phone.wait_for_selector(".steps .seen")
    phone.screenshot(path=FOLDER / "lesson.png")


def main() -> None:
    """Runs a server and a browser for as long as the screenshots take."""
    FOLDER.mkdir(exist_ok=True)
    with site() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=SWITCHES.split())
        take_all(browser, address)
        browser.close()


if __name__ == "__main__":
    main()
