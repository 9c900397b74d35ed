"""Threats: the moves to which the other player has an answer that ends the game at once."""

from collections.abc import Iterator
from typing import NamedTuple

from cornered.game import Position
from cornered.solve import Budget
from cornered.solve.contract import Clock


class Threat(NamedTuple):
    """A move that loses at once, and the reply that wins."""

    square: int
    reply: int


def threats(position: Position, budget: Budget) -> tuple[Threat, ...] | None:
    """All there are, found by looking two plies ahead; None where the time is not enough for that.

    >>> from cornered import new_game
    >>> start = new_game("trap-the-knight").start()
    >>> [start.game.label(threat.square) for threat in threats(start, Budget(1))]
    ['C2', 'B3']
    """
    clock, found = Clock(budget), []
    for square in position.moves():
        if not clock.left().seconds:
            return None
        found += [Threat(square, reply) for reply in _winning_replies(position.play(square))][:1]
    return tuple(found)


def _winning_replies(after: Position) -> Iterator[int]:
    return (reply for reply in after.moves() if not after.play(reply).moves())
