"""Position codes: a position in one line, as FEN does for chess, safe in an address.

`knights-blockade.5x5.2.x4-5-1a3-5-4b` is the game, the board, the player to move, and the rows from the
top: a number of empty cells, `a` and `b` for the players' pieces, `x` for a blocked cell. A game may add
fields of its own.
"""

import re
from itertools import groupby
from typing import NamedTuple

from cornered.board import Board
from cornered.errors import BadSetup

EMPTY = "."


class Fields(NamedTuple):
    """The parts of a position code."""

    name: str
    board: Board
    to_move: int
    cells: str
    rest: tuple[str, ...]


def write(fields: Fields) -> str:
    """The code that has these parts."""
    board = fields.board
    rows = (fields.cells[start : start + board.cols] for start in range(0, board.size, board.cols))
    packed = "-".join(map(_pack, rows))
    size = f"{board.rows}x{board.cols}"
    return ".".join((fields.name, size, str(fields.to_move), packed, *fields.rest))


def read(text: str) -> Fields:
    """The parts of a code; `BadSetup` where it is not one."""
    found = re.fullmatch(_CODE, text)
    if not found:
        raise BadSetup(f"{text[:40]!r} is not a position code: it lacks game, board, turn or rows.")
    name, rows, cols, to_move, packed, rest = found.groups()
    board = Board(int(rows), int(cols))
    unpacked = [_unpack(row, board.cols) for row in packed.split("-")]
    if len(unpacked) != board.rows:
        raise BadSetup(f"The position code has {len(unpacked)} rows where {board} has {board.rows}.")
    return Fields(name, board, int(to_move), "".join(unpacked), tuple(rest.split(".")[1:]))


_CODE = r"([a-z-]+)\.([0-9]{1,3})x([0-9]{1,3})\.([12])\.([0-9a-zA-Z-]+)((?:\.[0-9a-zA-Z-]+)*)"


def _pack(row: str) -> str:
    runs = ((letter, len(list(run))) for letter, run in groupby(row))
    return "".join(str(length) if letter == EMPTY else letter * length for letter, length in runs)


def _unpack(row: str, cols: int) -> str:
    parts = re.findall(r"[0-9]{1,3}|[a-zA-Z]", row)
    cells = "".join(EMPTY * int(part) if part.isdigit() else part for part in parts)
    if len(cells) != cols:
        raise BadSetup(f"The row {row[:40]!r} of the position code does not have {cols} cells.")
    return cells
