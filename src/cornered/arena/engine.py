"""What moves the games of a batch: the kernel, or their positions where the kernel cannot."""

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

RANDOM = -1
"""The action that leaves the choice to chance: each legal move is as likely as any other."""

WAIT = -2
"""The action that makes no move in this game."""

AGAIN = -3
"""The action that begins this game again, with nobody winning."""


class Engine(Protocol):
    """The games of one batch; every call writes what came of it into the batch's arrays."""

    def begin(self, seeds: NDArray[np.uint64] | None) -> None:
        """Every game from the start; with seeds, their streams too."""

    def step(self, actions: NDArray[np.int64]) -> int:
        """One action a game; gives their number, or the first with an illegal one: then none was played."""

    def step_random(self, steps: int) -> None:
        """So many random moves in every game."""
