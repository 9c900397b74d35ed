"""Fairy-Stockfish as a player of the knights' games: variants that we write for it, and its notation.

Player 1's knight is black, and Black begins. A blocked square is a wall.
"""

from cornered.arena.uci.moves import variant, write_move
from cornered.errors import BadSetup
from cornered.game import Game, Position
from cornered.games.knights import KnightsGame

_LETTERS = {"a": "n", "b": "N", "x": "*"}


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


def among(position: Position) -> str:
    """The end of a `go` that leaves the legal moves to choose from: our rule on repetition is unknown to it.

    Where squares are blocked no position comes back, and all moves that it knows are legal.
    """
    blocks = isinstance(position.game, KnightsGame) and position.game.left_squares_block
    moves = () if blocks else position.moves()
    return " ".join(("", "searchmoves", *(write_move(position, square) for square in moves))) if moves else ""
