"""Trap the Knight by retrograde analysis: from the captures back to all that lead to them by force.

A placement is the player to move, the square of their knight and the square of the other one. It is won if
the other knight can be captured, or if some move leads to a lost placement. It is lost if every move leads
to a placement that is won for the other player; having no move at all is the plainest case. Round by round
the two sets grow, each round further from the end, until nothing is added. What is then in neither set is
endless: neither player can force the end. Since a knight attacks only squares of the other colour, and the
knights' colours change in turn, only one of the players can ever capture.

**How `repetitions` bears on it.** A move is not legal if it brings about a placement that has stood too
often already. Which placements these are is known from the position's history, and the analysis leaves out
the moves into them; where there are none, one analysis serves every position of the board. Placements that
will stand too often only after further moves take nothing from whoever can force the end: on the way there
the distance shrinks with every ply, so no placement comes back, and a move that the loser may no longer
make can only help the winner. Could it help them to win sooner? It takes four plies to bring a placement
back, so such a new prohibition is met in the fifth ply at the soonest, and can leave a player without a
move after four. A distance of up to five plies is therefore exact; beyond that, only the winner is told.

*Endless* says that neither player can force the end by the moves that are legal now. With `repetitions` the
game ends all the same, when somebody has used up their moves; who that will be is beyond this analysis.
"""

from collections import Counter
from functools import cache, lru_cache
from itertools import permutations
from typing import NamedTuple

from cornered.board import LEAPS, Board, Steps, cells_in, mask_of
from cornered.games.trap_the_knight import TrapPosition
from cornered.solve.contract import Budget, Graph, Progress, Solver, Value, Verdict

EXACT_PLIES = 5
"""Up to here a distance cannot be cut short by a placement that comes back on the way."""


class Faced(NamedTuple):
    """A placement as the player sees it who is to win."""

    my_turn: bool
    mine: int
    theirs: int


class Round(NamedTuple):
    """By the square of the winner's knight: the squares of the other knight that decide the game."""

    on_their_turn: tuple[int, ...]
    on_my_turn: tuple[int, ...]


class TrapSolver(Solver[TrapPosition]):
    """The analysis of a whole board takes far less than any budget, and tells the distance with the winner.

    >>> from cornered.games.trap_the_knight import TrapTheKnight
    >>> TrapSolver().value(TrapTheKnight(4, 4).start(), Budget(), lambda _: True)
    Value(verdict=<Verdict.LOSS: 'loss'>, plies=2)
    """

    def value(self, position: TrapPosition, budget: Budget, progress: Progress) -> Value:
        board, mover, other = position.game.board, position.mover, position.other
        progress(2 * board.size * (board.size - 1))
        for number, forced in enumerate(analyse(board, _forbidden(position, 3 - position.to_move))):
            if forced.on_their_turn[other] >> mover & 1:
                return _decided(Verdict.LOSS, 2 * number)
        for number, forced in enumerate(analyse(board, _forbidden(position, position.to_move))):
            if forced.on_my_turn[mover] >> other & 1:
                return _decided(Verdict.WIN, 2 * number + 1)
        return Value(Verdict.ENDLESS)

    def graph(self, start: TrapPosition, limit: int, seconds: float, progress: Progress) -> Graph | None:
        """The graph of all placements, repetitions aside.

        Both players' placements are alike, so those of one are counted and doubled.
        """
        board = start.game.board
        choices = decisive = 0
        for mover, other in permutations(range(board.size), 2):
            squares = cells_in(_leaps(board)[mover])
            after = {_verdict(board, other, square) for square in squares}
            choices += len(squares) > 1
            decisive += len(after) > 1
        return Graph(2 * board.size * (board.size - 1), 2 * choices, 2 * decisive)


def _verdict(board: Board, mover: int, other: int) -> Verdict:
    """What a placement is worth to the player to move, who may just have been captured."""
    if mover == other:
        return Verdict.LOSS
    last = analyse(board, frozenset())[-1]
    if last.on_their_turn[other] >> mover & 1:
        return Verdict.LOSS
    return Verdict.WIN if last.on_my_turn[mover] >> other & 1 else Verdict.ENDLESS


def _decided(verdict: Verdict, plies: int) -> Value:
    return Value(verdict, plies if plies <= EXACT_PLIES else None)


def _forbidden(position: TrapPosition, winner: int) -> frozenset[Faced]:
    """The placements that have stood so often that no move may bring them about again."""
    often = position.game.repetitions - 1
    return frozenset(
        Faced(True, mover, other) if to_move == winner else Faced(False, other, mover)
        for (to_move, mover, other), times in Counter(position.seen).items()
        if times >= often
    )


@lru_cache(maxsize=32)
def analyse(board: Board, forbidden: frozenset[Faced]) -> tuple[Round, ...]:
    """What one player can force. Round `n`: within `2 n` plies, or `2 n + 1` on the winner's own turn.

    >>> for forced in analyse(Board(4, 4), forbidden=frozenset()):
    ...     print(*(sum(map(int.bit_count, squares)) for squares in forced))
    0 48
    4 48
    """
    squares, leaps = range(board.size), _leaps(board)
    barred_to_them = [_theirs(forbidden, True, square) for square in squares]
    barred_to_me = [_theirs(forbidden, False, square) for square in squares]
    rounds: list[Round] = []
    won = (0,) * board.size
    while True:
        lost = tuple(_confined(board, won[mine] | barred_to_them[mine]) & ~(1 << mine) for mine in squares)
        reached = [lost[mine] & ~barred_to_me[mine] for mine in squares]
        won = tuple(_any_of(reached, leaps[mine]) & ~(1 << mine) | leaps[mine] for mine in squares)
        if rounds and rounds[-1] == (lost, won):
            return tuple(rounds)
        rounds.append(Round(lost, won))


def _theirs(standings: frozenset[Faced], my_turn: bool, mine: int) -> int:
    return mask_of(standing.theirs for standing in standings if standing[:2] == (my_turn, mine))


@cache
def _leaps(board: Board) -> Steps:
    return Steps(board, LEAPS)


@lru_cache(maxsize=4096)
def _confined(board: Board, squares: int) -> int:
    """Where a knight stands whose every move ends on one of these squares."""
    leaps = _leaps(board)
    return mask_of(square for square in range(board.size) if not leaps[square] & ~squares)


def _any_of(sets: list[int], numbers: int) -> int:
    union = 0
    for number in cells_in(numbers):
        union |= sets[number]
    return union
