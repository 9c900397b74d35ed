"""The shapes of the JSON that the API takes about games, and the game that is made of a request for one.

The shapes are also the documentation of the API.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from secrets import randbelow
from typing import Annotated, Literal

from pydantic import BaseModel, Field

from cornered.board import Board
from cornered.errors import BadSetup
from cornered.game import Position
from cornered.games import find_game, opening, read_position
from cornered.play.match import Match
from cornered.play.players import AGENT, Kind, Player, check_newcomers
from cornered.web.config import Limits
from cornered.web.views.game_views import Offered
from cornered.web.views.position_views import check_size

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


class OfferAnswer(Moment):
    """Whether you accept what the other player asks for; false also withdraws what you asked for yourself."""

    accept: bool


class JoinOpen(BaseModel):
    """A name, if you like."""

    name: Text | None = None


class Join(JoinOpen):
    """The invitation that came with the link, and a name if you like."""

    invitation: str = Field(max_length=100)


@dataclass(frozen=True)
class PreparedGame:
    """A game about to begin: `yours` are the seats of the client, `open` the one that waits.

    `help_allowed` says that two people have agreed to let everybody ask for help.
    """

    start: Position
    players: tuple[Player, Player]
    yours: tuple[int, ...]
    open: int | None
    help_allowed: bool
    match: Match | None


def prepare(setup: Setup, limits: Limits, agents: Sequence[str]) -> PreparedGame:
    """The game that was asked for; `BadSetup` or `IllegalMove` if there can be no such game.

    `agents` are the names of those that the site offers.
    """
    if setup.opponent == AGENT and setup.agent not in agents:
        raise BadSetup("This site offers no such agent.")
    start = _first_position(setup, limits)
    seat = 1 + randbelow(2) if setup.seat == "toss" else setup.seat
    players = _players(setup, seat)
    check_newcomers(start.game, players)
    return PreparedGame(
        start=start,
        players=players,
        yours=(1, 2) if setup.opponent == "screen" else (seat,),
        open=3 - seat if setup.opponent == "link" else None,
        help_allowed=setup.open and setup.opponent == "link",
        match=_match(setup, players),
    )


def _first_position(setup: Setup, limits: Limits) -> Position:
    if setup.position is not None:
        return _given_position(setup, setup.position, limits)
    if setup.game is None:
        raise BadSetup("Say which game: by its name, or with a position to play on from.")
    book = find_game(setup.game).book_board
    board = Board(setup.rows or book.rows, setup.cols or book.cols)
    check_size(board, limits)
    start = opening(setup.game, board, setup.options)
    if start.outcome:
        raise BadSetup(f"Player {start.to_move} could not move at all from there: choose another start.")
    return start


def _given_position(setup: Setup, code: str, limits: Limits) -> Position:
    start = read_position(code)
    check_size(start.game.board, limits)
    if setup.game not in (None, start.game.name) or setup.rows or setup.cols or setup.options:
        raise BadSetup("A position already says which game it is, on which board: leave those out.")
    if start.outcome:
        raise BadSetup("The game is over in that position: choose an earlier one.")
    return start


def _players(setup: Setup, seat: int) -> tuple[Player, Player]:
    human = setup.opponent in ("link", "screen")
    mine, theirs = setup.symbols or (None, None)
    you = Player(Kind.HUMAN, setup.name or None, mine)
    called = setup.agent if setup.opponent == AGENT else setup.opponent_name
    other = Player(Kind.HUMAN if human else setup.opponent, called or None, theirs)
    return (you, other) if seat == 1 else (other, you)


def _match(setup: Setup, players: tuple[Player, Player]) -> Match | None:
    if setup.games is None and setup.first_to is None:
        return None
    return Match(players, setup.games, setup.first_to, setup.keep_seats)
