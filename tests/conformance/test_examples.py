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
    shares = {
        opponent: float(share) for share, opponent in re.findall(r"([\d.]+)% of .* against (\w+)", told)
    }
    assert shares["random"] > shares["easy"] > 55
