"""Checks puzzles against every line of play: the accepted answers are exactly the moves that keep the result.

    python tools/check_puzzles.py [NUMBER] [GAME ...]

Uses the rules and a plain search of its own: neither the solvers nor the kernel. What is found of every move
must be what the puzzle says of it, to the ply. Also checks that no two puzzles of a set look alike. NUMBER
puzzles of each game, 10,000 unless it is given: one set on each of its boards.
"""

import sys
import time
from itertools import islice

from cornered.game import Game, Position
from cornered.games import GAMES
from cornered.play.puzzles import Puzzle, Task, boards_of, puzzles
from cornered.play.puzzles.alike import likeness

_LONGEST_LINE = 11
"""Plies: no move of a puzzle may take longer to decide, where the game names no horizon of its own."""

_REMEMBERED_FOR = 250
"""Puzzles: then the referee forgets what it knows, which would fill the memory."""


class Referee:
    """Who wins and how soon, by trying every line of play, one ply deeper at a time.

    Positions with the same squares taken are looked at once. Where positions may come back, no line is long
    enough for one to stand a third time: that takes eight plies.
    """

    def __init__(self, game: Game) -> None:
        self._merged = game.facts().look.piece == "mark"
        self._limit = game.facts().puzzles.horizon or _LONGEST_LINE
        assert not game.positions_come_back or self._limit < 8
        self._decided: dict[tuple[int, str, int], int] = {}
        self._open: dict[tuple[int, str, int], int] = {}

    def plies_of(self, position: Position, square: int) -> int | None:
        """In how many plies this move wins, an odd number, or loses; None where that is beyond the limit."""
        after = position.play(square)
        return next((1 + plies for plies in range(self._limit) if self._ends(after, plies)), None)

    def _ends(self, position: Position, plies: int) -> bool:
        """Whether the player to move wins, if `plies` is odd, or loses, if it is even, within `plies`."""
        moves = position.moves()
        if not moves:
            return plies % 2 == 0
        if plies <= 1:  # no ply is left, or one, which must then end the game
            return plies == 1 and any(not position.play(square).moves() for square in moves)
        place = self._place(position, plies)
        if self._decided.get(place, plies + 1) <= plies:
            return True
        if self._open.get(place, -1) >= plies:
            return False
        ends = (self._ends(position.play(square), plies - 1) for square in moves)
        found = any(ends) if plies % 2 else all(ends)
        (self._decided if found else self._open)[place] = plies
        return found

    def _place(self, position: Position, plies: int) -> tuple[int, str, int]:
        """What is remembered of a position: winning and losing are two questions."""
        cells = position.cells()
        parity = plies % 2
        return (0, cells.translate(_TAKEN), parity) if self._merged else (position.to_move, cells, parity)


_TAKEN = str.maketrans("abAB", "xxLL")


def fault(puzzle: Puzzle, referee: Referee) -> str | None:
    """What is wrong with a puzzle, by the rules alone; None if nothing is."""
    plies = {square: referee.plies_of(puzzle.position, square) for square in puzzle.position.moves()}
    told = {rating.square: rating.value.plies for rating in puzzle.ratings}
    horizon = puzzle.game.facts().puzzles.horizon
    if horizon is None and plies != told:
        return f"its moves are said to take {told} plies, and take {plies}"
    right = answers(puzzle.task, plies)
    if right != set(puzzle.answers):
        return f"{puzzle.answers} are accepted, but right are {sorted(right)}"
    best = max(right, key=lambda square: _merit(plies[square]))
    if plies[best] != puzzle.plies:
        return f"it is said to take {puzzle.plies} plies, and takes {plies[best]}"
    return None


def answers(task: Task, plies: dict[int, int | None]) -> set[int]:
    """Every move that fulfils the task, of moves that win or lose in so many plies."""
    winning = {square for square, number in plies.items() if number and number % 2}
    if task is Task.WIN or winning:
        return winning if task is Task.WIN else set()
    undecided = {square for square, number in plies.items() if number is None}
    return undecided or {square for square, number in plies.items() if number != 2}


def _merit(plies: int | None) -> int:
    """The sooner a move wins the better, and the later it loses."""
    return 0 if plies is None else 1000 - plies if plies % 2 else plies - 1000


def check(game: Game, number: int) -> int:
    """Checks so many puzzles of a set, or all that it has; ends the program with the first that is wrong."""
    alike, referee = set[str](), Referee(game)
    for puzzle in islice(puzzles(game, "check"), number):
        if len(alike) % _REMEMBERED_FOR == 0:
            referee = Referee(game)
        if wrong := fault(puzzle, referee):
            sys.exit(f"{puzzle.name}: {wrong}.")
        like = likeness(puzzle.position)
        if like in alike:
            sys.exit(f"{puzzle.name} looks like an earlier one of its set.")
        alike.add(like)
    print(f"{game.title} {game.board}: {len(alike)} different, all right.", flush=True)
    return len(alike)


def main() -> None:
    """Checks every game, or those named."""
    wanted = [name for name in sys.argv[1:] if not name.isdecimal()] or list(GAMES)
    number = int(next(filter(str.isdecimal, sys.argv[1:]), "10000"))
    for name in wanted:
        begun, total = time.process_time(), 0
        boards = sorted(boards_of(GAMES[name]), key=lambda board: board.size)
        for place, board in enumerate(boards):  # the larger ones make up for what the small ones lack
            share = -(-(number - total) // (len(boards) - place))
            total += check(GAMES[name](board.rows, board.cols), share)
        seconds = time.process_time() - begun
        print(f"{name}: {total} puzzles, all right, in {seconds:.0f} s of CPU time.", flush=True)


if __name__ == "__main__":
    main()
