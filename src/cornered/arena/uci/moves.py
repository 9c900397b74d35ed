"""Moves and variants as engines write them.

Squares are written as in chess: a letter for the column, and the row counted from the bottom. A knight's move
is its square and the one it goes to (`a5b3`), a mark is a drop (`P@c3`).
"""

import re
from string import ascii_lowercase

from cornered.board import Board, read_board
from cornered.errors import BadSetup
from cornered.game import Game, Position
from cornered.games import find_game
from cornered.games.knights import KnightsPosition


def write_move(position: Position, square: int) -> str:
    """The move as engines write it.

    >>> from cornered import new_game
    >>> write_move(new_game("knights-duel").start(), 11), write_move(new_game("blockade").start(), 5)
    ('a5b3', 'P@b3')
    """
    board = position.game.board
    if isinstance(position, KnightsPosition):
        return _square(board, position.mover) + _square(board, square)
    return f"P@{_square(board, square)}"


def read_move(position: Position, text: str) -> int:
    """The legal move that is written so; `BadSetup` where there is none."""
    written = text.lower()
    for square in position.moves():
        if write_move(position, square).lower() == written:
            return square
    raise BadSetup(f"'{text[:40]}' is no legal move there.")


def _square(board: Board, square: int) -> str:
    row, col = board.place(square)
    return f"{_file(col)}{board.rows - row}"


def _file(col: int) -> str:
    """The column's letter; after z come aa, ab and so on."""
    more, last = divmod(col, len(ascii_lowercase))
    return (_file(more - 1) if more else "") + ascii_lowercase[last]


def variant(game: Game) -> str:
    """What engines call the game on its board.

    >>> from cornered import new_game
    >>> variant(new_game("knights-duel"))
    'knights-duel-5x5'
    """
    return f"{game.name}-{game.rows}x{game.cols}"


def read_variant(text: str) -> Game:
    """The game on its board that is called so; without a board, the book's."""
    found = re.fullmatch(r"(?P<name>.+?)(?:-(?P<board>\d+x\d+))?", text.strip().lower())
    if not found:
        raise BadSetup("A variant is called like knights-duel-5x6.")
    rules = find_game(found["name"])
    board = read_board(found["board"]) if found["board"] else rules.book_board
    return rules(board.rows, board.cols)
