"""The games as Gymnasium environments: importing this module registers `cornered/KnightsDuel-v0` and so on.

An environment is one seat at the board; an opponent sits at the other. `gymnasium.make` and `make_vec` take
`rows`, `cols`, `opponent`, `seat`, `illegal_reward` and the game's own options: see `CorneredEnv`.

A random opponent draws from the stream of the environment's seed, as in a batch. The seat, and the seed of
any other level, come from Gymnasium's own generator, in this order, at every reset.
"""

from random import Random
from typing import Any, Literal, SupportsInt

import gymnasium as gym
import numpy as np
from numpy.typing import NDArray

from cornered import GAMES, BadSetup, Position
from cornered.arena.agents import Agent, leave, seated
from cornered.arena.batch.arrays import PLANES, Bytes
from cornered.arena.frameworks import class_name, opening
from cornered.arena.frameworks.views import Image, mask, planes, rendered
from cornered.arena.stream import Stream
from cornered.play.opponents import Forfeit
from cornered.play.players import LEVELS, Kind

Seat = Literal[1, 2, "random"]


def check_seat(seat: Seat, opening: Position) -> None:
    """`BadSetup` unless there is such a seat, and the game cannot be over before it has had a turn."""
    if seat not in (1, 2, "random"):
        raise BadSetup(f"A seat is 1, 2 or 'random': not {seat!r}.")
    if not opening.moves():
        raise BadSetup("The game is over where it would begin.")
    if seat != 1 and any(opening.play(square).outcome for square in opening.moves()):
        raise BadSetup(f"On {opening.game.board} the first move may win: there is no game for Player 2.")


def draw_seat(seat: Seat, generator: np.random.Generator) -> int:
    """The seat for the next game."""
    return int(generator.integers(1, 3)) if seat == "random" else seat


class Opposition:
    """An environment's opponent, for one game after another or for many at once.

    A level is made anew for every game, with random numbers of its own. Any other agent stays, so that a
    thousand games need one engine: it gets the position each time.
    """

    def __init__(self, opponent: str | Agent) -> None:
        self._opponent = opponent
        is_a_level = isinstance(opponent, str) and opponent in LEVELS
        self._agent = None if is_a_level else seated(opponent, Random())
        self.is_random = opponent == Kind.RANDOM
        """Whether it is the level whose moves a batch can draw by itself."""

    def for_a_game(self, generator: np.random.Generator) -> Agent:
        """Who plays the next game."""
        random = Random(int(generator.integers(2**63)))
        return self._agent or seated(self._opponent, random)

    def close(self) -> None:
        """Ends what an agent holds on to; if it is asked again, it starts again."""
        leave(self._agent)


def forfeited(fault: Forfeit) -> str:
    """Why the opponent has lost; with a warning, so that nobody takes a broken opponent for a weak one."""
    gym.logger.warn(f"The opponent has lost the game: {fault}")
    return str(fault)


class RandomOpponent:
    """The random opponent, as a batch has it."""

    def __init__(self, seed: int) -> None:
        self._stream = Stream(seed)

    def __call__(self, position: Position) -> int:
        """Any legal move, all equally likely."""
        return self._stream.choice(position.moves())


class CorneredEnv(gym.Env[Bytes, SupportsInt]):
    """One seat at the board; the opponent answers within `step`, and opens within `reset` if this is seat 2.

    An action is a square, row × columns + column. The observation is `planes`, from this seat's side. The
    reward is 1 for a win and −1 for a loss, both at the end. `info["action_mask"]` has a 1 for each legal
    action; an action that it forbids ends the game with `illegal_reward`.

    `opponent` is a level, a function from position to square, or an agent's address such as 'module:name'.
    One that fails has lost: the reward is 1, and `info["forfeit"]` says why. If it fails to open, `reset`
    says so, and the game is won with the next action, whichever it is. `close` ends an opponent's process.

    `seat` is 1, 2 or 'random', which is drawn at every reset. `options` are the game's own, such as
    `start` and `repetitions`. Everything drawn at random follows from the seed given to `reset`.
    """

    metadata = {"render_modes": ["ansi", "rgb_array", "human"], "render_fps": 2}  # noqa: RUF012  # as they ask

    def __init__(
        self,
        game: str,
        rows: int | None = None,
        cols: int | None = None,
        opponent: str | Agent = Kind.RANDOM,
        seat: Seat = 1,
        illegal_reward: float = -1.0,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        self._opposition = Opposition(opponent)
        self.position = self._opening = opening(game, rows, cols, **options)
        check_seat(seat, self._opening)
        self.seat: int = 1 if seat == "random" else seat
        self.render_mode = render_mode
        self._seat, self._illegal_reward = seat, illegal_reward
        self._lots: Agent | None = None
        self._forfeit: str | None = None
        rules = self._opening.game
        self.action_space = gym.spaces.Discrete(rules.board.size)
        self.observation_space = gym.spaces.Box(0, 1, (len(PLANES), rules.rows, rules.cols), np.int8)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Bytes, dict[str, Any]]:
        super().reset(seed=seed)
        if seed is not None or self._lots is None:
            self._lots = RandomOpponent(self.np_random_seed or 0)
        self.seat = draw_seat(self._seat, self.np_random)
        by_chance = self._opposition.is_random
        self._answer = self._lots if by_chance else self._opposition.for_a_game(self.np_random)
        self.position, self._forfeit = self._opening, None
        self._let_the_opponent_move()
        self._show()
        return planes(self.position, self.seat), self._info()

    def step(self, action: SupportsInt) -> tuple[Bytes, float, bool, bool, dict[str, Any]]:
        legal = self._forfeit is not None or int(action) in self.position.moves()
        if legal and self._forfeit is None:
            self.position = self.position.play(int(action))
            self._let_the_opponent_move()
            self._show()
        winner = self._winner()
        reward = 0.0 if winner is None else 1.0 if winner == self.seat else -1.0
        over = not legal or winner is not None
        observation = planes(self.position, self.seat)
        return observation, reward if legal else self._illegal_reward, over, False, self._info()

    def _let_the_opponent_move(self) -> None:
        if self.position.to_move == self.seat or not self.position.moves():
            return
        try:
            self.position = self.position.play(self._answer(self.position))
        except Forfeit as fault:
            self._forfeit = forfeited(fault)

    def _winner(self) -> int | None:
        outcome = self.position.outcome
        return self.seat if self._forfeit is not None else outcome and outcome.winner

    def _info(self) -> dict[str, Any]:
        forfeit = {} if self._forfeit is None else {"forfeit": self._forfeit}
        return {"action_mask": mask(self.position), **forfeit}

    def action_masks(self) -> NDArray[np.bool_]:
        """For each action whether it is legal: none is when the game is over."""
        return mask(self.position).astype(bool)

    def render(self) -> Image | str | None:
        return rendered(self.position, self.render_mode)

    def close(self) -> None:
        self._opposition.close()

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()


def environment_id(game: str) -> str:
    """What `gymnasium.make` calls the game."""
    return f"cornered/{class_name(game)}-v0"


for _game in GAMES:
    gym.register(
        environment_id(_game),
        f"{__name__}:CorneredEnv",
        vector_entry_point=f"{__name__}_vector:CorneredVectorEnv",
        kwargs={"game": _game},
    )
