"""A game of another package is there in every framework, with nothing to be written for it."""

import subprocess
import sys
from pathlib import Path

import pytest

RULES = """
from cornered.games.blockade import Blockade

class Broad(Blockade):
    name = "broad"
    title = "Broad"
"""
FACTS = """
goal = "Mark the last free square."
line = "As Blockade."
rules = [{heading = "Turns", text = "Mark a square that touches no mark."}]
"""
WHERE = "cornered.arena.frameworks"
FINDS_IT = {
    "gymnasium": f"import gymnasium, {WHERE}.gymnasium; gymnasium.make('cornered/Broad-v0').reset()",
    "pettingzoo": f"from {WHERE}.pettingzoo.broad_v0 import env; env().reset()",
    "openspiel": f"import pyspiel, {WHERE}.openspiel; pyspiel.load_game('cornered_broad(rows=5)')",
    "textarena": f"import textarena, {WHERE}.textarena; textarena.make('cornered/Broad-v0').reset(2)",
    "ggbench": f"from {WHERE}.ggbench import Broad; Broad().step(0)",
}


@pytest.mark.parametrize("program", FINDS_IT.values(), ids=FINDS_IT)
def test_a_game_of_another_package_is_found(program: str, tmp_path: Path) -> None:
    (tmp_path / "broad.py").write_text(RULES)
    (tmp_path / "broad.toml").write_text(FACTS)
    installed = tmp_path / "broad-1.dist-info"
    installed.mkdir()
    (installed / "METADATA").write_text("Metadata-Version: 2.1\nName: broad\nVersion: 1\n")
    (installed / "entry_points.txt").write_text("[cornered.games]\nbroad = broad:Broad\n")
    command = [sys.executable, "-c", f"import sys; sys.path.append({str(tmp_path)!r}); {program}"]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stderr) == (0, "")
