"""Puzzles with proven answers, made by the solver from games between programs.

A puzzle has a `Name`: game, board, seed and number. `puzzle` gives the one of a name, `puzzles` a whole set,
`choosing` the one that suits a solver. `solving.begin` opens an attempt, and `wording` says what there is to
say about it, in the terminal and on the site alike.
"""

from cornered.play.puzzles.making import Puzzle, puzzle, puzzles
from cornered.play.puzzles.naming import Name, boards_of, game_of, read_name
from cornered.play.puzzles.solving import Attempt, Status, begin, solution
from cornered.play.puzzles.tasks import Task
from cornered.play.puzzles.themes import Theme

__all__ = [
    "Attempt",
    "Name",
    "Puzzle",
    "Status",
    "Task",
    "Theme",
    "begin",
    "boards_of",
    "game_of",
    "puzzle",
    "puzzles",
    "read_name",
    "solution",
]
