"""The programs in examples/ that need a framework do what they say."""

import re
import subprocess
import sys
from pathlib import Path

EXAMPLES = Path(__file__).parents[2] / "examples"


def test_a_small_network_learns_on_the_vector_environment_to_beat_easy() -> None:
    arguments = ["--lessons=150", "--games=200"]
    program = [sys.executable, str(EXAMPLES / "train_policy.py"), *arguments]
    told = subprocess.run(program, capture_output=True, text=True, check=True).stdout
    against_random, against_easy = map(float, re.findall(r"([\d.]+)% of 200 games won against", told))
    assert against_random > against_easy > 55
