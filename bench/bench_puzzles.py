"""Puzzles on 5×5 boards, with grade and themes, on one core."""

from itertools import islice
from time import process_time

from figures import Row

from cornered.games import GAMES
from cornered.play.puzzles import puzzles

_SETS, _OF_EACH = 20, 10  # small boards have few puzzles: the search for more would be timed instead


def run() -> list[Row]:
    """How many are made in a second of CPU time, game by game."""
    return [Row("puzzles made on 5×5", GAMES[name].title, _rate(name), "/s", "≥ 100") for name in GAMES.own]


def _rate(name: str) -> float:
    game, begun, made = GAMES[name](5, 5), process_time(), 0
    for number in range(_SETS):
        for one in islice(puzzles(game, f"bench-{number}"), _OF_EACH):
            made += bool(one.grade + len(one.themes))
    return made / (process_time() - begun)


if __name__ == "__main__":
    for row in run():
        print(f"{row.who:<20}{row.figure:8.0f} {row.unit}")
