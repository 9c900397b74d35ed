"""A small suite of all four games that have decisions that matter, and the command that measures."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from cornered import Board
from cornered.arena.spread import Here
from cornered.arena.yardstick.making import make_suite
from cornered.arena.yardstick.suite import Suite, load_suite

SMALL_BOARDS = {
    "knights-blockade": [Board(3, 5)],
    "knights-duel": [Board(4, 4)],
    "blockade": [Board(4, 5)],
    "block-capture": [Board(5, 5)],
}

Cornered = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="session")
def small_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("suite") / "small.suite"
    path.write_text(make_suite("small", 1, Here(), questions=8, starts=4, boards=SMALL_BOARDS))
    return path


@pytest.fixture(scope="session")
def small(small_file: Path) -> Suite:
    return load_suite(str(small_file))


@pytest.fixture
def cornered(tmp_path: Path) -> Cornered:
    """Runs a command in a folder of its own."""

    def run(*args: object, **environment: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "cornered", *map(str, args)],
            capture_output=True,
            text=True,
            cwd=tmp_path,
            env={**os.environ, "CORNERED_HOME": str(tmp_path / "home"), **environment},
            check=False,
        )

    return run
