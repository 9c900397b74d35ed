"""Every game in a list, whatever a package gets wrong."""

import logging
from collections.abc import Callable
from typing import TypeVar

from pydantic import BaseModel

from cornered.game import Game
from cornered.games import GAMES

_log = logging.getLogger(__name__)

Shown = TypeVar("Shown")


def each_game(show: Callable[[type[Game]], Shown]) -> list[Shown]:
    """What is shown of every game, without any that fails: one broken game must not hide the others."""
    shown = []
    for name, rules in GAMES.items():
        try:
            shown.append(show(rules))
        except Exception as error:  # whatever a package gets wrong
            _log.error("%s", GAMES.blamed(error) or f"The game '{name}' is left out.", exc_info=error)
    return shown


def each_game_as_json(show: Callable[[type[Game]], BaseModel]) -> str:
    """The same as text, for lists that never change: they are made once."""
    return f"[{','.join(shown.model_dump_json() for shown in each_game(show))}]"
