"""A guess at how well the player to move stands, for look-ahead that cannot see the end.

All five games are about running out of room, so a guess counts room: the squares a knight can go to, and
those it could reach before the other one; in the games of marks, who is likely to make the last mark.
"""

from collections.abc import Callable

from cornered.board import Steps, cells_in
from cornered.game import Position
from cornered.games.block_capture import BlockCapturePosition
from cornered.games.blockade import BlockadePosition
from cornered.games.knights import KnightsPosition

_LIKELY = 10.0  # how much the likely last mark counts, beside squares counted one by one

Evaluation = Callable[[Position], float]
"""Higher is better for the player to move; 0 is level."""


def mobility(position: Position) -> float:
    """What is open now: one's own squares to go to, less the other knight's."""
    if isinstance(position, KnightsPosition):
        mine, theirs = _exits(position)
        return mine.bit_count() - theirs.bit_count()
    if isinstance(position, BlockCapturePosition):
        return _safe_claims(position)
    assert isinstance(position, BlockadePosition)
    return _likely_last_mark(position)


def room(position: Position) -> float:
    """What may be open later too: mobility, and the squares that one would reach first."""
    if isinstance(position, KnightsPosition):
        return mobility(position) + _sooner_reached(position) / 2
    if isinstance(position, BlockCapturePosition):
        return _likely_last_claim(position)
    return mobility(position)


def _exits(position: KnightsPosition) -> tuple[int, int]:
    """Where the knight to move and the other one could go without being captured there."""
    leaps, free = position.game.leaps, ~position.blocked
    mine, theirs = leaps[position.mover] & free, leaps[position.other] & free
    if not position.game.may_capture:
        return mine & ~(1 << position.other), theirs & ~(1 << position.mover)
    return mine & ~theirs, theirs & ~mine


def _sooner_reached(position: KnightsPosition) -> int:
    """How many more free squares the mover reaches in fewer or as few leaps than the other knight does."""
    leaps = position.game.leaps
    free = ~(position.blocked | 1 << position.mover | 1 << position.other)
    fronts = [1 << position.mover, 1 << position.other]
    reached = [0, 0]
    while any(fronts):
        for side in (0, 1):
            fronts[side] = _one_leap(leaps, fronts[side]) & free
            free &= ~fronts[side]
            reached[side] += fronts[side].bit_count()
    return reached[0] - reached[1]


def _one_leap(leaps: Steps, squares: int) -> int:
    reached = 0
    for square in cells_in(squares):
        reached |= leaps[square]
    return reached


def _safe_claims(position: BlockCapturePosition) -> int:
    """How many blocks the player to move may claim without handing the centre over."""
    if position.last is None:
        return 0
    game = position.game
    shunned = game.beside[game.centre]
    return (game.beside[position.last] & ~(position.first | position.second | shunned)).bit_count()


def _likely_last_mark(position: BlockadePosition) -> float:
    """Fills the board in reading order: an odd number of marks to come is good for the player to move.

    The fewer squares are free, the likelier the count is right.
    """
    ring, free, marks = position.game.ring, position.free, 0
    squares = free.bit_count()
    while free:
        lowest = free & -free
        free &= ~(lowest | ring[lowest.bit_length() - 1])
        marks += 1
    return (_LIKELY if marks % 2 else -_LIKELY) / (1 + squares)


def _likely_last_claim(position: BlockCapturePosition) -> float:
    """How many blocks the trail could still take in: an odd number is good for the player to move.

    The centre and the blocks beside it are left out, for nobody goes there unless they must.
    """
    game = position.game
    if position.last is None:
        return 0.0
    shunned = game.beside[game.centre] | 1 << game.centre
    free = ~(position.first | position.second | shunned)
    front = game.beside[position.last] & free
    blocks = 0
    while front:
        free &= ~front
        blocks += front.bit_count()
        front = _one_leap(game.beside, front) & free
    return (_LIKELY if blocks % 2 else -_LIKELY) / (1 + blocks)
