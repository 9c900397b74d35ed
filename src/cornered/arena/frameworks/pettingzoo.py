"""The games as PettingZoo environments, such as `knights_duel_v0` with its `env()`: two agents at one board.

>>> from cornered.arena.frameworks.pettingzoo import knights_duel_v0
>>> env = knights_duel_v0.env(rows=5, cols=6)
>>> env.reset(seed=1)
>>> env.agent_selection
'player_1'
"""

import sys
from functools import partial
from types import ModuleType
from typing import TYPE_CHECKING, Any

import numpy as np
import pettingzoo
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from cornered import GAMES
from cornered.arena.batch.arrays import PLANES, Bytes
from cornered.arena.frameworks import module_name, opening
from cornered.arena.frameworks.views import Image, mask, planes, rendered

PLAYERS = ("player_1", "player_2")

if TYPE_CHECKING:

    def __getattr__(name: str) -> Any:  # the modules made below
        ...


def env(game: str, **arguments: Any) -> AECEnv:
    """The environment in the usual wrappers: an illegal action loses the game and costs its player 1."""
    made: AECEnv = raw_env(game, **arguments)
    for wrapper in (
        lambda inner: wrappers.TerminateIllegalWrapper(inner, illegal_reward=-1),
        wrappers.AssertOutOfBoundsWrapper,
        wrappers.OrderEnforcingWrapper,
    ):
        made = wrapper(made)
    return made


class raw_env(AECEnv):  # noqa: N801  # the name that PettingZoo's users look for
    """The environment itself: an action is a square, row × columns + column, and must be legal.

    An agent observes `planes` from its own side, and the mask of legal actions, all zeros out of turn. The
    winner is rewarded with 1 and the loser with −1. `options` are the game's own, such as `start`.
    """

    def __init__(
        self,
        game: str,
        rows: int | None = None,
        cols: int | None = None,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        super().__init__()
        self.metadata = {
            "name": f"{module_name(game)}_v0",
            "render_modes": ["ansi", "rgb_array", "human"],
            "render_fps": 2,
            "is_parallelizable": False,
        }
        self.render_mode = render_mode
        self.possible_agents = list(PLAYERS)
        self.agents = list(PLAYERS)
        self.position = self._opening = opening(game, rows, cols, **options)
        rules = self._opening.game
        self.action_spaces = {agent: spaces.Discrete(rules.board.size) for agent in PLAYERS}
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0, 1, (len(PLANES), rules.rows, rules.cols), np.int8),
                    "action_mask": spaces.Box(0, 1, (rules.board.size,), np.int8),
                }
            )
            for agent in PLAYERS
        }

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.position = self._opening
        self.agents = list(PLAYERS)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in PLAYERS}
        self.rewards = dict.fromkeys(PLAYERS, 0.0)
        self._cumulative_rewards = dict.fromkeys(PLAYERS, 0.0)
        self.terminations = dict.fromkeys(PLAYERS, False)
        self.truncations = dict.fromkeys(PLAYERS, False)
        self._look_up()

    def step(self, action: int) -> None:
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[self.agent_selection] = 0.0
        self.position = self.position.play(int(action))
        self._look_up()

    def _look_up(self) -> None:
        """Whose turn it is now, and what the game's end brings."""
        self.agent_selection = PLAYERS[self.position.to_move - 1]
        if outcome := self.position.outcome:
            self.terminations = dict.fromkeys(PLAYERS, True)
            for number, agent in enumerate(PLAYERS, 1):
                self.rewards[agent] = 1.0 if number == outcome.winner else -1.0
            self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> dict[str, Bytes]:
        legal = mask(self.position)
        return {
            "observation": planes(self.position, PLAYERS.index(agent) + 1),
            "action_mask": legal if agent == self.agent_selection else np.zeros_like(legal),
        }

    def render(self) -> Image | str | None:
        return rendered(self.position, self.render_mode)

    def close(self) -> None:
        """Nothing is held open."""


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
