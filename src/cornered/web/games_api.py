"""The API of played games: begin, move, take back, resign, invite, join, watch, review."""

from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import PlainTextResponse, StreamingResponse
from pydantic import BaseModel, Field

from cornered.games import find_game
from cornered.play.keeping import record_of
from cornered.play.record import write_record
from cornered.play.review import MoveReview, Review
from cornered.solve.contract import Value
from cornered.store import SavedGame
from cornered.store.seats import Holders
from cornered.web import questions
from cornered.web.context import PROBLEMS, Holder, KnownHolder, OpenTable, Server
from cornered.web.limits import client_name
from cornered.web.setups import Setup, opening_of
from cornered.web.table import Table, square_view
from cornered.web.thinking import OverBudget
from cornered.web.views import (
    GameForYou,
    GameSummary,
    GameView,
    Hint,
    Invitation,
    ReviewedMove,
    ReviewView,
    ValueView,
)

router = APIRouter(prefix="/api/games", tags=["games"], responses=PROBLEMS)

Ply = Annotated[int, Field(ge=0, le=10**6, description="How many moves the game had when you decided.")]


class Moment(BaseModel):
    """The moment that a request is about: it is refused if the game has moved on since."""

    ply: Ply


class Move(Moment):
    """A move, in the book's notation."""

    move: str = Field(max_length=40, examples=["C2", "2 1"])


class Join(BaseModel):
    """The invitation that came with the link, and a name if you like."""

    invitation: str = Field(max_length=100)
    name: str | None = Field(None, max_length=60)


@router.get("")
async def list_games(
    server: Server,
    holder: Holder,
    unfinished: Annotated[bool, Query(description="Only games in progress.")] = False,
    game: Annotated[str | None, Query(max_length=60, description="Only this one of the five.")] = None,
    limit: Annotated[int, Query(ge=1, le=100)] = 20,
) -> list[GameSummary]:
    """The latest games, whoever plays them and wherever."""
    found = await server.archive.games(unfinished, game, limit)
    return [_summary(saved, holders, holder) for saved, holders in found]


@router.post("", status_code=201)
async def begin_game(setup: Setup, server: Server, holder: KnownHolder) -> GameForYou:
    """Begins a game. The answer sets the cookie that your seats belong to, if you have none yet."""
    table = await server.hall.begin(opening_of(setup, server.limits), holder)
    return _for_you(table, holder)


@router.get("/{number}")
async def show_game(table: OpenTable, holder: Holder) -> GameForYou:
    """A game as it stands."""
    return _for_you(table, holder)


@router.post("/{number}/moves")
async def move(table: OpenTable, body: Move, server: Server, holder: Holder) -> GameForYou:
    """Plays a move. It is on disk when you get the answer; a program's reply comes as an event."""
    await server.hall.move(table, holder, body.ply, body.move)
    return _for_you(table, holder)


@router.post("/{number}/undo")
async def undo(table: OpenTable, body: Moment, server: Server, holder: Holder) -> GameForYou:
    """Takes back your last move, and the program's reply with it. Against another person a move stands."""
    await server.hall.undo(table, holder, body.ply)
    return _for_you(table, holder)


@router.post("/{number}/resign")
async def resign(table: OpenTable, body: Moment, server: Server, holder: Holder) -> GameForYou:
    """Gives up."""
    await server.hall.resign(table, holder, body.ply)
    return _for_you(table, holder)


@router.post("/{number}/invitations", status_code=201)
async def invite(table: OpenTable, server: Server, holder: Holder, request: Request) -> Invitation:
    """A new invitation to the open seat, which replaces any earlier one."""
    invitation = await server.hall.invite(table, holder)
    return Invitation(
        invitation=invitation, link=f"{request.base_url}game/{table.id}#invitation={invitation}"
    )


@router.post("/{number}/join")
async def join(table: OpenTable, body: Join, server: Server, holder: KnownHolder) -> GameForYou:
    """Takes the open seat. An invitation can be used once."""
    await server.hall.join(table, holder, body.invitation, body.name or None)
    return _for_you(table, holder)


@router.post("/{number}/next", status_code=201)
async def play_on(table: OpenTable, server: Server, holder: Holder) -> GameForYou:
    """The next game of the match, or a rematch with seats swapped. Both players get the same one."""
    following = await server.hall.table(await server.hall.follow_up(table, holder))
    return _for_you(following, holder)


@router.get(
    "/{number}/events",
    responses={200: {"content": {"text/event-stream": {"schema": {"type": "string"}}}, "model": GameView}},
)
async def events(table: OpenTable, server: Server, holder: Holder, request: Request) -> StreamingResponse:
    """Server-sent events named `game`: the game as it stands, now and whenever something changes."""
    client = client_name(request.client.host if request.client else None)
    server.streams.check(client, server.limits)
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    stream = server.streams.events(table, holder, client)
    return StreamingResponse(stream, media_type="text/event-stream", headers=headers)


@router.get("/{number}/hint")
async def hint(table: OpenTable, server: Server) -> Hint:
    """A best move for the player to move, and why."""
    session = table.session
    if session.outcome:
        return Hint(sentence="The game is over.")
    try:
        sentence = await server.analysts.ask(
            server.limits.thinking_seconds,
            questions.hint,
            session.start.code,
            session.players,
            session.squares,
        )
    except OverBudget:
        sentence = "No hint was found in time."
    return Hint(sentence=sentence)


@router.get("/{number}/review")
async def review(table: OpenTable, server: Server) -> ReviewView:
    """Every move by exact value, and the one that decided the game; from its end, as far as time allows."""
    session, seconds = table.session, server.limits.review_seconds
    try:
        found = await server.analysts.ask(
            seconds, questions.review, session.start.code, session.players, session.squares, seconds
        )
    except OverBudget:
        return ReviewView(moves=[], deciding=None, accuracy=[[0, 0], [0, 0]], detail="Not reviewed in time.")
    return _review_view(table, found)


@router.get(
    "/{number}/record",
    responses={200: {"content": {"text/plain": {"schema": {"type": "string"}}}}},
)
async def record(table: OpenTable) -> Response:
    """The game as text, which `cornered import` reads."""
    return PlainTextResponse(write_record(record_of(table.as_saved)))


def _for_you(table: Table, holder: str | None) -> GameForYou:
    return GameForYou(**dict(table.view()), you=table.seats_of(holder))


def _summary(saved: SavedGame, holders: Holders, holder: str | None) -> GameSummary:
    game = find_game(saved.start.partition(".")[0])
    rows, cols = saved.start.split(".")[1].split("x")
    return GameSummary(
        id=saved.id,
        game=game.name,
        title=game.title,
        rows=int(rows),
        cols=int(cols),
        names=[_listed(saved, seat) for seat in (1, 2)],
        kinds=[seat.kind for seat in saved.seats],
        plies=len(saved.squares),
        winner=saved.winner,
        reason=saved.reason,
        begun=saved.begun,
        yours=holder is not None and holder in holders.values(),
    )


def _listed(saved: SavedGame, number: int) -> str:
    seat = saved.seats[number - 1]
    return seat.name or (f"Player {number}" if seat.kind == "human" else seat.kind)


def value_view(value: Value) -> ValueView:
    """A value as the API shows it."""
    return ValueView(verdict=value.verdict.value, plies=value.plies)


def _review_view(table: Table, found: Review) -> ReviewView:
    moves = [_reviewed(table, move) for move in found.moves]
    unknown = sum("unknown" in (move.before.verdict, move.after.verdict) for move in moves)
    deciding = found.deciding
    if deciding:
        name = table.session.players[deciding.player - 1].called(deciding.player)
        detail = f"{name} lost the game with move {deciding.ply + 1}, {moves[deciding.ply].label}."
    elif unknown:
        detail = f"What {unknown} of the {len(moves)} moves were worth was not found in time."
    else:
        detail = "No single move decided the game: whoever was winning kept the win."
    return ReviewView(
        moves=moves,
        deciding=deciding.ply if deciding else None,
        accuracy=[list(found.accuracy(player)) for player in (1, 2)],
        detail=detail,
    )


def _reviewed(table: Table, move: MoveReview) -> ReviewedMove:
    start = table.session.start
    return ReviewedMove(
        ply=move.ply,
        player=move.player,
        square=move.square,
        label=start.game.label(move.square),
        before=value_view(move.before),
        after=value_view(move.after),
        best=[square_view(start, square) for square in move.best],
        judgement=move.judgement.value,
        mattered=move.mattered,
        winning_player=move.winning_player,
    )
