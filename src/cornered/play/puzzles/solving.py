"""One attempt at a puzzle: right moves are met by the best defence, a wrong one by its refutation."""

from dataclasses import dataclass, replace
from enum import StrEnum

from cornered.game import Position
from cornered.play.puzzles.making import Puzzle
from cornered.play.puzzles.tasks import Task, decided, rate_moves, winning_moves

_ENOUGH_TO_LOOK_AT = 400
"""Positions: a win that takes more of them to see is not plain yet."""


class Status(StrEnum):
    """How an attempt stands."""

    OPEN = "open"
    SOLVED = "solved"
    FAILED = "failed"


@dataclass(frozen=True)
class Attempt:
    """A puzzle being solved, as an immutable value; it is the solver's turn in `position` while it is open.

    `squares` are all moves so far, of both sides; `refutation` is what follows the mistake, to the end of the
    game where it is decided.
    """

    puzzle: Puzzle
    position: Position
    squares: tuple[int, ...] = ()
    status: Status = Status.OPEN
    refutation: tuple[int, ...] = ()

    @property
    def accepted(self) -> tuple[int, ...]:
        """The moves that are right now."""
        return winning_moves(self.position) if self.squares else self.puzzle.answers

    def play(self, square: int) -> "Attempt":
        """After this move, and the reply to it; `IllegalMove` if a rule refuses it."""
        after = self.position.play(square)
        squares = (*self.squares, square)
        if square not in self.accepted:
            shown = refutation(after)
            return replace(self, position=after, squares=squares, status=Status.FAILED, refutation=shown)
        if self.puzzle.task is Task.SURVIVE or is_plain(after, 3 - after.to_move):
            return replace(self, position=after, squares=squares, status=Status.SOLVED)
        reply = best_move(after)
        replied = after.play(reply)
        status = Status.SOLVED if is_plain(replied, replied.to_move) else Status.OPEN
        return replace(self, position=replied, squares=(*squares, reply), status=status)


def begin(puzzle: Puzzle) -> Attempt:
    """An attempt without a move."""
    return Attempt(puzzle, puzzle.position)


def solution(puzzle: Puzzle) -> tuple[int, ...]:
    """The best answer, and how best play goes on until the task is plainly done."""
    attempt = begin(puzzle)
    while attempt.status is Status.OPEN:
        right = attempt.accepted
        attempt = attempt.play(next(r.square for r in rate_moves(attempt.position) if r.square in right))
    return attempt.squares


def refutation(position: Position) -> tuple[int, ...]:
    """How best play goes on after a mistake: to the end if that is forced, else the one move that saves."""
    horizon = position.game.facts().puzzles.horizon
    line = []
    while position.moves():
        best = rate_moves(position)[0]
        line.append(best.square)
        if decided(best.value, horizon) is None:
            break
        position = position.play(best.square)
    return tuple(line)


def best_move(position: Position) -> int:
    """The best move, and of equal ones the first on the board: the same on every machine."""
    return rate_moves(position)[0].square


def is_plain(position: Position, player: int) -> bool:
    """Whether this player wins whatever both of them do from now on, and few positions show it."""
    reached, looked_at = {position}, 0
    while reached:  # ply by ply: two knights that never block anything would go very deep first
        looked_at += len(reached)
        outcomes = {one: one.outcome for one in reached}
        if looked_at > _ENOUGH_TO_LOOK_AT or any(end and end.winner != player for end in outcomes.values()):
            return False
        going = (one for one, end in outcomes.items() if not end)
        reached = {one.play(square) for one in going for square in one.moves()}
    return True
