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
will stand too often only after further moves take nothing from the player who can force the end: until then
the distance shrinks with every ply, so no placement comes back, and a move that the loser may no longer
make can only help the winner. Could it help them to win sooner? It takes four plies to bring a placement
back, so it is known how soon a new prohibition can be met at all. Up to that ply distances are exact; beyond
it only the winner is told. Without the rule all distances are.

*Endless* says that neither player can force the end, and nobody ever has to: it is said only where no rule
counts repetitions. Where one does, the game ends, and what no capture decides, `solve.hunt` does: the hunter
always has a move. Where that is silent as well, as late in some games and on some boards with two rows, the
lines of play are searched, histories and all, until one of the two speaks: where the fewest replies are left
to refute comes first (`solve.proof_tree`), so that what is soon decided is soon found. And where only the
winner is known, some lines are searched for how long the game lasts.
"""

from collections import Counter, defaultdict
from contextlib import suppress
from dataclasses import replace
from functools import cache, lru_cache
from itertools import permutations
from math import inf
from typing import NamedTuple

from cornered.board import LEAPS, Board, Steps, cells_in, mask_of
from cornered.game import Position
from cornered.games.trap_the_knight import TrapPosition
from cornered.proof import Answers
from cornered.solve.contract import Budget, Clock, Graph, Progress, Settled, Solver, Value, Verdict, Watch
from cornered.solve.hunt import Hunt
from cornered.solve.plain import BEYOND_REACH, PlainSolver
from cornered.solve.proof_tree import ProofTree

_POSITIONS_FOR_PLIES = 300
"""Enough to measure a game that is nearly over; one that is not would take far too many."""

_PLIES_TO_COME_BACK = 4
_HUNTED = (
    "Player {hunter}, the hunter, always has a move that repeats nothing too often, "
    "so Player {prey} runs out first."
)


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
    """Captures by force with their distance; else the hunt or a search, with a distance where it is short.

    >>> from cornered.games.trap_the_knight import TrapTheKnight
    >>> solver = TrapSolver()
    >>> solver.value(TrapTheKnight(4, 4).start(), Budget(), lambda _: True)
    Value(verdict=<Verdict.LOSS: 'loss'>, plies=2)
    >>> solver.value(TrapTheKnight(8, 8).start(), Budget(), lambda _: True)
    Value(verdict=<Verdict.LOSS: 'loss'>, plies=None)
    """

    def __init__(self) -> None:
        self._plain = PlainSolver()

    def value(self, position: TrapPosition, budget: Budget, progress: Progress) -> Value:
        clock = Clock(budget)
        verdict, plies = _seen(position, progress) or Value(_searched(position, clock.left(), progress))
        if plies is None and verdict in (Verdict.WIN, Verdict.LOSS):
            few = replace(clock.left(), positions=min(budget.positions, _POSITIONS_FOR_PLIES))
            with Watch(few, progress, self._plain.remembered, _bytes_each(position)) as watch:
                plies = self._plain.plies(position, verdict is Verdict.WIN, watch)
        return Value(verdict, plies)

    def winner(self, position: TrapPosition, budget: Budget, progress: Progress) -> Verdict:
        clock, known = Clock(budget), _seen(position, progress)
        return known.verdict if known else _searched(position, clock.left(), progress)

    def settle(self, position: TrapPosition) -> Settled | None:
        hunter, hunt = position.hunter, hunt_from(position)
        if not hunter or not hunt or not hunt.ground:
            return None
        reason = _HUNTED.format(hunter=hunter, prey=3 - hunter)
        if position.to_move != hunter:
            return Settled(Verdict.LOSS, reason)
        return Settled(Verdict.WIN, reason, _hunting_move(position, hunt))

    def pairing(self, position: TrapPosition) -> Answers | None:
        hunt = hunt_from(position)
        if not hunt or not hunt.ground:
            return None

        def answers(placement: Position, _times: int) -> tuple[int, ...]:
            assert isinstance(placement, TrapPosition)
            return hunt.answers(placement.other).get(placement.mover, ())  # none, if it may not come back

        return answers

    def graph(self, start: TrapPosition, limit: int, seconds: float, progress: Progress) -> Graph | None:
        """The graph of all placements; None under the rule on repetition, where histories differ without end.

        Both players' placements are alike, so those of one are counted and doubled.
        """
        if start.game.repetitions:
            return None
        board = start.game.board
        choices = decisive = 0
        for mover, other in permutations(range(board.size), 2):
            squares = cells_in(_leaps(board)[mover])
            after = {_verdict(board, other, square) for square in squares}
            choices += len(squares) > 1
            decisive += len(after) > 1
        return Graph(2 * board.size * (board.size - 1), 2 * choices, 2 * decisive)


def _seen(position: TrapPosition, progress: Progress) -> Value | None:
    progress(2 * position.game.board.size * (position.game.board.size - 1))
    return value_at_sight(position)


def _searched(position: TrapPosition, budget: Budget, progress: Progress) -> Verdict:
    """Who wins by the lines of play, each no further than to where that is known at sight."""
    tree = ProofTree(position, alike=lambda position: position, at_sight=lambda _: None)  # a look takes time
    with Watch(budget, progress, bytes_each=_bytes_each(position)) as watch, suppress(*BEYOND_REACH):
        while leaf := tree.next_leaf():
            watch.count()
            assert isinstance(leaf, TrapPosition)
            known = value_at_sight(leaf)
            tree.settle(leaf, known.verdict if known else Verdict.UNKNOWN)
    return tree.verdict


def _bytes_each(position: TrapPosition) -> int:
    """About what a position costs that is remembered with all its history."""
    return 1000 + 10 * len(position.seen)


def value_at_sight(position: TrapPosition) -> Value | None:
    """What captures by force tell, and where they are silent the hunt; None if that is silent too."""
    hunter, hunt = position.hunter, hunt_from(position)
    hunted = bool(hunt and hunt.ground)
    for winner in (1, 2):
        if (winner == hunter or not hunted) and (forced := _forced(position, winner)):
            return forced
    if not position.game.repetitions:
        return Value(Verdict.ENDLESS)
    return Value(Verdict.WIN if hunter == position.to_move else Verdict.LOSS) if hunted else None


def hunt_from(position: TrapPosition) -> Hunt | None:
    """The hunt that the rule on repetition makes of a position; None where nothing is counted."""
    return Hunt(position) if position.game.repetitions else None


def _hunting_move(position: TrapPosition, hunt: Hunt) -> int:
    """A move that keeps a won hunt won: a capture, else what leaves the prey the fewest squares."""
    if hunt.prey in position.moves():
        return hunt.prey
    return min(hunt.answers(hunt.prey)[hunt.hunter], key=lambda square: _safe_squares(position.play(square)))


def _safe_squares(position: TrapPosition) -> int:
    """How many moves the prey has onto squares that the hunter does not attack."""
    attacked = _leaps(position.game.board)[position.other]
    return sum(not attacked >> square & 1 for square in position.moves())


def _forced(position: TrapPosition, winner: int) -> Value | None:
    """What this player can force by the moves that are legal now, and how soon if that is certain."""
    board, mover, other = position.game.board, position.mover, position.other
    rounds = analyse(board, _forbidden(position, winner))
    if winner == position.to_move:
        plies = next(
            (2 * n + 1 for n, forced in enumerate(rounds) if forced.on_my_turn[mover] >> other & 1), None
        )
    else:
        plies = next(
            (2 * n for n, forced in enumerate(rounds) if forced.on_their_turn[other] >> mover & 1), None
        )
    if plies is None:
        return None
    verdict = Verdict.WIN if winner == position.to_move else Verdict.LOSS
    return Value(verdict, plies if plies <= _exact_plies(position) else None)


def _exact_plies(position: TrapPosition) -> float:
    """Up to here no placement can come back so often that a further move is prohibited on the way."""
    if not position.game.repetitions:
        return inf
    now, most = (position.to_move, position.mover, position.other), position.game.repetitions - 1
    # A placement that has not stood may do so on the next ply; this one takes four to stand again.
    met_on_ply = [1 + _PLIES_TO_COME_BACK * most]
    for placement, times in Counter(position.seen).items():
        if times < most:
            first = _PLIES_TO_COME_BACK if placement == now else 1
            met_on_ply.append(first + _PLIES_TO_COME_BACK * (most - times))
    return min(met_on_ply)


def _verdict(board: Board, mover: int, other: int) -> Verdict:
    """What a placement is worth to the player to move, who may just have been captured."""
    if mover == other:
        return Verdict.LOSS
    last = analyse(board, frozenset())[-1]
    if last.on_their_turn[other] >> mover & 1:
        return Verdict.LOSS
    return Verdict.WIN if last.on_my_turn[mover] >> other & 1 else Verdict.ENDLESS


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
    barred_to_them, barred_to_me = _barred(forbidden, my_turn=True), _barred(forbidden, my_turn=False)
    rounds: list[Round] = []
    won = (0,) * board.size
    while True:
        lost = tuple(_confined(board, won[mine] | barred_to_them[mine]) & ~(1 << mine) for mine in squares)
        reached = [lost[mine] & ~barred_to_me[mine] for mine in squares]
        won = tuple(_any_of(reached, leaps[mine]) & ~(1 << mine) | leaps[mine] for mine in squares)
        if rounds and rounds[-1] == (lost, won):
            return tuple(rounds)
        rounds.append(Round(lost, won))


def _barred(forbidden: frozenset[Faced], my_turn: bool) -> dict[int, int]:
    """By the square of the winner's knight: the squares of the other one that may not come about."""
    barred: dict[int, int] = defaultdict(int)
    for turn, mine, theirs in forbidden:
        if turn == my_turn:
            barred[mine] |= 1 << theirs
    return barred


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
