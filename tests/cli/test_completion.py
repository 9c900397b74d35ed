"""What the shell completes once it has been given the output of `cornered completion`."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

HERE = str(Path(sys.executable).parent)
ASK = """
. /dev/stdin
COMP_WORDS=("$@")
COMP_CWORD=$(($# - 1))
_cornered_completion cornered
echo "${COMPREPLY[@]}"
"""


def ran(*command: str, typed: str | None = None, **variables: str) -> str:
    """What a command prints that finds `cornered` on the path."""
    environment = {**os.environ, "PATH": f"{HERE}:{os.environ['PATH']}", **variables}
    done = subprocess.run(command, input=typed, env=environment, capture_output=True, text=True, check=True)
    return done.stdout


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("cornered comp", "completion"),
        ("cornered play kn", "knights-blockade knights-duel"),
        ("cornered solve blockade --si", "--size"),
        ("cornered play knights-duel --p2 p", "perfect"),
    ],
)
def test_bash_completes_commands_games_options_and_levels(line: str, words: str) -> None:
    script = ran("cornered", "completion", "bash")
    assert ran("bash", "--norc", "-c", ASK, "bash", *line.split(), typed=script) == f"{words}\n"


@pytest.mark.parametrize(("shell", "at"), [("zsh", "2"), ("fish", "kn")])
def test_other_shells_are_told_how_to_ask_and_are_answered(shell: str, at: str) -> None:
    way = f"{shell}_complete"
    assert f"_CORNERED_COMPLETE={way}" in ran("cornered", "completion", shell)
    asked = {"COMP_WORDS": "cornered play kn", "COMP_CWORD": at, "_CORNERED_COMPLETE": way}
    assert "knights-duel" in ran("cornered", **asked)
