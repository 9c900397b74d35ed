"""What the API answers: the shapes of its JSON, which are also its documentation."""

from typing import Literal

from pydantic import BaseModel, Field


class Problem(BaseModel):
    """Why a request was refused, in a sentence."""

    detail: str
    reason: str | None = Field(
        None, description="The rule that refuses a move, as data: `blocked`, `occupied` …"
    )


class Square(BaseModel):
    """A square: its number, counted row by row from 0 at the top left, and as the book writes it."""

    square: int
    label: str


class MadeMove(Square):
    """A move that was made, and by whom."""

    player: int


class BoardView(BaseModel):
    """The board, as the book numbers it."""

    rows: int
    cols: int
    column_names: list[str]
    row_names: list[str]
    squares: list[str] = Field(description="Every square as the book writes it, row by row.")
    knights: bool = Field(description="Played with knights; otherwise with marks.")
    centre: int | None = Field(description="The block that wins Block Capture.")
    example: str = Field(description="A square as a player types it.")


class OutcomeView(BaseModel):
    """How a game ended."""

    winner: int
    reason: Literal["no-moves", "capture", "centre", "resigned"]
    sentence: str


class Step(BaseModel):
    """One position: what stands on the board, and what may be played."""

    cells: str = Field(
        description="One letter a square: `a` and `b` for the players' pieces, `x` blocked, `.` empty. "
        "In Block Capture a capital marks the block claimed last."
    )
    to_move: int
    moves: list[Square]
    outcome: OutcomeView | None


class PositionView(BaseModel):
    """A position, and the way to it."""

    game: str
    title: str
    board: BoardView
    signs: list[str] = Field(description="What the players play with: K1 and K2, X and O …")
    start: str = Field(description="The code of the first position.")
    code: str = Field(description="The code of the position reached.")
    history: list[MadeMove] = Field(description="The moves from the first position.")
    steps: list[Step] = Field(description="The first position and the one after each move.")


class SeatView(BaseModel):
    """Who plays, and whether they are there."""

    player: int
    name: str
    kind: Literal["human", "random", "easy", "medium", "hard", "perfect"]
    sign: str
    taken: bool = Field(description="False while the seat waits for whoever has the invitation.")
    present: bool = Field(description="Whether a page or program of the player is listening.")


class MatchView(BaseModel):
    """The match that a game belongs to."""

    number: int = Field(description="Which game of the match this is, from 1.")
    games: int | None
    first_to: int | None
    score: list[int] = Field(description="Games won by whoever sits in seat 1 now, and in seat 2.")
    over: bool


class GameView(BaseModel):
    """A game as it stands. This is also what each `game` event carries."""

    id: int
    version: int = Field(description="Grows with every change: of two answers the higher one is the newer.")
    game: str
    title: str
    board: BoardView
    start: str
    code: str = Field(description="The code of the position.")
    ply: int = Field(description="How many moves have been made: send it with a move.")
    position: Step
    history: list[MadeMove]
    seats: list[SeatView]
    match: MatchView | None
    next_game: int | None = Field(
        description="The rematch, or the next game of the match, once there is one."
    )
    elsewhere: bool = Field(description="Played at a terminal: it can be watched here, not played.")
    begun: str


class GameForYou(GameView):
    """A game, and which seats are yours."""

    you: list[int]


class GameSummary(BaseModel):
    """A game in a list."""

    id: int
    game: str
    title: str
    rows: int
    cols: int
    names: list[str]
    kinds: list[str]
    plies: int
    winner: int | None
    reason: str | None
    begun: str
    yours: bool


class Invitation(BaseModel):
    """What lets one other person take the open seat, once. Whoever sends the link gives the seat away."""

    invitation: str
    link: str = Field(description="The page to open; what follows `#` never reaches a server or its log.")


class ValueView(BaseModel):
    """What a position or a move is worth to the player to move."""

    verdict: Literal["win", "loss", "endless", "unknown"]
    plies: int | None


class RatedMove(Square):
    """A legal move, and what it is worth to the player who makes it."""

    value: ValueView
    best: bool


class AnalysisView(BaseModel):
    """What is known about a position."""

    code: str
    to_move: int
    value: ValueView
    moves: list[RatedMove] = Field(description="The best first.")
    line: list[Square] = Field(description="Best play, as far as it is known.")
    why: str | None
    detail: str = Field(description="All of it in a sentence.")


class Hint(BaseModel):
    """A best move and why."""

    sentence: str


class ReviewedMove(Square):
    """A move that was played: what it was worth, and what would have been better."""

    ply: int
    player: int
    before: ValueView
    after: ValueView
    best: list[Square]
    judgement: str
    mattered: bool
    winning_player: int | None


class ReviewView(BaseModel):
    """A game by exact value."""

    moves: list[ReviewedMove]
    deciding: int | None = Field(description="The ply of the move that lost the game, from 0.")
    accuracy: list[list[int]] = Field(description="For each player: decisions kept right, out of how many.")
    detail: str


class TallyView(BaseModel):
    """Wins and losses of a player in one game and seat against one opponent."""

    player: str
    game: str
    title: str
    seat: int
    opponent: str
    wins: int
    losses: int


class Section(BaseModel):
    """A part of the rules."""

    heading: str
    text: str


class RulingView(BaseModel):
    """Where the book's example contradicts its rule: what each says, and what holds."""

    example: str
    rule: str
    ruling: str


class RulesSummary(BaseModel):
    """One of the five games in short."""

    name: str
    title: str
    line: str
    rows: int
    cols: int
    smallest: list[int] = Field(description="The shorter and the longer side of the smallest board.")
    largest_side: int
    odd_sides: bool
    knights: bool
    example: str
    start: str = Field(description="The code of the first position on the book's board.")
    demo: PositionView = Field(description="A good game.")


class RulesView(RulesSummary):
    """One of the five games with its rules, its rulings and what is known."""

    squares: str
    rules: list[Section]
    rulings: list[RulingView]
    known: list[str]
    advice: str
