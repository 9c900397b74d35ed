"""The API of played games: begin, move, take back, resign, invite, join, watch, review."""

from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import PlainTextResponse, StreamingResponse

from cornered.play.commentary import review_data
from cornered.play.record import write_record
from cornered.play.review import Review
from cornered.play.stored import record_of
from cornered.web import jobs
from cornered.web.dependencies import PROBLEMS, Holder, KnownHolder, NamedGame, Server
from cornered.web.limits import client_name
from cornered.web.live_game import LiveGame
from cornered.web.presentation import game_summary
from cornered.web.schemas import (
    GameForYou,
    GameSummary,
    GameView,
    Hint,
    Invitation,
    Join,
    Moment,
    Move,
    ReviewView,
    Setup,
)
from cornered.web.setups import prepare
from cornered.web.worker_pool import JobGivenUp

router = APIRouter(prefix="/api/games", tags=["games"], responses=PROBLEMS)


@router.get("")
async def list_games(
    server: Server,
    holder: Holder,
    unfinished: Annotated[bool, Query(description="Only games in progress.")] = False,
    game: Annotated[
        str | None, Query(max_length=60, description="Only of this game, such as `blockade`.")
    ] = None,
    limit: Annotated[int, Query(ge=1, le=100)] = 20,
) -> list[GameSummary]:
    """The latest games, on this site and at terminals, whoever plays them."""
    found = await server.store.games(unfinished, game, limit)
    return [game_summary(saved, holders, holder) for saved, holders in found]


@router.post("", status_code=201)
async def begin_game(setup: Setup, server: Server, holder: KnownHolder) -> GameForYou:
    """Begins a game. The answer sets the cookie that your seats belong to, if you have none yet."""
    game = await server.lobby.begin(prepare(setup, server.limits, server.agents.names), holder)
    return _for_you(game, holder)


@router.get("/{number}")
async def show_game(game: NamedGame, holder: Holder) -> GameForYou:
    """A game as it stands."""
    return _for_you(game, holder)


@router.post("/{number}/moves")
async def move(game: NamedGame, body: Move, server: Server, holder: Holder) -> GameForYou:
    """Plays a move. It is on disk when you get the answer; a program's reply comes as an event."""
    await server.lobby.move(game, holder, body.ply, body.move)
    return _for_you(game, holder)


@router.post("/{number}/undo")
async def undo(game: NamedGame, body: Moment, server: Server, holder: Holder) -> GameForYou:
    """Takes back your last move, and the program's reply with it. Against another person a move stands."""
    await server.lobby.undo(game, holder, body.ply)
    return _for_you(game, holder)


@router.post("/{number}/resign")
async def resign(game: NamedGame, body: Moment, server: Server, holder: Holder) -> GameForYou:
    """Gives up."""
    await server.lobby.resign(game, holder, body.ply)
    return _for_you(game, holder)


@router.post("/{number}/invitations", status_code=201)
async def invite(game: NamedGame, server: Server, holder: Holder, request: Request) -> Invitation:
    """A new invitation to the open seat, which replaces any earlier one."""
    invitation = await server.lobby.invite(game, holder)
    return Invitation(invitation=invitation, link=f"{request.base_url}game/{game.id}#invitation={invitation}")


@router.post("/{number}/join")
async def join(game: NamedGame, body: Join, server: Server, holder: KnownHolder) -> GameForYou:
    """Takes the open seat. An invitation can be used once."""
    await server.lobby.join(game, holder, body.invitation, body.name or None)
    return _for_you(game, holder)


@router.post("/{number}/next", status_code=201)
async def play_on(game: NamedGame, server: Server, holder: Holder) -> GameForYou:
    """The next game of the match, or a rematch with seats swapped. Both players get the same one."""
    return _for_you(await server.lobby.next_game(game, holder), holder)


@router.get(
    "/{number}/events",
    responses={200: {"content": {"text/event-stream": {"schema": {"type": "string"}}}, "model": GameView}},
)
async def events(game: NamedGame, server: Server, holder: Holder, request: Request) -> StreamingResponse:
    """Server-sent events named `game`: the game as it stands, now and whenever something changes."""
    client = client_name(request.client.host if request.client else None)
    server.streams.check(client, server.limits)
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    stream = server.streams.events(game, holder, client)
    return StreamingResponse(stream, media_type="text/event-stream", headers=headers)


@router.get("/{number}/hint")
async def hint(game: NamedGame, server: Server) -> Hint:
    """A best move for the player to move, and why."""
    if game.session.outcome:
        return Hint(sentence="The game is over.")
    seconds, memory = server.limits.thinking_seconds, server.limits.thinking_bytes
    try:
        sentence = await server.analysts.run(seconds, jobs.hint, game.as_saved, seconds, memory)
    except JobGivenUp:
        sentence = "No hint was found in time."
    return Hint(sentence=sentence)


@router.get("/{number}/review")
async def review(game: NamedGame, server: Server) -> ReviewView:
    """The exact value of every move, and the one that lost the game.

    It begins with the last move and goes back as far as the time allows.
    """
    seconds, memory = server.limits.review_seconds, server.limits.thinking_bytes
    try:
        data = await server.analysts.run(seconds, jobs.review, game.as_saved, seconds, memory)
    except JobGivenUp:
        data = {**review_data(Review(game.session, ())), "detail": "The game could not be reviewed in time."}
    return ReviewView(**data)


@router.get(
    "/{number}/record",
    responses={200: {"content": {"text/plain": {"schema": {"type": "string"}}}}},
)
async def record(game: NamedGame) -> Response:
    """The game as text, which `cornered import` reads."""
    return PlainTextResponse(write_record(record_of(game.as_saved)))


def _for_you(game: LiveGame, holder: str | None) -> GameForYou:
    return GameForYou(**dict(game.view()), you=game.seats_of(holder))
