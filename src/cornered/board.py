"""Boards: cells numbered row by row, and sets of cells as the bits of one integer."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from cornered.errors import BadSetup

LEAPS = ((-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1))
SIDES = ((-1, 0), (0, -1), (0, 1), (1, 0))
RING = (*SIDES, (-1, -1), (-1, 1), (1, -1), (1, 1))

Offsets = tuple[tuple[int, int], ...]
Reached = Mapping[int, int] | Sequence[int]
"""For each cell the set of cells that are one step away."""


@dataclass(frozen=True)
class Board:
    """A grid of `rows` × `cols` cells; cell 0 is the top-left corner.

    >>> board = Board(5, 5)
    >>> board.cell(2, 1), board.place(11)
    (11, (2, 1))
    """

    rows: int
    cols: int

    def __str__(self) -> str:
        return f"{self.rows}×{self.cols}"

    @property
    def size(self) -> int:
        """How many cells there are."""
        return self.rows * self.cols

    def cell(self, row: int, col: int) -> int:
        """The number of the cell in this row and column, both counted from 0."""
        return row * self.cols + col

    def place(self, cell: int) -> tuple[int, int]:
        """The row and column of a cell, both counted from 0."""
        return divmod(cell, self.cols)

    def holds(self, row: int, col: int) -> bool:
        """Whether this row and column lie on the board."""
        return 0 <= row < self.rows and 0 <= col < self.cols

    def on_edge(self, cell: int) -> bool:
        """Whether the cell lies in the first or last row or column."""
        row, col = self.place(cell)
        return row in (0, self.rows - 1) or col in (0, self.cols - 1)

    def half_turn(self, cell: int) -> int:
        """Where the cell goes when the board is turned by 180 degrees."""
        return self.size - 1 - cell

    def half_turn_of(self, mask: int) -> int:
        """Where a set of cells goes when the board is turned by 180 degrees."""
        return int(f"{mask:0{self.size}b}"[::-1], 2)

    @property
    def centre(self) -> int | None:
        """The cell that the half turn leaves in place, if there is one."""
        return self.size // 2 if self.size % 2 else None

    def colour(self, cell: int) -> int:
        """0 or 1, as on a chessboard: the top-left corner is 0."""
        return sum(self.place(cell)) % 2

    def mirrors(self) -> Iterator[tuple[str, Callable[[int], int]]]:
        """The ways to lay the board onto itself that undo themselves: a name, and where each cell goes."""
        down, right = self.rows - 1, self.cols - 1
        yield "across the centre of the board (a half turn)", self.half_turn
        yield (
            "across the middle row line (top and bottom change places)",
            self._moved(lambda row, col: (down - row, col)),
        )
        yield (
            "across the middle column line (left and right change places)",
            self._moved(lambda row, col: (row, right - col)),
        )
        if self.rows == self.cols:
            yield "across the diagonal from the top left", self._moved(lambda row, col: (col, row))
            yield (
                "across the diagonal from the top right",
                self._moved(lambda row, col: (right - col, down - row)),
            )

    def _moved(self, move: Callable[[int, int], tuple[int, int]]) -> Callable[[int], int]:
        return lambda cell: self.cell(*move(*self.place(cell)))

    def symmetries(self) -> Iterator[tuple[int, ...]]:
        """Every way to lay the board onto itself, each as the image of cell 0, 1, 2, …"""
        places = [self.place(cell) for cell in range(self.size)]
        down, right = self.rows - 1, self.cols - 1
        for flip_rows in (False, True):
            for flip_cols in (False, True):
                flipped = [
                    (down - row if flip_rows else row, right - col if flip_cols else col)
                    for row, col in places
                ]
                yield tuple(self.cell(row, col) for row, col in flipped)
                if self.rows == self.cols:
                    yield tuple(self.cell(col, row) for row, col in flipped)


class Steps(dict[int, int]):
    """For each cell the set of cells that lie at the given offsets from it.

    Filled as it is asked, because on the largest boards the whole table would not be small.

    >>> corner = Steps(Board(5, 5), LEAPS)[0]
    >>> cells_in(corner)
    (7, 11)
    """

    def __init__(self, board: Board, offsets: Offsets) -> None:
        self.board = board
        self.offsets = offsets

    def __missing__(self, cell: int) -> int:
        row, col = self.board.place(cell)
        reached = 0
        for down, right in self.offsets:
            if self.board.holds(row + down, col + right):
                reached |= 1 << self.board.cell(row + down, col + right)
        self[cell] = reached
        return reached


def one_step(steps: Reached, cells: int) -> int:
    """The set of cells that lie one step from any of these."""
    reached = 0
    for cell in cells_in(cells):
        reached |= steps[cell]
    return reached


def reach(steps: Reached, cell: int, free: int) -> int:
    """The set of free cells that can be come to from this one, step by step over free cells."""
    reached, front = 0, steps[cell] & free
    while front:
        reached |= front
        front = one_step(steps, front) & free & ~reached
    return reached


def sooner_reached(steps: Steps, first: int, second: int, free: int) -> int:
    """How many more free cells are reached from the first cell, which goes first, than from the second."""
    fronts, counts = [1 << first, 1 << second], [0, 0]
    while any(fronts):
        for side in (0, 1):
            fronts[side] = one_step(steps, fronts[side]) & free
            free &= ~fronts[side]
            counts[side] += fronts[side].bit_count()
    return counts[0] - counts[1]


class Listing(dict[int, tuple[int, ...]]):
    """`cells_in`, remembered: worth it for the few sets that a knight can ever choose from."""

    def __missing__(self, mask: int) -> tuple[int, ...]:
        self[mask] = cells = cells_in(mask)
        return cells


def cells_in(mask: int) -> tuple[int, ...]:
    """The cells of a set, in ascending order."""
    return tuple(cell for cell, bit in enumerate(bin(mask)[:1:-1]) if bit == "1")


def mask_of(cells: Iterable[int]) -> int:
    """The set that holds just these cells."""
    mask = 0
    for cell in cells:
        mask |= 1 << cell
    return mask


def read_board(text: str) -> Board:
    """The board that a size means; `BadSetup` if it means none.

    >>> read_board("6"), read_board("4x7")
    (Board(rows=6, cols=6), Board(rows=4, cols=7))
    """
    found = re.fullmatch(r"\s*([0-9]{1,6})\s*(?:[x×*]\s*([0-9]{1,6}))?\s*", text, re.IGNORECASE)
    if not found:
        raise BadSetup(f"{text[:40]!r} is not a board size: write rows x columns, like 5x6, or one side.")
    return Board(int(found[1]), int(found[2] or found[1]))
