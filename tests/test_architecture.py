"""The walks in docs/architecture.md lead through modules that are there."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
WALKS = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("path", sorted(set(re.findall(r"`([\w/]+\.(?:py|js))`", WALKS))))
def test_a_module_on_a_walk_is_there(path: str) -> None:
    assert (ROOT / "src" / "cornered" / path).is_file()
