"""The whole graph of a game: every position that can arise, and how often a choice decides.

A position has a choice if more than one move is legal, and the choice matters if it changes who wins. The
share of choices that matter tells how much there is to play for on a board.
"""

import time
from math import inf

from cornered.game import Position
from cornered.solve.contract import Graph, Progress, never_stop


def explore(
    start: Position, limit: int, progress: Progress = never_stop, seconds: float = inf
) -> Graph | None:
    """The graph that begins here; None if it has more positions than `limit`, or takes too long.

    >>> from cornered import Board, new_game
    >>> explore(new_game("blockade", Board(3, 3)).start(), limit=100)
    Graph(positions=72, choices=21, decisive=17)
    """
    wins: dict[Position, bool] = {}
    choices = decisive = 0
    ends = time.monotonic() + seconds
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
        if len(wins) % 1024 == 0:
            too_long = time.monotonic() >= ends or not progress(len(wins))
            if too_long or len(wins) > limit:
                return None
    return Graph(len(wins), choices, decisive) if len(wins) <= limit else None
