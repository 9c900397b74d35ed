"""A new game as someone asks for it, made into a first position, two players and perhaps a match."""

from dataclasses import dataclass
from secrets import randbelow
from typing import Annotated, Literal

from pydantic import BaseModel, Field

from cornered.board import Board
from cornered.game import Position
from cornered.games import find_game, new_game
from cornered.play.match import Match
from cornered.play.players import Kind, Player, check_players
from cornered.refusal import BadSetup
from cornered.web.limits import Limits

Side = Annotated[int, Field(ge=1, le=999)]
Count = Annotated[int, Field(ge=1, le=99)]
Text = Annotated[str, Field(max_length=60)]


class Setup(BaseModel):
    """The game to begin. Only `game` is required: the rest is the book's board against `medium`."""

    game: Text = Field(examples=["knights-duel"])
    rows: Side | None = None
    cols: Side | None = None
    start: Annotated[list[Text], Field(min_length=2, max_length=2)] | None = Field(
        None, description="Where the knights start, as the book writes squares.", examples=[["A1", "E5"]]
    )
    opponent: Literal["link", "screen", "random", "easy", "medium", "hard", "perfect"] = Field(
        "medium", description="A friend by link, two people on one screen, or a program."
    )
    seat: Literal[1, 2, "toss"] = Field(1, description="Which player you are; a toss lets chance decide.")
    name: Text | None = None
    opponent_name: Text | None = None
    symbols: Annotated[list[Text], Field(min_length=2, max_length=2)] | None = Field(
        None, description="Yours and your opponent's, in Blockade and Block Capture.", examples=[["X", "O"]]
    )
    games: Count | None = Field(None, description="A match of so many games.")
    first_to: Count | None = Field(None, description="A match that ends with so many wins.")
    keep_seats: bool = False


@dataclass(frozen=True)
class Opening:
    """A game about to begin: `yours` are the seats of whoever asked, `open` the one that waits."""

    start: Position
    players: tuple[Player, Player]
    yours: tuple[int, ...]
    open: int | None
    match: Match | None


def opening_of(setup: Setup, limits: Limits) -> Opening:
    """The opening that was asked for; `BadSetup` or `IllegalMove` if it makes no game."""
    start = _first_position(setup, limits)
    seat = 1 + randbelow(2) if setup.seat == "toss" else setup.seat
    players = _players(setup, seat)
    check_players(start.game, players)
    yours = (1, 2) if setup.opponent == "screen" else (seat,)
    return Opening(
        start=start,
        players=players,
        yours=yours,
        open=3 - seat if setup.opponent == "link" else None,
        match=_match(setup, players),
    )


def check_size(board: Board, limits: Limits) -> None:
    """`BadSetup` if the board is larger than this site allows."""
    if max(board.rows, board.cols) > limits.largest_side:
        raise BadSetup(f"{board} is too large for this site: a side has at most {limits.largest_side}.")


def _first_position(setup: Setup, limits: Limits) -> Position:
    book = find_game(setup.game).book_board
    board = Board(setup.rows or book.rows, setup.cols or book.cols)
    check_size(board, limits)
    game = new_game(setup.game, board)
    start = game.start((game.square(setup.start[0]), game.square(setup.start[1])) if setup.start else None)
    if start.outcome:
        raise BadSetup(f"From there Player {start.to_move} could not move at all: choose other squares.")
    return start


def _players(setup: Setup, seat: int) -> tuple[Player, Player]:
    human = setup.opponent in ("link", "screen")
    mine, theirs = setup.symbols or (None, None)
    you = Player(Kind.HUMAN, setup.name or None, mine)
    other = Player(Kind.HUMAN if human else Kind(setup.opponent), setup.opponent_name or None, theirs)
    return (you, other) if seat == 1 else (other, you)


def _match(setup: Setup, players: tuple[Player, Player]) -> Match | None:
    if setup.games is None and setup.first_to is None:
        return None
    return Match(players, setup.games, setup.first_to, setup.keep_seats)
