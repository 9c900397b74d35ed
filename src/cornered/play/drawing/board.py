"""What a drawn board shows of a position, and the shapes and colours to draw it with."""

import json
import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from cornered.game import Position
from cornered.solve.contract import Value

_SHARED = Path(__file__).parent / "shared"


class DrawnSquare(NamedTuple):
    """A square: where it is, and what stands on it in the book's sign; `player` has a piece there."""

    row: int
    col: int
    sign: str
    player: int | None
    blocked: bool
    last: bool
    goal: bool
    value: Value | None


class DrawnMove(NamedTuple):
    """A move of a line: whose it is, and where it goes; None is where it comes from if a mark is set."""

    player: int
    source: tuple[int, int] | None
    target: tuple[int, int]


class DrawnBoard(NamedTuple):
    """A board to draw: the names of its lines, its squares row by row, a line of moves in their order."""

    column_names: tuple[str, ...]
    row_names: tuple[str, ...]
    squares: tuple[DrawnSquare, ...]
    line: tuple[DrawnMove, ...]
    knights: bool


def drawn_board(
    position: Position, values: Mapping[int, Value] | None = None, line: Sequence[int] = ()
) -> DrawnBoard:
    """The board of a position, with what moves are worth by square and a line of moves, if there are any.

    >>> from cornered import new_game
    >>> drawn_board(new_game("knights-duel").start()).squares[24]
    DrawnSquare(row=4, col=4, sign='2', player=2, blocked=False, last=False, goal=False, value=None)
    """
    game, look = position.game, position.game.facts().look
    signs = {"a": look.signs[0], "b": look.signs[1], "x": look.blocked, ".": look.empty}
    squares = (
        DrawnSquare(
            *game.board.place(cell),
            sign=signs[letter.lower()],
            player={"a": 1, "b": 2}.get(letter.lower()),
            blocked=letter == "x",
            last=letter.isupper(),
            goal=cell == game.winning_square and letter == ".",
            value=(values or {}).get(cell),
        )
        for cell, letter in enumerate(position.cells())
    )
    return DrawnBoard(
        tuple(map(game.notation.column_name, range(game.cols))),
        tuple(map(game.notation.row_name, range(game.rows))),
        tuple(squares),
        tuple(_moves(position, line)),
        look.piece == "knight",
    )


def _moves(position: Position, line: Sequence[int]) -> Sequence[DrawnMove]:
    place, walks = position.game.board.place, position.game.facts().look.piece == "knight"
    moves = []
    for cell in line:
        source = place(position.cells().index("ab"[position.to_move - 1])) if walks else None
        moves.append(DrawnMove(position.to_move, source, place(cell)))
        position = position.play(cell)
    return moves


@cache
def shapes() -> Any:
    """The sizes and shapes that boards are drawn with, as the site's pages have them."""
    text = (_SHARED / "shapes.js").read_text("utf-8")
    return json.loads(text.partition("\nexport default")[2].strip().removesuffix(";"))


@cache
def palette() -> str:
    """The names of all colours as a style sheet, for light and for dark."""
    return (_SHARED / "palette.css").read_text("utf-8")


@cache
def board_style() -> str:
    """How drawn boards look, as a style sheet that uses the names of the palette."""
    return (_SHARED / "board.css").read_text("utf-8")


def colour(name: str) -> str:
    """A colour of the palette, as it is where it is light.

    >>> colour("p1")
    '#3b5bdb'
    """
    found = re.search(f"--{name}: (#[0-9a-f]{{6}});", palette())
    if found is None:
        raise KeyError(name)
    return found[1]
