"""How the free squares of a board hang together: for a walker, for marks, and for a trail of marks."""

from typing import NamedTuple

from cornered.board import Board, cells_in, mask_of, reach
from cornered.code import EMPTY
from cornered.game import Position
from cornered.solve.flow import Flow
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
    return Walks(*(reach(tables.steps, cells.index(piece), free) for piece in (own, other)))


def parts(position: Position, tables: Marking) -> tuple[Region, ...]:
    """The free squares, apart where no mark in one part can ever block a square of another."""
    free, found = free_squares(position), []
    while free:
        first = free & -free
        part = first | reach(tables.blocks, first.bit_length() - 1, free)
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
    return Trail(last, reach(tables.follows, last, free))


def is_corridor(trail: Trail, tables: Marking) -> bool:
    """Whether the trail can go only one way, to its end."""
    ahead, last = trail.ahead, trail.last
    while ways := tables.follows[last] & ahead:
        if ways.bit_count() > 1:
            return False
        ahead &= ~ways
        last = ways.bit_length() - 1
    return True


def falls_into_pairs(squares: Region, near: tuple[Region, ...], board: Board) -> bool:
    """Whether the squares can be laid out in pairs of neighbours of both colours, none left over."""
    cells = cells_in(squares)
    dark = [cell for cell in cells if board.colour(cell)]
    pairs = Flow({cell: cells_in(near[cell]) for cell in cells}, dict.fromkeys(dark, 1))
    return len(cells) == 2 * len(dark) and all(
        pairs.send_anywhere(cell) for cell in cells if not board.colour(cell)
    )
