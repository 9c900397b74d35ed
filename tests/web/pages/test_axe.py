"""axe finds nothing to object to on any page, light or dark."""

import pytest
from axe_playwright_python.sync_playwright import Axe


@pytest.fixture(scope="session")
def games(site):
    """A game in progress and one that has ended."""
    with site.person() as client:
        going = client.post("/api/games", json={"game": "knights-duel", "opponent": "link"}).json()["id"]
        ended = client.post("/api/games", json={"game": "block-capture", "opponent": "screen"}).json()["id"]
        for ply, move in enumerate(("1 2", "1 3", "2 3", "3 3")):
            client.post(f"/api/games/{ended}/moves", json={"move": move, "ply": ply})
        hinted = client.post("/api/games", json={"game": "knights-duel", "opponent": "screen"}).json()["id"]
    return {"going": going, "ended": ended, "hinted": hinted}


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/new?game=blockade",
        "/new?position=knights-duel.5x5.1.a4-5-5-5-4b",
        "/game/{going}",
        "/game/{ended}",
        "/game/{hinted}",
        "/review/{ended}",
        "/analysis?start=block-capture.5x5.1.5-5-5-5-5&moves=1,2_2,2",
        "/rules",
        "/rules/knights-blockade",
        "/records",
        "/puzzles/knights-duel.5x5.spring.3",
        "/puzzles/today",
        "/puzzles/rush",
        "/learn",
        "/learn/blockade",
        "/explore",
        "/explore/knights-duel/4x5",
        "/explore/knights-blockade/7x7",
        "/puzzles?game=blockade&size=9x9",
    ],
)
def test_no_page_has_a_violation(site, visit, games, path, scheme):
    page = visit(site, color_scheme=scheme).open(path.format(**games))
    if "analysis" in path:
        page.wait_for_selector(".rated")
    if "game/{ended}" in path:
        page.get_by_role("button", name="Show it").click()
        page.wait_for_selector(".line-move")
    if "hinted" in path:
        page.get_by_role("button", name="Hint").click()
        page.wait_for_selector(".line-move")
    if "spring.3" in path:  # a mistake, its refutation and the rating's graph
        page.locator(".cell[data-square='8']").click()
        page.wait_for_selector(".rating-graph")
    if path == "/":
        page.wait_for_selector(".today h2")
    for fold in page.locator("details").all():
        fold.locator("summary").click()
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
