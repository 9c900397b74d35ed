"""Puzzles and lessons: made and judged in jobs, and cached."""

from collections.abc import Callable, Sequence
from datetime import date
from random import SystemRandom
from typing import ParamSpec, TypeVar

from cornered.errors import BadSetup
from cornered.play import lessons
from cornered.play.puzzles import Attempt, Puzzle, Status, begin, puzzle, read_name, solution, wording
from cornered.play.puzzles.choosing import Wish, day_of, of_the_day, suiting
from cornered.web.compute import Compute, refusing
from cornered.web.compute.analysis import LruCache
from cornered.web.config import Limits
from cornered.web.views.position_views import typed_line
from cornered.web.views.puzzle_views import JudgedTry, MadePuzzle, StepTaken

Given = ParamSpec("Given")
Result = TypeVar("Result")

_LARGEST_NUMBER = 1000
_TOO_LONG = "No such puzzle was found in time: try another theme, board or game."
_TOO_HARD = "This took too long. Try again in a moment."
_OVER = "The puzzle is over: there is nothing left to move."


class Puzzler:
    """Makes each puzzle once while it is in the cache: everyone asks for today's."""

    def __init__(self, compute: Compute, limits: Limits) -> None:
        self._compute = compute
        self._limits = limits
        self._cache = LruCache[str, MadePuzzle](limits.cached_answers)
        self._first_words: dict[str, tuple[str, ...]] = {}

    async def named(self, client: str, name: str) -> MadePuzzle:
        """The puzzle of this name; `BadSetup` if there is none, or none that is found in time."""
        if read_name(name).number > _LARGEST_NUMBER:
            raise BadSetup(f"This site makes the first {_LARGEST_NUMBER} puzzles of a set.")
        return await self._cached(name, client, make, name)

    async def of_day(self, client: str, day: date) -> MadePuzzle:
        """The puzzle of a date."""
        return await self._cached(day.isoformat(), client, make_of_day, day)

    async def suiting(self, client: str, rating: float, wish: Wish, known: tuple[str, ...]) -> MadePuzzle:
        """A puzzle that is not known yet, near this rating."""
        made = await self._run(client, _TOO_LONG, make_suiting, rating, wish, known)
        self._cache.add(str(made.puzzle.name), made)
        return made

    async def judge(self, client: str, made: MadePuzzle, moves: Sequence[str]) -> JudgedTry:
        """What comes of a try."""
        return await self._run(client, _TOO_HARD, judge, made.puzzle, moves)

    async def give_up(self, client: str, made: MadePuzzle) -> JudgedTry:
        """The answer."""
        return await self._run(client, _TOO_HARD, give_up, made.puzzle)

    async def first_words(self, client: str, game: str) -> tuple[str, ...]:
        """What the steps of a lesson begin with."""
        if game not in self._first_words:
            self._first_words[game] = await self._run(client, _TOO_HARD, first_words, game)
        return self._first_words[game]

    async def take_step(
        self, client: str, game: str, number: int, played: Sequence[str], move: str
    ) -> StepTaken:
        """What comes of a move in a lesson."""
        return await self._run(client, _TOO_HARD, take_step, game, number, played, move)

    async def _cached(
        self,
        key: str,
        client: str,
        work: Callable[Given, MadePuzzle],
        *args: Given.args,
        **kwargs: Given.kwargs,
    ) -> MadePuzzle:
        made = self._cache.get(key)
        if made is None:
            made = await self._run(client, _TOO_LONG, work, *args, **kwargs)
            self._cache.add(key, made)
        return made

    async def _run(
        self,
        client: str,
        too_long: str,
        work: Callable[Given, Result],
        *args: Given.args,
        **kwargs: Given.kwargs,
    ) -> Result:
        job = self._compute.run("puzzles", client, self._limits.thinking_seconds, work, *args, **kwargs)
        return await refusing(job, too_long)


def make(name: str) -> MadePuzzle:
    """The puzzle of this name."""
    return _made(puzzle(read_name(name)))


def make_of_day(day: date) -> MadePuzzle:
    """The puzzle of a date."""
    return _made(of_the_day(day))


def make_suiting(rating: float, wish: Wish, known: tuple[str, ...]) -> MadePuzzle:
    """A new puzzle near this rating."""
    return _made(suiting(rating, wish, known, SystemRandom()))


def judge(asked: Puzzle, moves: Sequence[str]) -> JudgedTry:
    """A try at a puzzle with these moves of the solver's; the defence plays the others."""
    attempt = begin(asked)
    for text in moves:
        if attempt.status is not Status.OPEN:
            raise BadSetup(_OVER)
        attempt = attempt.play(asked.game.square(text))
    return JudgedTry(attempt.status, attempt.squares, attempt.refutation, _said(attempt))


def give_up(asked: Puzzle) -> JudgedTry:
    """The answer, and how best play goes on after it."""
    line = solution(asked)
    return JudgedTry(Status.FAILED, line, (), wording.answer(asked, line))


def first_words(name: str) -> tuple[str, ...]:
    """What each step of a lesson says about its position before anything was done."""
    return tuple(lessons.start(step).said for step in lessons.lesson(name))


def take_step(name: str, number: int, played: Sequence[str], move: str) -> StepTaken:
    """A step of a lesson after the moves played so far, and one more of the reader's."""
    doing = lessons.start(lessons.lesson(name)[number - 1])
    line = typed_line(doing.position, played)
    attempt = doing.attempt and Attempt(doing.attempt.puzzle, line.positions[-1], line.squares)
    standing = lessons.Doing(doing.step, line.positions[-1], line.squares, attempt=attempt)
    answer = standing.answer(move)
    if answer.mistake:
        return StepTaken((), answer.said, False, answer.mistake.squares, answer.mistake.refutation)
    return StepTaken(answer.squares, answer.said, answer.done)


def _said(attempt: Attempt) -> str:
    if not attempt.squares:
        return wording.task(attempt.puzzle)
    match attempt.status:
        case Status.OPEN:
            return wording.reply(attempt)
        case Status.SOLVED:
            return wording.solved(attempt)
        case Status.FAILED:
            return wording.failed(attempt)


def _made(found: Puzzle) -> MadePuzzle:
    return MadePuzzle(found, found.rating, found.grade, wording.themes(found), day_of(found))
