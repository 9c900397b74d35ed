"""Every game in a list, whatever a package gets wrong."""

import logging
from collections.abc import Callable
from typing import TypeVar

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
