"""What the workers do for solvers and learners: make a puzzle, judge a try, take a step of a lesson."""

from collections.abc import Sequence
from datetime import date
from random import SystemRandom
from typing import NamedTuple

from cornered.errors import BadSetup
from cornered.play import lessons
from cornered.play.puzzles import Attempt, Puzzle, Status, begin, puzzle, read_name, solution, wording
from cornered.play.puzzles.choosing import Wish, day_of, of_the_day, suiting
from cornered.web.views.position_views import typed_line

_OVER = "The puzzle is over: there is nothing left to move."


class Made(NamedTuple):
    """A puzzle with what is known about it, worked out once; `day` is the date whose puzzle it is, if any."""

    puzzle: Puzzle
    rating: float
    grade: int
    idea: str
    day: str | None


class Judged(NamedTuple):
    """How a try stands: all moves of both sides, what is said, and the line that refutes a mistake."""

    status: Status
    squares: tuple[int, ...]
    refutation: tuple[int, ...]
    sentence: str


class Told(NamedTuple):
    """What came of a move in a lesson; `mistake` and its refutation are there where a puzzle was failed."""

    squares: tuple[int, ...]
    said: str
    done: bool
    mistake: tuple[int, ...] = ()
    refutation: tuple[int, ...] = ()


def make(name: str) -> Made:
    """The puzzle of this name."""
    return _made(puzzle(read_name(name)))


def make_of_day(day: date) -> Made:
    """The puzzle of a date."""
    return _made(of_the_day(day))


def make_suiting(rating: float, wish: Wish, known: tuple[str, ...]) -> Made:
    """A new puzzle near this rating."""
    return _made(suiting(rating, wish, known, SystemRandom()))


def judge(asked: Puzzle, moves: Sequence[str]) -> Judged:
    """A try at a puzzle with these moves of the solver's; the defence plays the others."""
    attempt = begin(asked)
    for text in moves:
        if attempt.status is not Status.OPEN:
            raise BadSetup(_OVER)
        attempt = attempt.play(asked.game.square(text))
    return Judged(attempt.status, attempt.squares, attempt.refutation, _said(attempt))


def give_up(asked: Puzzle) -> Judged:
    """The answer, and how best play goes on after it."""
    line = solution(asked)
    return Judged(Status.FAILED, line, (), wording.answer(asked, line))


def first_words(name: str) -> tuple[str, ...]:
    """What each step of a lesson says about its position before anything was done."""
    return tuple(lessons.start(step).said for step in lessons.lesson(name))


def take_step(name: str, number: int, played: Sequence[str], move: str) -> Told:
    """A step of a lesson after the moves played so far, and one more of the reader's."""
    doing = lessons.start(lessons.lesson(name)[number - 1])
    line = typed_line(doing.position, played)
    attempt = doing.attempt and Attempt(doing.attempt.puzzle, line.positions[-1], line.squares)
    standing = lessons.Doing(doing.step, line.positions[-1], line.squares, attempt=attempt)
    told = standing.answer(move)
    if told.mistake:
        return Told((), told.said, False, told.mistake.squares, told.mistake.refutation)
    return Told(told.squares, told.said, told.done)


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


def _made(found: Puzzle) -> Made:
    return Made(found, found.rating, found.grade, wording.themes(found), day_of(found))
