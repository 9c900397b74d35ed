"""A winning strategy from the solver: at every turn of the winner a move that keeps the win."""

from itertools import count

from cornered.errors import CorneredError
from cornered.game import Position
from cornered.proof import Choose
from cornered.solve import Budget, Progress, Verdict, rate, value
from cornered.solve.contract import Clock


class Unsolved(CorneredError, ValueError):
    """There is no winning strategy, or none was found within the budget."""


def winning_strategy(start: Position, budget: Budget, progress: Progress) -> tuple[int, Choose]:
    """Who wins from here, and the move they make in each position of theirs."""
    clock, chosen = Clock(budget), count(1)

    def choose(position: Position) -> int:
        best = rate(position, clock.left())[0]
        if best.value.verdict is not Verdict.WIN or not progress(next(chosen)):
            raise Unsolved("the search was stopped before every defence had its answer.")
        return best.square

    verdict = value(start, clock.left(), progress).verdict
    if verdict is Verdict.ENDLESS:
        raise Unsolved("neither player can force the end.")
    if verdict is Verdict.UNKNOWN:
        raise Unsolved("who wins is not known within the budget.")
    return (start.to_move if verdict is Verdict.WIN else 3 - start.to_move), choose
