"""The shapes of the JSON that the API takes. They are also its documentation."""

from typing import Annotated, Literal

from pydantic import BaseModel, Field

from cornered.web.views.schemas import Offered

Side = Annotated[int, Field(ge=1, le=999)]
Count = Annotated[int, Field(ge=1, le=99)]
Text = Annotated[str, Field(max_length=60)]
OptionName = Annotated[str, Field(pattern="^[a-z][a-z-]{0,39}$")]
Symbols = Annotated[list[Text], Field(min_length=2, max_length=2)]


class Setup(BaseModel):
    """The game to begin. Only `game` or `position` is required.

    By default you play `medium` on the book's board.
    """

    game: Text | None = Field(None, examples=["knights-duel"])
    position: str | None = Field(
        None,
        max_length=8000,
        description="The code of a position to play on from; it tells the game, the board and its options.",
        examples=["knights-duel.5x5.2.x4-2a2-5-5-4b"],
    )
    rows: Side | None = None
    cols: Side | None = None
    options: dict[OptionName, Text] = Field(
        default_factory=dict,
        max_length=8,
        description="What this game lets its players set, by the names that `/api/rules` lists.",
        examples=[{"start": "A1; E5"}],
    )
    opponent: Literal["link", "screen", "random", "easy", "medium", "hard", "perfect", "agent"] = Field(
        "medium", description="A friend by link, two people on one screen, a level, or an `agent`."
    )
    agent: Text | None = Field(None, description="Which agent, of those that `/api/agents` lists.")
    open: bool = Field(
        False,
        description="In a game by link: whether players and onlookers may ask for hints and values while it "
        "goes on. Otherwise that waits until it is over.",
    )
    seat: Literal[1, 2, "toss"] = Field(1, description="Which player you are; with `toss` chance decides.")
    name: Text | None = None
    opponent_name: Text | None = None
    symbols: Symbols | None = Field(
        None,
        description="Yours and your opponent's, in games whose players choose them.",
        examples=[["X", "O"]],
    )
    games: Count | None = Field(None, description="Play a match of this many games.")
    first_to: Count | None = Field(None, description="Play a match until someone has won this many games.")
    keep_seats: bool = Field(False, description="Do not swap seats between the games of the match.")


class Moment(BaseModel):
    """The moment that a request is about: it is refused if the game has moved on since."""

    ply: int = Field(ge=0, le=10**6, description="How many moves the game had when you decided.")


class Move(Moment):
    """A move, in the book's notation."""

    move: str = Field(max_length=40, examples=["C2", "2 1"])


class Offering(Moment):
    """What you ask the other player for."""

    kind: Offered


class Answer(Moment):
    """Whether you accept what the other player asks for; false also withdraws what you asked for yourself."""

    accept: bool


class JoinOpen(BaseModel):
    """A name, if you like."""

    name: Text | None = None


class Join(JoinOpen):
    """The invitation that came with the link, and a name if you like."""

    invitation: str = Field(max_length=100)
