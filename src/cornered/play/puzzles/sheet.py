"""Puzzles on paper: twelve boards to a page with the books' own signs, and the solutions at the end."""

from collections.abc import Iterator, Sequence

from cornered.game import Position
from cornered.play.paper import WIDTH, Box, Page, Text
from cornered.play.puzzles import wording
from cornered.play.puzzles.making import Puzzle
from cornered.play.puzzles.solving import solution

TITLE = "Cornered: puzzles"
_COLUMNS, _ROWS = 3, 4
_LEFT, _TOP = 45.0, 62.0
_ACROSS, _DOWN = 172.0, 190.0
_BOARD = 124.0  # the side of a board that is as wide as high
_SHADED = 0.88
_SOLUTIONS = 50  # lines of solutions on a page
_LETTERS = 100  # in a line of text


def sheet(puzzles: Sequence[Puzzle]) -> list[Page]:
    """The pages: boards first, then the solutions."""
    size = _COLUMNS * _ROWS
    pages: list[Page] = [
        [_title(TITLE), *_boards(puzzles[start : start + size], start)]
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


def _boards(puzzles: Sequence[Puzzle], before: int) -> Iterator[Box | Text]:
    for place, one in enumerate(puzzles):
        row, col = divmod(place, _COLUMNS)
        x, y = _LEFT + col * _ACROSS, _TOP + row * _DOWN
        yield Text(x, y, f"{before + place + 1}. {one.game.title}, grade {one.grade}", 9, bold=True)
        yield from (
            Text(x, y + 11 + 9 * line, words, 7) for line, words in enumerate(_broken(wording.task(one), 42))
        )
        yield from _board(one.position, x + 16, y + 43)


def _board(position: Position, x: float, y: float) -> Iterator[Box | Text]:
    """The board with names for rows and columns, and the signs that the book uses."""
    game, look = position.game, position.game.facts().look
    side = _BOARD / max(game.rows, game.cols)
    signs = {"a": look.signs[0], "b": look.signs[1], "x": look.blocked, ".": ""}
    for col in range(game.cols):
        yield Text(x + (col + 0.5) * side, y - 6, game.notation.column_name(col), 7, "middle")
    for row in range(game.rows):
        yield Text(x - 8, y + (row + 0.5) * side, game.notation.row_name(row), 7, "middle")
    for cell, letter in enumerate(position.cells()):
        row, col = game.board.place(cell)
        left, top = x + col * side, y + row * side
        last = letter.isupper()  # the mark that the next one must follow
        yield Box(left, top, side, side, _SHADED if letter == "x" or last else 1.0)
        if sign := signs[letter.lower()]:
            yield Text(left + side / 2, top + side / 2, sign, side * 0.5, "middle", bold=letter != "x")


def _solved(number: int, puzzle: Puzzle) -> list[str]:
    """The line of play to learn from, and the other answers."""
    label = puzzle.game.label
    line = solution(puzzle)
    told = f"{number}. {'; '.join(map(label, line))}"
    others = [square for square in puzzle.answers if square != line[0]]
    if others:
        told += f". Also right: {puzzle.game.listed(others)}"
    return [*_broken(f"{told}.  [{puzzle.name}]", _LETTERS)]


def _broken(text: str, letters: int) -> list[str]:
    from textwrap import wrap

    return wrap(text, letters, subsequent_indent="    " if letters == _LETTERS else "")
