"""What the three knights' games share: one knight each, moving in turn as in chess.

They differ in two facts, `left_squares_block` and `may_capture`, which each game's own file states.
"""

from abc import abstractmethod
from functools import cached_property
from typing import ClassVar, NamedTuple

from cornered.board import LEAPS, Board, Listing, Steps, cells_in, mask_of
from cornered.code import EMPTY
from cornered.game import Game, Position, Reason
from cornered.refusal import BadSetup, IllegalMove, Refusal
from cornered.tables import Walking


class KnightsGame(Game):
    """Two knights on a board; the player who cannot move loses."""

    left_squares_block: ClassVar[bool]
    may_capture: ClassVar[bool]
    smallest_board: ClassVar[Board] = Board(2, 3)  # on anything less no knight can move

    @cached_property
    def leaps(self) -> Steps:
        """From each square the squares an L away: two steps along one line, one across it."""
        return Steps(self.board, LEAPS)

    @cached_property
    def listing(self) -> Listing:
        """The squares in a set, listed: a knight chooses among at most eight."""
        return Listing()

    def start(self, squares: tuple[int, int] | None = None) -> "KnightsPosition":
        """The knights in opposite corners, or where they are put; Player 1 begins."""
        return BlockingPosition(self, 1, *self.starting_squares(squares), 0)

    def restore(self, to_move: int, cells: str, rest: tuple[str, ...]) -> "KnightsPosition":
        blocked = mask_of(cell for cell, letter in enumerate(cells) if letter == "x")
        return BlockingPosition(self, to_move, *self.knights_in(cells, to_move), blocked)

    def tables(self) -> Walking:
        steps = tuple(self.leaps[square] for square in range(self.board.size))
        return Walking(steps, self.left_squares_block, self.may_capture)

    def starting_squares(self, squares: tuple[int, int] | None) -> tuple[int, int]:
        """The squares asked for if two knights can stand there; the corners if none are."""
        first, second = squares or (0, self.board.size - 1)
        for square in (first, second):
            if not 0 <= square < self.board.size:
                raise BadSetup(f"Square number {square} is off the {self.board} board.")
        if first == second:
            raise BadSetup(f"Both knights cannot start on {self.label(first)}.")
        return first, second

    def knights_in(self, cells: str, to_move: int) -> tuple[int, int]:
        """Where the knight to move and the other one stand; a captured one where its captor does."""
        own, theirs = "ab" if to_move == 1 else "ba"
        captured = self.may_capture and own not in cells
        if cells.count(theirs) != 1 or cells.count(own) != (0 if captured else 1):
            raise BadSetup("The position code must hold one knight 'a' and one knight 'b'.")
        other = cells.index(theirs)
        return (other if captured else cells.index(own)), other


class KnightsPosition(Position):
    """Where the two knights stand. Both on one square: the knight to move has been captured."""

    __slots__ = ()

    @property
    @abstractmethod
    def game(self) -> KnightsGame: ...

    @property
    @abstractmethod
    def mover(self) -> int:
        """The square of the knight to move."""

    @property
    @abstractmethod
    def other(self) -> int:
        """The square of the other knight."""

    @property
    @abstractmethod
    def blocked(self) -> int:
        """The set of blocked squares."""

    @property
    def knights(self) -> tuple[int, int]:
        """The squares of Player 1's and of Player 2's knight."""
        return (self.mover, self.other) if self.to_move == 1 else (self.other, self.mover)

    def rule_against(self, square: int) -> IllegalMove:
        label = self.game.label(square)
        if self.blocked >> square & 1:
            return IllegalMove(Refusal.BLOCKED, square=label)
        if square == self.mover or (square == self.other and not self.game.may_capture):
            return IllegalMove(Refusal.OCCUPIED, square=label)
        origin = self.game.label(self.mover)
        return IllegalMove(Refusal.NOT_A_KNIGHTS_MOVE, square=label, origin=origin)

    def end_reason(self) -> Reason:
        return Reason.CAPTURE if self.mover == self.other else Reason.NO_MOVES

    def cells(self) -> str:
        letters = [EMPTY] * self.game.board.size
        for square in cells_in(self.blocked):
            letters[square] = "x"
        letters[self.mover], letters[self.other] = "ab" if self.to_move == 1 else "ba"
        return "".join(letters)


_new = tuple.__new__  # takes the fields as they are, at half the cost of the generated constructor


class _Blocking(NamedTuple):
    game: KnightsGame
    to_move: int
    mover: int
    other: int
    blocked: int


class BlockingPosition(_Blocking, KnightsPosition):
    """A position of the two games in which the squares that the knights leave are blocked."""

    __slots__ = ()

    def moves(self) -> tuple[int, ...]:
        game, _, mover, other, blocked = self
        if not game.may_capture:
            return game.listing[game.leaps[mover] & ~(blocked | 1 << other)]
        return game.listing[game.leaps[mover] & ~blocked] if mover != other else ()

    def play(self, square: int) -> "BlockingPosition":
        game, to_move, mover, other, blocked = self
        closed = blocked if game.may_capture else blocked | 1 << other
        legal = game.leaps[mover] & ~closed  # as in `moves`, which need not be listed once more
        if square < 0 or not legal >> square & 1 or mover == other:
            raise self.refusal(square)
        return _new(BlockingPosition, (game, 3 - to_move, other, square, blocked | 1 << mover))
