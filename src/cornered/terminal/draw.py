"""Boards drawn as each book draws them."""

from collections.abc import Callable, Mapping
from string import ascii_uppercase

from cornered.game import Position

Paint = Callable[[int, str], str]
"""Given a cell and the text that fills it, the text as it should appear: coloured, underlined."""

Grid = list[list[str]]

_SYMBOLS: Mapping[str, Mapping[str, str]] = {
    "knights-blockade": {"a": "K1", "b": "K2", "x": "X", ".": ""},
    "blockade": {"a": "X", "b": "O", "x": "#", ".": "."},
    "block-capture": {"a": "X", "b": "O", ".": ""},
    "knights-duel": {"a": "1", "b": "2", "x": "X", ".": "."},
    "trap-the-knight": {"a": " N1", "b": " N2", ".": "."},
}


def draw(
    position: Position,
    symbols: tuple[str, str] | None = None,
    paint: Paint = lambda _cell, text: text,
) -> str:
    """The board in its book's manner; `symbols` are the players' own in the games of marks.

    >>> from cornered import new_game
    >>> print(draw(new_game("knights-duel").start()))
      A B C D E
    1 1 . . . .
    2 . . . . .
    3 . . . . .
    4 . . . . .
    5 . . . . 2
    """
    game = position.game
    legend = dict(_SYMBOLS[game.name])
    if symbols:
        legend["a"], legend["b"] = symbols
    pad, lay_out = _MANNERS[game.name]
    cells = [paint(cell, pad(legend[letter.lower()])) for cell, letter in enumerate(position.cells())]
    return lay_out([cells[start : start + game.cols] for start in range(0, len(cells), game.cols)])


def _bracketed(grid: Grid) -> str:
    return "\n".join("".join(f"[{text}]" for text in row) for row in grid)


def _spaced(grid: Grid) -> str:
    return "\n".join(" ".join(row) for row in grid)


def _lettered(grid: Grid) -> str:
    width = len(str(len(grid)))
    header = f"{'':{width}} {' '.join(ascii_uppercase[: len(grid[0])])}"
    return "\n".join([header, *(f"{n:{width}} {' '.join(row)}" for n, row in enumerate(grid, 1))])


def _boxed(grid: Grid, columns: list[str]) -> str:
    width = len(str(len(grid)))
    header = f"{'':{width}}  {' '.join(f'{name:^3}' for name in columns)}"
    border = f"{'':{width}} {'+---' * len(columns)}+"
    lines = [header.rstrip(), border]
    for number, row in enumerate(grid, 1):
        lines += [f"{number:{width}} |{'|'.join(row)}|", border]
    return "\n".join(lines)


def _boxed_numbers(grid: Grid) -> str:
    return _boxed(grid, [str(number) for number in range(1, len(grid[0]) + 1)])


def _boxed_letters(grid: Grid) -> str:
    return _boxed(grid, list(ascii_uppercase[: len(grid[0])]))


_MANNERS: Mapping[str, tuple[Callable[[str], str], Callable[[Grid], str]]] = {
    "knights-blockade": (lambda text: f"{text:<2}", _bracketed),
    "blockade": (str, _spaced),
    "block-capture": (lambda text: f"{text:^3}", _boxed_numbers),
    "knights-duel": (str, _lettered),
    "trap-the-knight": (lambda text: f"{text:^3}", _boxed_letters),
}
