"""Squares as each book writes them: `(2, 1)`, `(2,1)` or `C2`; tolerant on input, exact on output."""

import re
from typing import NamedTuple, Protocol

_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_FAR = 10**6  # stands for any number that no board reaches


class Notation(Protocol):
    """How one book writes a square; rows and columns are counted from 0 on our side."""

    @property
    def largest_side(self) -> int:
        """The longest side whose squares can be written."""

    def read(self, text: str) -> tuple[int, int] | None:
        """The row and column that are meant, on the board or not; None if it is not a square."""

    def write(self, row: int, col: int) -> str:
        """The square as the book prints it."""

    def typed(self, row: int, col: int) -> str:
        """The square as the book's players type it."""

    def row_name(self, row: int) -> str:
        """What stands beside the row."""

    def column_name(self, col: int) -> str:
        """What stands above the column."""

    def order(self, row: int, col: int) -> tuple[int, int]:
        """What lists of squares are sorted by."""


class RowColumn(NamedTuple):
    """A pair of numbers, row first.

    >>> RowColumn(first=0, comma=", ").write(3, 3)
    '(3, 3)'
    >>> RowColumn(first=1, comma=",").read(" 2 , 3 ")
    (1, 2)
    """

    first: int
    comma: str

    @property
    def largest_side(self) -> int:
        return 199

    def read(self, text: str) -> tuple[int, int] | None:
        found = re.fullmatch(_PAIR, text.strip())
        if not found:
            return None
        row, col = (_number(digits) for digits in found.groups() if digits is not None)
        return row - self.first, col - self.first

    def write(self, row: int, col: int) -> str:
        return f"({row + self.first}{self.comma}{col + self.first})"

    def typed(self, row: int, col: int) -> str:
        return f"{row + self.first} {col + self.first}"

    def row_name(self, row: int) -> str:
        return str(row + self.first)

    def column_name(self, col: int) -> str:
        return str(col + self.first)

    def order(self, row: int, col: int) -> tuple[int, int]:
        return row, col


class LetterNumber:
    """A column letter and a row number counted from the top.

    >>> LetterNumber().read("c2"), LetterNumber().write(1, 2)
    ((1, 2), 'C2')
    """

    largest_side = len(_LETTERS)

    def read(self, text: str) -> tuple[int, int] | None:
        found = re.fullmatch(_LETTER_NUMBER, text.strip())
        if not found:
            return None
        return _number(found[2]) - 1, _LETTERS.index(found[1].upper())

    def write(self, row: int, col: int) -> str:
        return f"{_LETTERS[col]}{row + 1}"

    def typed(self, row: int, col: int) -> str:
        return self.write(row, col)

    def row_name(self, row: int) -> str:
        return str(row + 1)

    def column_name(self, col: int) -> str:
        return _LETTERS[col]

    def order(self, row: int, col: int) -> tuple[int, int]:
        return col, row


_TWO_NUMBERS = r"([+-]?\d+)(?:\s*,\s*|\s+)([+-]?\d+)"
_PAIR = rf"{_TWO_NUMBERS}|\(\s*{_TWO_NUMBERS}\s*\)"
_LETTER_NUMBER = r"([A-Za-z])\s*([+-]?\d+)"


def _number(digits: str) -> int:
    """The number, or one beyond any board: `int` itself refuses to read thousands of digits."""
    return int(digits) if len(digits) < 9 else _FAR
