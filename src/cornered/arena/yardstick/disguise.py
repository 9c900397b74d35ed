"""Questions that nobody can know by heart: the board turned or mirrored, its rows and columns renamed."""

import re
from copy import copy
from dataclasses import dataclass
from random import Random
from string import ascii_uppercase
from typing import ClassVar, NamedTuple

from cornered.errors import BadSetup
from cornered.game import Position
from cornered.symmetry import Image, inverse, rule_symmetries, turned

_ROW_NAMES = range(10, 100)


class Shown(NamedTuple):
    """A position as somebody is shown it, and which square each of its squares really is."""

    position: Position
    really: Image


def as_it_is(position: Position) -> Shown:
    """Without any disguise."""
    return Shown(position, tuple(range(position.game.board.size)))


def disguised(position: Position, turn: bool, rename: bool, random: Random) -> Shown:
    """The position turned and its squares renamed, as is wanted; the same `random`, the same disguise.

    A position with a history, and a game whose symmetries are not known, are not turned.
    """
    shown = as_it_is(position)
    if turn and not position.code_fields():
        image = random.choice(rule_symmetries(position.game))
        shown = Shown(turned(position, image), inverse(image))
    return shown._replace(position=_renamed(shown.position, random)) if rename else shown


@dataclass(frozen=True)
class Names:
    """Rows and columns by names of no order: a letter for the column, two digits for the row.

    >>> names = Names(rows=("47", "12"), cols=("Q", "B", "T"))
    >>> names.write(1, 2), names.read("q47")
    ('T12', (0, 0))
    """

    rows: tuple[str, ...]
    cols: tuple[str, ...]
    largest_side: ClassVar[int] = len(ascii_uppercase)

    def read(self, text: str) -> tuple[int, int] | None:
        found = re.fullmatch(r"([A-Z])\s*(\d{1,3})", text.strip().upper())
        if not found:
            return None
        col, row = found.groups()
        known = row in self.rows and col in self.cols
        return (self.rows.index(row), self.cols.index(col)) if known else (-1, -1)

    def write(self, row: int, col: int) -> str:
        return f"{self.cols[col]}{self.rows[row]}"

    typed = write

    def row_name(self, row: int) -> str:
        return self.rows[row]

    def column_name(self, col: int) -> str:
        return self.cols[col]

    def order(self, row: int, col: int) -> tuple[int, int]:
        return row, col


def _renamed(position: Position, random: Random) -> Position:
    game = position.game
    if max(game.rows, game.cols) > Names.largest_side:
        raise BadSetup(f"A board of {game.board} has too many squares to be renamed.")
    rows = tuple(map(str, random.sample(_ROW_NAMES, game.rows)))
    names = Names(rows, tuple(random.sample(ascii_uppercase, game.cols)))
    renamed = copy(game)
    object.__setattr__(renamed, "notation", names)  # games do not change: this one is for one question only
    return renamed.restore(position.to_move, position.cells(), position.code_fields())
