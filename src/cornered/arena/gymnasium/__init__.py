"""The games as Gymnasium environments: importing this module registers `cornered/KnightsDuel-v0` and so on.

An environment is one seat at the board; an opponent sits at the other. `gymnasium.make`
and `make_vec` take `rows`, `cols`, `opponent`, `seat`, `illegal_reward` and the game's own options: see
`CorneredEnv`.
"""

from gymnasium import register

from cornered import GAMES
from cornered.arena.gymnasium.single import CorneredEnv
from cornered.arena.gymnasium.vector import CorneredVectorEnv
from cornered.arena.setting import class_name

__all__ = ["CorneredEnv", "CorneredVectorEnv", "environment_id"]


def environment_id(game: str) -> str:
    """What `gymnasium.make` calls the game."""
    return f"cornered/{class_name(game)}-v0"


for _game in GAMES:
    register(
        environment_id(_game),
        f"{__name__}:CorneredEnv",
        vector_entry_point=f"{__name__}:CorneredVectorEnv",
        kwargs={"game": _game},
    )
