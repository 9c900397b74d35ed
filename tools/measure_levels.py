"""Are the levels a ladder? Plays each against the one below, seats swapped, and writes docs/levels.md.

    python tools/measure_levels.py [--games 400] [--minutes 20]

Games are shared out over all cores in small lots. When the time is up, what is left is not played, and the
table tells how many games each figure rests on.
"""

import argparse
import math
import os
import time
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from multiprocessing import Pool
from pathlib import Path
from random import Random
from typing import NamedTuple

from cornered import Board, Position, new_game
from cornered.play.opponents import Opponent, opponent
from cornered.play.players import Kind

LEVELS = [kind for kind in Kind if kind is not Kind.HUMAN]
LOT = 10
AIM = 0.6


class Arena(NamedTuple):
    """A board to play on, and why the levels cannot be told apart there, where they cannot."""

    game: str
    board: Board
    remark: str = ""


ARENAS = (
    Arena("knights-blockade", Board(5, 5)),
    Arena("knights-blockade", Board(5, 6)),
    Arena("knights-duel", Board(5, 5)),
    Arena(
        "knights-duel", Board(6, 6),
        "Player 2 can always win; from the lost seat `perfect` must wait for an error, and `hard` makes few.",
    ),
    Arena("blockade", Board(5, 6)),
    Arena(
        "block-capture", Board(5, 5),
        "the opening decides, and after it there is little to get wrong: `medium` opens on the right colour "
        "nearly always and `hard` always, so that little is left above them.",
    ),
    Arena(
        "block-capture", Board(7, 7),
        "`hard` opens on the right colour and does not err after it, so `perfect` can only do as well.",
    ),
    Arena(
        "trap-the-knight", Board(4, 5),
        "only Player 1's knight can ever capture, and as seats are swapped, each level hunts equally often.",
    ),
)  # fmt: skip

LEFT_OUT = """\
Two of the books' boards leave nothing to decide, so no level can do better there than another: on Blockade
4×4 every game lasts four moves, whatever is played; on Trap the Knight 4×4 Player 2 captures on the second
ply."""


class Lot(NamedTuple):
    """A few games of one pair on one board."""

    arena: Arena
    stronger: Kind
    weaker: Kind
    first_game: int


def play_lot(lot: Lot) -> tuple[Lot, int]:
    """How many of the lot's games the stronger level won."""
    start = new_game(lot.arena.game, lot.arena.board).start()
    wins = 0
    for number in range(lot.first_game, lot.first_game + LOT):
        random = Random(f"{lot.arena.game} {lot.arena.board} {lot.stronger} {number}")
        stronger, weaker = opponent(lot.stronger, random), opponent(lot.weaker, random)
        seat = 1 + number % 2
        players = (stronger, weaker) if seat == 1 else (weaker, stronger)
        wins += winner(start, players) == seat
    return lot, wins


def winner(position: Position, players: tuple[Opponent, Opponent]) -> int:
    """Who wins the game that these two play."""
    while position.moves():
        position = position.play(players[position.to_move - 1].choose(position))
    return 3 - position.to_move


def lots(games: int) -> Iterator[Lot]:
    """All that is to be played: a lot of every pair on every board, then the next, so that all keep pace."""
    for first_game in range(0, games, LOT):
        for arena in ARENAS:
            for weaker, stronger in pairwise(LEVELS):
                yield Lot(arena, stronger, weaker, first_game)


def interval(wins: int, games: int) -> tuple[float, float]:
    """Wilson's 95% confidence interval for the share of games won."""
    z = 1.96
    share = wins / games
    middle = share + z * z / (2 * games)
    spread = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    return (middle - spread) / (1 + z * z / games), (middle + spread) / (1 + z * z / games)


def measure(games: int, minutes: float) -> tuple[Counter[Lot], Counter[Lot]]:
    """Wins of the stronger level, and games played, of each pair on each board."""
    deadline = time.monotonic() + 60 * minutes
    wins: Counter[Lot] = Counter()
    played: Counter[Lot] = Counter()
    with Pool(os.cpu_count()) as pool:
        for done, (lot, won) in enumerate(pool.imap_unordered(play_lot, lots(games)), 1):
            pair = lot._replace(first_game=0)
            wins[pair] += won
            played[pair] += LOT
            print(f"\r{done * LOT} games", end="", flush=True)
            if time.monotonic() > deadline:
                pool.terminate()
                break
    print()
    return wins, played


def page(wins: Counter[Lot], played: Counter[Lot], minutes: float) -> str:
    """The text of docs/levels.md: a row for every board, a column for every pair."""
    pairs = list(pairwise(LEVELS))
    heads = [f"`{stronger}` against `{weaker}`" for weaker, stronger in pairs]
    lines = [
        "# Levels",
        "",
        "`random` plays any legal move. `easy`, `medium` and `hard` look a few plies ahead and count the",
        "room that is left; the stronger the level, the further and the more clearly it sees. `perfect`",
        "knows what each move is worth.",
        "",
        "How each level of the computer does against the one below it: the share of games won, seats swapped",
        "after every game, with a 95% confidence interval. Made by `python tools/measure_levels.py`",
        f"in {minutes:.0f} minutes on {os.cpu_count()} cores. A ladder wants {AIM:.0%} at every step.",
        "",
        f"| board | {' | '.join(heads)} | games a pair |",
        f"|---|{'---|' * (len(heads) + 1)}",
    ]
    for arena in ARENAS:
        rows = [Lot(arena, stronger, weaker, 0) for weaker, stronger in pairs]
        fewest = min(played[row] for row in rows)
        cells = [cell(wins[row], played[row]) for row in rows]
        lines.append(f"| {title(arena)} | {' | '.join(cells)} | {fewest} |")
    lines += ["", "Where a step falls short of that:", ""]
    lines += [f"- {title(arena)}: {arena.remark}" for arena in ARENAS if arena.remark]
    return "\n".join([*lines, "", LEFT_OUT, ""])


def cell(wins: int, games: int) -> str:
    """The share won, with its confidence interval in brackets."""
    if not games:
        return "not played"
    low, high = interval(wins, games)
    return f"{wins / games:.0%} ({low:.0%} to {high:.0%})"


def title(arena: Arena) -> str:
    """The game and its board, such as `Blockade 5×6`."""
    game = new_game(arena.game, arena.board)
    return f"{game.title} {game.board}"


def main() -> None:
    """Reads how many games and minutes are wanted, plays them, and writes docs/levels.md."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--minutes", type=float, default=20)
    chosen = parser.parse_args()
    began = time.monotonic()
    wins, played = measure(chosen.games, chosen.minutes)
    document = Path(__file__).parent.parent / "docs" / "levels.md"
    document.write_text(page(wins, played, (time.monotonic() - began) / 60), "utf-8")


if __name__ == "__main__":
    main()
