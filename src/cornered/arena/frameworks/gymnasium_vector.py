"""Many games at once against as many opponents, as Gymnasium sees them: stepped by a batch."""

from collections.abc import Iterable, Sequence
from typing import Any

import gymnasium as gym
import numpy as np
from gymnasium.utils.seeding import np_random
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import ArrayLike, NDArray

from cornered.arena.agents import Agent
from cornered.arena.batch import Batch
from cornered.arena.batch.arrays import AGAIN, PLANES, RANDOM, WAIT, Bytes
from cornered.arena.frameworks import opening
from cornered.arena.frameworks.gymnasium import Opposition, Seat, check_seat, draw_seat, forfeited
from cornered.arena.frameworks.views import FROM_THE_OTHER_SIDE
from cornered.game import Position
from cornered.play.opponents import Forfeit
from cornered.play.players import Kind

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
        opponent: str | Agent = Kind.RANDOM,
        seat: Seat = 1,
        illegal_reward: float = -1.0,
        **options: Any,
    ) -> None:
        self._opposition = Opposition(opponent)
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
        self._rivals = None if self._opposition.is_random else _Rivals(self._opposition, start, num_envs)
        self._batch = Batch(start, num_envs)
        self._last_seen = np.zeros_like(self._batch.planes)
        self._sow(np.random.SeedSequence().generate_state(num_envs, np.uint64).tolist())

    def reset(
        self, *, seed: int | Sequence[int] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Bytes, dict[str, Any]]:
        """Begins every game again: environment `i` with `seed + i` or `seed[i]`."""
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
        if squares.shape != (self.num_envs,):
            raise ValueError(f"A step takes {self.num_envs} actions: one for each game.")
        given = self._forfeits()  # by opponents that failed to open
        illegal = ~(self._among(given) | self._legal(squares))
        stopped = illegal | self._among(given)
        self._keep_sight_of(stopped)
        self._act(np.where(stopped, AGAIN, squares))
        won = batch.winner > 0
        self._begin(won | stopped)
        self._answer(batch.turn != self._seats)
        lost = batch.winner > 0
        given |= self._forfeits(~(won | stopped))
        failed = self._among(given) & ~stopped
        self._begin_again(lost, failed)
        rewards = np.where(illegal, self._illegal_reward, won.astype(np.float64) + self._among(given) - lost)
        over = won | lost | stopped | failed
        ended = self._final(over, won, won | lost, given) if over.any() else {}
        return batch.planes.copy(), rewards, over, np.zeros_like(over), self._info() | ended

    def _forfeits(self, among: Bools | None = None) -> dict[int, str]:
        """Why opponents have lost the games at hand, all of them or some, without making a legal move."""
        forfeits = self._rivals.forfeits if self._rivals else {}
        return {game: why for game, why in forfeits.items() if among is None or among[game]}

    def _among(self, games: Iterable[int]) -> Bools:
        chosen = np.zeros(self.num_envs, np.bool_)
        chosen[list(games)] = True
        return chosen

    def _keep_sight_of(self, games: Bools) -> None:
        """Remembers how these games, which end without a move, look from our seats."""
        seen, away = self._batch.planes[games], (self._batch.turn != self._seats)[games]
        seen[away] = seen[away][:, FROM_THE_OTHER_SIDE]
        self._last_seen[games] = seen

    def _begin_again(self, lost: Bools, failed: Bools) -> None:
        """After games that the opponent has won, and others that it failed in."""
        if failed.any():
            self._keep_sight_of(failed)
            self._act(np.where(failed, AGAIN, WAIT))
        self._begin(lost | failed)
        self._answer((lost | failed) & (self._batch.turn != self._seats))

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
        masks = {"action_mask": self._batch.mask.astype(np.int8), "_action_mask": everyone}
        return masks | self._told(self._forfeits())

    def _final(self, over: Bools, won: Bools, by_a_move: Bools, given: dict[int, str]) -> dict[str, Any]:
        """How the games that are over looked at their end, each from its own seat: Gymnasium's form."""
        seen = np.where(by_a_move[:, None, None, None], self._batch.final, self._last_seen)
        seen[won] = seen[won][:, FROM_THE_OTHER_SIDE]  # it is the loser's sight that was kept
        observations = np.full(self.num_envs, None, dtype=object)
        for game in np.flatnonzero(over).tolist():
            observations[game] = seen[game]
        masks = np.where(over[:, None], seen[:, -1].reshape(self.num_envs, -1), 0).astype(np.int8)
        return {
            "final_obs": observations,
            "_final_obs": over.copy(),
            "final_info": {"action_mask": masks, "_action_mask": over.copy(), **self._told(given)},
            "_final_info": over.copy(),
        }

    def _told(self, forfeits: dict[int, str]) -> dict[str, Any]:
        if not forfeits:
            return {}
        sentences = np.full(self.num_envs, None, dtype=object)
        sentences[list(forfeits)] = list(forfeits.values())
        return {"forfeit": sentences, "_forfeit": self._among(forfeits)}

    def close_extras(self, **kwargs: Any) -> None:
        """Ends an opponent's process."""
        self._opposition.close()


class _Rivals:
    """An opponent for each game of a batch; they follow the games by their positions.

    `forfeits` has the reason for each game in which one has made no legal move, and lost.
    """

    def __init__(self, opposition: Opposition, opening: Position, games: int) -> None:
        self._opposition = opposition
        self._opening = opening
        self._positions = [opening] * games
        self._agents: dict[int, Agent] = {}
        self.forfeits: dict[int, str] = {}

    def sit_down(self, game: int, generator: np.random.Generator) -> None:
        """A new game begins here."""
        self._positions[game] = self._opening
        self._agents[game] = self._opposition.for_a_game(generator)
        self.forfeits.pop(game, None)

    def see(self, actions: NDArray[np.int64]) -> None:
        """These squares were played, where they are squares."""
        for game in np.flatnonzero(actions >= 0).tolist():
            self._positions[game] = self._positions[game].play(int(actions[game]))

    def answers(self, asked: NDArray[np.bool_]) -> NDArray[np.int64]:
        """A square for each game in which one is asked for; where the opponent fails, none."""
        squares = np.full(asked.shape, WAIT)
        for game in np.flatnonzero(asked).tolist():
            try:
                squares[game] = self._agents[game](self._positions[game])
            except Forfeit as fault:
                self.forfeits[game] = forfeited(fault)
        return squares
