"""Proofs from the solver: a strategy, with a defence where both bounds are wanted, or a theorem's pairing."""

from collections.abc import Iterable, Iterator
from itertools import count

from cornered.errors import CorneredError
from cornered.game import Position
from cornered.proof import Answers, Proved, write_pairing, write_proof
from cornered.solve import Budget, Progress, Value, Verdict, rate, value, winner
from cornered.solve.contract import Clock, never_stop

_STOPPED = "the search was stopped before every move had its answer."


class Unsolved(CorneredError, ValueError):
    """There is no winning strategy, or none was found within the budget."""


class NobodyWins(Unsolved):
    """There is no winning strategy, however large the budget."""


def prove(start: Position, budget: Budget, progress: Progress, exact: bool = False) -> tuple[str, Proved]:
    """The text of a proof of who wins from here, and what it proves; `exact` for the number of plies too.

    A strategy that need not be the fastest takes much less time to find, and often less room.
    """
    clock = Clock(budget)
    found = _known(start, clock, progress, exact or start.game.positions_come_back)
    won_by = start.to_move if found.verdict is Verdict.WIN else 3 - start.to_move
    if exact and found.plies is None:
        raise Unsolved("who wins is known, but not in how many plies.")
    finding = _Finding(clock, progress)
    if found.plies is None and (answers := start.game.solver().pairing(start)):
        return write_pairing(start, won_by, finding.in_time(answers))
    if exact:
        return write_proof(start, won_by, finding.fastest, found.plies, finding.longest_defence)
    return write_proof(start, won_by, finding.fastest if start.game.positions_come_back else finding.easiest)


def _known(start: Position, clock: Clock, progress: Progress, with_plies: bool) -> Value:
    ask = value if with_plies else lambda *question: Value(winner(*question))
    found = ask(start, clock.left(), progress)
    if found.verdict is Verdict.ENDLESS:
        raise NobodyWins("neither player can force the end.")
    if found.verdict is Verdict.UNKNOWN:
        raise Unsolved("who wins is not known within the budget.")
    return found


class _Finding:
    """Finds move after move within one budget, and reports how many it has found."""

    def __init__(self, clock: Clock, progress: Progress) -> None:
        self._clock = clock
        self._progress = progress
        self._found = count(1)

    def easiest(self, position: Position) -> int:
        """A move that wins; of several the one that leaves the other player the fewest replies."""
        after = sorted((len(position.play(square).moves()), square) for square in position.moves())
        return self._first(square for _, square in after if self._loses(position.play(square)))

    def _loses(self, position: Position) -> bool:
        return winner(position, self._clock.left(), never_stop) is Verdict.LOSS

    def fastest(self, position: Position) -> int:
        """The move that wins soonest."""
        best = rate(position, self._clock.left())[0]
        return self._first(iter([best.square] if best.value.verdict is Verdict.WIN else []))

    def longest_defence(self, position: Position, plies: int) -> int:
        """A move after which the game is not won in so few plies, this one counted."""
        worths = ((square, value(position.play(square), self._clock.left())) for square in position.moves())
        return self._first(
            square
            for square, worth in worths
            if worth.verdict is Verdict.LOSS or (worth.plies is not None and worth.plies >= plies)
        )

    def in_time(self, answers: Answers) -> Answers:
        """The same answers, as long as there is time for them."""

        def found(placement: Position, times: int) -> Iterable[int]:
            self._look()
            return answers(placement, times)

        return found

    def _first(self, squares: Iterator[int]) -> int:
        square = next(squares, None)
        self._look()
        if square is None:
            raise Unsolved(_STOPPED)
        return square

    def _look(self) -> None:
        if not self._progress(next(self._found)) or not self._clock.left().seconds:
            raise Unsolved(_STOPPED)
