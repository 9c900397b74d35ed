"""Any game by plain search: the definition of best play, remembered. Slow, and obviously right.

How long a game lasts is found by asking whether it ends within one ply, two, three, and so on: that takes a
small part of the positions that there are.
"""

from itertools import count

from cornered.game import Position
from cornered.solve.contract import UNKNOWN, Budget, OutOfBudget, Progress, Solver, Value, Verdict, Watch

# A line of play may be longer than Python can follow.
BEYOND_REACH = (OutOfBudget, RecursionError)


class PlainSolver(Solver[Position]):
    """The reference that every other solver must agree with."""

    def __init__(self) -> None:
        self.forget()

    def forget(self) -> None:
        self._winners: dict[Position, bool] = {}
        # By whether it is asked if the player to move wins: the fewest plies within which the answer is known
        # to be yes, and the most within which it is no.
        self._ends: tuple[dict[Position, int], dict[Position, int]] = ({}, {})
        self._goes_on: tuple[dict[Position, int], dict[Position, int]] = ({}, {})

    def value(self, position: Position, budget: Budget, progress: Progress) -> Value:
        with Watch(budget, progress, self.remembered) as watch:
            try:
                wins = self._wins(position, watch)
            except BEYOND_REACH:
                return UNKNOWN
            return Value(_verdict(wins), self.plies(position, wins, watch))

    def winner(self, position: Position, budget: Budget, progress: Progress) -> Verdict:
        with Watch(budget, progress, self.remembered) as watch:
            try:
                return _verdict(self._wins(position, watch))
            except BEYOND_REACH:
                return Verdict.UNKNOWN

    def plies(self, position: Position, wins: bool, watch: Watch) -> int | None:
        """The length of the game when the winner, who is known, hurries and the loser holds out.

        Odd exactly when the player to move wins, for they make the last move. None if it is not found.
        """
        try:
            return next(plies for plies in count(int(wins), 2) if self._ends_within(position, plies, watch))
        except BEYOND_REACH:
            return None

    def _wins(self, position: Position, watch: Watch) -> bool:
        """Whether some move leaves the other player lost."""
        if position not in self._winners:
            watch.count()
            after = (position.play(square) for square in position.moves())
            self._winners[position] = any(not self._wins(following, watch) for following in after)
        return self._winners[position]

    def _ends_within(self, position: Position, plies: int, watch: Watch) -> bool:
        """Whether the player to move wins, if `plies` is odd, or loses, if it is even, within `plies`."""
        moves, mover_wins = position.moves(), plies % 2 == 1
        if not moves:
            return not mover_wins
        if plies <= 0:
            return False
        ends, goes_on = self._ends[mover_wins], self._goes_on[mover_wins]
        if position in ends and ends[position] <= plies:
            return True
        if position in goes_on and goes_on[position] >= plies:
            return False
        watch.count()
        after = sorted((position.play(square) for square in moves), key=_replies)
        found = (any if mover_wins else all)(
            self._ends_within(following, plies - 1, watch) for following in after
        )
        (ends if found else goes_on)[position] = plies
        return found

    @property
    def remembered(self) -> int:
        """How many answers this solver holds."""
        return len(self._winners) + sum(len(known) for known in (*self._ends, *self._goes_on))


def _verdict(wins: bool) -> Verdict:
    return Verdict.WIN if wins else Verdict.LOSS


def _replies(position: Position) -> int:
    """Where the other player has few answers, most is soonest decided: such moves are tried first."""
    return len(position.moves())
