"""Cornered: five small two-player games about running out of room, exact on any board.

>>> from cornered import new_game
>>> game = new_game("knights-blockade")
>>> position = game.start().play(game.square("2 1"))
>>> position.to_move, [game.label(square) for square in position.moves()]
(2, ['(2, 3)', '(3, 2)'])
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

__all__ = [
    "GAMES",
    "BadSetup",
    "Board",
    "CorneredError",
    "Game",
    "IllegalMove",
    "Option",
    "Outcome",
    "Position",
    "Reason",
    "Refusal",
    "new_game",
    "opening",
    "read_position",
]

if TYPE_CHECKING:
    from cornered.board import Board
    from cornered.errors import BadSetup, CorneredError, IllegalMove, Refusal
    from cornered.game import Game, Option, Outcome, Position, Reason
    from cornered.games import GAMES, new_game, opening, read_position

    __version__: str
else:

    def __getattr__(name: str) -> Any:
        """Imports a name when it is first asked for: `cornered --help` needs none of them."""
        if name == "__version__":
            return import_module("importlib.metadata").version("cornered")
        if name in __all__:
            for home in ("errors", "board", "game", "games"):
                module = import_module(f"cornered.{home}")
                if hasattr(module, name):
                    globals()[name] = getattr(module, name)
                    return globals()[name]
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

    def __dir__() -> list[str]:
        """The public names, which are imported when they are first asked for."""
        return sorted({*__all__, "__version__", *(name for name in globals() if name.startswith("__"))})
