"""One game against an opponent, as Gymnasium sees it."""

from random import Random
from typing import Any, Literal, SupportsInt

import gymnasium as gym
import numpy as np
from numpy.typing import NDArray

from cornered import Position
from cornered.arena.agents import Agent, seated
from cornered.arena.picture import Image, picture
from cornered.arena.planes import PLANES, Array, mask, planes
from cornered.arena.setting import opening
from cornered.arena.text import scene
from cornered.refusal import BadSetup

Seat = Literal[1, 2, "random"]


class CorneredEnv(gym.Env[Array, SupportsInt]):
    """One seat at the board; the opponent answers within `step`, and opens within `reset` from seat 1.

    An action is a square, row × columns + column. The observation is `planes`, from this seat's side. The
    reward is 1 for a win and −1 for a loss, both at the end. `info["action_mask"]` has a 1 for each legal
    action; an action that it forbids ends the game with `illegal_reward`.

    `opponent` is a level, a function from position to square, or 'module:name'. `seat` is 1, 2 or 'random',
    which is drawn anew at every reset. `options` are the game's own, such as `start` and `repetitions`.
    Everything drawn at random follows from the seed given to `reset`.
    """

    metadata = {"render_modes": ["ansi", "rgb_array", "human"], "render_fps": 2}  # noqa: RUF012  # as they ask

    def __init__(
        self,
        game: str,
        rows: int | None = None,
        cols: int | None = None,
        opponent: str | Agent = "random",
        seat: Seat = 1,
        illegal_reward: float = -1.0,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        seated(opponent, Random())  # whoever asks for nobody hears of it now
        self.position = self._opening = opening(game, rows, cols, **options)
        refuse_early_end(self._opening, seat)
        self.seat = 1 if seat == "random" else seat
        self.render_mode = render_mode
        self._opponent, self._seat, self._illegal_reward = opponent, seat, illegal_reward
        rules = self._opening.game
        self.action_space = gym.spaces.Discrete(rules.board.size)
        self.observation_space = gym.spaces.Box(0, 1, (len(PLANES), rules.rows, rules.cols), np.int8)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Array, dict[str, Any]]:
        super().reset(seed=seed)
        chance = Random(int(self.np_random.integers(2**63)))
        self.seat = chance.choice((1, 2)) if self._seat == "random" else self._seat
        self._answer = seated(self._opponent, chance)
        self.position = self._opening
        self._let_the_opponent_move()
        self._show()
        return planes(self.position, self.seat), self._info()

    def step(self, action: SupportsInt) -> tuple[Array, float, bool, bool, dict[str, Any]]:
        legal = int(action) in self.position.moves()
        if legal:
            self.position = self.position.play(int(action))
            self._let_the_opponent_move()
            self._show()
        outcome = self.position.outcome
        reward = 0.0 if outcome is None else 1.0 if outcome.winner == self.seat else -1.0
        over = not legal or outcome is not None
        observation = planes(self.position, self.seat)
        return observation, reward if legal else self._illegal_reward, over, False, self._info()

    def _let_the_opponent_move(self) -> None:
        if self.position.to_move != self.seat and self.position.moves():
            self.position = self.position.play(self._answer(self.position))

    def _info(self) -> dict[str, Any]:
        return {"action_mask": mask(self.position)}

    def action_masks(self) -> NDArray[np.bool_]:
        """For each action whether it is legal: none is when the game is over."""
        return mask(self.position).astype(bool)

    def render(self) -> Image | str | None:
        if self.render_mode == "rgb_array":
            return picture(self.position)
        if self.render_mode == "ansi":
            return scene(self.position)
        self._show()
        return None

    def _show(self) -> None:
        if self.render_mode == "human":
            print(scene(self.position), end="\n\n")


def refuse_early_end(opening: Position, seat: Seat) -> None:
    """`BadSetup` where the game may be over before this seat has had a turn."""
    if not opening.moves():
        raise BadSetup("The game is over where it would begin.")
    if seat != 1 and any(opening.play(square).outcome for square in opening.moves()):
        raise BadSetup(f"On {opening.game.board} the first move may win: there is no game for Player 2.")
