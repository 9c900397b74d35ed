"""The shapes of the JSON that the API gives. They are also its documentation."""

from typing import Literal

from pydantic import BaseModel, Field

Verdict = Literal["win", "loss", "endless", "unknown"]
Offered = Literal["take-back", "rematch"]


class Problem(BaseModel):
    """Why a request was refused, in a sentence."""

    detail: str
    reason: str | None = Field(
        None, description="The rule that refuses a move, as data: `blocked`, `occupied` …"
    )


class Health(BaseModel):
    """How the server is, in a sentence."""

    detail: str


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
    winning_square: int | None = Field(
        description="The square that wins for whoever takes it, in games that have one."
    )
    example: str = Field(description="A square as a player types it.")


class OutcomeView(BaseModel):
    """How a game ended."""

    winner: int | None = Field(description="Null if it ended without one.")
    reason: str = Field(
        description="As data: `no-moves`, `resigned`, `left`, or what the game itself calls it; without a "
        "winner `called-off` or `too-long`."
    )
    sentence: str


class Step(BaseModel):
    """One position: what stands on the board, and what may be played."""

    code: str
    cells: str = Field(
        description="One letter a square: `a` and `b` for the players' pieces, `x` blocked, `.` empty. "
        "A game may write a capital where it matters that a piece was placed last."
    )
    to_move: int
    moves: list[Square]
    outcome: OutcomeView | None


class PositionView(BaseModel):
    """A line of moves, and the positions along it."""

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
    kind: str = Field(description="`human`, a level, or `agent` for a program from elsewhere.")
    sign: str
    role: str = Field(description="What whoever sits here should know: who can capture, and who can win.")
    taken: bool = Field(description="False while the seat waits for whoever has the invitation.")
    present: bool = Field(description="Whether a page or program of the player is listening.")
    claimable: bool = Field(
        description="Whether the other player may claim the game, since this one has been gone for so long."
    )


class OfferView(BaseModel):
    """What one player has asked the other for. A move overtakes it."""

    kind: Offered
    player: int = Field(description="Who has asked.")
    ply: int = Field(description="How many moves had been made then: send it with the answer.")
    refused: bool


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
    version: int = Field(
        description="Grows with every change: of two answers, the one with the higher version is newer."
    )
    game: str
    title: str
    goal: str = Field(description="What wins, in a sentence.")
    roles: str = Field(description="Who is the hunter, where only one of the players can ever capture.")
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
    open: bool | None = Field(
        description="Between two people by link: whether hints and values are given while it goes on. "
        "Null in every other game."
    )
    help: bool = Field(description="Whether hints, values and a review are given now.")
    offer: OfferView | None
    onlookers: int = Field(description="How many watch who do not play.")
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


class OpenGame(BaseModel):
    """A game that anyone may join."""

    id: int
    game: str
    title: str
    rows: int
    cols: int
    host: str = Field(description="Who waits, by name if they gave one.")
    seat: int = Field(description="The player that you would be.")
    help: bool = Field(description="Whether players may ask for hints and values while it goes on.")
    begun: str


class Invitation(BaseModel):
    """Lets one other person take the open seat, once. Whoever you send the link to can take it."""

    invitation: str
    link: str = Field(description="The page to open; what follows `#` never reaches a server or its log.")


class ValueView(BaseModel):
    """What a position or a move is worth to the player to move."""

    verdict: Verdict
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


class ThreatView(BaseModel):
    """A move that loses at once, and the reply that wins."""

    move: Square
    reply: Square


class ThreatsView(BaseModel):
    """What the other side threatens: in a sentence, and to be drawn."""

    sentence: str
    threats: list[ThreatView]


class HintView(BaseModel):
    """A best move and why."""

    sentence: str
    line: list[Square] = Field(description="That move, and best play after it, as far as it is known.")


class ReviewedValue(BaseModel):
    """What a position or a move was worth to the player who moved."""

    value: Verdict
    plies: int | None


class ReviewedMove(BaseModel):
    """A move that was played: what it was worth, and what would have been best."""

    ply: int = Field(description="Which move of the game it was, from 1.")
    player: int
    move: str
    before: ReviewedValue
    after: ReviewedValue
    best: list[str]
    mattered: bool = Field(description="Whether the choice could change who wins.")
    judgement: str
    refutation: list[str] = Field(description="How best play goes on after a mistake.")
    lost_the_game: bool


class Accuracy(BaseModel):
    """How many of a player's decisions that mattered were right."""

    right: int
    mattered: int


class ReviewView(BaseModel):
    """A game by exact value, as `cornered review --json` also writes it."""

    game: str
    rows: int
    cols: int
    moves: list[ReviewedMove]
    accuracy: list[Accuracy] = Field(description="Player 1's and Player 2's.")
    detail: str = Field(description="Which move lost the game, in a sentence.")


class TallyView(BaseModel):
    """Wins and losses of a player in one game and on one board against one opponent."""

    player: str
    game: str
    title: str
    board: str = Field(examples=["5x5"])
    opponent: str
    wins: int
    losses: int


class Imported(BaseModel):
    """What became of the games that were sent."""

    numbers: list[int] = Field(description="The numbers that the new ones have here.")
    known: int = Field(description="How many were here already.")
    detail: str


class Section(BaseModel):
    """A part of the rules."""

    heading: str
    text: str


class RulingView(BaseModel):
    """Where a book's example contradicts its rule: what each says, and what holds."""

    example: str
    rule: str
    ruling: str


class OptionView(BaseModel):
    """What a game lets its players set before it begins, besides the board."""

    name: str
    value: str = Field(description="Stands for what is typed, as in `SQUARES`.")
    help: str


class BoardOffer(BaseModel):
    """A board worth playing, with the seat and the level that make a good first game there."""

    rows: int
    cols: int
    options: dict[str, str] = Field(description="To be sent along when such a game begins.")
    book: bool
    usual: bool = Field(description="Whether this is the board to offer to someone new.")
    line: str = Field(description="What is known about it, in a sentence.")
    seat: int = Field(description="The seat that can win.")
    seats: list[str] = Field(description="What to know about seat 1 and seat 2 before taking it.")
    level: str


class RulesSummary(BaseModel):
    """A game in short."""

    name: str
    title: str
    goal: str
    line: str
    rows: int
    cols: int
    smallest: list[int] = Field(description="The shorter and the longer side of the smallest board.")
    largest_side: int
    odd_sides: bool = Field(description="Whether both sides of the board must be odd.")
    boards: list[BoardOffer] = Field(description="Boards worth playing, the book's first.")
    options: list[OptionView]
    own_symbols: bool = Field(description="Whether players may choose their symbols.")
    coin_toss: bool = Field(description="Whether a coin toss decides who is Player 1.")
    example: str = Field(description="A square as a player types it.")
    start: str = Field(description="The code of the first position on the book's board.")
    demo: PositionView = Field(description="A good game.")


class RulesView(RulesSummary):
    """A game with its rules, its rulings and what is known."""

    squares: str
    rules: list[Section]
    rulings: list[RulingView]
    known: list[str]
    advice: str
