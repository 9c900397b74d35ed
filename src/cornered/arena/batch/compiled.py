"""Batches in the C kernel, where it was built: any game whose rules are tables, on up to 64 squares."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cornered.arena.batch.arrays import Arrays, Bytes
from cornered.board import mask_of
from cornered.game import Game, Position
from cornered.tables import Marking, Walking

try:
    from cornered.arena.batch._kernel import ffi, lib
except ImportError:
    lib = None

LARGEST_BOARD = 64
MOST_REPETITIONS = 255  # they are counted in bytes


def _buffer(array: NDArray[Any]) -> Any:
    """The array's memory as the kernel takes it, where truth values are bytes."""
    return ffi.from_buffer("int8_t[]" if array.dtype == np.bool_ else f"{array.dtype}_t[]", array)


class KernelPosition(NamedTuple):
    """A position for the kernel to copy, and the memory that it points into, which must live until then."""

    pointer: Any
    stood: NDArray[np.uint8] | None


class KernelRules:
    """The tables of one game on one board, as the kernel holds them."""

    def __init__(self, squares: int, tables: Walking | Marking) -> None:
        make = lib.batch_walking if isinstance(tables, Walking) else lib.batch_marking
        pointer = make(squares, *tables)
        if pointer == ffi.NULL:
            raise MemoryError("There is not enough memory for the rules.")
        self.pointer = ffi.gc(pointer, lib.batch_rules_free)
        self._squares = squares
        self._counts_placements = isinstance(tables, Walking) and tables.repetitions > 0

    def read(self, position: Position) -> KernelPosition:
        """A position as the kernel knows it."""
        cells = position.cells().lower()
        letters = "abx" if position.to_move == 1 else "bax"
        sets = [mask_of(cell for cell, found in enumerate(cells) if found == letter) for letter in letters]
        stood = self._count_placements(position) if self._counts_placements else None
        buffer = ffi.NULL if stood is None else ffi.from_buffer("uint8_t[]", stood)
        fields = (*sets, mask_of(position.moves()), position.to_move, buffer)
        return KernelPosition(ffi.new("batch_position *", fields), stood)

    def _count_placements(self, position: Position) -> NDArray[np.uint8]:
        stood = np.zeros((2, self._squares, self._squares), np.uint8)
        for to_move, mover, other in position.seen:
            stood[to_move - 1, mover, other] += 1
        return stood

    def play_out(self, position: Position, games: int, seed: int, longest: int) -> Bytes:
        """Who wins each of these random games from the position; 0 where one was longer than `longest`."""
        winners = np.zeros(games, np.int8)
        start, shown = self.read(position), ffi.from_buffer("int8_t[]", winners)
        if not lib.batch_playouts(self.pointer, start.pointer, games, seed % 2**64, longest, shown):
            raise MemoryError("There is not enough memory for a game.")
        return winners


def kernel_rules(game: Game) -> KernelRules | None:
    """The game's rules in the kernel; None where it was not built or cannot play this game on this board."""
    squares = game.board.size
    if lib is None or squares > LARGEST_BOARD or (tables := game.tables()) is None:
        return None
    if isinstance(tables, Walking) and tables.repetitions > MOST_REPETITIONS:
        return None
    return KernelRules(squares, tables)


class KernelEngine:
    """The games in the kernel's memory, shown in arrays of ours that it writes to."""

    def __init__(self, rules: KernelRules, start: Position, arrays: Arrays) -> None:
        shown = {name: _buffer(array) for name, array in arrays._asdict().items()}
        self._in_use = rules, shown
        size, position = len(arrays.turn), rules.read(start)
        batch = lib.batch_new(rules.pointer, position.pointer, size, ffi.new("batch_arrays *", shown)[0])
        if batch == ffi.NULL:
            raise MemoryError(f"There is not enough memory for a batch of {size} games.")
        self._batch = ffi.gc(batch, lib.batch_free)

    def begin(self, seeds: NDArray[np.uint64] | None) -> None:
        lib.batch_begin(self._batch, ffi.NULL if seeds is None else ffi.from_buffer("uint64_t[]", seeds))

    def step(self, actions: NDArray[np.int64]) -> int:
        return int(lib.batch_step(self._batch, ffi.from_buffer("int64_t[]", actions)))

    def step_random(self, steps: int) -> None:
        lib.batch_step_random(self._batch, steps)
