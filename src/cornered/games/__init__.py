"""The games by name, the five and those that other packages add, and positions by code."""

from collections.abc import Mapping

from cornered import code
from cornered.board import Board, read_board
from cornered.errors import BadSetup
from cornered.game import Game, Position
from cornered.games.block_capture import BlockCapture
from cornered.games.blockade import Blockade
from cornered.games.knights_blockade import KnightsBlockade
from cornered.games.knights_duel import KnightsDuel
from cornered.games.registry import Registry
from cornered.games.trap_the_knight import TrapTheKnight

GAMES = Registry((KnightsBlockade, Blockade, BlockCapture, KnightsDuel, TrapTheKnight))
"""Every game by its name. Games of other packages are looked for only when they are needed."""


def find_game(name: str) -> type[Game]:
    """The game of this name or short name; `BadSetup` suggests the nearest one if there is none.

    >>> find_game("knights-duel").title, find_game("duel").title
    ("Knight's Duel", "Knight's Duel")
    """
    fitting = GAMES.like(name)
    if len(fitting) > 1:
        raise BadSetup(f"'{name}' could be {' or '.join(fitting)}: type more of it.")
    if fitting:
        return GAMES[fitting[0]]
    if name in GAMES.broken:
        raise BadSetup(GAMES.broken[name])
    from difflib import get_close_matches  # only ever needed after a slip

    close = get_close_matches(name.lower(), GAMES, n=1)
    hint = f"did you mean '{close[0]}'?" if close else f"choose one of {', '.join(GAMES)}."
    raise BadSetup(f"There is no game '{name}': {hint}")


def new_game(name: str, board: Board | None = None, *, size: str | None = None, **options: str | int) -> Game:
    """The rules of a game, on its book's board or on another, and with the game's own options.

    A size and options are written as at the command line.

    >>> new_game("blockade").board, new_game("blockade", Board(5, 7)).board
    (Board(rows=4, cols=4), Board(rows=5, cols=7))
    >>> print(new_game("duel", size="5x6", start="A2; E4").start())
      A B C D E F
    1 . . . . . .
    2 1 . . . . .
    3 . . . . . .
    4 . . . . 2 .
    5 . . . . . .
    """
    typed = {option: str(value) for option, value in options.items()}
    return _set_up(name, board if size is None else read_board(size), typed)


def opening(name: str, board: Board | None = None, options: Mapping[str, str] | None = None) -> Position:
    """The first position of a game; `options` are as someone types them, by the names that the game declares.

    >>> opening("knights-duel", options={"start": "A2; E4"}).code
    'knights-duel.5x5.1.5-a4-5-4b-5'
    """
    return _set_up(name, board, options or {}).start()


def _set_up(name: str, board: Board | None, options: Mapping[str, str]) -> Game:
    rules = find_game(name)
    declared = {option.name for option in rules.options}
    for option in options:
        if option not in declared:
            raise BadSetup(_undeclared(option, rules.title))
    return rules.with_options(board or rules.book_board, options)


def _undeclared(name: str, title: str) -> str:
    known = (option for game in GAMES.values() for option in game.options if option.name == name)
    option = next(known, None)
    return option.elsewhere.format(title=title) if option else f"{title} has no option {name[:40]!r}."


def read_position(text: str) -> Position:
    """The position that has this code; `BadSetup` where there is none.

    >>> start = new_game("knights-duel").start()
    >>> start.code, read_position(start.code) == start
    ('knights-duel.5x5.1.a4-5-5-5-4b', True)
    """
    fields = code.read(text)
    rules = find_game(fields.name)
    game = rules(fields.board.rows, fields.board.cols)
    found = game.restore(fields.to_move, fields.cells, fields.rest)
    if found.code != text:  # each position has one code: anything more or less is a mistake
        raise BadSetup(f"The code is not quite a position of {game.title}: {found.code} is the nearest.")
    return found
