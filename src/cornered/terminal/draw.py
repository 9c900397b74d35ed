"""Boards drawn as each book draws them: the layouts that a game's facts may name."""

from collections.abc import Callable, Mapping

from cornered.game import Game, Position

Paint = Callable[[int, str], str]
"""Given a cell and the text that fills it, the text as it should appear: coloured, underlined."""

Rows = list[list[str]]


def draw(
    position: Position,
    symbols: tuple[str, str] | None = None,
    paint: Paint = lambda _cell, text: text,
) -> str:
    """The board in its book's manner; `symbols` are those that the players chose, if they did.

    >>> from cornered import new_game
    >>> print(draw(new_game("knights-duel").start()))
      A B C D E
    1 1 . . . .
    2 . . . . .
    3 . . . . .
    4 . . . . .
    5 . . . . 2
    """
    game, look = position.game, position.game.facts().look
    first, second = symbols or look.signs
    signs = {"a": first, "b": second, "x": look.blocked, ".": look.empty}
    widest = max(map(len, signs.values()))
    fit = _centred if look.layout == "box" else lambda text: f"{text:<{widest}}"
    cells = [paint(cell, fit(signs[letter.lower()])) for cell, letter in enumerate(position.cells())]
    rows = [cells[start : start + game.cols] for start in range(0, len(cells), game.cols)]
    return _LAYOUTS[look.layout](game, rows)


def _centred(text: str) -> str:
    """Three characters with the text in the middle, or a little to the right of it."""
    return text.rjust((len(text) + 4) // 2).ljust(3)


def _grid(game: Game, rows: Rows) -> str:
    names = _row_names(game)
    margin, width = len(names[-1]), max(map(len, game.facts().look.signs))
    columns = " ".join(f"{game.notation.column_name(col):<{width}}" for col in range(game.cols))
    lines = [f"{name:>{margin}} {' '.join(row)}" for name, row in zip(names, rows, strict=True)]
    return "\n".join([f"{'':{margin}} {columns}".rstrip(), *lines])


def _box(game: Game, rows: Rows) -> str:
    names = _row_names(game)
    margin = len(names[-1])
    columns = " ".join(f"{game.notation.column_name(col):^3}" for col in range(game.cols))
    border = f"{'':{margin}} {'+---' * game.cols}+"
    lines = [f"{'':{margin}}  {columns}".rstrip(), border]
    for name, row in zip(names, rows, strict=True):
        lines += [f"{name:>{margin}} |{'|'.join(row)}|", border]
    return "\n".join(lines)


def _brackets(_game: Game, rows: Rows) -> str:
    return "\n".join("".join(f"[{text}]" for text in row) for row in rows)


def _spaces(_game: Game, rows: Rows) -> str:
    return "\n".join(" ".join(row) for row in rows)


def _row_names(game: Game) -> list[str]:
    return [game.notation.row_name(row) for row in range(game.rows)]


_LAYOUTS: Mapping[str, Callable[[Game, Rows], str]] = {
    "grid": _grid,
    "box": _box,
    "brackets": _brackets,
    "spaces": _spaces,
}
