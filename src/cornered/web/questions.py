"""The questions that worker processes answer: a program's move, values, a hint, a review."""

from dataclasses import replace
from random import SystemRandom
from time import monotonic
from typing import NamedTuple

from cornered.game import Position
from cornered.games import position as position_of
from cornered.play.opponents import opponent
from cornered.play.players import Kind, Player
from cornered.play.review import Judgement, MoveReview, Review, review_moves
from cornered.play.session import Session, begin
from cornered.solve import line, rate, value, why
from cornered.solve.contract import Budget, Rating, Value, Verdict
from cornered.terminal.advice import hint as hint_at_the_terminal

Squares = tuple[int, ...]


class Insight(NamedTuple):
    """What is known about a position: its value, every move's, a line of best play, and why."""

    value: Value
    ratings: tuple[Rating, ...]
    line: Squares
    why: str | None


def choose(start: str, squares: Squares, kind: str) -> int:
    """The square that a program of this kind plays after these moves."""
    return opponent(Kind(kind), SystemRandom()).choose(_reached(start, squares))


def analyse(start: str, squares: Squares, seconds: float, memory: int) -> Insight:
    """What is known about the position after these moves, found within a budget."""
    position = _reached(start, squares)
    ends = monotonic() + seconds
    ratings = rate(position, Budget(seconds * 0.7, memory))
    best = ratings[0].value if ratings else value(position)
    left = max(0.0, ends - monotonic())
    best_line = line(position, Budget(left, memory)) if best.plies is not None else ()
    return Insight(best, ratings, best_line, why(position))


def hint(start: str, players: tuple[Player, Player], squares: Squares) -> str:
    """A best move and why, in the terminal's words."""
    return hint_at_the_terminal(begin(position_of(start), players, squares))


def review(start: str, players: tuple[Player, Player], squares: Squares, seconds: float) -> Review:
    """The game reviewed from its end, where values are found soonest, as far back as the time allows."""
    session = begin(position_of(start), players, squares)
    ends = monotonic() + seconds
    moves = [
        _one_move(session, ply) if monotonic() < ends else _not_known(session, ply)
        for ply in reversed(range(len(squares)))
    ]
    return Review(session, tuple(reversed(moves)))


def _one_move(session: Session, ply: int) -> MoveReview:
    alone = Session(session.positions[ply : ply + 2], session.players, session.squares[ply : ply + 1])
    [reviewed] = review_moves(alone)
    return replace(reviewed, ply=ply)


def _not_known(session: Session, ply: int) -> MoveReview:
    unknown = Value(Verdict.UNKNOWN)
    player, square = session.positions[ply].to_move, session.squares[ply]
    return MoveReview(ply, player, square, unknown, unknown, (), False, Judgement.UNKNOWN)


def _reached(start: str, squares: Squares) -> Position:
    position = position_of(start)
    for square in squares:
        position = position.play(square)
    return position
