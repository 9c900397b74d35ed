"""A match with Fairy-Stockfish where no theorem tells the winner: equal time, one thread each, both seats.

    python bench/bench_match.py [--starts 100] [--seconds 0.2] [--games joust duel]

The program is the one that FAIRY_STOCKFISH names, or `fairy-stockfish` on the path. Two games are played at a
time. From most starts one seat wins whoever holds it, so each start is played from both seats, and what
counts is our share of its two games: 1, ½ or 0. Such pairs, not single games, are independent of each other:
the interval is the mean share ± 1.96 standard errors over the starts, reckoned with two imaginary starts
more, one that we win from both seats and one that we lose. Without them a match in which every start goes
1 to 1 would seem to leave no doubt at all.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from math import sqrt
from multiprocessing import Pool
from pathlib import Path
from random import Random
from statistics import fmean, stdev
from tempfile import NamedTemporaryFile
from typing import NamedTuple

from figures import Row

from cornered import Board, Position, new_game
from cornered.solve import Budget, settle
from cornered.solve.large_boards import Thinker

PROGRAM = os.environ.get("FAIRY_STOCKFISH") or shutil.which("fairy-stockfish")
AT_A_TIME = 2
MEGABYTES = 64

DUEL = """
[knights-duel-7x8]
maxRank = 7
maxFile = 8
king = -
customPiece1 = n:N
startFen = n7/8/8/8/8/8/7N b - - 0 1
stalemateValue = loss
wallingRule = past
nMoveRule = 0
nFoldRule = 0
extinctionValue = loss
extinctionPieceTypes = n
"""


class Arena(NamedTuple):
    """A game on a board, and what Fairy-Stockfish calls it."""

    title: str
    game: str
    board: Board
    variant: str


ARENAS = {
    "joust": Arena("Joust 8×8", "knights-blockade", Board(8, 8), "joust"),
    "duel": Arena("Knight's Duel 7×8", "knights-duel", Board(7, 8), "knights-duel-7x8"),
}


class FairyStockfish:
    """The program, playing one variant over UCI."""

    def __init__(self, variant: str) -> None:
        self._process = subprocess.Popen(
            [str(PROGRAM)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        with NamedTemporaryFile("w", suffix=".ini") as variants:
            variants.write(DUEL)
            variants.flush()
            self._set("VariantPath", variants.name)
            self._set("UCI_Variant", variant)
            self._set("Threads", 1)
            self._set("Hash", MEGABYTES)
            self._tell("isready")
            self._await("readyok")

    def __enter__(self) -> "FairyStockfish":
        return self

    def __exit__(self, *_: object) -> None:
        self._process.communicate("quit\n")

    def choose(self, position: Position, seconds: float) -> int:
        """The square that the program moves to."""
        self._tell(f"position fen {fen(position)}")
        self._tell(f"go movetime {1000 * seconds:.0f}")
        board = position.game.board
        to = self._await("bestmove").split()[1][2:4]
        return board.cell(board.rows - int(to[1]), ord(to[0]) - ord("a"))

    def _set(self, name: str, value: object) -> None:
        self._tell(f"setoption name {name} value {value}")

    def _tell(self, line: str) -> None:
        print(line, file=self._process.stdin)

    def _await(self, word: str) -> str:
        for line in self._process.stdout or ():
            if line.startswith(word):
                return line
        raise RuntimeError("Fairy-Stockfish has ended in the middle of a game.")


def fen(position: Position) -> str:
    """The position as Fairy-Stockfish reads it; Player 1 is Black."""
    board, letters = position.game.board, {"a": "n", "b": "N", "x": "*", ".": "1"}
    cells = "".join(letters[cell] for cell in position.cells())
    rows = "/".join(cells[first : first + board.cols] for first in range(0, board.size, board.cols))
    counted = re.sub("1+", lambda empty: str(len(empty[0])), rows)
    return f"{counted} {'b' if position.to_move == 1 else 'w'} - - 0 1"


def starts(arena: Arena) -> Iterator[Position]:
    """Starts at random, no two alike, where no theorem tells the winner and no knight is captured at once."""
    game, random = new_game(arena.game, arena.board), Random(arena.title)
    symmetries, seen = list(arena.board.symmetries()), set()
    while True:
        first, second = random.sample(range(arena.board.size), 2)
        images = {(image[first], image[second]) for image in symmetries}
        position = game.start((first, second))
        if seen & images or settle(position) or second in position.moves():
            continue
        seen |= images
        yield position


def share_won(arena: Arena, seconds: float, start: Position) -> float:
    """Our share of the two games from one start."""
    with FairyStockfish(arena.variant) as rival:
        return fmean(wins(start, seat, rival, seconds) for seat in (1, 2))


def wins(position: Position, seat: int, rival: FairyStockfish, seconds: float) -> bool:
    """Whether we win this game in this seat."""
    thinker = Thinker(position.game, MEGABYTES << 20, threads=1)
    while position.moves():
        if position.to_move == seat:
            *_, estimate = thinker.think(position, Budget(seconds))
            position = position.play(estimate.move)
        else:
            position = position.play(rival.choose(position, seconds))
    return position.to_move != seat


def interval(shares: list[float]) -> tuple[float, float]:
    """Where the score lies with 95% confidence."""
    cautious = [*shares, 0.0, 1.0]
    error = 1.96 * stdev(cautious) / sqrt(len(cautious))
    return fmean(cautious) - error, fmean(cautious) + error


def match(arena: Arena, number: int, seconds: float) -> list[Row]:
    """The score of one match, with its interval."""
    chosen = [start for start, _ in zip(starts(arena), range(number), strict=False)]
    shares = []
    with Pool(AT_A_TIME) as pool:
        for share in pool.imap(partial(share_won, arena, seconds), chosen):
            shares.append(share)
            both, one, none = (shares.count(share) for share in (1, 0.5, 0))
            print(f"\r{arena.title}: {both} starts 2-0, {one} 1-1, {none} 0-2", end="", file=sys.stderr)
    print(file=sys.stderr)
    score, (low, high) = fmean(shares), interval(shares)
    title = f"{arena.title}, {number} starts, both seats, {seconds:g} s a move"
    ours = f"cornered ({low:.1%} to {high:.1%})"
    return [
        Row(title, ours, 100 * score, "%"),
        Row(title, "Fairy-Stockfish", 100 * (1 - score), "%", "> 1"),
    ]


def run(number: int = 100, seconds: float = 0.2, games: tuple[str, ...] = tuple(ARENAS)) -> list[Row]:
    """Every match; none, and a word about it, where there is no Fairy-Stockfish."""
    if not PROGRAM or not Path(PROGRAM).is_file():
        print("No Fairy-Stockfish here: name the program in FAIRY_STOCKFISH to play a match with it.")
        return []
    return [row for game in games for row in match(ARENAS[game], number, seconds)]


def main() -> None:
    """A match of the length asked for."""
    from run import table

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--starts", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=0.2)
    parser.add_argument("--games", nargs="+", choices=ARENAS, default=tuple(ARENAS))
    chosen = parser.parse_args()
    print("\n".join(table(run(chosen.starts, chosen.seconds, tuple(chosen.games)))))


if __name__ == "__main__":
    main()
