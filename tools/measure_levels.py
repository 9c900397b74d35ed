"""How strong are the levels? Plays games between programs and writes docs/levels.md.

    python tools/measure_levels.py [--games 400] [--minutes 20]

Two questions are asked. What can a person expect: how often does the casual player win against each level, in
both seats of every board that is offered? And are the levels a ladder: does each beat the one below, seats
swapped after every game?

Games are shared out over all cores in small lots, each of which ends after some seconds. When the time is up,
what is left is not played, and every figure tells how many games it rests on.
"""

import argparse
import os
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from multiprocessing import Pool
from pathlib import Path
from random import Random
from typing import NamedTuple

from casual import Casual
from cornered import GAMES, Board, Position, new_game, read_position
from cornered.arena.yardstick.statistics import wilson
from cornered.play.offers import Offer, first_game, offers
from cornered.play.opponents import Opponent, opponent
from cornered.play.players import Kind

LEVELS = [kind for kind in Kind if kind is not Kind.HUMAN]
CASUAL = "casual"
LOT = 40
LOT_SECONDS = 4.0
AIM = 0.6


class Arena(NamedTuple):
    """A board on which the levels meet, and why they cannot be told apart there, where they cannot."""

    game: str
    board: Board
    remark: str = ""


ARENAS = (
    Arena("knights-blockade", Board(5, 5)),
    Arena("knights-blockade", Board(5, 6)),
    Arena(
        "knights-duel", Board(5, 5),
        "Player 2 can always win, and as seats are swapped, every level has the better seat equally often.",
    ),
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
        "the hunter wins, and as seats are swapped, each level hunts equally often.",
    ),
)  # fmt: skip

LEFT_OUT = """\
Two of the books' boards leave nothing to decide, so no level can do better there than another: on Blockade
4×4 every game lasts four moves, whatever is played; on Trap the Knight 4×4 Player 2 captures on the second
ply."""

INTRODUCTION = """\
# Levels

`random` plays any legal move. `easy`, `medium` and `hard` look a few plies ahead and count the room that is
left; the stronger the level, the further and the more clearly it sees. The weaker ones have lapses, in which
they overlook the reply, but each takes a win that is there in one move. `perfect` knows what each move is
worth. The numbers behind a level stand in each game's `.toml`, under `[levels]`."""

EXPECTATION = """\
## What to expect

How often a casual player wins; in brackets a 95% confidence interval, and the number of games. The casual
player (`tools/casual.py`) wins at once if it can, avoids what loses at once, and else moves to where it has
more moves than the other player; between equals it varies. In Blockade and in Block Capture both players
choose among the same squares, so that neither ever has more moves than the other: there it plays any move
that does not lose at once. In Block Capture half of the openings are right, and few games are decided by
anything else.

Every level answers within a second, so `hard` and `perfect` see less far where the board is large or the
machine is busy. Their games take the longest, so that some of their figures rest on few games: the width of
the interval tells how much such a figure is worth.

In Trap the Knight no level gives the hunter an even game. Under the repetition rule whoever can ever
capture wins with best play, and casual hunting is good enough against every level: a newcomer, who is
seated as the hunter, always won here. A stronger prey only holds out longer, as the list below the table
shows. Whoever wants to be tested takes the prey's seat.

The boards are those that the menu and the site offer. **Bold** is what they suggest on a board: the seat that
can win, and a level that suits a casual player there. ★ is a newcomer's first game."""


class Contest(NamedTuple):
    """Two players on one board: the one who is measured, in a fixed seat or in both by turns."""

    start: str
    measured: str
    against: str
    seat: int | None = None


class Lot(NamedTuple):
    """A few games of a contest."""

    contest: Contest
    first_game: int


@dataclass
class Score:
    """What a contest has come to so far."""

    wins: int = 0
    games: int = 0
    plies: int = 0

    def add(self, other: "Score") -> None:
        """Counts the games of another lot too."""
        self.wins += other.wins
        self.games += other.games
        self.plies += other.plies

    @property
    def share(self) -> float:
        """The share of games won."""
        return self.wins / self.games


def play_lot(lot: Lot) -> tuple[Contest, Score]:
    """The score of the lot's games; it ends early, after an even number of games, when its time is up."""
    contest, score = lot.contest, Score()
    start, ends = read_position(contest.start), time.monotonic() + LOT_SECONDS
    for number in range(lot.first_game, lot.first_game + LOT):
        random = Random(f"{contest} {number}")
        measured, against = player(contest.measured, random), player(contest.against, random)
        seat = contest.seat or 1 + number % 2
        winner, plies = play_out(start, (measured, against) if seat == 1 else (against, measured))
        score.add(Score(winner == seat, 1, plies))
        if number % 2 and time.monotonic() > ends:
            break
    return contest, score


def player(name: str, random: Random) -> Opponent:
    """The casual player, or a program of this level."""
    return Casual(random) if name == CASUAL else opponent(Kind(name), random)


def play_out(position: Position, players: tuple[Opponent, Opponent]) -> tuple[int, int]:
    """Who wins the game that these two play, and after how many plies."""
    plies = 0
    while position.moves():
        position = position.play(players[position.to_move - 1].choose(position))
        plies += 1
    return 3 - position.to_move, plies


def ladder(arena: Arena) -> list[Contest]:
    """Each level against the one below, on one board."""
    start = new_game(arena.game, arena.board).start().code
    return [Contest(start, stronger, weaker) for weaker, stronger in pairwise(LEVELS)]


def expectation(offer: Offer, seat: int) -> list[Contest]:
    """The casual player in one seat of an offered board, against each level."""
    return [Contest(offer.start.code, CASUAL, level, seat) for level in LEVELS]


def all_offers() -> Iterator[Offer]:
    """Every board that is offered, game by game."""
    for rules in GAMES.values():
        yield from offers(rules)


def all_contests() -> Iterator[Contest]:
    """Everything that is measured."""
    for arena in ARENAS:
        yield from ladder(arena)
    for offer in all_offers():
        for seat in (1, 2):
            yield from expectation(offer, seat)


def lots(games: int) -> Iterator[Lot]:
    """A lot of every contest, then the next, so that all keep pace."""
    contests = list(all_contests())
    for first in range(0, games, LOT):
        for contest in contests:
            yield Lot(contest, first)


Scores = dict[Contest, Score]


def measure(games: int, minutes: float) -> Scores:
    """The scores of all contests."""
    deadline = time.monotonic() + 60 * minutes
    scores = {contest: Score() for contest in all_contests()}
    with Pool(os.cpu_count()) as pool:
        for contest, score in pool.imap_unordered(play_lot, lots(games)):
            scores[contest].add(score)
            print(f"\r{sum(one.games for one in scores.values())} games", end="", flush=True)
            if time.monotonic() > deadline:
                pool.terminate()
                break
    print()
    return scores


def page(scores: Scores, minutes: float) -> str:
    """The text of docs/levels.md."""
    measured = (
        f"Made by `python tools/measure_levels.py` in {minutes:.0f} minutes on {os.cpu_count()} cores, "
        f"on which {os.getloadavg()[2]:.0f} programs ran on average."
    )
    lines = [INTRODUCTION, "", measured, "", EXPECTATION, ""]
    lines += expectation_table(scores)
    lines += ["", *long_hunts(scores), "", "## The ladder", ""]
    lines += ladder_table(scores)
    lines += ["", "Where a step falls short of that:", ""]
    lines += [f"- {title(ladder(arena)[0].start)}: {arena.remark}" for arena in ARENAS if arena.remark]
    return "\n".join([*lines, "", LEFT_OUT, ""])


def expectation_table(scores: Scores) -> list[str]:
    """A row for each seat of every offered board, a column for each level."""
    lines = [table_row(["board", "seat", *(f"`{level}`" for level in LEVELS)]), "|---" * 7 + "|"]
    for offer in all_offers():
        star = " ★" if offer == first_game(type(offer.start.game)) else ""
        for seat in (1, 2):
            row = [scores[contest] for contest in expectation(offer, seat)]
            cells = [
                f"**{cell(score)}**" if (seat, level) == (offer.seat, offer.level) else cell(score)
                for level, score in zip(LEVELS, row, strict=True)
            ]
            seats = f"Player {seat}{', can win' if seat == offer.seat else ''}"
            lines.append(table_row([title(offer.start.code) + star, seats, *cells]))
    return lines


def long_hunts(scores: Scores) -> list[str]:
    """Where the casual player nearly always wins, the levels differ in how long they hold out."""
    lines = []
    for offer in all_offers():
        row = [scores[contest] for contest in expectation(offer, offer.seat)]
        if all(score.games and score.share > 0.98 and score.plies > 4 * score.games for score in row):
            plies = ", ".join(f"{score.plies / score.games:.0f}" for score in row)
            lines.append(f"- {title(offer.start.code)}: {plies} plies")
    said = "Where it wins against every level, the levels differ in how long they hold out, on average:"
    return [said, "", *lines] if lines else []


def ladder_table(scores: Scores) -> list[str]:
    """A row for each arena, a column for each pair."""
    heads = [f"`{stronger}` against `{weaker}`" for weaker, stronger in pairwise(LEVELS)]
    lines = [
        "How each level does against the one below it: the share of games won, seats swapped after every",
        "game; in brackets a 95% confidence interval, and the number of games. A ladder wants",
        f"{AIM:.0%} at every step.",
        "",
        table_row(["board", *heads]),
        "|---" * (len(heads) + 1) + "|",
    ]
    for arena in ARENAS:
        row = [scores[contest] for contest in ladder(arena)]
        lines.append(table_row([title(ladder(arena)[0].start), *map(cell, row)]))
    return lines


def table_row(cells: Iterable[str]) -> str:
    """A row of a Markdown table."""
    return f"| {' | '.join(cells)} |"


def cell(score: Score) -> str:
    """The share won; in brackets its confidence interval, and on how many games it rests."""
    if not score.games:
        return "not played"
    _, low, high = wilson(score.wins, score.games)
    return f"{score.share:.0%} ({low:.0%} to {high:.0%}, {score.games})"


def title(code: str) -> str:
    """The game and its board, such as `Blockade 5×6`, and the knights' squares where they are unusual."""
    start = read_position(code)
    usual = new_game(start.game.name, start.game.board).start()
    squares = "" if start == usual else f", {' and '.join(knights(start))}"
    return f"{start.game.title} {start.game.board}{squares}"


def knights(start: Position) -> Iterator[str]:
    """The squares of the pieces that stand on the board."""
    for piece in "ab":
        yield start.game.label(start.cells().index(piece))


def main() -> None:
    """Reads how many games and minutes are wanted, plays them, and writes docs/levels.md."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--minutes", type=float, default=20)
    chosen = parser.parse_args()
    began = time.monotonic()
    scores = measure(chosen.games, chosen.minutes)
    document = Path(__file__).parent.parent / "docs" / "levels.md"
    document.write_text(page(scores, (time.monotonic() - began) / 60), "utf-8")


if __name__ == "__main__":
    main()
