"""Puzzles, rushes, lessons and explored boards: the shapes of their JSON, and how they are filled.

The shapes are also the documentation of the API.
"""

from collections.abc import Sequence
from datetime import UTC, date, datetime
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import BaseModel, Field, model_validator

from cornered.facts import Step
from cornered.game import Game, Position
from cornered.games import read_position
from cornered.play.puzzles import Puzzle, Status, Theme, boards_of, wording
from cornered.play.puzzles.choosing import RUSH_MISTAKES, RUSH_SECONDS, themes_for
from cornered.play.puzzles.standing import progress_data
from cornered.store.progress import Tried
from cornered.store.solvers import SavedRush
from cornered.web.views.position_views import PositionView, line_along, line_view

Typed = Annotated[str, Field(max_length=40)]


class Try(BaseModel):
    """A try at a puzzle: your own moves from the beginning; the defence plays the others."""

    moves: list[Typed] = Field(min_length=1, max_length=30, examples=[["C2"]])
    rush: int | None = Field(None, ge=1, le=2**62, description="The rush that it belongs to, if it does.")


class LessonMove(BaseModel):
    """A move in a step of a lesson, after the moves of both sides so far."""

    played: list[Typed] = Field(default_factory=list, max_length=400)
    move: Typed


class BoardSize(BaseModel):
    """The size of a board."""

    rows: int
    cols: int


class PuzzleGame(BaseModel):
    """A game, the boards that it has puzzles on, and the themes that they have."""

    name: str
    title: str
    boards: list[BoardSize]
    themes: list[Theme]


class ThemeView(BaseModel):
    """An idea that can be trained."""

    name: Theme
    title: str


class Catalogue(BaseModel):
    """What there is to choose from."""

    games: list[PuzzleGame]
    themes: list[ThemeView]


class PuzzleView(BaseModel):
    """A puzzle as it is set: neither its answers nor the ideas behind them are told before a try."""

    id: str = Field(description="Its name for ever, everywhere.", examples=["knights-duel.5x5.spring.3"])
    task: str = Field(description="Who you are and what to find, in a sentence.")
    goal: str = Field(description="What wins the game, in a sentence.")
    grade: int = Field(description="From 1, the easiest, to 4.")
    rating: float = Field(description="How hard it is, on the scale on which solvers are rated.")
    day: str | None = Field(description="The date whose puzzle it is, if it is one.")
    position: PositionView


class RushView(BaseModel):
    """A rush: as many puzzles as you can in three minutes, until three mistakes."""

    number: int
    solved: int
    mistakes: int
    seconds_left: float
    over: bool


class TryView(BaseModel):
    """How a try stands."""

    status: Literal["open", "solved", "failed"]
    sentence: str
    position: PositionView = Field(description="All moves so far, the defence's too, and all positions.")
    refutation: PositionView | None = Field(
        description="What follows a mistake, to the end of the game where that is forced."
    )
    idea: str | None = Field(description="The ideas behind the answer, once the try is over.")
    counted: bool = Field(description="Whether it has changed your rating: the first try at a puzzle does.")
    rush: RushView | None


class Idea(BaseModel):
    """The idea behind a puzzle, in a sentence."""

    sentence: str


class ProgressView(BaseModel):
    """How you stand, as far as this browser is known."""

    rating: float
    spread: float = Field(description="In 19 of 20 cases your strength is within so much of the rating.")
    ratings: list[float] = Field(description="The latest, oldest first: at first and after each puzzle.")
    tried: int
    solved: int = Field(description="How many were solved at the first try.")
    streak: int = Field(description="Days in a row on which the day's puzzle was solved at the first try.")
    today: Literal["waits", "solved", "failed"] = Field(description="What became of the day's puzzle.")
    best_rush: int | None


class LessonSummary(BaseModel):
    """The lesson of a game in a list."""

    name: str
    title: str
    steps: int
    detail: str = Field(description="What it is about, or that there is none.")


class StepView(BaseModel):
    """A step of a lesson, before anything was done."""

    text: str
    kind: Literal["move", "refused", "resist", "puzzle"] = Field(
        description="Make a move; try one that is refused; try to win where that cannot be done; solve."
    )
    task: str = Field(description="What a puzzle asks; empty in other steps.")
    position: PositionView


class LessonView(BaseModel):
    """A lesson: a few steps on a board."""

    name: str
    title: str
    detail: str
    steps: list[StepView]


class ToldView(BaseModel):
    """What came of a move in a lesson."""

    said: str
    done: bool
    position: PositionView = Field(description="The moves that stand: of a failed puzzle none do.")
    refutation: PositionView | None = Field(
        description="What follows a mistake in a puzzle, which then begins again."
    )


class Example(BaseModel):
    """A position to look at: how long it lasts, and how many of its moves win."""

    code: str
    plies: int
    moves: int
    keep: int
    position: PositionView

    @model_validator(mode="before")
    @classmethod
    def _add_position(cls, found: dict[str, Any]) -> dict[str, Any]:
        return {**found, "position": _along(read_position(found["code"]))}


class DepthRow(BaseModel):
    """The positions at one depth: where the player to move wins, and how many of the moves keep that."""

    depth: int
    positions: int
    won: int
    moves: int = Field(description="All moves in the won positions together.")
    keep: int = Field(description="How many of those keep the win.")
    example: Example | None = Field(description="The won position in which that is hardest.")


class Figures(BaseModel):
    """What was found by looking at every position of a board."""

    depth: Literal["from-start", "to-end"] = Field(
        description="Whether depth counts moves since the start, or those that are left."
    )
    positions: int
    choices: int = Field(description="Positions with more than one move.")
    decisive: int = Field(description="Those in which the choice changes who wins.")
    rows: list[DepthRow]
    longest: Example | None = Field(description="The lost position that holds out longest.")
    rarest: Example | None = Field(description="The won position with the smallest share of moves that win.")


class ExploredBoard(BaseModel):
    """What is known of one board."""

    rows: int
    cols: int
    start: str = Field(description="The code of the first position.")
    detail: str = Field(description="Who wins, in a sentence.")
    figures: Figures | None = Field(description="Nothing where too many positions can arise.")


class ExploredGame(BaseModel):
    """A game, the boards that were looked at whole, and larger ones of which only the winner is known."""

    name: str
    title: str
    detail: str
    boards: list[BoardSize]
    larger: list[BoardSize]


class MadePuzzle(NamedTuple):
    """A puzzle with what is known about it, worked out once; `day` is the date whose puzzle it is, if any."""

    puzzle: Puzzle
    rating: float
    grade: int
    idea: str
    day: str | None


class JudgedTry(NamedTuple):
    """How a try stands: all moves of both sides, what is said, and the line that refutes a mistake."""

    status: Status
    squares: tuple[int, ...]
    refutation: tuple[int, ...]
    sentence: str


class StepTaken(NamedTuple):
    """What came of a move in a lesson; `mistake` and its refutation are there where a puzzle was failed."""

    squares: tuple[int, ...]
    said: str
    done: bool
    mistake: tuple[int, ...] = ()
    refutation: tuple[int, ...] = ()


def puzzle_game(rules: type[Game]) -> PuzzleGame:
    """A game to choose puzzles of."""
    sizes = [BoardSize(rows=board.rows, cols=board.cols) for board in boards_of(rules)]
    return PuzzleGame(name=rules.name, title=rules.title, boards=sizes, themes=[*themes_for(rules.name)])


def puzzle_view(made: MadePuzzle) -> PuzzleView:
    """A puzzle as it is set."""
    return PuzzleView(
        id=str(made.puzzle.name),
        task=wording.task(made.puzzle),
        goal=made.puzzle.game.headline().goal,
        grade=made.grade,
        rating=round(made.rating, 1),
        day=made.day,
        position=_along(made.puzzle.position),
    )


def try_view(
    made: MadePuzzle, judged: JudgedTry, *, counted: bool = False, going: RushView | None = None
) -> TryView:
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
    left = max(0.0, RUSH_SECONDS - gone)
    return RushView(
        number=saved.id,
        solved=saved.solved,
        mistakes=saved.mistakes,
        seconds_left=round(left, 1),
        over=left <= 0 or saved.mistakes >= RUSH_MISTAKES,
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


def lesson_step(step: Step, task: str) -> StepView:
    """A step before anything was done."""
    return StepView(
        text=step.text,
        kind="refused" if step.refused else "resist" if step.resist else "puzzle" if step.puzzle else "move",
        task=task,
        position=_along(read_position(step.position)),
    )


def step_taken_view(step: Step, taken: StepTaken) -> ToldView:
    """What came of a move in a step."""
    start = read_position(step.position)
    return ToldView(
        said=taken.said,
        done=taken.done,
        position=_along(start, taken.squares),
        refutation=_after(start, taken.mistake, taken.refutation),
    )


def _after(start: Position, mistake: Sequence[int], refutation: Sequence[int]) -> PositionView | None:
    """The line that refutes a mistake, from the position after it."""
    return _along(line_along(start, mistake).positions[-1], refutation) if refutation else None


def _along(start: Position, squares: Sequence[int] = ()) -> PositionView:
    return line_view(line_along(start, squares))
