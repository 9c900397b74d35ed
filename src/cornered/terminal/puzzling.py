"""Puzzles at the terminal: one, one after another, or as many as one can in three minutes."""

import time
from collections.abc import Callable
from datetime import date
from random import Random

from cornered.errors import IllegalMove
from cornered.play.players import Player
from cornered.play.puzzles import Attempt, Puzzle, Status, begin, solution, wording
from cornered.play.puzzles.choosing import (
    RUSH_MISTAKES,
    RUSH_SECONDS,
    Wish,
    day_of,
    of_the_day,
    rush_rating,
    suiting,
)
from cornered.play.puzzles.standing import Standing, graph, standing, streak
from cornered.play.session import Session
from cornered.store import StoreError
from cornered.store.progress import Progress
from cornered.terminal.console import BOLD, Console
from cornered.terminal.painting import board, numbered

_HELP = """\
Type a square to move, or one of these:
  hint    the idea behind the answer
  answer  give up, and see it
  board   draw the board again
  q       leave"""
_SKIPPING = "  skip    another one; no try is counted"


class Puzzling:
    """Asks puzzles and keeps what became of them; without `progress` nothing is kept."""

    def __init__(self, console: Console, progress: Progress | None, random: Random) -> None:
        self._console = console
        self._progress = progress
        self._random = random
        self._today = date.today()  # also when midnight passes over a puzzle

    def one(self, puzzle: Puzzle) -> None:
        """One puzzle, to be tried again as often as one likes; only the first try counts."""
        attempt = self._tried(puzzle)
        while attempt and attempt.status is Status.FAILED and self._then(attempt, "Enter leaves it") == "t":
            attempt = self._tried(puzzle)

    def today(self) -> None:
        """The puzzle of the day, and the streak."""
        self._console.tell(f"The puzzle of {self._today.isoformat()}, the same for everyone")
        self.one(of_the_day(self._today))
        days = streak(self._progress.tried(), self._today) if self._progress else 0
        if days:
            self._console.say(f"Your streak: {_days(days)}.")

    def train(self, wish: Wish) -> None:
        """One puzzle after another, each near the solver's rating."""
        seen: list[str] = []  # also those that could not be kept
        answer = ""
        while answer != "q":
            now = self._standing()
            puzzle = suiting(now.strength.rating, wish, (*now.known, *seen), self._random)
            seen.append(puzzle.likeness)
            while (answer := self._trained(puzzle)) == "t":
                pass

    def rush(self, wish: Wish, clock: Callable[[], float] = time.monotonic) -> None:
        """As many puzzles as one can, until the time is up or three mistakes are made."""
        self._console.tell("Three minutes, three mistakes. Go!")
        ends, solved, mistakes, seen = clock() + RUSH_SECONDS, 0, 0, list[str]()
        try:
            while mistakes < RUSH_MISTAKES and clock() < ends:
                puzzle = suiting(rush_rating(solved), wish, seen, self._random)
                seen.append(puzzle.likeness)
                attempt = self._attempted(puzzle)
                if attempt is None:
                    break
                self._tell_right(attempt)
                if clock() >= ends:
                    self._console.say("That was too late.")
                    break
                solved += attempt.status is Status.SOLVED
                mistakes += attempt.status is Status.FAILED
                left = max(0, round(ends - clock()))
                self._console.tell(
                    f"{solved} solved, {mistakes} of {RUSH_MISTAKES} mistakes, {left} seconds left."
                )
                self._console.say()
        except KeyboardInterrupt:
            self._console.say()
            raise
        finally:
            self._keep_rush(solved)

    def show_standing(self) -> None:
        """The rating, how it went, and the streak."""
        tried = self._progress.tried() if self._progress else []
        now = standing(tried)
        if tried:
            solved = f"{now.solved} of {now.tried} puzzles solved at the first try"
            self._console.tell(f"Your rating: {_rating(now)}. {solved}.")
            self._console.say(graph(now.strengths))
        else:
            self._console.say("No puzzle has been tried yet.")
        days, best = streak(tried, self._today), self._progress.best_rush() if self._progress else None
        if days:
            self._console.tell(f"The day's puzzle solved on {_days(days)} in a row.")
        if best:
            self._console.say(f"Best rush: {best} solved.")

    def _standing(self) -> Standing:
        return standing(self._progress.tried() if self._progress else [])

    def _trained(self, puzzle: Puzzle) -> str:
        """What is to come after a try: t is another one, q the end."""
        attempt = self._tried(puzzle, may_skip=True)
        if attempt is None:
            return "q"
        if attempt.status is Status.OPEN:
            return ""
        answer = self._then(attempt, "Enter brings the next, q leaves")
        return answer if self._console.interactive else "q"

    def _then(self, attempt: Attempt, choice: str) -> str:
        """What is chosen after a try; after a mistake without another try it is said what was right."""
        again = "t tries again, " if attempt.status is Status.FAILED else ""
        answer = self._asked(f"{again}{choice}")
        if answer != "t":
            self._tell_right(attempt)
        return answer

    def _tell_right(self, attempt: Attempt) -> None:
        """Says what would have been right, unless there was no mistake or the answer was asked for."""
        if attempt.refutation:
            self._console.tell(wording.right(attempt))

    def _tried(self, puzzle: Puzzle, *, may_skip: bool = False) -> Attempt | None:
        """A try that is over, kept and reported, or skipped and still open; None if it was left."""
        attempt = self._attempted(puzzle, may_skip=may_skip)
        if attempt and attempt.status is not Status.OPEN:
            first = str(puzzle.name) not in self._standing().known
            self._keep(puzzle, attempt.status is Status.SOLVED)
            self._report(puzzle, first)
        return attempt

    def _attempted(self, puzzle: Puzzle, *, may_skip: bool = False) -> Attempt | None:
        """The attempt when it is over, or as it stands when it is skipped; None if it was left."""
        self._console.say(self._console.styled(self._console.broken(wording.heading(puzzle)), BOLD))
        self._console.tell(wording.task(puzzle))
        attempt = begin(puzzle)
        show_attempt(self._console, attempt)
        while attempt.status is Status.OPEN:
            typed = self._ask(attempt)
            if typed.lower() in ("q", "quit"):
                self._console.tell(f"Left. It waits for you: cornered puzzle {puzzle.name}")
                return None
            if may_skip and typed.lower() == "skip":
                break
            if typed.lower() in ("help", "?", ""):
                self._console.say(f"{_HELP}\n{_SKIPPING}" if may_skip else _HELP)
            else:
                attempt = self._answered(attempt, typed)
        return attempt

    def _ask(self, attempt: Attempt) -> str:
        game = attempt.puzzle.game
        example = game.notation.typed(*game.board.place(attempt.position.moves()[0]))
        return self._console.ask_or_leave(f"\nYour move (e.g., {example}): ")

    def _answered(self, attempt: Attempt, typed: str) -> Attempt:
        """After what was typed: a move, or a word."""
        match typed.lower():
            case "hint":
                self._console.tell(wording.hint(wording.themes(attempt.puzzle)))
            case "answer":
                return self._gave_up(attempt)
            case "board":
                show_attempt(self._console, attempt)
            case _:
                return self._moved(attempt, typed)
        return attempt

    def _moved(self, attempt: Attempt, typed: str) -> Attempt:
        try:
            after = attempt.play(attempt.puzzle.game.square(typed))
        except IllegalMove as error:
            self._console.tell(f"{error} Type help for all that you can ask.")
            return attempt
        show_attempt(self._console, after)
        if after.status is Status.FAILED:
            self._console.tell(wording.failed(after))
        else:
            self._console.tell(wording.reply(after) if after.status is Status.OPEN else wording.solved(after))
        return after

    def _gave_up(self, attempt: Attempt) -> Attempt:
        self._console.tell(wording.answer(attempt.puzzle, solution(attempt.puzzle)))
        return Attempt(attempt.puzzle, attempt.position, attempt.squares, Status.FAILED)

    def _report(self, puzzle: Puzzle, first: bool) -> None:
        themes = wording.themes(puzzle)
        if themes:
            self._console.tell(f"Theme: {themes}.")
        if self._progress:
            rating = f"Your rating: {_rating(self._standing())}."
            self._console.tell(rating if first else f"Only the first try counts. {rating}")
        self._console.tell(f"To share it: cornered puzzle {puzzle.name}")

    def _keep(self, puzzle: Puzzle, solved: bool) -> None:
        day = day_of(puzzle)
        of_today = day if day == self._today.isoformat() else None
        name, like = str(puzzle.name), puzzle.likeness
        self._written(lambda kept: kept.add(name, puzzle.rating, solved, of_today, like))

    def _keep_rush(self, solved: int) -> None:
        best = self._progress.best_rush() if self._progress else None
        self._written(lambda kept: kept.add_rush(solved))
        record = " Your best so far!" if best is not None and solved > best else ""
        self._console.tell(f"The rush is over: {solved} solved.{record}")

    def _written(self, write: Callable[[Progress], None]) -> None:
        """Writes, or says why that cannot be done: a puzzle goes on all the same."""
        if self._progress is None:
            return
        try:
            write(self._progress)
        except StoreError as error:
            self._console.complain(f"This result cannot be kept: {error}")

    def _asked(self, question: str) -> str:
        """What was chosen, where there is someone to choose."""
        if not self._console.interactive:
            return ""
        return self._console.ask_or_leave(f"{question}: ").lower()


def show_attempt(console: Console, attempt: Attempt) -> None:
    """The board; after a mistake with the refutation marked on it."""
    session = Session((attempt.puzzle.position,), (Player(), Player()))
    for square in attempt.squares:
        session = session.play(square)
    console.say(f"\n{board(console, session, numbered(session, attempt.refutation))}")


def _days(number: int) -> str:
    return f"{number} {'day' if number == 1 else 'days'}"


def _rating(now: Standing) -> str:
    return f"{now.strength.rating:.0f} ± {2 * now.strength.deviation:.0f}"
