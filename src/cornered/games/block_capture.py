"""Block Capture: a trail of blocks from the edge, each beside the last, until someone takes the centre.

The book's sections in their order; the rules in words are in `block_capture.toml`.
"""

from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple, Self

from cornered.board import SIDES, Board, Listing, Steps, cells_in, mask_of, reach
from cornered.code import EMPTY
from cornered.errors import BadSetup, IllegalMove, Refusal
from cornered.game import Game, Position, Reason
from cornered.games.marks import LIKELY, marks_in, with_mark
from cornered.notation import RowColumn
from cornered.tables import Marking

if TYPE_CHECKING:
    from cornered.solve.contract import Solver


class BlockCapture(Game):
    """Claim a block beside the one just claimed; the centre wins, having none to claim loses.

    >>> position = BlockCapture(5, 5).start().play(2)
    >>> [position.game.label(square) for square in position.moves()]
    ['(1,2)', '(1,4)', '(2,3)']
    """

    name = "block-capture"
    title = "Block Capture"

    # Setup. A 5×5 grid from (1,1) to (5,5), every block unclaimed; (3,3) is central, so sides are odd.
    book_board = Board(5, 5)
    smallest_board = Board(3, 3)
    odd_sides = True
    notation = RowColumn(first=1, comma=",")

    @cached_property
    def winning_square(self) -> int:
        """The central block."""
        return self.board.size // 2

    @cached_property
    def edge(self) -> int:
        """The blocks of the first and last row and column."""
        return mask_of(filter(self.board.on_edge, range(self.board.size)))

    @cached_property
    def beside(self) -> Steps:
        """Adjacency. The blocks that share a side with each block; diagonals do not count."""
        return Steps(self.board, SIDES)

    @cached_property
    def listing(self) -> Listing:
        """The blocks in a set, listed: a player chooses among at most three, but for the opening."""
        return Listing()

    @cached_property
    def beside_centre(self) -> int:
        """The blocks from which the other player takes the centre: nobody goes there unless they must."""
        return self.beside[self.winning_square]

    def start(self) -> "BlockCapturePosition":
        """The empty grid. The winner of the coin toss is Player 1, and Player 1 opens."""
        return BlockCapturePosition(self, 1, 0, 0, None)

    def restore(self, to_move: int, cells: str, rest: tuple[str, ...]) -> "BlockCapturePosition":
        first, second = marks_in(cells, to_move)
        capital = "B" if to_move == 1 else "A"
        last = cells.index(capital) if capital in cells else None
        if (last is None) != (first == 0):
            raise BadSetup("The position code must show the last block claimed as a capital.")
        if (first | second) >> self.winning_square & 1 and last != self.winning_square:
            raise BadSetup("The position code goes on after the central block was claimed.")
        return BlockCapturePosition(self, to_move, first, second, last)

    def solver(self) -> "Solver[BlockCapturePosition]":
        from cornered.solve.block_capture import BlockCaptureSolver

        return BlockCaptureSolver(self)

    def tables(self) -> Marking:
        size = self.board.size
        beside = (0 if block == self.winning_square else self.beside[block] for block in range(size))
        return Marking(blocks=(0,) * size, follows=tuple(beside))


class _Claims(NamedTuple):
    game: BlockCapture
    to_move: int
    first: int
    second: int
    last: int | None


class BlockCapturePosition(_Claims, Position):
    """The blocks that Player 1 and Player 2 have claimed, and the last one of all."""

    __slots__ = ()

    # Turns. The first block is any on the edge; each one after that is unclaimed and beside the last.
    # Claiming the centre wins at once, so nothing follows it.
    def moves(self) -> tuple[int, ...]:
        game, _, first, second, last = self
        if last is None:
            return game.listing[game.edge]
        if last == game.winning_square:
            return ()
        return game.listing[game.beside[last] & ~(first | second)]

    # Claiming blocks. A claimed block stays claimed.
    def play(self, square: int) -> Self:
        if square not in self.moves():
            raise self.refusal(square)
        game, to_move, first, second, _ = self
        first, second = with_mark(first, second, to_move, square)
        return tuple.__new__(type(self), (game, 3 - to_move, first, second, square))

    def rule_against(self, square: int) -> IllegalMove:
        label = self.game.label(square)
        if (self.first | self.second) >> square & 1:
            return self.game.refuse(Refusal.OCCUPIED, square=label)
        if self.last is None:
            return self.game.refuse(Refusal.NOT_AN_EDGE_BLOCK, square=label)
        last = self.game.label(self.last)
        return self.game.refuse(Refusal.NOT_ADJACENT, square=label, last=last)

    # Winning and losing. The player who claims the centre wins; a player without a valid move loses.
    def end_reason(self) -> str:
        return Reason.CENTRE if self.last == self.game.winning_square else Reason.NO_MOVES

    def cells(self) -> str:
        """One letter a block, as in every game; a capital marks the block claimed last."""
        letters = [EMPTY] * self.game.board.size
        for letter, blocks in (("a", self.first), ("b", self.second)):
            for block in cells_in(blocks):
                letters[block] = letter.upper() if block == self.last else letter
        return "".join(letters)

    def mobility(self) -> float:
        """How many blocks the player to move may claim without handing the centre over."""
        if self.last is None:
            return 0
        game = self.game
        return (game.beside[self.last] & ~(self.first | self.second | game.beside_centre)).bit_count()

    def room(self) -> float:
        """How many blocks the trail could still take in: an odd number is good for the player to move."""
        if self.last is None:
            return 0
        game = self.game
        closed = self.first | self.second | game.beside_centre | 1 << game.winning_square
        blocks = reach(game.beside, self.last, ~closed).bit_count()
        return (LIKELY if blocks % 2 else -LIKELY) / (1 + blocks)
