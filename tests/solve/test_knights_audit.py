"""The knights' kernels against a search written here from the rules alone: any table, one thread and two.

    CORNERED_AUDIT=20 pytest tests/solve/test_knights_audit.py

asks so many times as many questions about positions: some 33,000 with 20.

Questions that differ in a detail, such as who moves or where a knight stands, are asked of one table, one
after another: a table that mixes them up gives the answer to the wrong one.
"""

import os
from collections.abc import Iterator
from itertools import islice, permutations, product
from random import Random
from threading import Thread
from typing import Any, NamedTuple

import pytest

from cornered.board import Board
from cornered.solve import knights
from cornered.solve.knights import Kernel, as_set, kernel_for

pytestmark = pytest.mark.skipif(kernel_for(Board(5, 5)) is None, reason="the kernel was not built")

TABLES = 4 * int(os.environ.get("CORNERED_AUDIT", "1"))
SIZES = [1, 1 << 10, 1 << 14, 1 << 18, 1 << 20, 1 << 28]
GROUNDS_PER_TABLE, QUESTIONS_PER_GROUND = 2, 12
LARGEST_GROUND = 11

SMALL = [(rows, cols) for rows in range(2, 12) for cols in range(2, 12) if 8 <= rows * cols <= 20]
ONE_WORD = [(8, 8), (4, 16), (7, 9), (21, 3), (32, 2)]
TWO_WORDS = [(8, 9), (9, 9), (7, 11), (10, 10), (8, 16), (5, 25), (3, 40), (11, 6), (2, 64)]

Square = tuple[int, int]
Shape = tuple[int, int]


class Question(NamedTuple):
    """A position as the rules see it."""

    free: frozenset[Square]
    mover: Square
    other: Square


class Answer(NamedTuple):
    """How many plies best play takes, and the first such line in the order of the squares."""

    plies: int
    line: tuple[Square, ...]


def leaps(square: Square) -> Iterator[Square]:
    row, col = square
    for down, right in product((-2, -1, 1, 2), repeat=2):
        if abs(down) != abs(right):
            yield row + down, col + right


class Rules:
    """How best play goes: the winner hurries, the loser holds out."""

    def __init__(self, may_capture: bool) -> None:
        self._may_capture = may_capture
        self._known: dict[Question, Answer] = {}

    def answer(self, asked: Question) -> Answer:
        if asked not in self._known:
            found = [Answer(1 + rest.plies, (square, *rest.line)) for square, rest in self._after(asked)]
            wins = [answer for answer in found if answer.plies % 2]
            best = min(wins, key=_plies) if wins else max(found, key=_plies, default=Answer(0, ()))
            self._known[asked] = best
        return self._known[asked]

    def _after(self, asked: Question) -> Iterator[tuple[Square, Answer]]:
        free, mover, other = asked
        for square in leaps(mover):  # in the order of the squares
            if square in free:
                yield square, self.answer(Question(free - {square}, other, square))
            elif square == other and self._may_capture:
                yield square, Answer(0, ())


def _plies(answer: Answer) -> int:
    return answer.plies


def grounds(random: Random, board: list[Square]) -> Iterator[frozenset[Square]]:
    """Free squares to play on: any on small boards, else some that knights can come to from each other."""
    while True:
        if len(board) <= 20:
            yield frozenset(random.sample(board, random.randrange(len(board) // 2, len(board) - 2)))
        else:
            yield connected(random, board, random.randrange(6, LARGEST_GROUND + 1))


def connected(random: Random, board: list[Square], size: int) -> frozenset[Square]:
    ground, near = set[Square](), {random.choice(board)}
    while len(ground) < size and near:
        added = random.choice(sorted(near))
        ground.add(added)
        near = (near | set(leaps(added)) & set(board)) - ground
    return frozenset(ground)


def questions(random: Random, board: list[Square], free: frozenset[Square]) -> list[Question]:
    """Some of the places from which two knights can come to one ground, in any order."""
    taken = [square for square in board if square not in free]
    near = [square for square in taken if free.intersection(leaps(square))]
    pairs = list(permutations(near if len(near) > 1 else taken, 2))
    return [Question(free, *pair) for pair in random.sample(pairs, min(len(pairs), QUESTIONS_PER_GROUND))]


class Asked:
    """What each of some threads answers that ask one search together."""

    def __init__(self, kernel: Kernel, table: Any, cols: int, threads: int) -> None:
        self._kernel, self._table, self._cols, self._threads = kernel, table, cols, threads

    def wins(self, question: Question) -> set[int]:
        return self._together(self._kernel.lib.knights_wins, question)

    def plies(self, question: Question) -> set[int]:
        return self._together(self._kernel.lib.knights_plies, question)

    def line(self, question: Question) -> set[tuple[Square, ...]]:
        lines: set[tuple[Square, ...]] = set()

        def follow(*asked: Any) -> int:
            squares = self._kernel.ffi.new("uint8_t[]", 128)
            made = self._kernel.lib.knights_line(*asked, squares)
            lines.add(tuple(divmod(square, self._cols) for square in squares[0:made]))
            return int(made)

        self._together(follow, question)
        return lines

    def _together(self, ask: Any, question: Question) -> set[int]:
        ffi, lib = self._kernel.ffi, self._kernel.lib
        search = ffi.gc(lib.knights_search_new(self._table), lib.knights_search_free)
        free = as_set(sum(1 << self._number(square) for square in question.free))
        mover, other = self._number(question.mover), self._number(question.other)
        answers: set[int] = set()
        threads = [
            Thread(target=lambda: answers.add(ask(search, free, mover, other))) for _ in range(self._threads)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return answers

    def _number(self, square: Square) -> int:
        return square[0] * self._cols + square[1]


def says_what_the_rules_say(
    kernel: Kernel, shape: Shape, may_capture: bool, size: int, random: Random
) -> None:
    rows, cols = shape
    board = list(product(range(rows), range(cols)))
    theorems, threads = random.random() < 0.5, random.choice([1, 2])
    made = kernel.lib.knights_table_new(rows, cols, may_capture, theorems, size)
    table = kernel.ffi.gc(made, kernel.lib.knights_table_free)
    rules, told = Rules(may_capture), Asked(kernel, table, cols, threads)
    for ground in islice(grounds(random, board), GROUNDS_PER_TABLE):
        for question in questions(random, board, ground):
            plies, line = rules.answer(question)
            found = told.wins(question), told.plies(question), told.line(question)
            assert found == ({plies % 2}, {plies}, {line}), (shape, theorems, threads, question)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("may_capture", [False, True], ids=["blockade", "duel"])
@pytest.mark.parametrize("largest_board", [64, 128], ids=["one word", "two words"])
def test_the_kernel_says_what_the_rules_say(largest_board: int, may_capture: bool, size: int) -> None:
    kernel = knights._built(largest_board)
    assert kernel
    random = Random(size)
    for table in range(TABLES):
        shapes = SMALL if table % 2 else ONE_WORD if largest_board == 64 else TWO_WORDS
        says_what_the_rules_say(kernel, random.choice(shapes), may_capture, size, random)
