"""The shapes of the JSON about puzzles, lessons and explored boards. They are also its documentation."""

from typing import Annotated, Literal

from pydantic import BaseModel, Field

from cornered.play.puzzles import Theme
from cornered.web.views.schemas import PositionView

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
