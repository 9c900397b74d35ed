"""Without a compiler the package installs, and plain Python answers and plays as the kernels do."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from cornered import GAMES

ROOT = Path(__file__).parents[1]


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
    assert not list(installed.rglob("*.so"))


def run(program: list[str], **environment: str) -> str:
    """What a Python program prints."""
    found = subprocess.run(
        [sys.executable, *program],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=True,
    )
    return found.stdout


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
    solution = json.loads(run(["-m", "cornered", "solve", name, "--json"], PYTHONPATH=str(installed)))
    assert (solution["winner"], solution["plies"]) == (winner, plies)


PLAY_A_BATCH = """
import hashlib, sys
from cornered import new_game
from cornered.arena.batch import compiled
from cornered.arena.batch import Batch, playouts
start = new_game(sys.argv[1]).start()
batch = Batch(start, 50, seed=2)
digest = hashlib.sha256(playouts([start], 50))
for _ in range(40):
    batch.step_random()
    for array in (batch.planes, batch.final, batch.mask, batch.turn, batch.winner, batch.plies, batch.wins):
        digest.update(array)
print("plain" if compiled.lib is None else "kernel", digest.hexdigest())
"""


@pytest.mark.parametrize("name", GAMES)
def test_batches_are_the_same_byte_for_byte(installed: Path, name: str) -> None:
    with_kernel = run(["-c", PLAY_A_BATCH, name]).split()
    without = run(["-c", PLAY_A_BATCH, name], PYTHONPATH=str(installed)).split()
    assert (with_kernel[0], without[0]) == ("kernel", "plain")
    assert with_kernel[1] == without[1]
