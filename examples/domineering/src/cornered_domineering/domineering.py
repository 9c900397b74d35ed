"""Domineering: one player lays dominoes upright, the other lays them flat, until somebody finds no room.

The sections of the rules in their order; in words they are in `domineering.toml`.
"""

import re
from functools import cached_property
from typing import NamedTuple, Self

from cornered import BadSetup, Board, Game, IllegalMove, Position, Refusal
from cornered.board import cells_in, mask_of
from cornered.notation import LetterNumber


class Domineering(Game):
    """Player 1 covers a square and the one below it, Player 2 a square and the one to its right.

    >>> position = Domineering(3, 3).start().play(1)
    >>> [position.game.label(square) for square in position.moves()]
    ['A3', 'B3']
    """

    name = "domineering"
    title = "Domineering"

    # Setup. A 4×4 board, columns A to D and rows 1 to 4 from the top, all of it free. On the smallest board
    # each player has room for one domino.
    book_board = Board(4, 4)
    smallest_board = Board(2, 2)
    notation = LetterNumber()

    @cached_property
    def has_one_below(self) -> int:
        """The set of squares with another below: all but the last row."""
        return mask_of(range(self.board.size - self.cols))

    @cached_property
    def has_one_beside(self) -> int:
        """The set of squares with another to the right: all but the last column."""
        return mask_of(square for square in range(self.board.size) if (square + 1) % self.cols)

    def start(self) -> "DomineeringPosition":
        """The empty board; Player 1 begins."""
        return DomineeringPosition(self, 1, 0, 0)

    def restore(self, to_move: int, cells: str, rest: tuple[str, ...]) -> "DomineeringPosition":
        rows = [cells[first : first + self.cols] for first in range(0, len(cells), self.cols)]
        columns = [cells[first :: self.cols] for first in range(self.cols)]
        runs = re.findall("a+", " ".join(columns)) + re.findall("b+", " ".join(rows))
        if any(len(run) % 2 for run in runs):
            raise BadSetup("The position code shows half a domino.")
        if cells.count("a") - cells.count("b") != 2 * (to_move - 1):
            raise BadSetup("The dominoes in the position code do not fit the player to move.")
        upright, flat = (mask_of(at for at, found in enumerate(cells) if found == letter) for letter in "ab")
        return DomineeringPosition(self, to_move, upright, flat)


class _Dominoes(NamedTuple):
    game: Domineering
    to_move: int
    upright: int
    flat: int


class DomineeringPosition(_Dominoes, Position):
    """The squares that the upright dominoes of Player 1 cover, and those under the flat ones of Player 2."""

    __slots__ = ()

    # Turns. The players alternate. On a turn one lays a domino on two free squares, Player 1 one below the
    # other, Player 2 side by side. A move names the upper square, or the left one.
    def moves(self) -> tuple[int, ...]:
        free = ~(self.upright | self.flat)
        return cells_in(self._with_another & free & free >> self._to_the_other)

    def play(self, square: int) -> Self:
        if square not in self.moves():
            raise self.refusal(square)
        domino = 1 << square | 1 << square + self._to_the_other
        if self.to_move == 1:
            return self._replace(to_move=2, upright=self.upright | domino)
        return self._replace(to_move=1, flat=self.flat | domino)

    @property
    def _with_another(self) -> int:
        return self.game.has_one_below if self.to_move == 1 else self.game.has_one_beside

    @property
    def _to_the_other(self) -> int:
        """How far the second square of a domino is from the first."""
        return self.game.cols if self.to_move == 1 else 1

    # Valid moves. Both squares must be on the board, and free.
    def rule_against(self, square: int) -> IllegalMove:
        label = self.game.label(square)
        if (self.upright | self.flat) >> square & 1:
            return self.game.refuse(Refusal.OCCUPIED, square=label)
        return self.game.refuse("no-room-below" if self.to_move == 1 else "no-room-beside", square=label)

    # Winning. A player who has no room for a domino on their turn loses: `Position.outcome`. No draws.

    def cells(self) -> str:
        letters = ["."] * self.game.board.size
        for letter, squares in (("a", self.upright), ("b", self.flat)):
            for square in cells_in(squares):
                letters[square] = letter
        return "".join(letters)
