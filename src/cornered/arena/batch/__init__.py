"""Thousands of games of one kind at once, in numpy arrays: to train on, to measure with, to play out.

Where the C kernel was built it moves every game that gives its rules as tables, as those of the books do, on
boards of up to 64 squares. Everything else is moved through positions: slower, with the same results.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cornered.arena.batch.arrays import Arrays, BatchEngine, Bytes
from cornered.arena.batch.compiled import KernelEngine, kernel_rules
from cornered.arena.batch.plain import PlainEngine, play_out
from cornered.errors import BadSetup
from cornered.game import Position


class Batch:
    """`size` games from one position, each with a random stream of its own.

    Game `i` draws from the stream of `seed + i`, or of `seed[i]`, whatever the size of the batch. Every step
    writes the same arrays again, so keep a copy of what must last. A game that ends is counted, shown in
    `final` and `winner`, and begun again in the same step: every game has a legal move at any time.

    >>> from cornered import new_game
    >>> batch = Batch(new_game("knights-blockade").start(), 1000, seed=7)
    >>> batch.step(batch.mask.argmax(axis=1))  # the first legal move in every game
    >>> batch.planes.shape, int(batch.turn.min())
    ((1000, 4, 5, 5), 2)
    >>> batch.step_random(200)
    >>> batch.wins.sum(axis=0)  # Player 1's and Player 2's
    array([8404, 6813])
    """

    def __init__(
        self, start: Position, size: int, *, seed: int | Sequence[int] = 0, kernel: bool = True
    ) -> None:
        """A batch from `start`; without `kernel` it is moved through positions even where it need not be."""
        if not start.moves():
            raise BadSetup("The game is over where the batch would begin.")
        if size < 1:
            raise BadSetup(f"A batch has at least one game: not {size}.")
        self.start = start
        self.size = size
        shown = Arrays.blank(size, start.game.board)
        self.planes = shown.planes
        """What the player to move sees, by game, plane (`arrays.PLANES`), row and column: 0 or 1.

        Where a rule counts how often positions have stood, they do not show the counts: only what is legal.
        """
        self.mask = shown.mask
        """Whether each square may be played, by game and square."""
        self.turn = shown.turn
        """The player to move, 1 or 2."""
        self.winner = shown.winner
        """Who won the game that ended in the last step, 1 or 2; 0 if it goes on."""
        self.final = shown.final
        """The planes of the position in which the last game ended: the loser, who is to move, sees it."""
        self.plies = shown.plies
        """How many moves were made since the game began."""
        self.wins = shown.wins
        """How many games Player 1 and Player 2 have won, by game index and player; yours to set to 0."""
        rules = kernel_rules(start.game) if kernel else None
        self._engine: BatchEngine = KernelEngine(rules, start, shown) if rules else PlainEngine(start, shown)
        self.restart(seed)

    def step(self, actions: ArrayLike) -> None:
        """Makes one move in every game: a square each, or `arrays.RANDOM`, `WAIT` or `AGAIN`.

        `ValueError` names the first game in which the square is illegal; then nothing was played in any game.
        """
        squares = np.ascontiguousarray(actions)
        if squares.shape != (self.size,) or not np.can_cast(squares.dtype, np.int64):
            raise ValueError(f"A step takes {self.size} whole numbers: one square for each game.")
        squares = squares.astype(np.int64, copy=False)
        done = self._engine.step(squares)
        if done < self.size:
            raise ValueError(f"Square {squares[done]} is not a legal move in game {done}: no move was made.")

    def step_random(self, steps: int = 1) -> None:
        """Makes this many random moves in every game; the arrays show the last."""
        self._engine.step_random(steps)

    def restart(self, seed: int | Sequence[int] | None = None) -> None:
        """Begins every game again; without a seed the streams go on. `wins` is kept."""
        self._engine.begin(None if seed is None else self._seeds(seed))

    def _seeds(self, seed: int | Sequence[int]) -> NDArray[np.uint64]:
        seeds = seed if isinstance(seed, Sequence) else range(seed, seed + self.size)
        if len(seeds) != self.size:
            raise BadSetup(f"A batch of {self.size} games needs as many seeds, or one to count from.")
        return np.array([each % 2**64 for each in seeds], np.uint64)


LONGEST_GAME = 2**16  # more moves than any game has on 64 squares, unless knights may dance for ever


def playouts(
    positions: Sequence[Position],
    games: int,
    *,
    seed: int = 0,
    longest: int = LONGEST_GAME,
    kernel: bool = True,
) -> Bytes:
    """Who wins random games from positions of one game: a row for each position, a column for each game.

    A game that has not ended after `longest` moves has the winner 0. Game `g` of position `p` draws from the
    stream of `seed + p * games + g`.

    >>> from cornered import new_game
    >>> start = new_game("block-capture").start().play(2)
    >>> winners = playouts([start.play(square) for square in start.moves()], 1000)
    >>> (winners == 1).mean(axis=1)
    array([0.909, 0.907, 0.771])
    """
    if not positions:
        return np.zeros((0, games), np.int8)
    game = positions[0].game
    if any(position.game != game for position in positions):
        raise BadSetup("Playouts begin from positions of one game on one board.")
    rules = kernel_rules(game) if kernel else None
    play = rules.play_out if rules else play_out
    return np.stack(
        [play(position, games, seed + row * games, longest) for row, position in enumerate(positions)]
    )
