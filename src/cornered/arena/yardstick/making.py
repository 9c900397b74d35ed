"""Suites made by program: the same seed gives the same file, byte for byte, with the kernel or without it.

Random games are played on every board, and in each of them the decisions that matter are looked at. At most
one becomes a question, so that questions do not come in clusters; no two questions are alike. There are
equally many in each band of distance, where a game has so many, from all its boards.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import chain, count, zip_longest
from typing import NamedTuple, TypeVar

from cornered.arena.spread import Spread
from cornered.arena.stream import Stream
from cornered.arena.yardstick.suite import BANDS, Start, Suite, SuiteQuestion, band_of, suite_text
from cornered.arena.yardstick.truth import Truth, worth
from cornered.board import Board
from cornered.game import Game, Position
from cornered.games import find_game, read_position
from cornered.symmetry import likeness

BOARDS: Mapping[str, Sequence[Board]] = {
    "knights-blockade": (Board(4, 5), Board(4, 6), Board(5, 5)),
    "knights-duel": (Board(4, 5), Board(4, 6), Board(5, 5)),
    "blockade": (Board(5, 6), Board(6, 6), Board(1, 24)),
    "block-capture": (Board(5, 5), Board(5, 7), Board(7, 7)),
}
"""Where exact distances are cheap, also without the kernel. Trap the Knight is not there: the hunter
wins from every two squares, and how far the win is cannot be told."""

NEAREST_START = 7
"""Plies: a game that begins nearer to its end has little to decide."""

_PATIENCE = 100
"""Random games in a row without anything new, and a quarter of all so far, after which there is no more."""


class Wanted(NamedTuple):
    """What is to be made of one game: so many questions in each band, and starts, half of them won."""

    name: str
    boards: tuple[Board, ...]
    questions: int
    starts: int
    seed: int
    without: frozenset[str]


class SuitePart(NamedTuple):
    """What was made of one game: questions by band, starts won and lost for the mover."""

    name: str
    questions: tuple[tuple[SuiteQuestion, ...], ...]
    starts: tuple[tuple[Start, ...], ...]


class _Rated(NamedTuple):
    """A position of a random game, and what each of its moves is worth."""

    position: Position
    values: tuple[int, ...]


def make_suite(
    name: str,
    seed: int,
    spread: Spread,
    *,
    questions: int = 160,
    starts: int = 40,
    boards: Mapping[str, Sequence[Board]] = BOARDS,
    without: Iterable[Suite] = (),
) -> str:
    """The file of the suite: of each game so many questions in each band, and so many starts.

    It has nothing in common with the suites that it is to be `without`. Its questions come in rounds: any
    number of them from the beginning on is as balanced as the whole.
    """
    used = frozenset(chain.from_iterable(map(_likenesses, without)))
    wanted = [Wanted(game, tuple(its), questions, starts, seed, used) for game, its in boards.items()]
    made = {part.name: part for part in spread.run(make, wanted, lambda: True)}
    order = _stream(seed, name)
    asked = _in_rounds([band for game in boards for band in made[game].questions], order)
    begun = _in_rounds([side for game in boards for side in made[game].starts], order)
    return suite_text(name, seed, asked, begun)


def _likenesses(suite: Suite) -> Iterator[str]:
    codes = [question.code for question in suite.questions] + [start.code for start in suite.starts]
    yield from map(likeness, map(read_position, codes))


def make(wanted: Wanted) -> SuitePart:
    """What is wanted of one game, or as much of it as there is."""
    maker = _Maker(wanted)
    maker.fill()
    questions, starts = maker.questions.values(), maker.starts.values()
    return SuitePart(wanted.name, tuple(map(tuple, questions)), tuple(map(tuple, starts)))


class _Maker:
    def __init__(self, wanted: Wanted) -> None:
        rules = find_game(wanted.name)
        self._wanted = wanted
        self._truths = [Truth(rules(board.rows, board.cols)) for board in wanted.boards]
        self._stream = _stream(wanted.seed, wanted.name)
        self._used = set(wanted.without)
        self._values: dict[Position, tuple[int, ...]] = {}
        self.questions: dict[str, list[SuiteQuestion]] = {band: [] for band in BANDS}
        self.starts: dict[bool, list[Start]] = {True: [], False: []}

    def fill(self) -> None:
        """Plays random games until there is enough, or nothing new comes."""
        idle = 0
        for number in count():
            if idle >= _PATIENCE + number // 4 or not (self._bands_wanted() or self._sides_wanted()):
                return
            game = self._random_game(self._truths[number % len(self._truths)])
            found = [self._take_question(game), self._take_start(game)]
            idle = 0 if any(found) else idle + 1

    def _random_game(self, truth: Truth) -> list[_Rated]:
        position, game = _opening(truth.game, self._stream), []
        while moves := position.moves():
            if len(moves) > 1:
                game.append(_Rated(position, self._values_of(truth, position)))
            position = position.play(self._stream.choice(moves))
        return game

    def _values_of(self, truth: Truth, position: Position) -> tuple[int, ...]:
        if position not in self._values:
            self._values[position] = truth.of_moves(position)
        return self._values[position]

    def _bands_wanted(self) -> list[str]:
        return [band for band, found in self.questions.items() if len(found) < self._wanted.questions]

    def _sides_wanted(self) -> list[bool]:
        return [won for won, found in self.starts.items() if len(found) < self._wanted.starts // 2]

    def _take_question(self, game: list[_Rated]) -> bool:
        bands = self._bands_wanted()
        chosen = self._choose(
            rated
            for rated in game
            if min(rated.values) < 0 < max(rated.values) and band_of(worth(rated.values)) in bands
        )
        if chosen:
            found = SuiteQuestion(chosen.position.code, chosen.values)
            self.questions[found.band].append(found)
        return chosen is not None

    def _take_start(self, game: list[_Rated]) -> bool:
        sides = self._sides_wanted()
        chosen = self._choose(
            rated
            for rated in game
            if abs(worth(rated.values)) >= NEAREST_START and (worth(rated.values) > 0) in sides
        )
        if chosen:
            value = worth(chosen.values)
            self.starts[value > 0].append(Start(chosen.position.code, value))
        return chosen is not None

    def _choose(self, candidates: Iterable[_Rated]) -> _Rated | None:
        """One of them that is like nothing used before, and is used now."""
        fresh = [rated for rated in candidates if likeness(rated.position) not in self._used]
        if not fresh:
            return None
        chosen = self._stream.choice(fresh)
        self._used.add(likeness(chosen.position))
        return chosen


def _opening(game: Game, stream: Stream) -> Position:
    """The game's start; with the pieces anywhere, where a game lets its players choose."""
    if not any(option.name == "start" for option in game.options):
        return game.start()
    first, second = stream.below(game.board.size), stream.below(game.board.size - 1)
    squares = first, second + (second >= first)
    return game.opening(game.board, {"start": "; ".join(map(game.label, squares))})


def _stream(seed: int, purpose: str) -> Stream:
    return Stream(int.from_bytes(sha256(f"{seed} {purpose}".encode()).digest()[:8]))


T = TypeVar("T")


def _in_rounds(strata: Sequence[Sequence[T]], order: Stream) -> list[T]:
    """One of each stratum, in a random order, then the next of each, until all are used up."""
    rounds = (_shuffled([each for each in one if each is not None], order) for one in zip_longest(*strata))
    return [each for one in rounds for each in one]


def _shuffled(items: list[T], order: Stream) -> Iterator[T]:
    while items:
        yield items.pop(order.below(len(items)))
