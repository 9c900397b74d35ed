"""Games and what is kept of them: the shapes of their JSON, and how they are filled.

The shapes are also the documentation of the API.
"""

from collections.abc import Collection
from typing import Literal, NamedTuple

from pydantic import BaseModel, Field

from cornered import code
from cornered.games import GAMES
from cornered.play.offers import roles_told
from cornered.play.players import Player
from cornered.play.session import Session
from cornered.store import SavedGame, Tally
from cornered.store.seats import Holders
from cornered.web.storage.game_states import StoredState
from cornered.web.views.position_views import (
    BoardView,
    MadeMove,
    PositionStep,
    ValueView,
    board_view,
    history_view,
    sign_of,
    step_view,
)
from cornered.web.views.rules import role_of

Offered = Literal["take-back", "rematch"]


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
    position: PositionStep
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


class ReviewedMoveView(BaseModel):
    """A move that was played: what it was worth, and what would have been best."""

    ply: int = Field(description="Which move of the game it was, from 1.")
    player: int
    move: str
    before: ValueView
    after: ValueView
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
    moves: list[ReviewedMoveView]
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


class Company(NamedTuple):
    """Who is there: the seats of people who are, of those who have been gone for long, and onlookers."""

    present: Collection[int]
    claimable: Collection[int]
    onlookers: int


def game_view(
    state: StoredState, session: Session, version: int, company: Company, offer: OfferView | None
) -> GameView:
    """A game as it stands."""
    game, end = session.game, session.outcome or session.ended
    return GameView(
        id=state.saved.id,
        version=version,
        game=game.name,
        title=game.title,
        goal=game.headline().goal,
        roles=roles_told(session.positions[0]),
        board=board_view(game),
        start=state.saved.start,
        code=session.position.code,
        ply=len(session.squares),
        position=step_view(session.position, end, session.players, len(session.squares)),
        history=history_view(session.positions, session.squares),
        seats=[_seat(state, session, seat, company) for seat in (1, 2)],
        match=_match(state),
        next_game=state.next_game,
        elsewhere=not state.holders,
        open=state.help_allowed if state.between_people else None,
        help=state.help_allowed or not state.between_people or session.over,
        offer=offer,
        onlookers=company.onlookers,
        begun=state.saved.begun,
    )


def game_summary(saved: SavedGame, holders: Holders, holder: str | None) -> GameSummary:
    """A stored game in a list, which also shows games whose package is no longer installed."""
    name, board, *_ = code.read(saved.start)
    seats = [Player(seat.kind, seat.name) for seat in saved.seats]
    return GameSummary(
        id=saved.id,
        game=name,
        title=_title(name),
        rows=board.rows,
        cols=board.cols,
        names=[player.listed(seat) for seat, player in enumerate(seats, 1)],
        kinds=[player.kind_told for player in seats],
        plies=len(saved.squares),
        winner=saved.winner,
        reason=saved.reason,
        begun=saved.begun,
        yours=holder is not None and holder in holders.values(),
    )


def open_game_view(state: StoredState) -> OpenGame:
    """A game in the list of those that anyone may join."""
    listed = game_summary(state.saved, state.holders, None)
    free = next(seat for seat, holder in state.holders.items() if holder is None)
    return OpenGame(**dict(listed), host=listed.names[2 - free], seat=free, help=state.help_allowed)


def tally_view(tally: Tally) -> TallyView:
    """A line of the records."""
    return TallyView(**tally._asdict(), title=_title(tally.game))


def imported(numbers: list[int], sent: int) -> Imported:
    """What became of the games that someone sent."""
    known = sent - len(numbers)
    taken = f"{_games(len(numbers))} taken in." if numbers else "Nothing new."
    passed = f" {_games(known)} already here." if known else ""
    return Imported(numbers=numbers, known=known, detail=taken + passed)


def _games(count: int) -> str:
    return "1 game was" if count == 1 else f"{count} games were"


def _title(name: str) -> str:
    return GAMES[name].title if name in GAMES else name


def _seat(state: StoredState, session: Session, seat: int, company: Company) -> SeatView:
    player = session.players[seat - 1]
    return SeatView(
        player=seat,
        name=player.called(seat),
        kind=player.kind_told,
        sign=sign_of(session.game, player, seat),
        role=role_of(session.positions[0], seat),
        taken=not player.is_human or not state.holders or state.holders.get(seat) is not None,
        present=not player.is_human or seat in company.present,
        claimable=seat in company.claimable,
    )


def _match(state: StoredState) -> MatchView | None:
    if state.match is None:
        return None
    match = state.match.match
    first, second = match.score
    return MatchView(
        number=state.match.number,
        games=match.games,
        first_to=match.first_to,
        score=[second, first] if state.saved.swapped else [first, second],
        over=match.over,
    )
