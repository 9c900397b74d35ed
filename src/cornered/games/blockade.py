"""Blockade: mark squares that do not touch, until the other player finds none.

The book's sections in their order; the rules in words are in `blockade.toml`.
"""

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple, Self

from cornered.board import RING, Board, Steps, cells_in
from cornered.code import EMPTY
from cornered.errors import BadSetup, IllegalMove, Refusal
from cornered.game import Game, Position
from cornered.games.marks import LIKELY, marks_in, with_mark
from cornered.notation import RowColumn
from cornered.tables import Marking

if TYPE_CHECKING:
    from cornered.solve.contract import Solver


class Blockade(Game):
    """A mark blocks the squares around it; the player who finds no free square loses.

    >>> position = Blockade(4, 4).start().play(5)
    >>> [position.game.label(square) for square in position.moves()]
    ['(1,4)', '(2,4)', '(3,4)', '(4,1)', '(4,2)', '(4,3)', '(4,4)']
    """

    name = "blockade"
    title = "Blockade"

    # Setup. A 4×4 grid, its squares numbered from (1,1) to (4,4), all of them empty and unblocked.
    book_board = Board(4, 4)
    smallest_board = Board(1, 1)
    notation = RowColumn(first=1, comma=",")

    @cached_property
    def ring(self) -> Steps:
        """Around each square the up to eight adjacent ones: across, down and diagonally."""
        return Steps(self.board, RING)

    @cached_property
    def every_square(self) -> int:
        """The set of all squares."""
        return (1 << self.board.size) - 1

    def start(self) -> "BlockadePosition":
        """The empty grid; Player 1 begins."""
        return BlockadePosition(self, 1, 0, 0, self.every_square)

    def restore(self, to_move: int, cells: str, rest: tuple[str, ...]) -> "BlockadePosition":
        first, second = marks_in(cells, to_move)
        marked, blocked = first | second, 0
        for square in cells_in(marked):
            blocked |= self.ring[square]
        if marked & blocked:
            raise BadSetup("Two marks in the position code touch.")
        return BlockadePosition(self, to_move, first, second, self.every_square & ~marked & ~blocked)

    def solver(self) -> "Solver[BlockadePosition]":
        from cornered.solve.blockade import BlockadeSolver

        return BlockadeSolver(self)

    def tables(self) -> Marking:
        size = self.board.size
        return Marking(
            blocks=tuple(map(self.ring.__getitem__, range(size))), follows=(self.every_square,) * size
        )


class _Marks(NamedTuple):
    game: Blockade
    to_move: int
    first: int
    second: int
    free: int


class BlockadePosition(_Marks, Position):
    """The squares that Player 1 and Player 2 have marked, and those that are still free."""

    __slots__ = ()

    # Turns. The players alternate. On a turn one marks any square that is neither marked nor blocked ...
    def moves(self) -> tuple[int, ...]:
        return cells_in(self.free)

    # ... and all squares adjacent to it are blocked; those already marked or blocked stay as they are.
    def play(self, square: int) -> Self:
        if square not in self.moves():
            raise self.refusal(square)
        game, to_move, first, second, free = self
        first, second = with_mark(first, second, to_move, square)
        free &= ~(1 << square | game.ring[square])
        return tuple.__new__(type(self), (game, 3 - to_move, first, second, free))

    # Valid moves. Marked and blocked squares cannot be selected.
    def rule_against(self, square: int) -> IllegalMove:
        marked = (self.first | self.second) >> square & 1
        reason = Refusal.OCCUPIED if marked else Refusal.BLOCKED
        return self.game.refuse(reason, square=self.game.label(square))

    # Winning. A player who has no valid move on their turn loses: `Position.outcome`. There is no draw.

    def cells(self) -> str:
        letters = ["x"] * self.game.board.size
        for letter, squares in (("a", self.first), ("b", self.second), (EMPTY, self.free)):
            for square in cells_in(squares):
                letters[square] = letter
        return "".join(letters)

    def mobility(self) -> float:
        """Fills the board in reading order: an odd number of marks to come is good for the player to move.

        The fewer squares are free, the likelier the count is right.
        """
        ring, free, marks = self.game.ring, self.free, 0
        while free:
            lowest = free & -free
            free &= ~(lowest | ring[lowest.bit_length() - 1])
            marks += 1
        return (LIKELY if marks % 2 else -LIKELY) / (1 + self.free.bit_count())

    def told_of(self, square: int) -> Mapping[str, str]:
        """The squares around the mark."""
        return {"blocked": self.game.listed(cells_in(self.game.ring[square])) or "none"}
