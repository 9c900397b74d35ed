"""The contract of a game: rules on a board, positions as values, outcomes.

A `Game` is the rules on one board; a `Position` is an immutable value. `moves()`, `play(square)` and
`outcome` are all that a solver, an opponent or a front end needs to know. What is said about a game and how
it is drawn stands in its `Facts`.
"""

import sys
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, cached_property
from os.path import basename, isfile, splitext
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Self

from cornered import code
from cornered.board import Board
from cornered.errors import BadSetup, IllegalMove, Refusal
from cornered.notation import Notation
from cornered.tables import Marking, Walking

if TYPE_CHECKING:
    from cornered.facts import Facts, Headline
    from cornered.solve.contract import Solver

Placement = tuple[int, int, int]
"""The player to move, the square of their piece, the square of the other one."""


class Reason(StrEnum):
    """Why a game ended; a game may have further reasons."""

    NO_MOVES = "no-moves"
    CAPTURE = "capture"
    CENTRE = "centre"
    RESIGNED = "resigned"
    FORFEIT = "forfeit"
    LEFT = "left"
    CALLED_OFF = "called-off"
    TOO_LONG = "too-long"


class Outcome(NamedTuple):
    """How a game ended: the player who won, 1 or 2, and why."""

    winner: int
    reason: str


class Ending(NamedTuple):
    """An end that the rules know nothing of, which may leave the game without a winner."""

    winner: int | None
    reason: str


class Option(NamedTuple):
    """What a game lets its players set before it begins, besides the board.

    `value` stands for what is typed, and `elsewhere` is what a game says that does not have the option.
    """

    name: str
    value: str
    help: str
    elsewhere: str


@dataclass(frozen=True)
class Game(ABC):
    """The rules of one game on one board."""

    rows: int
    cols: int

    name: ClassVar[str]
    title: ClassVar[str]
    notation: ClassVar[Notation]
    book_board: ClassVar[Board]
    smallest_board: ClassVar[Board]
    odd_sides: ClassVar[bool] = False
    positions_come_back: ClassVar[bool] = False
    options: ClassVar[tuple[Option, ...]] = ()

    def __post_init__(self) -> None:
        smallest, longest = self.smallest_board, self.notation.largest_side
        sides = sorted((self.rows, self.cols))
        if sides[0] < smallest.rows or sides[1] < smallest.cols:
            raise BadSetup(f"{self.board} is too small: {self.title} needs at least {smallest}.")
        if sides[1] > longest:
            raise BadSetup(f"{self.board} is too large: in {self.title} a side has at most {longest}.")
        if self.odd_sides and self.board.centre is None:
            raise BadSetup(f"{self.board} has no central block: {self.title} needs odd sides.")

    def __deepcopy__(self, memo: dict[int, object]) -> Self:
        return self  # the rules never change: copies of a position share them

    @classmethod
    def facts(cls) -> "Facts":
        """What is in the `.toml` beside the rule file; a variant may have that of the game it varies."""
        return _facts_of(cls)

    @classmethod
    def headline(cls) -> "Headline":
        """The top of that file: what lists, menus and cards say."""
        return _headline_of(cls)

    @cached_property
    def board(self) -> Board:
        """The grid that the game is played on."""
        return Board(self.rows, self.cols)

    @property
    def winning_square(self) -> int | None:
        """The square that wins for the player who takes it, if there is one."""
        return None

    @classmethod
    def with_options(cls, board: Board, options: Mapping[str, str]) -> Self:
        """The game on this board; `options` are those declared ones that were typed."""
        return cls(board.rows, board.cols)

    @classmethod
    def opening(cls, board: Board, options: Mapping[str, str]) -> "Position":
        """The first position of the game with these options."""
        return cls.with_options(board, options).start()

    @abstractmethod
    def start(self) -> "Position":
        """The position that a game begins with."""

    @abstractmethod
    def restore(self, to_move: int, cells: str, rest: tuple[str, ...]) -> "Position":
        """The position with these cells, as `Position.cells` gives them, and further code fields."""

    def solver(self) -> "Solver[Any]":
        """The solver of the game's positions: plain search, unless a game names another."""
        from cornered.solve.plain import PlainSolver

        return PlainSolver()

    def tables(self) -> Walking | Marking | None:
        """The rules as tables, for playing thousands of games at once; None if no kind fits."""
        return None

    def square(self, text: str) -> int:
        """The square that a player means.

        >>> from cornered import new_game
        >>> new_game("knights-blockade").square(" 2,1 ")
        11
        """
        place = self.notation.read(text) or self._run_together(text.strip())
        if place is None:
            raise self.refuse(Refusal.NOT_UNDERSTOOD, text=_quoted(text), example=self.example)
        if not self.board.holds(*place):
            raise self.off_the_board(_shortened(text))
        return self.board.cell(*place)

    def _run_together(self, digits: str) -> tuple[int, int] | None:
        """The row and column in `21`, where only one way to take the digits apart is on the board."""
        if not digits.isdecimal() or len(digits) > 6:
            return None
        cuts = (f"{digits[:cut]} {digits[cut:]}" for cut in range(1, len(digits)))
        places = [place for place in map(self.notation.read, cuts) if place and self.board.holds(*place)]
        return places[0] if len(places) == 1 else None

    def label(self, square: int) -> str:
        """The square as the book writes it."""
        return self.notation.write(*self.board.place(square))

    def listed(self, squares: Iterable[int]) -> str:
        """The squares in the order in which the book lists them."""
        places = sorted(map(self.board.place, squares), key=lambda place: self.notation.order(*place))
        return ", ".join(self.notation.write(*place) for place in places)

    @property
    def example(self) -> str:
        """A square of this board as a player types it."""
        return self.notation.typed(self.rows // 2, self.cols // 2)

    def refuse(self, reason: str, **told: str) -> IllegalMove:
        """The refusal of a move for this reason, in the game's words; `told` fills the places in them."""
        return IllegalMove(reason, self.facts().refusal(reason).format(**told))

    def off_the_board(self, square: str) -> IllegalMove:
        """The refusal of a square that this board does not have."""
        corners = {"first": self.label(0), "last": self.label(self.board.size - 1)}
        return self.refuse(Refusal.OFF_THE_BOARD, square=square, **corners)


@cache
def _facts_of(game: type[Game]) -> "Facts":
    from cornered.facts import read_facts

    return read_facts(_told_in(game))


@cache
def _headline_of(game: type[Game]) -> "Headline":
    from cornered.facts import read_headline

    return read_headline(_told_in(game))


def _told_in(game: type[Game]) -> str:
    """The `.toml` beside the rule file of this game, or of the one that it varies."""
    rules = [sys.modules[kind.__module__].__file__ or "" for kind in game.__mro__ if issubclass(kind, Game)]
    found = next(filter(isfile, (f"{splitext(file)[0]}.toml" for file in rules)), None)
    if found is None:
        beside = basename(rules[0])
        raise BadSetup(f"There are no facts about {game.__name__}: a .toml must lie beside {beside}.")
    return found


class Position(ABC):
    """What stands on the board and who is to move: never changed, only followed by another."""

    __slots__ = ()

    def __deepcopy__(self, memo: dict[int, object]) -> Self:
        return self  # as it never changes, it is its own copy

    def __str__(self) -> str:
        """The board, drawn as its book draws it.

        >>> from cornered import new_game
        >>> print(new_game("blockade").start().play(5))
        # # # .
        # X # .
        # # # .
        . . . .
        """
        from cornered.draw import draw  # only when it is printed

        return draw(self)

    @property
    @abstractmethod
    def game(self) -> Game:
        """The rules and the board."""

    @property
    @abstractmethod
    def to_move(self) -> int:
        """The player to move, 1 or 2; when the game is over, the one who has lost."""

    @abstractmethod
    def moves(self) -> tuple[int, ...]:
        """The squares that may be played, in ascending order; none when the game is over."""

    @abstractmethod
    def play(self, square: int) -> Self:
        """The position after this move; raises `IllegalMove` if a rule refuses it."""

    @abstractmethod
    def cells(self) -> str:
        """One letter a cell: `a` and `b` for the players' pieces, `x` blocked, `.` empty."""

    @abstractmethod
    def rule_against(self, square: int) -> IllegalMove:
        """The rule that refuses a square of the board while the game goes on."""

    def end_reason(self) -> str:
        """Why the player to move has lost, when there is no move."""
        return Reason.NO_MOVES

    @property
    def seen(self) -> tuple[Placement, ...]:
        """Every placement that has stood so far, this one too, where a rule counts them."""
        return ()

    @property
    def uncounted(self) -> "Position | None":
        """This placement under rules that count nothing; None in games that count nothing anyway."""
        return None

    def times_left(self, uncounted: "Position") -> int:
        """How many more times a placement may stand, where a rule counts them."""
        raise NotImplementedError

    @property
    def outcome(self) -> Outcome | None:
        """Who won and why; None while the game goes on.

        In every one of the games it is the player to move who has lost: they cannot move, or the
        move just made has won.
        """
        return None if self.moves() else Outcome(3 - self.to_move, self.end_reason())

    def refusal(self, square: int) -> IllegalMove:
        """Why a square that is not among the moves cannot be played."""
        if not 0 <= square < self.game.board.size:
            return self.game.off_the_board(f"Square number {square}")
        if not self.moves():
            return self.game.refuse(Refusal.GAME_OVER, square=self.game.label(square))
        return self.rule_against(square)

    @property
    def hunter(self) -> int | None:
        """The player who alone can ever capture, where there is one."""
        return None

    def mobility(self) -> float:
        """How freely the player to move can go on: what a level counts that looks at what is open now."""
        return len(self.moves())

    def room(self) -> float:
        """The same for a level that also looks at what may be open later."""
        return self.mobility()

    def told(self) -> Mapping[str, str]:
        """Facts about this position that the game's own dialogue has places for."""
        return {}

    def told_of(self, square: int) -> Mapping[str, str]:
        """Facts about a move made here that the game's own dialogue has places for."""
        return {}

    def code_fields(self) -> tuple[str, ...]:
        """What this position's code holds besides the board and the turn."""
        return ()

    @property
    def code(self) -> str:
        """The position in one line; `cornered.read_position` reads it back."""
        game = self.game
        return code.write(code.Fields(game.name, game.board, self.to_move, self.cells(), self.code_fields()))


def _shortened(text: str) -> str:
    words = " ".join(text.split())
    return words if len(words) <= 20 else f"{words[:19]}…"


def _quoted(text: str) -> str:
    return repr(_shortened(text)) if text.strip() else "An empty line"
