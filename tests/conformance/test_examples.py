"""The programs in examples/ that need a framework do what they say."""

import runpy
from pathlib import Path

EXAMPLES = Path(__file__).parents[2] / "examples"


def test_a_small_network_learns_on_the_vector_environment_to_beat_easy() -> None:
    example = runpy.run_path(str(EXAMPLES / "train_policy.py"))
    network = example["train"]("knights-blockade", lessons=150, seed=1)
    assert example["share_won"](network, "knights-blockade", "easy", games=200, seed=1) > 0.55
