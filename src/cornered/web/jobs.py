"""What the worker processes think about: a program's move, a position, hints, threats, a game to be reviewed.

A game comes as the store keeps it, and everything stays within the memory that the worker is allowed.
"""

from random import Random, SystemRandom
from typing import Any

from cornered.arena.agents import seated
from cornered.games import read_position
from cornered.play import commentary
from cornered.play.opponents import opponent
from cornered.play.players import Kind
from cornered.play.review import review as review_of
from cornered.play.review import turning_point as turning_point_of
from cornered.play.stored import session_of
from cornered.solve import Analysis, Budget
from cornered.solve import analyse as analysis_of
from cornered.store import SavedGame


def choose(saved: SavedGame, memory: int, seed: str | None) -> int:
    """The square that the program to move plays; with a seed the same one in the same place of that game."""
    session = session_of(saved)
    random = SystemRandom() if seed is None else Random(f"{seed} {saved.id} {len(saved.squares)}")
    return opponent(Kind(session.mover.kind), random, memory).choose(session.position)


def ask(address: str, code: str) -> int:
    """The square that the function at this address plays."""
    return seated(address, SystemRandom())(read_position(code))


def analyse(code: str, seconds: float, memory: int) -> Analysis:
    """What is known about a position."""
    return analysis_of(read_position(code), Budget(seconds, memory))


def hint(saved: SavedGame, seconds: float, memory: int) -> commentary.Hint:
    """A best move and why."""
    return commentary.hint(session_of(saved), Budget(seconds, memory))


def caution(saved: SavedGame, seconds: float) -> commentary.Caution:
    """What threatens the player to move."""
    return commentary.caution(session_of(saved), Budget(seconds))


def review(saved: SavedGame, seconds: float, memory: int) -> dict[str, Any]:
    """The game reviewed, as far back from its end as the time allows."""
    return commentary.review_data(review_of(session_of(saved), seconds, memory))


def turning_point(saved: SavedGame, memory: int) -> dict[str, Any]:
    """The game judged by who wins alone, which is soon found out."""
    return commentary.review_data(turning_point_of(session_of(saved), memory))
