"""The games with gg-bench's interface, under the right rules: a class for each, such as `KnightsDuel`.

Code for one of gg-bench's games needs only its import changed:

>>> from cornered.arena.frameworks.ggbench import KnightsDuel as CustomEnv
>>> env = CustomEnv()
>>> env.valid_moves()
[7, 11]
>>> env.step(7)[1:]
(0, False, False, {})
"""

from typing import TYPE_CHECKING, Any, SupportsInt

import gymnasium as gym
import numpy as np
from numpy.typing import NDArray

from cornered import GAMES
from cornered.arena.agents.text import scene
from cornered.arena.batch.arrays import PLANES
from cornered.arena.frameworks import class_name, opening
from cornered.arena.frameworks.views import planes

ILLEGAL = -10

Observation = NDArray[np.float32]

if TYPE_CHECKING:

    def __getattr__(name: str) -> type["CustomEnv"]:  # the classes below, one for each game
        ...


class CustomEnv(gym.Env[Observation, SupportsInt]):
    """Both players through one environment: an action is a square, row × columns + column.

    The winning move is rewarded with 1; an illegal action ends the game at −10. The observation
    is `planes` in one row, from the side of the player to move. Boards and options other than the book's
    are arguments.
    """

    game: str

    def __init__(self, rows: int | None = None, cols: int | None = None, **options: Any) -> None:
        self._opening = opening(self.game, rows, cols, **options)
        size = self._opening.game.board.size
        self.action_space = gym.spaces.Discrete(size)
        self.observation_space = gym.spaces.Box(0, 1, (len(PLANES) * size,), np.float32)
        self.reset()

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        super().reset(seed=seed)
        self.position = self._opening
        self.done = not self.position.moves()
        return self._observation(), {}

    def step(self, action: SupportsInt) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        reward = 0 if self.done else self._play(int(action))
        return self._observation(), reward, self.done, False, {}

    def _play(self, square: int) -> int:
        legal = square in self.position.moves()
        if legal:
            self.position = self.position.play(square)
        self.done = not legal or self.position.outcome is not None
        return 0 if not self.done else 1 if legal else ILLEGAL

    @property
    def current_player(self) -> int:
        """The player to move, 1 or 2."""
        return self.position.to_move

    def valid_moves(self) -> list[int]:
        """The legal actions, in ascending order; none when the game is over."""
        return [] if self.done else list(self.position.moves())

    def render(self) -> str:
        return scene(self.position)

    def _observation(self) -> Observation:
        return planes(self.position, self.position.to_move).ravel().astype(np.float32)


for _game in GAMES:
    _name = class_name(_game)
    globals()[_name] = type(_name, (CustomEnv,), {"game": _game, "__module__": __name__})
