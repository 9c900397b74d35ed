"""Which puzzle comes next: today's, the same for everyone, or one that suits who solves."""

from collections.abc import Collection, Iterator
from datetime import date
from itertools import islice
from random import Random
from typing import NamedTuple

from cornered.board import Board
from cornered.errors import BadSetup
from cornered.game import Game
from cornered.games import GAMES, find_game
from cornered.play.puzzles.making import Puzzle, puzzle, puzzles
from cornered.play.puzzles.naming import Name, boards_of, game_of
from cornered.play.puzzles.themes import Theme

_LOOKED_AT = 12
_OF_ONE_SET = 6
_SETS = 60
"""How many to look through for a theme before giving up."""

_FOR_A_THEME = 9
"""Boards: some ideas are rare on the first ones."""


NONE_FOUND = "No such puzzle was found: try another theme, board or game."


class Wish(NamedTuple):
    """What someone wants to train: any game, board and theme unless they say."""

    game: str | None = None
    board: Board | None = None
    theme: Theme | None = None


def of_the_day(day: date) -> Puzzle:
    """The puzzle of a date, the same for everyone: our own games take turns, each on its first boards."""
    turn, game = divmod(day.toordinal(), len(GAMES.own))
    name = GAMES.own[game]
    boards = _first_boards(name)
    return puzzle(Name(name, boards[turn % len(boards)], day.isoformat(), 1 + turn % _OF_ONE_SET))


def suiting(rating: float, wish: Wish, known: Collection[str], random: Random) -> Puzzle:
    """A puzzle not known yet, of those looked at the one whose difficulty comes nearest to the rating.

    `known` are names of puzzles, or their likenesses, which rule out all that look alike.
    """
    if wish.game and wish.theme and wish.theme not in themes_for(wish.game):
        raise BadSetup(_not_there(wish.game, wish.theme))
    new = (one for one in _offered(wish, random) if not {str(one.name), one.likeness} & {*known})
    enough = _LOOKED_AT if wish.theme is None else _LOOKED_AT // 4
    fitting = list(islice((one for one in new if wish.theme in (None, *one.themes)), enough))
    if not fitting:
        raise BadSetup(NONE_FOUND)
    return min(fitting, key=lambda one: abs(one.rating - rating))


def themes_for(name: str) -> tuple[Theme, ...]:
    """The themes that can be trained in a game."""
    named = find_game(name).facts().puzzles.themes
    return tuple(theme for theme in Theme if not named or theme in named)


def _not_there(name: str, theme: Theme) -> str:
    has = ", ".join(themes_for(name))
    return f"{find_game(name).title} has no puzzles on the theme {theme}. Its themes are: {has}."


def _offered(wish: Wish, random: Random) -> Iterator[Puzzle]:
    """Puzzles of several sets, a few of each."""
    for _ in range(_SETS):
        game = _any_game(wish, random)
        yield from islice(puzzles(game, f"{random.getrandbits(32):08x}"), _OF_ONE_SET)


def _any_game(wish: Wish, random: Random) -> Game:
    name = wish.game or random.choice([one for one in GAMES if wish.theme in (None, *themes_for(one))])
    boards = _first_boards(name) if wish.theme is None else _first_boards(name, _FOR_A_THEME)
    return game_of(name, wish.board or random.choice(boards))


def _first_boards(name: str, number: int = 2) -> tuple[Board, ...]:
    """The boards that a game's facts name first: puzzles on them are made soonest."""
    return boards_of(find_game(name))[:number]
