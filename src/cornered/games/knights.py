"""What the three knights' games share: one knight each, moving in turn as in chess.

They differ in two facts, which each game's own file states: `left_squares_block` and `may_capture`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Self

from cornered.board import LEAPS, Board, Listing, Steps, cells_in, mask_of, sooner_reached
from cornered.code import EMPTY
from cornered.errors import BadSetup, IllegalMove, Refusal
from cornered.game import Game, Option, Placement, Position, Reason
from cornered.tables import Walking

if TYPE_CHECKING:
    from cornered.solve.contract import Solver

START = Option(
    name="start",
    value="SQUARES",
    help="The knights' squares, as in '0 1; 4 3' or 'A2; E4'.",
    elsewhere="{title} begins on an empty board: it has no starting squares.",
)


@dataclass(frozen=True)
class KnightsGame(Game):
    """Two knights on a board; the player who cannot move loses.

    They start in opposite corners, or on `squares`, Player 1's knight first. Positions have the game without
    them: where a game began is not among its rules.
    """

    squares: tuple[int, int] | None = field(default=None, kw_only=True, hash=False)

    left_squares_block: ClassVar[bool]
    may_capture: ClassVar[bool]
    smallest_board: ClassVar[Board] = Board(2, 3)  # on anything less no knight can move
    options: ClassVar[tuple[Option, ...]] = (START,)

    @cached_property
    def leaps(self) -> Steps:
        """From each square the squares an L away: two steps along one line, one across it."""
        return Steps(self.board, LEAPS)

    @cached_property
    def listing(self) -> Listing:
        """The squares in a set, listed: a knight chooses among at most eight."""
        return Listing()

    @property
    def rules(self) -> Self:
        """The game that its positions have."""
        return self._without_squares if self.squares else self

    @cached_property
    def _without_squares(self) -> Self:
        return replace(self, squares=None)

    @classmethod
    def with_options(cls, board: Board, options: Mapping[str, str]) -> Self:
        game = super().with_options(board, options)
        if "start" not in options:
            return game
        return replace(game, squares=game.starting_squares(game._two_squares(options["start"])))

    def start(self, squares: tuple[int, int] | None = None) -> "KnightsPosition":
        """The knights in opposite corners, or where they are put; Player 1 begins."""
        return KnightsPosition(self.rules, 1, *self.starting_squares(squares), blocked=0)

    def restore(self, to_move: int, cells: str, rest: tuple[str, ...]) -> "KnightsPosition":
        blocked = mask_of(cell for cell, letter in enumerate(cells) if letter == "x")
        return KnightsPosition(self.rules, to_move, *self.knights_in(cells, to_move), blocked)

    def solver(self) -> "Solver[Any]":
        from cornered.solve.knights import KnightsSolver

        return KnightsSolver(self)

    def tables(self) -> Walking:
        steps = tuple(self.leaps[square] for square in range(self.board.size))
        return Walking(steps, self.left_squares_block, self.may_capture)

    def starting_squares(self, squares: tuple[int, int] | None) -> tuple[int, int]:
        """The squares asked for, by default the game's own or the corners, if two knights can stand there."""
        first, second = squares or self.squares or (0, self.board.size - 1)
        for square in (first, second):
            if not 0 <= square < self.board.size:
                raise BadSetup(f"Square number {square} is off the {self.board} board.")
        if first == second:
            raise BadSetup(f"Both knights cannot start on {self.label(first)}.")
        return first, second

    def _two_squares(self, text: str) -> tuple[int, int]:
        squares = [self.square(part) for part in text.split(";")]
        if len(squares) != 2:
            raise BadSetup("The start is two squares with a ';' between them, Player 1's knight first.")
        return squares[0], squares[1]

    def knights_in(self, cells: str, to_move: int) -> tuple[int, int]:
        """Where the knight to move and the other one stand; a captured one where its captor does."""
        own, theirs = "ab" if to_move == 1 else "ba"
        captured = self.may_capture and own not in cells
        if cells.count(theirs) != 1 or cells.count(own) != (0 if captured else 1):
            raise BadSetup("The position code must hold one knight 'a' and one knight 'b'.")
        other = cells.index(theirs)
        return (other if captured else cells.index(own)), other


class _Knights(NamedTuple):
    game: KnightsGame
    to_move: int
    mover: int
    other: int
    blocked: int
    seen: tuple[Placement, ...] = ()


_new = tuple.__new__  # takes the fields as they are, at half the cost of the generated constructor


class KnightsPosition(_Knights, Position):
    """Where the knight to move and the other one stand, and the set of blocked squares.

    Both knights on one square: the one to move has been captured. `seen` is for a game in which
    positions could come back.
    """

    __slots__ = ()

    def moves(self) -> tuple[int, ...]:
        game, _, mover, other, blocked, _ = self
        free = game.leaps[mover] & ~blocked
        if free >> other & 1 and not game.may_capture:
            free ^= 1 << other
        return game.listing[free] if mover != other else ()

    def play(self, square: int) -> Self:
        game, to_move, mover, other, blocked, seen = self
        free = game.leaps[mover] & ~blocked  # as in `moves`, without listing them again
        if square < 0 or not free >> square & 1 or mover == other:
            raise self.refusal(square)
        if square == other and not game.may_capture:
            raise self.refusal(square)
        blocked |= game.left_squares_block << mover
        return _new(type(self), (game, 3 - to_move, other, square, blocked, seen))

    @property
    def knights(self) -> tuple[int, int]:
        """The squares of Player 1's and of Player 2's knight."""
        return (self.mover, self.other) if self.to_move == 1 else (self.other, self.mover)

    @property
    def hunter(self) -> int | None:
        """The player who attacks the other knight's colour on their own turn, and so on every one of them.

        A knight attacks only squares of the other colour, and both knights change colour in turn.
        """
        if not self.game.may_capture:
            return None
        colour = self.game.board.colour
        return self.to_move if colour(self.mover) != colour(self.other) else 3 - self.to_move

    def rule_against(self, square: int) -> IllegalMove:
        label = self.game.label(square)
        if self.blocked >> square & 1:
            return self.game.refuse(Refusal.BLOCKED, square=label)
        if square == self.mover or (square == self.other and not self.game.may_capture):
            return self.game.refuse(Refusal.OCCUPIED, square=label)
        origin = self.game.label(self.mover)
        return self.game.refuse(Refusal.NOT_A_KNIGHTS_MOVE, square=label, origin=origin)

    def end_reason(self) -> str:
        return Reason.CAPTURE if self.mover == self.other else Reason.NO_MOVES

    def cells(self) -> str:
        letters = [EMPTY] * self.game.board.size
        for square in cells_in(self.blocked):
            letters[square] = "x"
        letters[self.mover], letters[self.other] = "ab" if self.to_move == 1 else "ba"
        return "".join(letters)

    def mobility(self) -> float:
        """One's own exits less the other knight's, without those onto which a knight would be captured."""
        leaps, free = self.game.leaps, ~self.blocked
        mine, theirs = leaps[self.mover] & free, leaps[self.other] & free
        if self.game.may_capture:
            mine, theirs = mine & ~theirs, theirs & ~mine
        else:
            mine, theirs = mine & ~(1 << self.other), theirs & ~(1 << self.mover)
        return mine.bit_count() - theirs.bit_count()

    def room(self) -> float:
        """Mobility, and half of the squares that the mover's knight would reach first."""
        free = ~(self.blocked | 1 << self.mover | 1 << self.other)
        return self.mobility() + sooner_reached(self.game.leaps, self.mover, self.other, free) / 2

    def told(self) -> Mapping[str, str]:
        """Where the knights stand: `at` the one to move, `first_at` and `second_at` those of the players."""
        first, second = map(self.game.label, self.knights)
        return {"at": self.game.label(self.mover), "first_at": first, "second_at": second}

    def told_of(self, square: int) -> Mapping[str, str]:
        """The square that the knight leaves."""
        return {"left": self.game.label(self.mover)}
