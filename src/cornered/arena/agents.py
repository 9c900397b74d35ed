"""Whoever may sit across the board: a level, a function, or the name of one."""

from collections.abc import Callable
from importlib import import_module
from random import Random

from cornered import BadSetup, Position
from cornered.play.opponents import opponent
from cornered.play.players import Kind

Agent = Callable[[Position], int]
"""Given a position in which the game goes on, the square to play."""

LEVELS = tuple(str(kind) for kind in Kind if kind is not Kind.HUMAN)


def seated(who: str | Agent, random: Random) -> Agent:
    """The agent meant: a level, which draws on `random`, a function, or one named as 'module:name'.

    >>> from cornered import new_game
    >>> seated("easy", Random(1))(new_game("knights-blockade").start()) in (7, 11)
    True
    """
    if not isinstance(who, str):
        return who
    if ":" in who:
        return _imported(who)
    if who not in LEVELS:
        raise BadSetup(f"There is no level '{who}': choose one of {', '.join(LEVELS)}, or write module:name.")
    return opponent(Kind(who), random).choose


def _imported(path: str) -> Agent:
    module, _, name = path.partition(":")
    try:
        found: Agent = getattr(import_module(module), name)
    except (ImportError, AttributeError, ValueError) as error:
        raise BadSetup(f"There is no agent '{path}': {error}.") from error
    if not callable(found):
        raise BadSetup(f"'{path}' is no agent: it cannot be called with a position.")
    return found
