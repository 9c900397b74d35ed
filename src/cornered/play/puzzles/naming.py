"""What a puzzle is called: the game, the board, a seed and a number, the same on every machine."""

import re
from typing import NamedTuple

from cornered.board import Board
from cornered.errors import BadSetup
from cornered.game import Game
from cornered.games import find_game

_NAME = re.compile(r"([a-z0-9-]+)\.([1-9]\d{0,2})x([1-9]\d{0,2})\.([\w-]{1,40})\.([1-9]\d{0,5})", re.ASCII)
_SEED = re.compile(r"[\w-]{1,40}", re.ASCII)


class Name(NamedTuple):
    """A puzzle's name for ever. `str` of it is what addresses and commands take.

    >>> str(Name("knights-duel", Board(5, 5), "spring", 3))
    'knights-duel.5x5.spring.3'
    """

    game: str
    board: Board
    seed: str
    number: int

    def __str__(self) -> str:
        return f"{self.game}.{self.board.rows}x{self.board.cols}.{self.seed}.{self.number}"


def read_name(text: str) -> Name:
    """The name that this text is; `BadSetup` if it is none.

    >>> read_name("knights-duel.5x5.spring.3").number
    3
    """
    found = _NAME.fullmatch(text.strip())
    if not found:
        raise BadSetup(
            f"{text[:60]!r} names no puzzle: a name is GAME.RxC.SEED.NUMBER, as knights-duel.5x5.spring.1."
        )
    return Name(found[1], Board(int(found[2]), int(found[3])), found[4], int(found[5]))


def check_seed(seed: str) -> str:
    """The seed, if it can stand in a name; `BadSetup` if not."""
    if not _SEED.fullmatch(seed):
        raise BadSetup("A seed is 1 to 40 letters from A to Z, digits, hyphens and underscores.")
    return seed


def boards_of(rules: type[Game]) -> tuple[Board, ...]:
    """The boards on which there are puzzles: those that the game's facts name, or the book's own."""
    return rules.facts().puzzles.boards or (rules.book_board,)


def game_of(name: str, board: Board | None = None) -> Game:
    """The game on this board, or on its first one with puzzles; `BadSetup` if the board has none.

    Where a board has puzzles, the same board turned upright has them too.
    """
    rules = find_game(name)
    boards = boards_of(rules)
    chosen = board or boards[0]
    if not {chosen, Board(chosen.cols, chosen.rows)} & {*boards}:
        raise BadSetup(f"There are no puzzles of {rules.title} on {board}: choose {_choice(boards)}.")
    return rules(chosen.rows, chosen.cols)


def _choice(boards: tuple[Board, ...]) -> str:
    """These boards; where they are many, the first of them and between which sizes any other may be."""
    if len(boards) <= _MOST_LISTED:
        return " or ".join(map(str, boards))
    smallest, *_, largest = sorted(boards, key=lambda one: one.size)
    return f"{' or '.join(map(str, boards[:3]))} or any other from {smallest} up to {largest}"


_MOST_LISTED = 9
