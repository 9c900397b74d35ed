"""Batches of any game on any board, move by move through its positions: what the kernel must agree with."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from cornered.arena.batch.arrays import AGAIN, RANDOM, WAIT, Arrays, Bytes, planes_of
from cornered.arena.stream import Stream
from cornered.game import Position


class PlainEngine:
    """The games as positions, each with its stream."""

    def __init__(self, start: Position, arrays: Arrays) -> None:
        self._start = start
        self._shown = arrays
        self._positions = [start] * len(arrays.turn)
        self._streams: list[Stream] = []

    def begin(self, seeds: NDArray[np.uint64] | None) -> None:
        if seeds is not None:
            self._streams = [Stream(int(seed)) for seed in seeds]
        self._shown.winner[:] = 0
        for index in range(len(self._positions)):
            self._begin(index)
            self._show(index)

    def step(self, actions: NDArray[np.int64]) -> int:
        for index, action in enumerate(actions):
            if action not in (RANDOM, WAIT, AGAIN, *self._positions[index].moves()):
                return index
        self._shown.winner[:] = 0
        for index, action in enumerate(actions):
            if action == AGAIN:
                self._begin(index)
            elif action != WAIT:
                self._play(index, self._random(index) if action == RANDOM else int(action))
            self._show(index)
        return len(actions)

    def step_random(self, steps: int) -> None:
        for index in range(len(self._positions)):
            for _ in range(steps):
                self._play(index, self._random(index))
            self._show(index)

    def _random(self, index: int) -> int:
        return self._streams[index].choice(self._positions[index].moves())

    def _play(self, index: int, square: int) -> None:
        shown = self._shown
        self._positions[index] = position = self._positions[index].play(square)
        shown.plies[index] += 1
        shown.winner[index] = winner = winner_of(position)
        if winner:
            shown.final[index] = planes_of(position)
            shown.wins[index, winner - 1] += 1
            self._begin(index)

    def _begin(self, index: int) -> None:
        self._shown.plies[index] = 0
        self._positions[index] = self._start

    def _show(self, index: int) -> None:
        position, shown = self._positions[index], self._shown
        shown.planes[index] = planes_of(position)
        shown.mask[index] = shown.planes[index, -1].ravel()
        shown.turn[index] = position.to_move


def winner_of(position: Position) -> int:
    """Who has won, 1 or 2; 0 while the game goes on."""
    return 0 if position.moves() else 3 - position.to_move


def play_out(position: Position, games: int, seed: int, longest: int) -> Bytes:
    """Who wins each of these random games from the position; 0 where one was longer than `longest`."""
    return np.fromiter(_endings(position, games, seed, longest), np.int8, games)


def _endings(position: Position, games: int, seed: int, longest: int) -> Iterator[int]:
    for game in range(games):
        stream, reached = Stream(seed + game), position
        for _ in range(longest):
            if not (moves := reached.moves()):
                break
            reached = reached.play(stream.choice(moves))
        yield winner_of(reached)
