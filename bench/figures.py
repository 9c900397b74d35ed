"""What every benchmark gives, and how programs that take turns are timed."""

from collections.abc import Callable, Mapping
from statistics import median
from time import process_time
from typing import NamedTuple


class Row(NamedTuple):
    """One line of the table; the first row with a title is ours, and the others are compared with it."""

    title: str
    who: str
    figure: float
    unit: str
    aim: str = ""


def rates(contestants: Mapping[str, Callable[[], int]], rounds: int = 9) -> dict[str, float]:
    """How many things each does in a second of CPU time: the median of rounds that take turns.

    A contestant does a share of the work and returns how many things it did.
    """
    measured: dict[str, list[float]] = {who: [] for who in contestants}
    for work in contestants.values():
        work()  # the first run fills caches, and does not count
    for _ in range(rounds):
        for who, work in contestants.items():
            begun = process_time()
            done = work()
            measured[who].append(done / (process_time() - begun))
    return {who: median(figures) for who, figures in measured.items()}
