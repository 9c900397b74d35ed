"""What a position asks of the player to move, and which moves answer it.

**Find the move that wins**: some moves win and some do not, and every move that wins is an answer.

**Find the move that survives**: no move wins. Either some moves lose by force and the others do not, and all
of those are answers; or every move loses, but all except one lose to the very next reply, and that one is the
answer.

Where more than half of the moves are answers there is little to find, and no puzzle.

A game in which a forced end is told only up to some distance says so in its facts, as `horizon`: what lies
beyond counts as undecided.
"""

from enum import StrEnum
from math import inf
from typing import NamedTuple

from cornered.game import Position
from cornered.solve import Budget, Rating, Value, Verdict, rate

ENDLESSLY = Budget(seconds=inf)
"""No clock decides what a puzzle is: the boards are such that every answer is found soon."""

NEXT_REPLY = 2
"""The plies in which a move has lost that loses to the very next reply."""


class Task(StrEnum):
    """What is to be found."""

    WIN = "win"
    SURVIVE = "survive"


class Posed(NamedTuple):
    """A task, every move that answers it, and what all moves are worth, the best first."""

    task: Task
    answers: tuple[int, ...]
    ratings: tuple[Rating, ...]


def posed(position: Position, ratings: tuple[Rating, ...]) -> Posed | None:
    """The task that this position, with moves worth this, sets; None where it sets none."""
    facts = position.game.facts().puzzles
    forced = {rating.square: decided(rating.value, facts.horizon) for rating in ratings}
    won = _squares(forced, Verdict.WIN)
    if won:
        return _unless_easy(Posed(Task.WIN, won, ratings))
    if not facts.survive:
        return None
    answers = tuple(sorted(set(forced) - {*_squares(forced, Verdict.LOSS)})) or _only_one_left(ratings)
    return _unless_easy(Posed(Task.SURVIVE, answers, ratings))


def _unless_easy(task: Posed) -> Posed | None:
    return task if 0 < len(task.answers) <= len(task.ratings) / 2 else None


def decided(value: Value, horizon: int | None) -> Verdict | None:
    """Who wins by force, as far as the game's horizon; None where that is open."""
    if value.verdict not in (Verdict.WIN, Verdict.LOSS):
        return None
    near = horizon is None or (value.plies is not None and value.plies <= horizon)
    return value.verdict if near else None


def rate_moves(position: Position) -> tuple[Rating, ...]:
    """What all moves are worth, the best first.

    Ends within a horizon, where only those count, are too near for a count of repetitions to matter; and what
    that count decides later would take long to find out. Yet it may forbid a move.
    """
    horizon, legal = position.game.facts().puzzles.horizon, position.moves()
    ratings = rate((horizon and position.uncounted) or position, ENDLESSLY)
    return tuple(rating for rating in ratings if rating.square in legal)


def winning_moves(position: Position) -> tuple[int, ...]:
    """Every move that wins by force."""
    horizon = position.game.facts().puzzles.horizon
    forced = {rating.square: decided(rating.value, horizon) for rating in rate_moves(position)}
    return _squares(forced, Verdict.WIN)


def _squares(forced: dict[int, Verdict | None], wanted: Verdict) -> tuple[int, ...]:
    return tuple(sorted(square for square, verdict in forced.items() if verdict is wanted))


def _only_one_left(ratings: tuple[Rating, ...]) -> tuple[int, ...]:
    """The one move that does not lose to the next reply, where all lose in the end."""
    lasting = [rating.square for rating in ratings if rating.value.plies != NEXT_REPLY]
    return tuple(lasting) if len(lasting) == 1 else ()
