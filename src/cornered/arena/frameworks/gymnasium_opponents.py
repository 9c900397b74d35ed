"""Who sits across from an environment, and what is drawn by lot for it: the same for one game and for many.

A random opponent draws from the stream of the environment's seed, as in a batch. The seat, and the seed of an
opponent of some strength, come from Gymnasium's own generator, in this order, at every reset.
"""

from random import Random
from typing import Literal

import gymnasium as gym
import numpy as np

from cornered import BadSetup, Position
from cornered.arena.agents import Agent, leave, seated
from cornered.arena.stream import Stream
from cornered.play.opponents import Forfeit
from cornered.play.players import LEVELS

Seat = Literal[1, 2, "random"]

RANDOM_LEVEL = "random"


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
    """Whoever an environment has as its opponent, for one game after another or for many at once.

    A level sits down anew for every game, with lots of its own. An agent from elsewhere stays, so that a
    thousand games need one engine: it is told the position each time.
    """

    def __init__(self, opponent: str | Agent) -> None:
        self._level = opponent if isinstance(opponent, str) and opponent in LEVELS else None
        self._agent = None if self._level else seated(opponent, Random())

    @property
    def is_random(self) -> bool:
        """Whether it is the level whose lots a batch can draw by itself."""
        return self._level == RANDOM_LEVEL

    def for_a_game(self, generator: np.random.Generator) -> Agent:
        """Who plays the next game."""
        lots = Random(int(generator.integers(2**63)))
        return self._agent or seated(self._level or RANDOM_LEVEL, lots)

    def leave(self) -> None:
        """Ends what an agent from elsewhere holds on to; asked again, it starts again."""
        leave(self._agent)


def forfeited(fault: Forfeit) -> str:
    """Why the opponent has lost; whoever trains is warned, lest a broken opponent be taken for a weak one."""
    gym.logger.warn(f"The opponent has lost the game: {fault}")
    return str(fault)


class ByLot:
    """The random opponent, as a batch has it."""

    def __init__(self, seed: int) -> None:
        self._stream = Stream(seed)

    def __call__(self, position: Position) -> int:
        """Any legal move, all equally likely."""
        return self._stream.choice(position.moves())
