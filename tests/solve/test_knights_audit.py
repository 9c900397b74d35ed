"""The knights' kernel against a search written here from the rules alone: any table, one thread and two.

    CORNERED_AUDIT=20 pytest tests/solve/test_knights_audit.py

asks so many times as many questions about positions: 7,200 with 20.
"""

import os
from collections.abc import Iterator
from itertools import islice, product
from random import Random
from threading import Thread
from typing import Any, NamedTuple

import pytest

from cornered.solve import knights_kernel

pytestmark = pytest.mark.skipif(knights_kernel.lib is None, reason="the kernel was not built")

TABLES = 3 * int(os.environ.get("CORNERED_AUDIT", "1"))
SHAPES = [(rows, cols) for rows in range(2, 12) for cols in range(2, 12) if 8 <= rows * cols <= 20]
SIZES = [1, 1 << 10, 1 << 14, 1 << 18, 1 << 20, 1 << 28]
QUESTIONS_PER_TABLE = 10

Square = tuple[int, int]


class Question(NamedTuple):
    """A position as the rules see it."""

    free: frozenset[Square]
    mover: Square
    other: Square


def leaps(square: Square) -> Iterator[Square]:
    row, col = square
    for down, right in product((-2, -1, 1, 2), repeat=2):
        if abs(down) != abs(right):
            yield row + down, col + right


class Rules:
    """How many plies best play takes: the winner hurries, the loser holds out."""

    def __init__(self, may_capture: bool) -> None:
        self._may_capture = may_capture
        self._known: dict[Question, int] = {}

    def plies(self, asked: Question) -> int:
        if asked not in self._known:
            lengths = [1 + length for length in self._after(asked)]
            wins = [length for length in lengths if length % 2]
            self._known[asked] = min(wins) if wins else max(lengths, default=0)
        return self._known[asked]

    def _after(self, asked: Question) -> Iterator[int]:
        free, mover, other = asked
        for square in leaps(mover):
            if square in free:
                yield self.plies(Question(free - {square}, other, square))
            elif square == other and self._may_capture:
                yield 0


def questions(random: Random, rows: int, cols: int) -> Iterator[Question]:
    board = list(product(range(rows), range(cols)))
    while True:
        mover, other = random.sample(board, 2)
        blocked = random.sample(board, random.randrange(len(board) // 2))
        yield Question(frozenset(board) - {mover, other} - set(blocked), mover, other)


def asked_of_the_kernel(table: Any, question: Any, threads: int, asked: Question, cols: int) -> set[int]:
    """What each of some threads answers that ask one search together."""
    ffi, lib = knights_kernel.ffi, knights_kernel.lib
    search = ffi.gc(lib.knights_search_new(table), lib.knights_search_free)
    free = sum(1 << row * cols + col for row, col in asked.free)
    mover, other = (row * cols + col for row, col in (asked.mover, asked.other))
    answers: set[int] = set()
    askers = [
        Thread(target=lambda: answers.add(question(search, free, mover, other))) for _ in range(threads)
    ]
    for asker in askers:
        asker.start()
    for asker in askers:
        asker.join()
    return answers


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("may_capture", [False, True], ids=["blockade", "duel"])
def test_the_kernel_says_what_the_rules_say(may_capture: bool, size: int) -> None:
    ffi, lib = knights_kernel.ffi, knights_kernel.lib
    random = Random(size)
    for _ in range(TABLES):
        rows, cols = random.choice(SHAPES)
        theorems = random.random() < 0.5
        rules = Rules(may_capture)
        made = lib.knights_table_new(rows, cols, may_capture, theorems, size)
        table = ffi.gc(made, lib.knights_table_free)
        for asked in islice(questions(random, rows, cols), QUESTIONS_PER_TABLE):
            plies, threads = rules.plies(asked), random.choice([1, 2])
            for question, expected in ((lib.knights_wins, plies % 2), (lib.knights_plies, plies)):
                told = asked_of_the_kernel(table, question, threads, asked, cols)
                assert told == {expected}, (rows, cols, theorems, threads, asked)
