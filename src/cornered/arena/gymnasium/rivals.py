"""Who sits across from an environment, and what is drawn by lot for it: the same for one game and for many.

A random opponent draws from the stream of the environment's seed, as in a batch. The seat, and the seed of an
opponent of some strength, come from Gymnasium's own generator, in this order, at every reset.
"""

from random import Random
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from cornered import BadSetup, Position
from cornered.arena.agents import Agent, seated
from cornered.arena.engine import WAIT
from cornered.arena.stream import Stream

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


def rival(opponent: str | Agent, generator: np.random.Generator) -> Agent:
    """The opponent for the next game."""
    return seated(opponent, Random(int(generator.integers(2**63))))


def by_lot(stream: Stream) -> Agent:
    """The random opponent, as a batch has it."""

    def choose(position: Position) -> int:
        moves = position.moves()
        return moves[stream.below(len(moves))]

    return choose


class Rivals:
    """An opponent for each game of a batch; they follow the games by their positions."""

    def __init__(self, opponent: str | Agent, opening: Position, games: int) -> None:
        self._opponent = opponent
        self._opening = opening
        self._positions = [opening] * games
        self._agents: dict[int, Agent] = {}

    def sit_down(self, game: int, generator: np.random.Generator) -> None:
        """A new game begins here."""
        self._positions[game] = self._opening
        self._agents[game] = rival(self._opponent, generator)

    def see(self, actions: NDArray[np.int64]) -> None:
        """These squares were played, where they are squares."""
        for game in np.flatnonzero(actions >= 0).tolist():
            self._positions[game] = self._positions[game].play(int(actions[game]))

    def answers(self, asked: NDArray[np.bool_]) -> NDArray[np.int64]:
        """A square for each game in which one is asked for."""
        squares = np.full(asked.shape, WAIT)
        for game in np.flatnonzero(asked).tolist():
            squares[game] = self._agents[game](self._positions[game])
        return squares
