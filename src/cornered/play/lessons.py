"""Lessons: a few steps on a live board, in which the reader does something and is told at once.

The words and positions are the game's, in its facts; here stands only what happens when someone moves. A
lesson is read by the rules and the solver: what it claims is what they find.
"""

from dataclasses import dataclass, replace

from cornered.errors import IllegalMove, Refusal
from cornered.facts import Step
from cornered.game import Game, Position
from cornered.games import find_game, read_position
from cornered.play.puzzles import Attempt, Name, Puzzle, Status, begin, wording
from cornered.play.puzzles.solving import best_move
from cornered.play.puzzles.tasks import posed, rate_moves
from cornered.solve import settle


@dataclass(frozen=True)
class Doing:
    """A step being done, as an immutable value: where it stands, what was just said, and whether it is done.

    `attempt` goes along where the step is a puzzle, and `mistake` is the one that has just failed.
    """

    step: Step
    position: Position
    squares: tuple[int, ...] = ()
    said: str = ""
    done: bool = False
    attempt: Attempt | None = None
    mistake: Attempt | None = None

    @property
    def game(self) -> Game:
        """The rules and the board."""
        return self.position.game

    def answer(self, typed: str) -> "Doing":
        """After what the reader typed, a square; whatever it is, `said` is the answer to it."""
        return replace(self, mistake=None)._answered(typed)

    def _answered(self, typed: str) -> "Doing":
        try:
            square = self.game.square(typed)
            after = self.position.play(square)
        except IllegalMove as error:
            done = self.step.refused and error.reason != Refusal.NOT_UNDERSTOOD
            return replace(self, said=f"{error} {self.step.right if done else ''}".strip(), done=done)
        if self.step.refused or (self.step.accept and self.game.label(square) not in self.step.accept):
            return replace(self, said=self.step.wrong)
        if self.attempt:
            return self._tried(self.attempt, square)
        moved = replace(self, position=after, squares=(*self.squares, square))
        return moved._resisted() if self.step.resist else replace(moved, said=self.step.right, done=True)

    def _resisted(self) -> "Doing":
        """After the reader's move, and the program's answer to it."""
        if not self.position.moves():  # the theorem would be wrong: the tests try every line
            return replace(self, said="You have won!", done=True)
        settled = settle(self.position)
        square = best_move(self.position) if settled is None or settled.move is None else settled.move
        after = self.position.play(square)
        said = f"Player {self.position.to_move} answers {self.game.label(square)}."
        if not after.moves():
            said = f"{said} You have lost. {self.step.right}"
        return replace(
            self, position=after, squares=(*self.squares, square), said=said, done=not after.moves()
        )

    def _tried(self, attempt: Attempt, square: int) -> "Doing":
        """After a move in a puzzle: a mistake is refuted, and one begins again."""
        tried = attempt.play(square)
        if tried.status is Status.FAILED:
            said = f"{wording.failed(tried)} Try again from the beginning."
            return replace(start(self.step), said=said, mistake=tried)
        done = tried.status is Status.SOLVED
        said = wording.solved(tried) if done else wording.reply(tried)
        return replace(
            self, attempt=tried, position=tried.position, squares=tried.squares, said=said, done=done
        )


def lesson(name: str) -> tuple[Step, ...]:
    """The steps of a game's lesson; none where its facts have none."""
    return find_game(name).facts().lesson


def start(step: Step) -> Doing:
    """The step before anything was done."""
    position = read_position(step.position)
    if not step.puzzle:
        return Doing(step, position)
    task = posed(position, rate_moves(position))
    assert task, "a lesson's puzzle has an answer: the tests look at each"
    name = Name(position.game.name, position.game.board, "lesson", 1)
    puzzle = Puzzle(name, position, *task)
    return Doing(step, position, attempt=begin(puzzle), said=wording.task(puzzle))
