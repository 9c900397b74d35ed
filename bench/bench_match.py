"""A match with Fairy-Stockfish where no theorem tells the winner: equal time, one thread each, both seats.

    python bench/bench_match.py [--matches joust duel perfect] [--starts 100] [--seconds 0.05]

The program is the one that FAIRY_STOCKFISH names, or `fairy-stockfish` on the path. In Joust the starts are
random; in Knight's Duel, where random starts are won by whoever can capture, they are hard ones, chosen as
`duel_starts.py` tells. Our search plays both, and the level `perfect`, at its own pace, Joust once more.

Two games are played at a time, each on a core of its own. From most starts one seat wins whoever holds it, so
each start is played from both seats, and what counts is our share of its two games: 1, ½ or 0. Such pairs,
not single games, are independent of each other: the interval is the mean share ± 1.96 standard errors over
the starts, reckoned with two imaginary starts more, one that we win from both seats and one that we lose.
Without them a match in which every start goes 1 to 1 would seem to leave no doubt at all.
"""

import argparse
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import islice
from math import sqrt
from multiprocessing import Pool, Queue
from pathlib import Path
from random import Random
from statistics import fmean, stdev
from typing import NamedTuple

from fairy_stockfish import IS_HERE, MEGABYTES, FairyStockfish
from figures import Row

from cornered import Position, read_position
from cornered.arena.agents.uci_notation import variant
from cornered.games.knights import KnightsGame, KnightsPosition
from cornered.games.knights_blockade import KnightsBlockade
from cornered.games.knights_duel import KnightsDuel
from cornered.play.opponents import opponent
from cornered.play.players import Kind
from cornered.solve import Budget, settle
from cornered.solve.large_boards import Thinker

AT_A_TIME = 2
HARD_STARTS = Path(__file__).with_name("duel_starts.txt")

Chooser = Callable[[KnightsPosition], int]


class Bout(NamedTuple):
    """What is played in one match: `player` makes us, with so many seconds a move."""

    title: str
    game: KnightsGame
    variant: str
    starts: Callable[["Bout"], Iterator[Position]]
    player: Callable[["Bout"], Chooser]
    seconds: float
    number: int


def search(bout: Bout) -> Chooser:
    """The search for large boards, new to the game."""
    thinker = Thinker(bout.game, MEGABYTES << 20, threads=1)

    def choose(position: KnightsPosition) -> int:
        *_, estimate = thinker.think(position, Budget(bout.seconds))
        return estimate.move

    return choose


def level(_: Bout) -> Chooser:
    """The level as whoever plays against it meets it, but for the one core: its pace is its own."""
    return opponent(Kind.PERFECT, Random(1), MEGABYTES << 20).choose


def random_starts(bout: Bout) -> Iterator[Position]:
    """Starts at random, no two alike, where no theorem tells the winner and no knight is captured at once."""
    game, random = bout.game, Random(bout.title)
    symmetries, seen = list(game.board.symmetries()), set()
    while True:
        first, second = random.sample(range(game.board.size), 2)
        images = {(image[first], image[second]) for image in symmetries}
        position = game.start((first, second))
        if seen & images or settle(position) or second in position.moves():
            continue
        seen |= images
        yield position


def hard_starts(_: Bout) -> Iterator[Position]:
    """The starts that `duel_starts.py` has found."""
    return map(read_position, HARD_STARTS.read_text("utf-8").split())


JOUST, DUEL = KnightsBlockade(8, 8), KnightsDuel(7, 8)
BOUTS = {
    "joust": Bout("Joust 8×8", JOUST, "joust", random_starts, search, 0.05, 100),
    "duel": Bout("Knight's Duel 7×8", DUEL, variant(DUEL), hard_starts, search, 0.02, 200),
    "perfect": Bout("Joust 8×8, perfect", JOUST, "joust", random_starts, level, 0.9, 20),
}


def share_won(bout: Bout, start: Position) -> float:
    """Our share of the two games from one start."""
    with FairyStockfish(bout.game, bout.variant) as rival:
        they = partial(rival.choose, seconds=bout.seconds)
        return fmean(wins(start, seat, bout.player(bout), they) for seat in (1, 2))


def wins(position: Position, seat: int, we: Chooser, rival: Chooser) -> bool:
    """Whether we win this game in this seat."""
    while position.moves():
        choose = we if position.to_move == seat else rival
        position = position.play(choose(position))
    return position.to_move != seat


def take_a_core(cores: "Queue[int]") -> None:
    """Keeps this process, and all that it starts, on a core of its own."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {cores.get()})


def interval(shares: list[float]) -> tuple[float, float]:
    """Where the score lies with 95% confidence."""
    cautious = [*shares, 0.0, 1.0]
    error = 1.96 * stdev(cautious) / sqrt(len(cautious))
    return fmean(cautious) - error, fmean(cautious) + error


def match(bout: Bout) -> list[Row]:
    """The score of one match, with its interval."""
    chosen, shares = list(islice(bout.starts(bout), bout.number)), []
    cores: Queue[int] = Queue()
    for core in range(AT_A_TIME):
        cores.put(core)
    with Pool(AT_A_TIME, take_a_core, (cores,)) as pool:
        for share in pool.imap(partial(share_won, bout), chosen):
            shares.append(share)
            both, one, none = (shares.count(share) for share in (1, 0.5, 0))
            print(f"\r{bout.title}: {both} starts 2-0, {one} 1-1, {none} 0-2", end="", file=sys.stderr)
    print(file=sys.stderr)
    score, (low, high) = fmean(shares), interval(shares)
    title = f"{bout.title}, {bout.number} starts, both seats, {bout.seconds:g} s a move"
    ours = f"cornered ({low:.1%} to {high:.1%})"
    return [
        Row(title, ours, 100 * score, "%"),
        Row(title, "Fairy-Stockfish", 100 * (1 - score), "%", "> 1"),
    ]


def run(bouts: Iterable[Bout] = (BOUTS["joust"], BOUTS["duel"])) -> list[Row]:
    """These matches; none, and a word about it, where there is no Fairy-Stockfish.

    The level at its own pace takes a quarter of an hour, and is played only where it is asked for.
    """
    if not IS_HERE:
        print("No Fairy-Stockfish here: name the program in FAIRY_STOCKFISH to play a match with it.")
        return []
    return [row for bout in bouts for row in match(bout)]


def main() -> None:
    """Matches of the length asked for."""
    from run import table

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--matches", nargs="+", choices=BOUTS, default=tuple(BOUTS))
    parser.add_argument("--starts", type=int)
    parser.add_argument("--seconds", type=float)
    chosen = parser.parse_args()
    bouts = [
        bout._replace(number=chosen.starts or bout.number, seconds=chosen.seconds or bout.seconds)
        for bout in map(BOUTS.get, chosen.matches)
    ]
    print("\n".join(table(run(bouts))))


if __name__ == "__main__":
    main()
