"""Games between agents: both seats of each start, with one seed, and every decision beside the truth."""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from random import Random
from time import perf_counter
from typing import NamedTuple

from cornered.arena.yardstick.asking import Asker, Entrant, NoAnswer, asker
from cornered.arena.yardstick.ratings import RANDOM_IS_ZERO
from cornered.arena.yardstick.running import Done, Work
from cornered.arena.yardstick.runs import GAMES, Decision, Header, Played
from cornered.arena.yardstick.suite import Start, Suite
from cornered.arena.yardstick.truth import Truth
from cornered.errors import BadSetup
from cornered.game import Game, Reason
from cornered.games import read_position
from cornered.play.players import LEVELS, Kind

LADDER = tuple(Entrant(level, level) for level in LEVELS)
"""The opponents that every agent meets, from the weakest to the strongest."""

RATINGS: Mapping[str, float] = {"random": 0.0, "easy": 0.92, "medium": 1.53, "hard": 2.61, "perfect": 3.0}
"""What the levels were rated in the tournament of docs/yardstick.md, by tools/measure_yardstick.py."""


class Scheduled(NamedTuple):
    """A game to be played; both seats of a pair's start have the same seed."""

    number: int
    seed: int
    start: Start
    seats: tuple[Entrant, Entrant]


def against_the_ladder(entrant: Entrant) -> list[tuple[Entrant, Entrant]]:
    """The agent against each level but itself."""
    return [(entrant, level) for level in LADDER if level != entrant]


def everyone(entrants: Sequence[Entrant]) -> list[tuple[Entrant, Entrant]]:
    """Each of them against each other."""
    return list(combinations(entrants, 2))


def anchors(entrants: Iterable[str], measured: str | None = None) -> Mapping[str, float]:
    """Whose ratings are known where these play: random's, or the levels' but for the agent `measured`."""
    if measured is None and Kind.RANDOM in entrants:
        return RANDOM_IS_ZERO
    return {level: rating for level, rating in RATINGS.items() if level != measured}


def games(
    suite: Suite,
    pairs: Sequence[tuple[Entrant, Entrant]],
    seed: int,
    *,
    starts: int | None = None,
    only: Sequence[str] = (),
    shard: str | None = None,
) -> Work:
    """The work of playing every pair from both seats of `starts` starts, or those of `only` some games."""
    begun = [start for start in suite.starts if not only or start.code.split(".")[0] in only][:starts]
    if not begun:
        raise BadSetup(f"The suite {suite.name} has no such starts.")
    entrants = _by_name(pairs)
    schedule = _schedule(begun, pairs, seed)
    settings = {
        "addresses": {name: entrant.digest for name, entrant in entrants.items()},
        "pairs": [[one.name, other.name] for one, other in pairs],
        "starts": len(begun),
        "only": sorted(only),
    }
    header = Header(GAMES, tuple(entrants), suite.name, suite.sha256, seed, len(schedule), shard, settings)

    def chunk(numbers: Sequence[int]) -> tuple[Scheduled, ...]:
        return tuple(schedule[number] for number in numbers)

    return Work(header, play_all, chunk)


def _by_name(pairs: Iterable[tuple[Entrant, Entrant]]) -> dict[str, Entrant]:
    entrants: dict[str, Entrant] = {}
    for pair in pairs:
        for entrant in pair:
            if entrant.address == Kind.PERFECT != entrant.name:
                raise BadSetup(f"{entrant.name} cannot be another name for perfect where games are played.")
            if entrants.setdefault(entrant.name, entrant) != entrant:
                raise BadSetup(f"Two agents are called {entrant.name}: name them, as in NAME=AGENT.")
    return entrants


def _schedule(
    starts: Sequence[Start], pairs: Sequence[tuple[Entrant, Entrant]], seed: int
) -> list[Scheduled]:
    """Start by start, so that the games played so far are as balanced as all of them.

    The opponent of `perfect` has the won side: on the other there is no decision that matters.
    """
    games: list[Scheduled] = []
    for number, start in enumerate(starts):
        won_seat = _won_seat(start)
        for pair, (one, other) in enumerate(pairs):
            drawn = (seed << 32 | number) << 32 | pair
            for seats in ((one, other), (other, one)):
                if seats[won_seat - 1].address != Kind.PERFECT:
                    games.append(Scheduled(len(games), drawn, start, seats))
    return games


def _won_seat(start: Start) -> int:
    mover = read_position(start.code).to_move
    return mover if start.value > 0 else 3 - mover


def play_all(chunk: Sequence[Scheduled]) -> Done:
    """The games of a chunk, by agents that this process keeps for the next one."""
    began = perf_counter()
    played: list[Played] = []
    fault = None
    for game in chunk:
        try:
            played.append(_play(game))
        except NoAnswer as error:
            fault = str(error)
            break
    return Done(tuple(played), perf_counter() - began, fault)


@lru_cache(maxsize=64)
def _asker(address: str, seat: int) -> tuple[Asker, Random]:
    """An agent may sit on both sides: then each side has its own."""
    random = Random()
    return asker(address, random), random


@lru_cache(maxsize=8)
def _truth(game: Game) -> Truth:
    return Truth(game)


def _play(game: Scheduled) -> Played:
    seats = [_asker(entrant.address, seat) for seat, entrant in enumerate(game.seats, 1)]
    for seat, (_, random) in enumerate(seats, 1):
        random.seed(game.seed << 2 | seat)
    truth = _truth(read_position(game.start.code).game)
    return play_game(game, [who for who, _ in seats], truth)


def play_game(game: Scheduled, seats: Sequence[Asker], truth: Truth) -> Played:
    """The game to its end, or to the first move that is refused."""
    position = read_position(game.start.code)
    moves: list[int] = []
    decisions: list[Decision] = []
    seconds, tokens = [0.0, 0.0], None
    refused = None
    while legal := position.moves():
        seat, values = position.to_move, truth.of_moves(position)
        began = perf_counter()
        reply = seats[seat - 1].ask(position)
        seconds[seat - 1] += perf_counter() - began
        tokens = tokens if reply.tokens is None else (tokens or 0) + reply.tokens
        winning = sum(value > 0 for value in values)
        if 0 < winning < len(values):
            kept = reply.square is not None and values[legal.index(reply.square)] > 0
            decisions.append(Decision(seat, winning, len(values) - winning, kept))
        if reply.square is None:
            refused = reply.refused
            break
        moves.append(reply.square)
        position = position.play(reply.square)
    outcome = position.outcome
    return Played(
        game.number,
        position.game.name,
        game.start.code,
        game.start.value,
        (game.seats[0].name, game.seats[1].name),
        tuple(moves),
        outcome.winner if outcome else 3 - position.to_move,
        outcome.reason if outcome else Reason.FORFEIT,
        tuple(decisions),
        refused,
        tokens,
        (round(seconds[0], 6), round(seconds[1], 6)),
    )
