"""Many games at once against as many opponents, as Gymnasium sees them: stepped by a batch."""

from collections.abc import Sequence
from random import Random
from typing import Any

import gymnasium as gym
import numpy as np
from gymnasium.utils.seeding import np_random
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import ArrayLike, NDArray

from cornered.arena.agents import Agent, seated
from cornered.arena.arrays import PLANES, Bytes
from cornered.arena.batch import Batch
from cornered.arena.engine import AGAIN, RANDOM, WAIT
from cornered.arena.gymnasium.rivals import RANDOM_LEVEL, Rivals, Seat, check_seat, draw_seat
from cornered.arena.planes import FROM_THE_OTHER_SIDE
from cornered.arena.setting import opening

Bools = NDArray[np.bool_]
Step = tuple[Bytes, NDArray[np.float64], Bools, Bools, dict[str, Any]]


class CorneredVectorEnv(VectorEnv[Bytes, ArrayLike, NDArray[Any]]):
    """What `num_envs` of `CorneredEnv` would be under `SyncVectorEnv`, step for step, and much faster.

    The arguments are those of `CorneredEnv`, but nothing is rendered. A game that ends begins again in the
    same step: `info` then has `final_obs` and `final_info`. Against the random opponent all games are moved
    by the kernel; any other is asked game by game.
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012  # as Gymnasium asks for it

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        rows: int | None = None,
        cols: int | None = None,
        opponent: str | Agent = RANDOM_LEVEL,
        seat: Seat = 1,
        illegal_reward: float = -1.0,
        **options: Any,
    ) -> None:
        seated(opponent, Random())  # whoever asks for nobody hears of it now
        start = opening(game, rows, cols, **options)
        check_seat(seat, start)
        rules = start.game
        self.num_envs = num_envs
        self.single_action_space = gym.spaces.Discrete(rules.board.size)
        self.single_observation_space = gym.spaces.Box(0, 1, (len(PLANES), rules.rows, rules.cols), np.int8)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self._seat, self._illegal_reward = seat, illegal_reward
        self._seats = np.full(num_envs, 1 if seat == "random" else seat, np.int8)
        self._rivals = None if opponent == RANDOM_LEVEL else Rivals(opponent, start, num_envs)
        self._batch = Batch(start, num_envs)
        self._sow(np.random.SeedSequence().generate_state(num_envs, np.uint64).tolist())

    def reset(
        self, *, seed: int | Sequence[int] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Bytes, dict[str, Any]]:
        """Begins every game anew: environment `i` with `seed + i` or `seed[i]`."""
        if seed is not None:
            self._sow(seed if isinstance(seed, Sequence) else range(seed, seed + self.num_envs))
        self._batch.restart()
        self._begin(np.ones(self.num_envs, np.bool_))
        self._answer(self._batch.turn != self._seats)
        return self._batch.planes.copy(), self._info()

    def _sow(self, seeds: Sequence[int]) -> None:
        self._batch.restart(seeds)
        draws = self._seat == "random" or self._rivals
        self._generators = [np_random(seed)[0] for seed in seeds] if draws else []

    def step(self, actions: ArrayLike) -> Step:
        batch, squares = self._batch, np.asarray(actions, np.int64)
        legal = self._legal(squares)
        forfeited = ~legal
        left = batch.planes[forfeited]
        self._act(np.where(legal, squares, AGAIN))
        won = batch.winner > 0
        self._begin(won | forfeited)
        self._answer(batch.turn != self._seats)
        lost = batch.winner > 0
        self._begin(lost)
        self._answer(lost & (batch.turn != self._seats))
        rewards = np.where(legal, won.astype(np.float64) - lost, self._illegal_reward)
        over = won | lost | forfeited
        info = self._info() | (self._final(over, won, forfeited, left) if over.any() else {})
        return batch.planes.copy(), rewards, over, np.zeros_like(over), info

    def _legal(self, squares: NDArray[np.int64]) -> Bools:
        legal: Bools = (squares >= 0) & (squares < self._batch.mask.shape[1])
        legal &= self._batch.mask[np.arange(self.num_envs), np.where(legal, squares, 0)]
        return legal

    def _act(self, actions: NDArray[np.int64]) -> None:
        self._batch.step(actions)
        if self._rivals:
            self._rivals.see(actions)

    def _begin(self, games: Bools) -> None:
        """In these games a new one begins: whatever is drawn by lot for it is drawn."""
        for game in np.flatnonzero(games).tolist() if self._generators else ():
            generator = self._generators[game]
            self._seats[game] = draw_seat(self._seat, generator)
            if self._rivals:
                self._rivals.sit_down(game, generator)

    def _answer(self, asked: Bools) -> None:
        self._act(self._rivals.answers(asked) if self._rivals else np.where(asked, RANDOM, WAIT))

    def _info(self) -> dict[str, Any]:
        everyone = np.ones(self.num_envs, np.bool_)
        return {"action_mask": self._batch.mask.astype(np.int8), "_action_mask": everyone}

    def _final(self, over: Bools, won: Bools, forfeited: Bools, left: Bytes) -> dict[str, Any]:
        """How the games that are over looked at their end, each from its own seat: Gymnasium's form."""
        seen = self._batch.final.copy()  # as the loser saw it
        seen[won] = seen[won][:, FROM_THE_OTHER_SIDE]
        seen[forfeited] = left
        observations = np.full(self.num_envs, None, dtype=object)
        for game in np.flatnonzero(over).tolist():
            observations[game] = seen[game]
        masks = np.where(over[:, None], seen[:, -1].reshape(self.num_envs, -1), 0).astype(np.int8)
        return {
            "final_obs": observations,
            "_final_obs": over.copy(),
            "final_info": {"action_mask": masks, "_action_mask": over.copy()},
            "_final_info": over.copy(),
        }
