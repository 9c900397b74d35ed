"""Leaving by Ctrl-C and Ctrl-D wherever one may be: the line is ended, and nothing complains."""

from collections.abc import Callable
from pathlib import Path

import pexpect
import pytest

Spawn = Callable[..., pexpect.spawn]

ROOT = Path(__file__).parents[2]
CTRL_C, CTRL_D = "\x03", "\x04"


def left(child: pexpect.spawn, key: str) -> tuple[str, int | None]:
    """What is said, and the exit code, after this key was pressed, until it was heard."""
    child.send(key)
    while child.expect([pexpect.EOF, pexpect.TIMEOUT], timeout=5):  # it may not have been reading yet
        child.send(key)
    said = str(child.before)
    child.close()
    return said, child.exitstatus


@pytest.mark.parametrize(("key", "code"), [(CTRL_C, 130), (CTRL_D, 0)])
def test_the_menu_ends_its_line(spawn: Spawn, key: str, code: int) -> None:
    child = spawn("cornered", TERM="dumb")
    child.expect_exact("Game [1]: ")
    said, exit_code = left(child, key)
    assert (said.replace("^C", "").replace("^D\b\b", ""), exit_code) == ("\r\n", code)


def test_the_site_stops_without_a_word(spawn: Spawn) -> None:
    child = spawn("cornered serve --port 0")
    child.expect_exact("(Ctrl-C stops it).\r\n")
    said, code = left(child, CTRL_C)
    assert (said.replace("^C", "").strip(), code) == ("", 0)


def test_make_play_ends_without_an_error_of_makes_and_names_the_command_that_works_there(
    environment: dict[str, str],
) -> None:
    if not (ROOT / ".venv" / "bin" / "cornered").exists():
        pytest.fail("make test makes the environment that make play uses")
    child = pexpect.spawn(
        "make", ["--old-file", ".venv/installed", "play"], cwd=ROOT, encoding="utf-8", timeout=60,
        env={**environment, "PATH": "/usr/bin:/bin"},
    )  # fmt: skip
    child.expect_exact("Game [1]: ")
    child.sendline("2")
    child.expect_exact("[play]: ")
    child.sendline("")
    child.expect_exact("[none]: ")
    child.sendline("")
    child.expect_exact("(row and column): ")
    child.sendline("1 1")
    child.expect_exact("(row and column): ")
    said, code = left(child, CTRL_C)
    assert "Saved: '.venv/bin/cornered resume 1' goes on from here." in " ".join(said.split())
    assert ("make" in said, code) == (False, 0)
