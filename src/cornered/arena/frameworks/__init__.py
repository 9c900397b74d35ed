"""The games as what a framework's users already know; only the module for a framework imports it.

What they share is here: what a game is called in code, and the opening that is asked for.
"""

from operator import index

import cornered
from cornered import Board, Position
from cornered.games import find_game


def class_name(game: str) -> str:
    """The game's name as classes and ids write it.

    >>> class_name("knights-duel")
    'KnightsDuel'
    """
    return "".join(word.capitalize() for word in game.split("-"))


def module_name(game: str) -> str:
    """The game's name as modules and functions write it.

    >>> module_name("knights-duel")
    'knights_duel'
    """
    return game.replace("-", "_")


def opening(name: str, rows: int | None = None, cols: int | None = None, **options: object) -> Position:
    """The first position of a game, on its book's board unless sides are given; `options` are the game's own.

    >>> opening("knights-duel", cols=6, start="A1; F4").code
    'knights-duel.5x6.1.a5-6-6-5b-6'
    """
    book = find_game(name).book_board
    board = Board(book.rows if rows is None else index(rows), book.cols if cols is None else index(cols))
    typed = {option: str(value) for option, value in options.items()}
    return cornered.opening(name, board, typed)
