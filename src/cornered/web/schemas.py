"""The shapes of the JSON that the API takes and gives. They are also its documentation."""

from typing import Annotated, Literal

from pydantic import BaseModel, Field

Side = Annotated[int, Field(ge=1, le=999)]
Count = Annotated[int, Field(ge=1, le=99)]
Text = Annotated[str, Field(max_length=60)]
OptionName = Annotated[str, Field(pattern="^[a-z][a-z-]{0,39}$")]
Symbols = Annotated[list[Text], Field(min_length=2, max_length=2)]
Verdict = Literal["win", "loss", "endless", "unknown"]


class Setup(BaseModel):
    """The game to begin. Only `game` is required: by default you play `medium` on the book's board."""

    game: Text = Field(examples=["knights-duel"])
    rows: Side | None = None
    cols: Side | None = None
    options: dict[OptionName, Text] = Field(
        default_factory=dict,
        max_length=8,
        description="What this game lets its players set, by the names that `/api/rules` lists.",
        examples=[{"start": "A1; E5"}],
    )
    opponent: Literal["link", "screen", "random", "easy", "medium", "hard", "perfect"] = Field(
        "medium", description="A friend by link, two people on one screen, or a program."
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


class Join(BaseModel):
    """The invitation that came with the link, and a name if you like."""

    invitation: str = Field(max_length=100)
    name: Text | None = None


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
    winning_square: int | None = Field(
        description="The square that wins for whoever takes it, in games that have one."
    )
    example: str = Field(description="A square as a player types it.")


class OutcomeView(BaseModel):
    """How a game ended."""

    winner: int
    reason: str = Field(description="As data: `no-moves`, `resigned`, or what the game itself calls it.")
    sentence: str


class Step(BaseModel):
    """One position: what stands on the board, and what may be played."""

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
    kind: Literal["human", "random", "easy", "medium", "hard", "perfect"]
    sign: str
    role: str = Field(description="What whoever sits here is told where only one can ever capture.")
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


class Hint(BaseModel):
    """A best move and why."""

    sentence: str


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
