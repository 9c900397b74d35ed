"""Which puzzle comes next: that of the day, one that suits the solver, or the next of a rush."""

from collections.abc import Container, Iterator, Sequence
from contextlib import suppress
from datetime import date
from itertools import count, islice
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

_FEWEST_BOARDS = 2
_FOR_A_THEME = 9
"""Boards, the first that a game's facts name: puzzles are made soonest there, but some ideas are rare."""

_WORTH_A_DAY = 3
"""Moves to choose from in the puzzle of a day."""

RUSH_SECONDS = 180.0
RUSH_MISTAKES = 3
"""A rush is as many puzzles as one can solve until the time is up or so many mistakes are made."""

NONE_FOUND = "No such puzzle was found: try another theme, board or game."


class Wish(NamedTuple):
    """What someone wants to train: any game, board and theme unless they say."""

    game: str | None = None
    board: Board | None = None
    theme: Theme | None = None


def of_the_day(day: date) -> Puzzle:
    """The puzzle of a date, the same for everyone: our own games take turns, each on its first boards.

    It has three moves or more to choose from: with two, half of the guesses would be right.
    """
    turn, game = divmod(day.toordinal(), len(GAMES.own))
    name = GAMES.own[game]
    boards = _first_boards(name, _FEWEST_BOARDS)
    of_set = (Name(name, boards[turn % len(boards)], day.isoformat(), number) for number in count(1))
    return next(one for one in map(puzzle, of_set) if len(one.ratings) >= _WORTH_A_DAY)


def day_of(puzzle: Puzzle) -> str | None:
    """The date whose puzzle this is, if it is one: it stands in the name as the seed."""
    with suppress(ValueError):
        day = date.fromisoformat(puzzle.name.seed)
        if of_the_day(day).name == puzzle.name:
            return day.isoformat()
    return None


def suiting(rating: float, wish: Wish, known: Sequence[str], random: Random) -> Puzzle:
    """A puzzle not known yet, of those looked at the one whose difficulty comes nearest to the rating.

    `known` are names of puzzles, or their likenesses, which rule out all that look alike; the latest come
    last. Where no other puzzle is left, the one comes again that was seen longest ago.
    """
    if wish.game and wish.theme and wish.theme not in themes_for(wish.game):
        raise BadSetup(_not_there(wish.game, wish.theme))
    seen = {one: number for number, one in enumerate(known)}
    offered = (one for one in _offered(wish, random) if wish.theme in (None, *one.themes))
    new, old = _parted(offered, seen, _LOOKED_AT if wish.theme is None else _LOOKED_AT // 4)
    if not new and not old:
        raise BadSetup(NONE_FOUND)
    if not new:
        return min(old, key=lambda one: max(seen.get(word, -1) for word in (str(one.name), one.likeness)))
    return min(new, key=lambda one: abs(one.rating - rating))


def rush_rating(solved: int) -> float:
    """How hard the next puzzle of a rush is to be: they get harder with every one that was solved."""
    return 800.0 + 60 * solved


def _parted(offered: Iterator[Puzzle], seen: Container[str], enough: int) -> tuple[list[Puzzle], ...]:
    """The new ones of the puzzles offered, as soon as there are enough of them, and the others."""
    new, old = list[Puzzle](), list[Puzzle]()
    for one in offered:
        (old if str(one.name) in seen or one.likeness in seen else new).append(one)
        if len(new) == enough:
            break
    return new, old


def themes_for(name: str) -> tuple[Theme, ...]:
    """The themes that can be trained in a game."""
    named = find_game(name).facts().puzzles.themes
    return tuple(theme for theme in Theme if not named or theme in named)


def _not_there(name: str, theme: Theme) -> str:
    has = ", ".join(themes_for(name))
    return f"{find_game(name).title} has no puzzles, or too few, on the theme {theme}. Its themes are: {has}."


def _offered(wish: Wish, random: Random) -> Iterator[Puzzle]:
    """Puzzles of several sets, a few of each: on ever more boards, for the first may hold nothing new."""
    fewest = _FEWEST_BOARDS if wish.theme is None else _FOR_A_THEME
    for boards in range(fewest, fewest + _SETS):
        game = _any_game(wish, boards, random)
        yield from islice(puzzles(game, f"{random.getrandbits(32):08x}"), _OF_ONE_SET)


def _any_game(wish: Wish, boards: int, random: Random) -> Game:
    """A game that is wished for, on the board that is, or on one of so many of its first ones."""
    name = wish.game or random.choice([one for one in GAMES if wish.theme in (None, *themes_for(one))])
    return game_of(name, wish.board or random.choice(_first_boards(name, boards)))


def _first_boards(name: str, number: int) -> tuple[Board, ...]:
    return boards_of(find_game(name))[:number]
