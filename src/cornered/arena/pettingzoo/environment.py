"""Two agents taking turns at one board, as PettingZoo sees them."""

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from cornered.arena.arrays import PLANES, Bytes
from cornered.arena.picture import Image, picture
from cornered.arena.planes import mask, planes
from cornered.arena.setting import module_name, opening
from cornered.arena.text import scene

PLAYERS = ("player_1", "player_2")


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
        if self.render_mode == "rgb_array":
            return picture(self.position)
        if self.render_mode == "ansi":
            return scene(self.position)
        if self.render_mode == "human":
            print(scene(self.position), end="\n\n")
        return None

    def close(self) -> None:
        """Nothing is held open."""
