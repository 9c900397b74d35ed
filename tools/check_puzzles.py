"""Checks puzzles against every line of play: the accepted answers are exactly the moves that keep the result.

    python tools/check_puzzles.py [NUMBER] [GAME ...]

Uses the rules and a plain search of its own: neither the solvers nor the kernel. Also checks that no two
puzzles of a set look alike. NUMBER puzzles of each game, 10,000 unless it is given, over its boards.
"""

import sys
import time
from collections.abc import Callable, Iterable
from itertools import count, islice

from cornered.game import Game, Position
from cornered.games import GAMES
from cornered.play.puzzles import Puzzle, Task, boards_of, puzzles
from cornered.play.puzzles.alike import likeness

_OF_ONE_SET = 250


class Referee:
    """Who wins, by trying every line of play; positions with the same squares taken are looked at once."""

    def __init__(self, game: Game) -> None:
        self._merged = game.facts().look.piece == "mark"
        self._wins: dict[tuple[int, str], bool] = {}

    def wins(self, position: Position) -> bool:
        """Whether the player to move can win."""
        key = self._key(position)
        if key not in self._wins:
            after = map(position.play, position.moves())
            self._wins[key] = any(not self.wins(following) for following in after)
        return self._wins[key]

    def wins_within(self, position: Position, plies: int) -> bool:
        """Whether the player to move can win in this many plies, whatever the other one does."""
        return plies > 0 and any(
            self.loses_within(position.play(square), plies - 1) for square in position.moves()
        )

    def loses_within(self, position: Position, plies: int) -> bool:
        """Whether the player to move has lost in this many plies, whatever they do."""
        moves = position.moves()
        return not moves or (
            plies > 0 and all(self.wins_within(position.play(square), plies - 1) for square in moves)
        )

    def _key(self, position: Position) -> tuple[int, str]:
        cells = position.cells()
        return (0, cells.translate(_TAKEN)) if self._merged else (position.to_move, cells)


_TAKEN = str.maketrans("abAB", "xxLL")


def answers(puzzle: Puzzle, referee: Referee) -> set[int]:
    """Every move that fulfils the task, by the rules alone."""
    position, horizon = puzzle.position, puzzle.game.facts().puzzles.horizon
    after = {square: position.play(square) for square in position.moves()}
    loses: Callable[[Position], bool] = (
        (lambda following: not referee.wins(following))
        if horizon is None
        else (lambda following: referee.loses_within(following, horizon - 1))
    )
    winning = {square for square, following in after.items() if loses(following)}
    if puzzle.task is Task.WIN:
        return winning
    assert not winning, "a move wins where one should only survive"
    if horizon is not None:
        open_ = {sq for sq, following in after.items() if not referee.wins_within(following, horizon - 1)}
        if open_:
            return open_
    return {square for square, following in after.items() if not referee.wins_within(following, 1)}


def check(game: Game, number: int) -> int:
    """Checks so many puzzles of a game on one board, set by set; returns how many there were."""
    checked, everything, new = 0, set[str](), True
    sets = (puzzles(game, f"check-{place}") for place in count())
    while checked < number and new:
        alike = checked_set(islice(next(sets), min(_OF_ONE_SET, number - checked)), Referee(game))
        checked += len(alike)
        new = not alike <= everything
        everything |= alike
    print(f"{game.title} {game.board}: {checked} right, {len(everything)} different.", flush=True)
    return checked


def checked_set(of_set: Iterable[Puzzle], referee: Referee) -> set[str]:
    """What the puzzles of a set look like, each checked; ends the program with the first that is wrong."""
    alike = set[str]()
    for puzzle in of_set:
        found = answers(puzzle, referee)
        if found != set(puzzle.answers):
            sys.exit(f"{puzzle.name}: {puzzle.answers} are accepted, but right are {sorted(found)}.")
        like = likeness(puzzle.position)
        if like in alike:
            sys.exit(f"{puzzle.name} looks like an earlier one of its set.")
        alike.add(like)
    return alike


def main() -> None:
    """Checks every game, or those named."""
    wanted = [name for name in sys.argv[1:] if not name.isdecimal()] or list(GAMES)
    number = int(next(filter(str.isdecimal, sys.argv[1:]), "10000"))
    for name in wanted:
        begun, total, boards = time.monotonic(), 0, boards_of(GAMES[name])
        for place, board in enumerate(boards):
            share = (number - total) // (len(boards) - place)
            total += check(GAMES[name](board.rows, board.cols), share)
        print(f"{name}: {total} puzzles, all right, in {time.monotonic() - begun:.0f} s.", flush=True)


if __name__ == "__main__":
    main()
