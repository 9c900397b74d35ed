"""What docs/agents.md shows is run as it stands, and says what the page says."""

import os
import re
import subprocess
import sys
from importlib.metadata import metadata
from pathlib import Path

import pytest

PAGE = (Path(__file__).parents[2] / "docs" / "agents.md").read_text("utf-8")
SECTION = re.compile(r"^## ([^\n]+)\n.*?^```python\n(.*?)^```\n+```text\n(.*?)^```", re.DOTALL | re.MULTILINE)
PROGRAMS = {title: (program, output) for title, program, output in SECTION.findall(PAGE)}


@pytest.mark.parametrize(("program", "output"), PROGRAMS.values(), ids=PROGRAMS)
def test_a_program_prints_what_the_page_says(program: str, output: str, tmp_path: Path) -> None:
    command = [sys.executable, "-W", "error", "-c", program]
    own = {**os.environ, "CORNERED_HOME": str(tmp_path)}  # what is played here is nobody's own game
    ended = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path, env=own)
    assert (ended.stdout, ended.stderr, ended.returncode) == (output, "", 0)


def test_every_program_of_the_page_is_run() -> None:
    assert len(PROGRAMS) == PAGE.count("```python")


def test_the_page_installs_extras_that_there_are() -> None:
    named = set(re.findall(r"'\.\[(\w+)\]'", PAGE))
    assert named <= set(metadata("cornered").get_all("Provides-Extra"))
