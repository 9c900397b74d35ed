"""Puzzles on paper: twelve boards to a page with the books' own signs, and the solutions at the end.

Boards with a long side are drawn larger, so that the signs stay legible.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from cornered.game import Position
from cornered.play.drawing.board import drawn_board
from cornered.play.drawing.paper import HEIGHT, WIDTH, Box, Page, Text
from cornered.play.puzzles import wording
from cornered.play.puzzles.making import Puzzle
from cornered.play.puzzles.solving import solution

TITLE = "Cornered: puzzles"
_LEFT, _TOP = 45.0, 62.0
_SHADED = 0.88
_SOLUTIONS = 50  # lines of solutions on a page
_LETTERS = 100  # in a line of text
_LONG_SIDE = 9  # squares


class _SheetLayout(NamedTuple):
    """How many puzzles stand beside each other, and how far apart.

    `head` is the room for words above a board, `letters` go into a line of them, and `side` is the length of
    a board's longer side.
    """

    columns: int
    across: float
    down: float
    head: float
    side: float
    letters: int

    @property
    def on_a_page(self) -> int:
        """How many puzzles there are on a page."""
        return self.columns * int((HEIGHT - _TOP) // self.down)


def _layout(puzzles: Sequence[Puzzle]) -> _SheetLayout:
    """Three columns; two where a side is long. Rows as near to each other as the highest board lets them."""
    games = [one.game for one in puzzles]
    highest = max((game.rows / max(game.rows, game.cols) for game in games), default=1.0)
    if max((max(game.rows, game.cols) for game in games), default=0) < _LONG_SIDE:
        return _SheetLayout(3, across=172, down=64 + 124 * highest, head=49, side=124, letters=42)
    return _SheetLayout(2, across=260, down=58 + 200 * highest, head=43, side=200, letters=64)


def sheet(puzzles: Sequence[Puzzle]) -> list[Page]:
    """The pages: boards first, then the solutions."""
    layout = _layout(puzzles)
    size = layout.on_a_page
    pages: list[Page] = [
        [_title(TITLE), *_boards(puzzles[start : start + size], start, layout)]
        for start in range(0, len(puzzles), size)
    ]
    lines = [line for number, one in enumerate(puzzles, 1) for line in _solved(number, one)]
    for start in range(0, len(lines), _SOLUTIONS):
        told = (
            Text(_LEFT, _TOP + 15 * place, line, 9)
            for place, line in enumerate(lines[start : start + _SOLUTIONS])
        )
        pages.append([_title("Solutions"), *told])
    return pages


def _title(text: str) -> Text:
    return Text(WIDTH / 2, 34, text, 15, "middle", bold=True)


def _boards(puzzles: Sequence[Puzzle], before: int, layout: _SheetLayout) -> Iterator[Box | Text]:
    for place, one in enumerate(puzzles):
        row, col = divmod(place, layout.columns)
        x, y = _LEFT + col * layout.across, _TOP + row * layout.down
        yield Text(x, y, f"{before + place + 1}. {one.game.title}, grade {one.grade}", 9, bold=True)
        yield from (
            Text(x, y + 11 + 9 * line, words, 7)
            for line, words in enumerate(_broken(wording.task(one), layout.letters))
        )
        yield from _board(one.position, x + 16, y + layout.head, layout.side)


def _board(position: Position, x: float, y: float, longest: float) -> Iterator[Box | Text]:
    """The board with names for rows and columns, and the signs that the book uses."""
    board = drawn_board(position)
    side = longest / max(len(board.row_names), len(board.column_names))
    for col, name in enumerate(board.column_names):
        yield Text(x + (col + 0.5) * side, y - 6, name, 7, "middle")
    for row, name in enumerate(board.row_names):
        yield Text(x - 8, y + (row + 0.5) * side, name, 7, "middle")
    for square in board.squares:
        left, top = x + square.col * side, y + square.row * side
        yield Box(left, top, side, side, _SHADED if square.blocked or square.last else 1.0)
        sign = square.sign.replace(".", "·")  # the book's dot, in the middle of its square
        if sign:
            yield Text(left + side / 2, top + side / 2, sign, side * 0.5, "middle", bold=bool(square.player))


def _solved(number: int, puzzle: Puzzle) -> list[str]:
    """The line of play to learn from, the other answers, and the idea."""
    label, themes = puzzle.game.label, wording.themes(puzzle)
    line = solution(puzzle)
    told = f"{number}. {'; '.join(map(label, line))}."
    others = [square for square in puzzle.answers if square != line[0]]
    if others:
        told += f" Also right: {puzzle.game.listed(others)}."
    if themes:
        told += f" Theme: {themes}."
    return [*_broken(f"{told}  [{puzzle.name}]", _LETTERS)]


def _broken(text: str, letters: int) -> list[str]:
    from textwrap import wrap

    return wrap(text, letters, subsequent_indent="    " if letters == _LETTERS else "")
