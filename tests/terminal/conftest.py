"""The real program, in a folder of its own: through pipes, and in a pseudo-terminal."""

import os
import shlex
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pexpect
import pytest

GOLDENS = Path(__file__).parent / "goldens"

Run = Callable[..., str]
Spawn = Callable[..., pexpect.spawn]


@pytest.fixture
def compare() -> Callable[[str, str], None]:
    """Compares a screen with the golden of this name; writes it where there is none yet."""

    def compare(name: str, screen: str) -> None:
        golden = GOLDENS / f"{name}.txt"
        if not golden.exists():
            golden.write_text(screen, "utf-8")
            pytest.fail(f"{golden.name} was written: look at it, then run the test again")
        assert screen == golden.read_text("utf-8")

    return compare


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


@pytest.fixture
def environment(home: Path) -> dict[str, str]:
    """Nothing of the user's own settings but the way to the program."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    return {**kept, "CORNERED_HOME": str(home), "TERM": "xterm-256color", "LC_ALL": "C.UTF-8"}


@pytest.fixture
def run(environment: dict[str, str]) -> Run:
    """Runs a command with these lines typed into a pipe, and gives all that it prints."""

    def run(command: str, *typed: str, code: int = 0) -> str:
        done = subprocess.run(
            [sys.executable, "-m", *shlex.split(command)],
            input="".join(f"{line}\n" for line in typed),
            capture_output=True,
            text=True,
            env=environment,
            check=False,
        )
        assert done.returncode == code, done.stderr
        return done.stdout + done.stderr

    return run


@pytest.fixture
def spawn(environment: dict[str, str]) -> Iterator[Spawn]:
    """Starts a command in a pseudo-terminal of this many columns, where Ctrl-C is heard.

    Tests that run in the background are begun with Ctrl-C ignored, and would pass that on.
    """
    children: list[pexpect.spawn] = []
    hear_ctrl_c = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)

    def spawn(command: str, columns: int = 80, **more: str) -> pexpect.spawn:
        child = pexpect.spawn(
            sys.executable, ["-m", *command.split()], env={**environment, **more},
            dimensions=(50, columns), encoding="utf-8", timeout=60, preexec_fn=hear_ctrl_c,
        )  # fmt: skip
        children.append(child)
        return child

    yield spawn
    for child in children:
        child.close(force=True)
