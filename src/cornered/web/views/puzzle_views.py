"""Puzzles, tries, lessons and progress as the API shows them."""

from collections.abc import Sequence
from datetime import UTC, date, datetime

from cornered.facts import Step
from cornered.game import Game, Position
from cornered.games import read_position
from cornered.play.puzzles import Status, boards_of, rush, wording
from cornered.play.puzzles.choosing import themes_for
from cornered.play.puzzles.standing import progress_data
from cornered.store.progress import Tried
from cornered.store.solvers import SavedRush
from cornered.web.compute.puzzle_jobs import Judged, Made, Told
from cornered.web.views.lines import Line
from cornered.web.views.presentation import line_view
from cornered.web.views.puzzle_schemas import (
    BoardSize,
    LessonSummary,
    ProgressView,
    PuzzleGame,
    PuzzleView,
    RushView,
    StepView,
    ToldView,
    TryView,
)
from cornered.web.views.schemas import PositionView


def puzzle_game(rules: type[Game]) -> PuzzleGame:
    """A game to choose puzzles of."""
    sizes = [BoardSize(rows=board.rows, cols=board.cols) for board in boards_of(rules)]
    return PuzzleGame(name=rules.name, title=rules.title, boards=sizes, themes=[*themes_for(rules.name)])


def puzzle_view(made: Made) -> PuzzleView:
    """A puzzle as it is set."""
    return PuzzleView(
        id=str(made.puzzle.name),
        task=wording.task(made.puzzle),
        goal=made.puzzle.game.headline().goal,
        grade=made.grade,
        rating=round(made.rating, 1),
        day=made.day,
        position=_along(made.puzzle.position, ()),
    )


def try_view(made: Made, judged: Judged, *, counted: bool = False, going: RushView | None = None) -> TryView:
    """How a try stands."""
    return TryView(
        status=judged.status.value,
        sentence=judged.sentence,
        position=_along(made.puzzle.position, judged.squares),
        refutation=_after(made.puzzle.position, judged.squares, judged.refutation),
        idea=None if judged.status is Status.OPEN else made.idea,
        counted=counted,
        rush=going,
    )


def rush_view(saved: SavedRush) -> RushView:
    """A rush as it stands now."""
    gone = (datetime.now(UTC) - datetime.fromisoformat(saved.begun)).total_seconds()
    left = max(0.0, rush.SECONDS - gone)
    return RushView(
        number=saved.id,
        solved=saved.solved,
        mistakes=saved.mistakes,
        seconds_left=round(left, 1),
        over=left <= 0 or saved.mistakes >= rush.MISTAKES,
    )


def progress_view(tried: Sequence[Tried], best_rush: int | None, day: date) -> ProgressView:
    """How someone stands on a day."""
    return ProgressView(**progress_data(tried, best_rush, day))


def lesson_summary(rules: type[Game]) -> LessonSummary:
    """A lesson in a list, or that there is none."""
    steps = len(rules.facts().lesson)
    return LessonSummary(
        name=rules.name,
        title=rules.title,
        steps=steps,
        detail=rules.headline().goal if steps else f"{rules.title} has no lesson: read its rules instead.",
    )


def step_view(step: Step, task: str) -> StepView:
    """A step before anything was done."""
    return StepView(
        text=step.text,
        kind="refused" if step.refused else "resist" if step.resist else "puzzle" if step.puzzle else "move",
        task=task,
        position=_along(read_position(step.position), ()),
    )


def told_view(step: Step, told: Told) -> ToldView:
    """What came of a move in a step."""
    start = read_position(step.position)
    return ToldView(
        said=told.said,
        done=told.done,
        position=_along(start, told.squares),
        refutation=_after(start, told.mistake, told.refutation),
    )


def _after(start: Position, mistake: Sequence[int], refutation: Sequence[int]) -> PositionView | None:
    """The line that refutes a mistake, from the position after it."""
    for square in mistake if refutation else ():
        start = start.play(square)
    return _along(start, refutation) if refutation else None


def _along(start: Position, squares: Sequence[int]) -> PositionView:
    positions = [start]
    for square in squares:
        positions.append(positions[-1].play(square))
    return line_view(Line(tuple(positions), tuple(squares)))
