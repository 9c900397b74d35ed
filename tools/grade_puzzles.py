"""Plays the levels on a thousand puzzles; the share that each solves, by grade, goes into docs/puzzles.md.

    python tools/grade_puzzles.py [NUMBER]

A level solves a puzzle if every move of its own is right until the win is plain. The shares of each game by
itself go there too. Ends with an error if a share of all of them does not fall with every grade.
"""

import sys
from collections.abc import Iterator
from itertools import islice, pairwise
from pathlib import Path
from random import Random

from cornered.games import GAMES
from cornered.play.opponents import opponent
from cornered.play.players import Kind
from cornered.play.puzzles import Puzzle, Status, begin, boards_of, puzzles
from cornered.play.puzzles.grading import GRADES

PAGE = Path(__file__).parents[1] / "docs" / "puzzles.md"
BEGIN, END = "<!-- made by tools/grade_puzzles.py -->", "<!-- end -->"
LEVELS = (Kind.RANDOM, Kind.EASY, Kind.MEDIUM, Kind.HARD)
_TRIES = {Kind.RANDOM: 10, Kind.EASY: 5, Kind.MEDIUM: 3, Kind.HARD: 1}
"""How often each tries a puzzle: the more it leaves to chance, the oftener."""


def sample(number: int) -> Iterator[Puzzle]:
    """So many puzzles: as many of each game as there are on its first boards, the games in equal parts."""
    games = list(GAMES.own)
    left = number
    for place, name in enumerate(sorted(games, key=_few_first)):
        share = left // (len(games) - place)
        of_game = list(islice(_of_game(name), share))
        left -= len(of_game)
        yield from of_game


def _few_first(name: str) -> int:
    return GAMES.own.index(name) if GAMES[name].facts().puzzles.horizon is None else -1


def _of_game(name: str) -> Iterator[Puzzle]:
    """Puzzles of a game, from each of its first boards in turn."""
    boards = boards_of(GAMES[name])[:3]
    waiting = [puzzles(GAMES[name](board.rows, board.cols), "calibration") for board in boards]
    while waiting:
        for one in list(waiting):
            found = next(one, None)
            if found is None:
                waiting.remove(one)
            else:
                yield found


def solved(puzzle: Puzzle, level: Kind) -> float:
    """The share of its tries in which the level solves the puzzle."""
    return sum(_solves(puzzle, level, attempt) for attempt in range(_TRIES[level])) / _TRIES[level]


def _solves(puzzle: Puzzle, level: Kind, number: int) -> bool:
    player = opponent(level, Random(f"{puzzle.name} {level} {number}"))
    attempt = begin(puzzle)
    while attempt.status is Status.OPEN:
        attempt = attempt.play(player.choose(attempt.position))
    return attempt.status is Status.SOLVED


Shares = dict[int, list[list[float]]]
"""By grade: for each puzzle the share of its tries in which each level solved it."""


def means_of(rows: list[list[float]]) -> list[float]:
    """The mean of each column."""
    return [sum(column) / len(rows) for column in zip(*rows, strict=True)]


def tables(of_games: dict[str, Shares]) -> list[str]:
    """The table of all games together, and the one of each game by itself."""
    levels, line = " | ".join(LEVELS), "|---" * (2 + len(LEVELS))
    together = [f"| grade | puzzles | {levels} |", f"{line}|", *_rows("", all_of(of_games))]
    apart = [f"| game | grade | puzzles | {levels} |", f"{line}|---|"]
    for title, shares in of_games.items():
        apart += _rows(f"| {title} ", shares)
    return [*together, "", *apart]


def _rows(head: str, shares: Shares) -> list[str]:
    shown = [(grade, len(rows), means_of(rows)) for grade, rows in sorted(shares.items()) if rows]
    return [
        f"{head}| {grade} | {number} | {' | '.join(f'{mean:.1%}' for mean in means)} |"
        for grade, number, means in shown
    ]


def all_of(of_games: dict[str, Shares]) -> Shares:
    """The puzzles of all games together."""
    grades = range(1, GRADES + 1)
    return {grade: [row for shares in of_games.values() for row in shares[grade]] for grade in grades}


def check_falling(shares: Shares) -> None:
    """Ends the program if some level does not do worse on each grade than on the one before."""
    of_levels = zip(*(means_of(shares[grade]) for grade in sorted(shares)), strict=True)
    for level, means in zip(LEVELS, of_levels, strict=True):
        if any(after >= before for before, after in pairwise(means)):
            sys.exit(f"The share that {level} solves does not fall with every grade: {means}")


def main() -> None:
    """Measures, writes the table, and checks it."""
    of_games: dict[str, Shares] = {
        GAMES[name].title: {grade: [] for grade in range(1, GRADES + 1)} for name in GAMES.own
    }
    for number, puzzle in enumerate(sample(int(sys.argv[1]) if len(sys.argv) > 1 else 1000), 1):
        of_games[puzzle.game.title][puzzle.grade].append([solved(puzzle, level) for level in LEVELS])
        print(f"\r{number} puzzles", end="", file=sys.stderr, flush=True)
    lines = tables(of_games)
    print("", *lines, sep="\n")
    before, _, rest = PAGE.read_text("utf-8").partition(BEGIN)
    PAGE.write_text("\n".join([f"{before}{BEGIN}", *lines, f"{END}{rest.partition(END)[2]}"]), "utf-8")
    check_falling(all_of(of_games))


if __name__ == "__main__":
    main()
