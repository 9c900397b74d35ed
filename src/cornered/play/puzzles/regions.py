"""How the free squares of a board hang together: for a walker, for marks, and for a trail of marks."""

from typing import NamedTuple

from cornered.board import cells_in, mask_of
from cornered.code import EMPTY
from cornered.game import Position
from cornered.tables import Marking, Walking

Region = int
"""A set of squares, as the bits of an integer."""


class Walks(NamedTuple):
    """The free squares that the piece to move and the other one can come to."""

    mover: Region
    other: Region


class Trail(NamedTuple):
    """A line of marks that goes on from its last one, and the squares it may yet take in.

    Squares from which the next player would take the winning square are left out: nobody goes there who has
    another way.
    """

    last: int
    ahead: Region


def free_squares(position: Position) -> Region:
    """The empty squares of the board."""
    return mask_of(cell for cell, letter in enumerate(position.cells()) if letter == EMPTY)


def walks(position: Position, tables: Walking) -> Walks:
    """Where the two pieces can walk, each as if the other stood still."""
    cells = position.cells()
    free, own = free_squares(position), "ab"[position.to_move - 1]
    other = "ab"[2 - position.to_move]
    return Walks(*(_reach(tables.steps, 1 << cells.index(piece), free) for piece in (own, other)))


def parts(position: Position, tables: Marking) -> tuple[Region, ...]:
    """The free squares, apart where no mark in one part can ever block a square of another."""
    free, found = free_squares(position), []
    while free:
        first = free & -free
        part = first | _reach(tables.blocks, first, free)
        found.append(part)
        free &= ~part
    return tuple(found)


def trail(position: Position, tables: Marking) -> Trail | None:
    """The trail that the marks form; None in a game whose marks need not follow each other."""
    last = next((cell for cell, letter in enumerate(position.cells()) if letter.isupper()), None)
    if last is None or any(tables.blocks):
        return None
    goal, free = position.game.winning_square, free_squares(position)
    if goal is not None:
        gives_away = (cell for cell, near in enumerate(tables.follows) if near >> goal & 1)
        free &= ~mask_of((goal, *gives_away))
    return Trail(last, _reach(tables.follows, 1 << last, free))


def is_corridor(trail: Trail, tables: Marking) -> bool:
    """Whether the trail can go only one way, to its end."""
    ahead, last = trail.ahead, trail.last
    while ways := tables.follows[last] & ahead:
        if ways.bit_count() > 1:
            return False
        ahead &= ~ways
        last = ways.bit_length() - 1
    return True


def falls_into_pairs(squares: Region, near: tuple[Region, ...]) -> bool:
    """Whether the squares can be laid out in pairs of neighbours, none left over."""
    partner: dict[int, int] = {}
    for cell in cells_in(squares):
        if cell not in partner and not _paired(cell, squares, near, partner, {cell}):
            return False
    return True


def _paired(
    cell: int, squares: Region, near: tuple[Region, ...], partner: dict[int, int], tried: set[int]
) -> bool:
    """Finds a partner for the cell, if need be by giving others new ones."""
    for other in cells_in(near[cell] & squares):
        if other in tried:
            continue
        tried.add(other)
        if other not in partner or _paired(partner[other], squares, near, partner, tried):
            partner[cell], partner[other] = other, cell
            return True
    return False


def _reach(steps: tuple[Region, ...], front: Region, free: Region) -> Region:
    reached = 0
    while front:
        front = _stepped(steps, front) & free & ~reached
        reached |= front
    return reached


def _stepped(steps: tuple[Region, ...], cells: Region) -> Region:
    following = 0
    for cell in cells_in(cells):
        following |= steps[cell]
    return following
