"""The games as PettingZoo environments: a module for each, such as `knights_duel_v0` with its `env()`.

>>> from cornered.arena.pettingzoo import knights_duel_v0
>>> env = knights_duel_v0.env(rows=5, cols=6)
>>> env.reset(seed=1)
>>> env.agent_selection
'player_1'
"""

import sys
from functools import partial
from types import ModuleType
from typing import TYPE_CHECKING, Any

import pettingzoo

from cornered import GAMES
from cornered.arena.pettingzoo.environment import env, raw_env
from cornered.arena.setting import module_name

if TYPE_CHECKING:

    def __getattr__(name: str) -> Any:  # the modules below, which no file tells of
        ...


def _module(game: str) -> ModuleType:
    module = ModuleType(f"{__name__}.{module_name(game)}_v0", f"{GAMES[game].title} for PettingZoo.")
    module.env = partial(env, game)  # type: ignore[attr-defined]  # a module that is being made
    module.raw_env = partial(raw_env, game)  # type: ignore[attr-defined]
    return module


# Made here, not written, so that a game from a plugin has its module too.
for _game in GAMES:
    _made = _module(_game)
    _name = f"{module_name(_game)}_v0"
    sys.modules[_made.__name__] = globals()[_name] = _made
    pettingzoo.register("aec", f"cornered/{_name}", f"{_made.__name__}:env")
