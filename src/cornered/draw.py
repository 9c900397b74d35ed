"""Boards drawn as each book draws them: the layouts that a game's facts may name."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from cornered.game import Game, Position

Paint = Callable[[int, str], str]
"""Given a cell and the text that fills it, the text as it should appear: coloured, underlined."""


class _Layout(NamedTuple):
    """What stands around cells and between them, how wide they are, and whether the lines have names."""

    left: str
    between: str
    right: str
    width: int = 1
    rule: str = ""
    named: bool = False


_LAYOUTS: Mapping[str, _Layout] = {
    "grid": _Layout("", " ", "", named=True),
    "box": _Layout("|", "|", "|", width=3, rule="+---", named=True),
    "brackets": _Layout("[", "][", "]"),
    "spaces": _Layout("", " ", ""),
}


def draw(
    position: Position,
    symbols: tuple[str, str] | None = None,
    paint: Paint = lambda _cell, text: text,
    marks: Mapping[int, str] | None = None,
) -> str:
    """The board as its book draws it; `symbols` are the players' own, `marks` stand on empty cells.

    A board larger than the book's has coordinates, whether the book draws them or not.

    >>> from cornered import new_game
    >>> print(draw(new_game("knights-duel").start(), marks={7: "*", 11: "*"}))
      A B C D E
    1 1 . . . .
    2 . . * . .
    3 . * . . .
    4 . . . . .
    5 . . . . 2
    """
    game, look = position.game, position.game.facts().look
    first, second = symbols or look.signs
    signs = {"a": first, "b": second, "x": look.blocked, ".": look.empty}
    layout = _LAYOUTS[look.layout]
    named = layout.named or game.rows > game.book_board.rows or game.cols > game.book_board.cols
    columns = [game.notation.column_name(col) for col in range(game.cols)] if named else []
    width = max(layout.width, *map(len, signs.values()), *map(len, columns))
    cells = []
    for cell, letter in enumerate(position.cells()):
        text = (marks or {}).get(cell) if letter == "." else None
        cells.append(paint(cell, _fitted(text or signs[letter.lower()], width, layout)))
    rows = [cells[start : start + game.cols] for start in range(0, len(cells), game.cols)]
    return "\n".join(_lines(game, layout, rows, columns, width))


def _fitted(text: str, width: int, layout: _Layout) -> str:
    """The text in a cell: on the left, or in a box in the middle, a little to the right where it must."""
    return text.rjust((len(text) + width + 1) // 2).ljust(width) if layout.rule else text.ljust(width)


def _lines(game: Game, layout: _Layout, rows: list[list[str]], columns: list[str], width: int) -> list[str]:
    names = [f"{game.notation.row_name(row)} " if columns else "" for row in range(game.rows)]
    margin = max(map(len, names))
    lines = []
    if columns:
        titles = (" " * len(layout.between)).join(f"{name:^{width}}" for name in columns)
        lines.append(f"{'':{margin}}{' ' * len(layout.left)}{titles}".rstrip())
    rule = [f"{'':{margin}}{layout.rule * game.cols}+"] if layout.rule else []
    lines += rule
    for name, row in zip(names, rows, strict=True):
        lines += [f"{name:>{margin}}{layout.left}{layout.between.join(row)}{layout.right}".rstrip(), *rule]
    return lines
