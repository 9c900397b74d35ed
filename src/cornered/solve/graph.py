"""The whole graph of a game: every position that can arise, and how often a choice decides.

A position has a choice if more than one move is legal, and the choice matters if it changes who wins. The
share of choices that matter tells how much there is to play for on a board.
"""

from itertools import permutations
from typing import NamedTuple

from cornered.board import LEAPS, Board, Steps, cells_in
from cornered.game import Position
from cornered.games.trap_the_knight import TrapPosition
from cornered.solve.contract import Progress, Verdict, never_stop
from cornered.solve.trap_the_knight import analyse


class Graph(NamedTuple):
    """How many positions there are, how many have a choice, and how many choices matter."""

    positions: int
    choices: int
    decisive: int

    @property
    def share(self) -> float:
        """The share of choices that change who wins; 0 where there is no choice at all."""
        return self.decisive / self.choices if self.choices else 0.0


def explore(start: Position, limit: int, progress: Progress = never_stop) -> Graph | None:
    """The graph that begins here; None if it has more positions than `limit`.

    In Trap the Knight, where positions come back, it is the graph of all placements, repetitions aside.

    >>> from cornered import new_game
    >>> explore(new_game("blockade", Board(3, 3)).start(), limit=100)
    Graph(positions=72, choices=21, decisive=17)
    """
    if isinstance(start, TrapPosition):
        return _placements(start.game.board)
    wins: dict[Position, bool] = {}
    choices = decisive = 0
    waiting = [start]
    while waiting:
        position = waiting[-1]
        after = [position.play(square) for square in position.moves()]
        unknown = [] if position in wins else [following for following in after if following not in wins]
        if unknown:
            waiting += unknown
            continue
        waiting.pop()
        if position in wins:
            continue
        results = [not wins[following] for following in after]
        wins[position] = any(results)
        choices += len(after) > 1
        decisive += len(set(results)) > 1
        if len(wins) % 4096 == 0 and (len(wins) > limit or not progress(len(wins))):
            return None
    return Graph(len(wins), choices, decisive) if len(wins) <= limit else None


def _placements(board: Board) -> Graph:
    """Both players' placements are alike, so those of one are counted and doubled."""
    leaps = Steps(board, LEAPS)
    choices = decisive = 0
    for mover, other in permutations(range(board.size), 2):
        squares = cells_in(leaps[mover])
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
