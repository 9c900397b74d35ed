"""Moves, variants and positions as engines write them.

Squares are written as in chess: a letter for the column, and the row counted from the bottom. A knight's move
is its square and the one it goes to (`a5b3`), a mark is a drop (`P@c3`).

Fairy-Stockfish plays the knights' games by variants that are written for it: Player 1's knight is black, and
Black begins; a blocked square is a wall.
"""

import re
from string import ascii_lowercase

from cornered.board import Board, read_board
from cornered.errors import BadSetup
from cornered.game import Game, Position
from cornered.games import find_game
from cornered.games.knights import KnightsGame, KnightsPosition

_LETTERS = {"a": "n", "b": "N", "x": "*"}
"""What Fairy-Stockfish calls what stands on a square."""


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


def variants_file(game: Game) -> str:
    """The variant for this game and board; `BadSetup` where Fairy-Stockfish has no such rules.

    >>> from cornered import new_game
    >>> print(variants_file(new_game("trap-the-knight")))
    [trap-the-knight-4x4]
    maxRank = 4
    maxFile = 4
    king = -
    customPiece1 = n:N
    startFen = n3/4/4/3N b - - 0 1
    stalemateValue = loss
    extinctionValue = loss
    extinctionPieceTypes = n
    nMoveRule = 0
    nFoldRule = 0
    """
    if not isinstance(game, KnightsGame):
        raise BadSetup(f"has no rules for {game.title}.")
    lines = [
        f"[{variant(game)}]",
        f"maxRank = {game.rows}",
        f"maxFile = {game.cols}",
        "king = -",
        f"customPiece1 = n:{'' if game.may_capture else 'm'}N",
        f"startFen = {fen(game.start())}",
        "stalemateValue = loss",
        *(["wallingRule = past"] if game.left_squares_block else []),
        *(["extinctionValue = loss", "extinctionPieceTypes = n"] if game.may_capture else []),
        "nMoveRule = 0",
        "nFoldRule = 0",
    ]
    return "\n".join(lines)


def fen(position: Position) -> str:
    """The position as Fairy-Stockfish reads it.

    >>> from cornered import new_game
    >>> fen(new_game("knights-blockade").start().play(7))
    '*4/2n2/5/5/4N w - - 0 1'
    """
    cells, cols = position.cells(), position.game.cols
    rows = (_packed(cells[start : start + cols]) for start in range(0, len(cells), cols))
    return f"{'/'.join(rows)} {'b' if position.to_move == 1 else 'w'} - - 0 1"


def _packed(row: str) -> str:
    packed, empty = "", 0
    for letter in f"{row}/":
        if letter == ".":
            empty += 1
            continue
        packed += (str(empty) if empty else "") + _LETTERS.get(letter, "")
        empty = 0
    return packed


def searchmoves(position: Position) -> str:
    """The end of a `go` that leaves the legal moves to choose from: our rule on repetition is unknown to it.

    Where squares are blocked no position comes back, and all moves that it knows are legal.
    """
    blocks = isinstance(position.game, KnightsGame) and position.game.left_squares_block
    moves = () if blocks else position.moves()
    return " ".join(("", "searchmoves", *(write_move(position, square) for square in moves))) if moves else ""
