"""Trap the Knight: capture the other knight on a board where nothing is ever blocked.

The book's sections in their order. What the three knights' games share is in `knights.py`; the rules in words
are in `trap_the_knight.toml`. Here stands what this game alone needs: the book rules out draws, so a
position may not come back for ever.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import groupby
from typing import TYPE_CHECKING, Self

from cornered.board import Board
from cornered.errors import BadSetup, IllegalMove, Refusal
from cornered.game import Option, Placement, Position
from cornered.games.knights import START, KnightsGame, KnightsPosition
from cornered.notation import LetterNumber
from cornered.tables import Walking

if TYPE_CHECKING:
    from cornered.solve.contract import Solver

BOOK_REPETITIONS = 3

_ORDINALS = {2: "second", 3: "third", 4: "fourth", 5: "fifth"}
_COUNTS = (0, *_ORDINALS)
_NO_SUCH_COUNT = "Repetitions are 2 to 5, or 0 to allow them all: not {}."

REPETITIONS = Option(
    name="repetitions",
    value="COUNT",
    help="How many times no position may stand (Trap the Knight): 2 to 5, or 0 for no limit.",
    elsewhere="{title} never repeats a position: it takes no count of repetitions.",
)


@dataclass(frozen=True)
class TrapTheKnight(KnightsGame):
    """Nothing is blocked, either knight may be captured, and no position stands a third time.

    >>> position = TrapTheKnight(4, 4).start()
    >>> [position.game.label(square) for square in position.moves()]
    ['C2', 'B3']
    """

    # End of the game. There is no draw: a move that would bring about a position, that is both knights and
    # the side to move, for the third time is not legal. This is that count; 2 is stricter, 0 lets
    # the knights dance for ever.
    repetitions: int = BOOK_REPETITIONS
    options = (START, REPETITIONS)

    name = "trap-the-knight"
    title = "Trap the Knight"

    # Setup. A 4×4 grid, columns A to D and rows 1 to 4 from the top. Player 1's knight on A1, Player 2's on
    # D4, every other cell empty.
    book_board = Board(4, 4)
    notation = LetterNumber()

    # Turns. Player 1 begins, then they alternate; a turn moves one's own knight and leaves nothing behind.
    left_squares_block = False
    positions_come_back = True

    # Legal moves. An L that stays on the grid. Moving onto the other knight captures it and wins at once.
    may_capture = True

    # Winning. A player who is captured, or has no legal move on their turn, has lost: `Position.outcome`.

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.repetitions not in _COUNTS:
            raise BadSetup(_NO_SUCH_COUNT.format(self.repetitions))

    @classmethod
    def with_options(cls, board: Board, options: Mapping[str, str]) -> Self:
        count = options.get("repetitions", str(BOOK_REPETITIONS))
        if count not in map(str, _COUNTS):
            raise BadSetup(_NO_SUCH_COUNT.format(count[:20]))
        return replace(super().with_options(board, options), repetitions=int(count))

    def start(self, squares: tuple[int, int] | None = None) -> "TrapPosition":
        return self._standing((1, *self.starting_squares(squares)), earlier=())

    def restore(self, to_move: int, cells: str, rest: tuple[str, ...]) -> "TrapPosition":
        fields = re.fullmatch(_REST, ".".join(rest))
        if not fields:
            raise BadSetup("The end of the position code is not a history of Trap the Knight.")
        game = replace(self, repetitions=int(fields["repetitions"] or BOOK_REPETITIONS))
        earlier = tuple(map(game._read_placement, re.findall(r"\w+", fields["history"] or "")))
        return game._standing((to_move, *self.knights_in(cells, to_move)), earlier)

    def tables(self) -> Walking:
        return super().tables()._replace(repetitions=self.repetitions)

    def _standing(self, now: Placement, earlier: tuple[Placement, ...]) -> "TrapPosition":
        if not self.repetitions:
            return TrapPosition(self.rules, *now, blocked=0)
        seen = sorted((*earlier, now))
        if any(len(list(equal)) >= self.repetitions for _, equal in groupby(seen)):
            raise BadSetup("The history in the position code repeats a position too often.")
        return TrapPosition(self.rules, *now, blocked=0, seen=tuple(seen))

    def _read_placement(self, text: str) -> Placement:
        found = re.fullmatch(r"([12])([A-Z]\d+)([A-Z]\d+)", text)
        if not found:
            raise BadSetup(f"{text[:20]!r} in the position code is not an earlier position.")
        if found[2] == found[3]:
            raise BadSetup(f"{text[:20]!r} in the position code is a capture, which ended the game.")
        try:
            return int(found[1]), self.square(found[2]), self.square(found[3])
        except IllegalMove as error:
            raise BadSetup(str(error)) from None

    def solver(self) -> "Solver[TrapPosition]":
        from cornered.solve.trap_the_knight import TrapSolver

        return TrapSolver()

    def write_placement(self, placement: Placement) -> str:
        """An earlier position as the position code writes it: `1A1D4`."""
        to_move, mover, other = placement
        return f"{to_move}{self.label(mover)}{self.label(other)}"


_REST = r"(?:r(?P<repetitions>[0-9]))?\.?(?:h(?P<history>[0-9A-Z-]+))?"


class TrapPosition(KnightsPosition):
    """`seen` holds every position that has stood so far, this one included, in sorted order."""

    __slots__ = ()

    game: TrapTheKnight

    def moves(self) -> tuple[int, ...]:
        squares = super().moves()
        return tuple(square for square in squares if not self._repeats(square)) if self.seen else squares

    def _after(self, square: int) -> Placement:
        return 3 - self.to_move, self.other, square

    def _repeats(self, square: int) -> bool:
        """Whether moving there would make a position stand as often as it must not."""
        return self._times_left(self._after(square)) <= 0

    def _times_left(self, placement: Placement) -> int:
        stood = bisect_right(self.seen, placement) - bisect_left(self.seen, placement)
        return self.game.repetitions - 1 - stood

    @property
    def uncounted(self) -> "TrapPosition | None":
        if not self.game.repetitions:
            return None
        return TrapPosition(replace(self.game, repetitions=0), *self[1:4], blocked=0)

    def times_left(self, uncounted: Position) -> int:
        assert isinstance(uncounted, TrapPosition)
        return self._times_left((uncounted.to_move, uncounted.mover, uncounted.other))

    def play(self, square: int) -> Self:
        after = super().play(square)
        if not self.seen:
            return after
        if self._repeats(square):
            raise self.refusal(square)
        now = self._after(square)
        place = bisect_left(self.seen, now)
        return after._replace(seen=(*self.seen[:place], now, *self.seen[place:]))

    def rule_against(self, square: int) -> IllegalMove:
        if square in super().moves():
            time = _ORDINALS[self.game.repetitions]
            return self.game.refuse(Refusal.REPETITION, square=self.game.label(square), time=time)
        return super().rule_against(square)

    def code_fields(self) -> tuple[str, ...]:
        game = self.game
        fields = [] if game.repetitions == BOOK_REPETITIONS else [f"r{game.repetitions}"]
        earlier = list(self.seen)
        if earlier:
            earlier.remove((self.to_move, self.mover, self.other))
        if earlier:
            fields.append("h" + "-".join(map(game.write_placement, earlier)))
        return tuple(fields)
