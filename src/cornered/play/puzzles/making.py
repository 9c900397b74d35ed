"""Puzzles made from games between programs, one after another without end, the same on every machine.

The programs are levels of the puzzles' own: those of a game may be tuned, but a puzzle's name must not lose
its meaning. Nothing here looks at a clock.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import inf
from operator import methodcaller
from random import Random

from cornered.errors import BadSetup
from cornered.facts import Level
from cornered.game import Game, Position
from cornered.play.lookahead import LookAhead
from cornered.play.puzzles.grading import difficulty, grade_of, rating_of
from cornered.play.puzzles.naming import Name, check_seed, game_of
from cornered.play.puzzles.tasks import Posed, Task, decided, posed, rate_moves
from cornered.play.puzzles.themes import Theme, themes_of
from cornered.solve import Rating
from cornered.symmetry import likeness

_LEVELS = (Level(0), Level(1, haze=2), Level(2, haze=1))
"""At random, looking at one's own move, and at the reply too."""

_LONGEST_GAME = 40
_LONGEST_LINE = 11
"""Plies: what a person may be asked to see. Puzzles are looked for so far from the end of a game."""

_MOST_MOVES = 24
_MOST_OF_ONE_GAME = 3
_GAMES_WITHOUT_A_NEW_ONE = 400
"""After so many games in a row that hold nothing new, the set is taken to be complete."""


@dataclass(frozen=True)
class Puzzle:
    """A position with a task: `answers` are exactly the moves that fulfil it, `ratings` all moves' values."""

    name: Name
    position: Position
    task: Task
    answers: tuple[int, ...]
    ratings: tuple[Rating, ...]

    @property
    def game(self) -> Game:
        """The rules and the board."""
        return self.position.game

    @property
    def likeness(self) -> str:
        """The same for puzzles that look alike, whatever they are called."""
        return likeness(self.position)

    @property
    def plies(self) -> int | None:
        """How soon the game ends under best play; None where no end is forced."""
        best = self.ratings[0].value
        return best.plies if decided(best, self.game.facts().puzzles.horizon) else None

    @cached_property
    def difficulty(self) -> float:
        """How hard it is, from 0 to 1."""
        return difficulty(self.position, self.answers, self.ratings)

    @property
    def rating(self) -> float:
        """The difficulty on the scale on which solvers are rated."""
        return rating_of(self.difficulty)

    @property
    def grade(self) -> int:
        """From 1, the easiest, to 4."""
        return grade_of(self.difficulty)

    @cached_property
    def themes(self) -> tuple[Theme, ...]:
        """The ideas behind the answer."""
        return themes_of(self.position, self.task, self.answers, self.ratings)


def puzzle(name: Name) -> Puzzle:
    """The puzzle of this name; `BadSetup` if there is none."""
    return _set(game_of(name.game, name.board), check_seed(name.seed)).numbered(name.number)


def puzzles(game: Game, seed: str) -> Iterator[Puzzle]:
    """The puzzles of a set by their numbers, from 1, no two of them alike."""
    for number, (position, found) in enumerate(_found(game, seed), 1):
        yield Puzzle(Name(game.name, game.board, seed, number), position, *found)


def _found(game: Game, seed: str) -> Iterator[tuple[Position, Posed]]:
    """Every position with a task that is not like one before, as long as games bring up new ones."""
    settled: set[str] = set()
    played = fruitless = 0
    while fruitless < _GAMES_WITHOUT_A_NEW_ONE:
        random = Random(f"{game.name} {game.rows}x{game.cols} {seed} {played}")
        positions = _positions_of_a_game(game.start(), random)
        tasks = _tasks_of(positions[-_LONGEST_LINE:], settled)
        for like in random.sample(list(tasks), min(len(tasks), _MOST_OF_ONE_GAME)):
            settled.add(like)
            yield tasks[like]
        played += 1
        fruitless = 0 if tasks else fruitless + 1


def _positions_of_a_game(position: Position, random: Random) -> list[Position]:
    players = random.choice(_LEVELS), random.choice(_LEVELS)
    positions: list[Position] = []
    while position.moves() and len(positions) < _LONGEST_GAME:
        positions.append(position)
        position = position.play(_chosen(position, players[position.to_move - 1], random))
    return positions


def _chosen(position: Position, level: Level, random: Random) -> int:
    if not level.depth:
        return random.choice(position.moves())
    evaluation = methodcaller(level.looks_at)
    ahead = LookAhead(level.depth, evaluation, random, seconds=inf, haze=level.haze)
    return ahead.choose(position)


def _tasks_of(positions: list[Position], settled: set[str]) -> dict[str, tuple[Position, Posed]]:
    """What these positions ask, but for those that are `settled`: given before, or known to ask nothing."""
    tasks: dict[str, tuple[Position, Posed]] = {}
    for position in map(_afresh, positions):
        if not 1 < len(position.moves()) <= _MOST_MOVES or (like := likeness(position)) in settled:
            continue
        if task := _task_of(position):
            tasks[like] = position, task
        else:
            settled.add(like)
    return tasks


def _task_of(position: Position) -> Posed | None:
    """What the position asks, if it can be seen through."""
    ratings = rate_moves(position)
    too_long = max(rating.value.plies or 0 for rating in ratings) > _LONGEST_LINE
    return None if too_long else posed(position, ratings)


def _afresh(position: Position) -> Position:
    """The position as if nothing had gone before: what is not on the board would have to be told."""
    if not position.seen:
        return position
    return position.game.restore(position.to_move, position.cells(), ())


class _Set:
    """The puzzles of one set, made as far as they were asked for."""

    def __init__(self, game: Game, seed: str) -> None:
        self._title = f"{game.title} on {game.board}"
        self._made: list[Puzzle] = []
        self._more = puzzles(game, seed)

    def numbered(self, number: int) -> Puzzle:
        while len(self._made) < number:
            following = next(self._more, None)
            if following is None:
                raise BadSetup(
                    f"The set of {self._title} with this seed has {len(self._made)} puzzles: "
                    f"there is no number {number}."
                )
            self._made.append(following)
        return self._made[number - 1]


@lru_cache(maxsize=8)
def _set(game: Game, seed: str) -> _Set:
    return _Set(game, seed)
