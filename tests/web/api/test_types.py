"""The types by which the page's scripts are checked are those of the API as it is."""

import runpy
from pathlib import Path

ROOT = Path(__file__).parents[3]


def test_the_types_are_what_the_application_describes():
    made = runpy.run_path(str(ROOT / "tools" / "make_api_types.py"))
    again = "run 'python tools/make_api_types.py'"
    assert (ROOT / "types" / "api.d.ts").read_text("utf-8") == made["types"](), again
