"""The leaderboard: the runs of a folder on a page of the site."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest
from axe_playwright_python.sync_playwright import Axe

CORNERED = Path(sys.executable).with_name("cornered")


def measure(agent: str, folder: Path) -> Path:
    file = folder / f"{agent}.jsonl"
    command = [CORNERED, "measure", agent, "--limit", "40", "--workers", "1", "-o", file]
    subprocess.run(command, check=True, capture_output=True)
    return file


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two runs, and a file that is none."""
    folder = tmp_path_factory.mktemp("runs")
    measure("easy", folder)
    measure("random", folder)
    (folder / "broken.jsonl").write_text("{}\n")
    return folder


@pytest.fixture
def board(make_site: Any, runs: Path) -> Any:
    return make_site(runs=runs)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_visitor_finds_the_agents_their_plots_and_mistakes(board: Any, visit: Any, scheme: str) -> None:
    page = visit(board, color_scheme=scheme).open("/rules")
    page.get_by_role("link", name="Leaderboard").click()
    page.wait_for_url("**/leaderboard")
    assert page.get_by_role("rowheader", name="easy", exact=True).is_visible()
    assert page.get_by_role("img", name="The ability of each agent").is_visible()
    assert page.locator(".mistakes .picture").count() > 1
    assert page.get_by_text("broken.jsonl is no run file").is_visible()
    assert page.evaluate("getComputedStyle(document.querySelector('.plot text:not(.tick)')).fill") == (
        "rgb(31, 35, 40)" if scheme == "light" else "rgb(232, 230, 225)"
    )
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()


def test_a_new_run_appears_by_itself(board: Any, runs: Path) -> None:
    first = httpx.get(f"{board.address}/leaderboard", timeout=60).text
    assert "medium" not in first
    easy = (runs / "easy.jsonl").read_text()
    (runs / "new.jsonl").write_text(easy.replace('"easy"', '"medium"'))
    try:
        assert "medium" in httpx.get(f"{board.address}/leaderboard", timeout=60).text
    finally:
        (runs / "new.jsonl").unlink()


NONSENSE = {
    "values.jsonl": ('"values":[', '"values":["x",'),
    "moves.jsonl": ('"moves":[', '"moves":[99,'),
    "answer.jsonl": ('"answer":', '"answer":"x","extra":'),
    "position.jsonl": ('"position":"', '"position":"x'),
}


def test_a_file_that_makes_no_sense_is_named_and_the_others_are_shown(make_site: Any, runs: Path) -> None:
    folder = runs / "odd"
    folder.mkdir()
    easy = (runs / "easy.jsonl").read_text()
    (folder / "easy.jsonl").write_text(easy)
    for name, (sense, nonsense) in NONSENSE.items():
        (folder / name).write_text(easy.replace(sense, nonsense))
    answer = httpx.get(f"{make_site(runs=folder).address}/leaderboard", timeout=60)
    assert answer.status_code == 200
    shown, _, left_out = answer.text.partition("Left out")
    assert "easy" in shown
    for name in ("values.jsonl", "moves.jsonl", "answer.jsonl"):
        assert f"{name} is damaged" in left_out
    assert str(folder) not in answer.text


def test_without_a_folder_there_is_no_leaderboard_and_no_link_to_it(site: Any) -> None:
    assert httpx.get(f"{site.address}/leaderboard").status_code == 404
    assert "eaderboard" not in httpx.get(f"{site.address}/").text


def test_a_folder_that_is_not_there_is_refused_at_once(tmp_path: Path) -> None:
    command = [CORNERED, "serve", "--runs", str(tmp_path / "nowhere")]
    done = subprocess.run(
        command,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "CORNERED_HOME": str(tmp_path)},
    )
    assert done.returncode == 2
    assert "nowhere" in done.stderr
