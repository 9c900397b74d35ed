"""What the environments share: what a game is called in code, and the opening that someone asked for."""

from cornered import BadSetup, Board, Game, Position, new_game


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


def opening(
    name: str, rows: int | None = None, cols: int | None = None, start: str | None = None, **options: int
) -> Position:
    """The first position of a game, on its book's board unless sides are given.

    `start` are the knights' squares as the book writes them, Player 1's first; `options` are the game's own.

    >>> opening("knights-duel", cols=6, start="A1; F4").code
    'knights-duel.5x6.1.a5-6-6-5b-6'
    """
    book = new_game(name)
    game = new_game(name, Board(rows or book.rows, cols or book.cols), **options)
    return game.start(_two_squares(game, start) if start else None)


def _two_squares(game: Game, text: str) -> tuple[int, int]:
    squares = [game.square(part) for part in text.split(";")]
    if len(squares) != 2:
        raise BadSetup("The start is two squares with a ';' between them, Player 1's knight first.")
    return squares[0], squares[1]
