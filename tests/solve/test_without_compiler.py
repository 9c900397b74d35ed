"""Without a compiler the package installs, and the books' boards are answered by plain Python."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package as pip installs it where every attempt to compile fails."""
    folder = tmp_path_factory.mktemp("without-compiler")
    for name in ("pyproject.toml", "setup.py", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, folder / name)
    ignored = shutil.ignore_patterns("*.so", "*.egg-info", "__pycache__")
    shutil.copytree(ROOT / "src", folder / "src", ignore=ignored)
    target = folder / "installed"
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation"]
    subprocess.run(
        [*pip, "--target", target, folder], env={**os.environ, "CC": "false"}, check=True, cwd=folder
    )
    return target


def test_there_is_no_kernel(installed: Path) -> None:
    assert not list(installed.rglob("_kernel*.so"))


@pytest.mark.parametrize(
    ("name", "winner", "plies"),
    [
        ("knights-blockade", 1, 19),
        ("blockade", 2, 4),
        ("block-capture", 1, 5),
        ("knights-duel", 2, 14),
        ("trap-the-knight", 2, 2),
    ],
)
def test_the_books_boards_are_solved_all_the_same(
    installed: Path, name: str, winner: int, plies: int
) -> None:
    environment = {**os.environ, "PYTHONPATH": str(installed)}
    found = subprocess.run(
        [sys.executable, "-m", "cornered", "solve", name, "--json"],
        env=environment,
        cwd=installed,
        capture_output=True,
        text=True,
        check=True,
    )
    solution = json.loads(found.stdout)
    assert (solution["winner"], solution["plies"]) == (winner, plies)
