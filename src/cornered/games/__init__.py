"""The five games by name, and positions by code."""

from cornered import code
from cornered.board import Board
from cornered.game import Game, Position
from cornered.games.block_capture import BlockCapture
from cornered.games.blockade import Blockade
from cornered.games.knights_blockade import KnightsBlockade
from cornered.games.knights_duel import KnightsDuel
from cornered.games.trap_the_knight import TrapTheKnight
from cornered.refusal import BadSetup

GAMES: dict[str, type[Game]] = {
    game.name: game for game in (KnightsBlockade, Blockade, BlockCapture, KnightsDuel, TrapTheKnight)
}


def find_game(name: str) -> type[Game]:
    """The game of this name; `BadSetup` suggests the nearest one if there is none."""
    if name in GAMES:
        return GAMES[name]
    from difflib import get_close_matches  # only ever needed after a slip

    close = get_close_matches(name.lower(), GAMES, n=1)
    hint = f"did you mean '{close[0]}'?" if close else f"choose one of {', '.join(GAMES)}."
    raise BadSetup(f"There is no game '{name}': {hint}")


def new_game(name: str, board: Board | None = None, *, repetitions: int | None = None) -> Game:
    """The rules of a game, on its book's board or on another.

    >>> new_game("blockade").board, new_game("blockade", Board(5, 7)).board
    (Board(rows=4, cols=4), Board(rows=5, cols=7))
    """
    rules = find_game(name)
    board = board or rules.book_board
    if repetitions is None:
        return rules(board.rows, board.cols)
    if not issubclass(rules, TrapTheKnight):
        raise BadSetup(f"{rules.title} never repeats a position: it takes no count of repetitions.")
    return rules(board.rows, board.cols, repetitions)


def position(text: str) -> Position:
    """The position that has this code; `BadSetup` where there is none.

    >>> start = new_game("knights-duel").start()
    >>> start.code, position(start.code) == start
    ('knights-duel.5x5.1.a4-5-5-5-4b', True)
    """
    fields = code.read(text)
    rules = find_game(fields.name)
    game = rules(fields.board.rows, fields.board.cols)
    found = game.restore(fields.to_move, fields.cells, fields.rest)
    if found.code != text:  # each position has one code: anything more or less is a mistake
        raise BadSetup(f"The code is not quite a position of {game.title}: {found.code} is the nearest.")
    return found
