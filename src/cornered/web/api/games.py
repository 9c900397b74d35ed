"""The API of played games: begin, move, take back, agree, end, invite, join, watch, review."""

from collections.abc import Callable
from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request, Response
from fastapi.responses import PlainTextResponse, StreamingResponse

from cornered.play.commentary import Caution, Hint, review_data
from cornered.play.review import Review
from cornered.web.api.dependencies import (
    NEEDS_ROOM,
    TEXT,
    Client,
    Given,
    Holder,
    KnownHolder,
    NamedGame,
    OfGame,
    Result,
    Server,
    Services,
    check_room,
    for_you,
    json_response,
    name_next_page,
    run_record_job,
    while_connected,
)
from cornered.web.api.events import STREAM, stream_of
from cornered.web.compute import JobGivenUp, jobs
from cornered.web.errors import RequestRefused
from cornered.web.live.live_game import LiveGame
from cornered.web.storage.game_states import page_of_games, page_of_games_of
from cornered.web.views.game_views import GameForYou, GameSummary, Invitation, ReviewView, game_summary
from cornered.web.views.position_views import HintView, ThreatsView, hint_view, threats_view
from cornered.web.views.requests import Join, Moment, Move, OfferAnswer, Offering, Setup, prepare

router = APIRouter(prefix="/api/games", tags=["games"])


async def _helped(game: NamedGame) -> LiveGame:
    if game.is_closed:
        raise RequestRefused(403, "Between two people hints and reviews wait until the game is over.")
    return game


HelpedGame = Annotated[LiveGame, Depends(_helped)]


@router.get("")
async def list_games(
    server: Server,
    holder: Holder,
    request: Request,
    response: Response,
    unfinished: Annotated[bool, Query(description="Only games in progress.")] = False,
    mine: Annotated[bool, Query(description="Only games in which you have a seat.")] = False,
    game: OfGame = None,
    before: Annotated[int | None, Query(ge=1, le=2**62, description="Only games of smaller numbers.")] = None,
    limit: Annotated[int, Query(ge=1, le=100)] = 20,
) -> list[GameSummary]:
    """The latest games, on this site and at terminals, whoever plays them or only yours.

    The header `Link` names the next page, if there is one. Of your own games a page may show fewer than its
    limit: of very many only so many are looked at for it.
    """
    if mine:
        finished = False if unfinished else None
        yours, rest = await server.storage.browse(
            page_of_games_of, holder or "", game=game, finished=finished, before=before, limit=limit
        )
        listed = [game_summary(saved, {1: holder}, holder) for saved in yours]
    else:
        found = await server.storage.browse(
            page_of_games, unfinished=unfinished, game=game, before=before, limit=limit
        )
        listed = [game_summary(saved, holders, holder) for saved, holders in found]
        rest = listed[-1].id if len(listed) == limit else None
    if rest is not None:
        name_next_page(request, response, before=rest)
    return listed


@router.post("", status_code=201, dependencies=NEEDS_ROOM)
async def begin_game(setup: Setup, server: Server, client: Client, holder: KnownHolder) -> GameForYou:
    """Begins a game. The answer sets the cookie that your seats belong to, if you have none yet."""
    game = await server.lobby.begin(prepare(setup, server.limits, server.agents.names), holder, client)
    return for_you(game, holder)


@router.get("/{number}", response_model=GameForYou)
async def show_game(game: NamedGame, holder: Holder) -> Response:
    """A game as it stands."""
    return json_response(game.text_for(holder))


@router.post("/{number}/moves", response_model=GameForYou)
async def move(game: NamedGame, body: Move, server: Server, client: Client, holder: Holder) -> Response:
    """Plays a move. It is on disk when you get the answer; a program's reply comes as an event."""
    game.client = client
    await server.actions.move(game, holder, body.ply, body.move)
    return json_response(game.text_for(holder))


@router.post("/{number}/undo")
async def undo(game: NamedGame, body: Moment, server: Server, holder: Holder) -> GameForYou:
    """Takes back your last move, and the program's reply with it. Another person has to be asked first."""
    await server.actions.undo(game, holder, body.ply)
    return for_you(game, holder)


@router.post("/{number}/resign")
async def resign(game: NamedGame, body: Moment, server: Server, holder: Holder) -> GameForYou:
    """Gives up."""
    await server.actions.resign(game, holder, body.ply)
    return for_you(game, holder)


@router.post("/{number}/call-off")
async def call_off(game: NamedGame, body: Moment, server: Server, holder: Holder) -> GameForYou:
    """Ends a game between two people before its second move; it counts for nobody."""
    await server.agreements.call_off(game, holder, body.ply)
    return for_you(game, holder)


@router.post("/{number}/claim")
async def claim(game: NamedGame, body: Moment, server: Server, holder: Holder) -> GameForYou:
    """Wins a game that the other person has left: after two minutes their seat is `claimable`."""
    await server.agreements.claim(game, holder, body.ply)
    return for_you(game, holder)


@router.post("/{number}/offers", status_code=201)
async def offer(game: NamedGame, body: Offering, server: Server, holder: Holder) -> GameForYou:
    """Asks the other person to let you take your last move back, or for a rematch."""
    await server.agreements.offer(game, holder, body.kind, body.ply)
    return for_you(game, holder)


@router.post("/{number}/answer")
async def answer(game: NamedGame, body: OfferAnswer, server: Server, holder: Holder) -> GameForYou:
    """Accepts or refuses what the other person asks for. `next_game` is the rematch, if it was that."""
    await server.agreements.answer(game, holder, body.accept, body.ply)
    return for_you(game, holder)


@router.post("/{number}/invitations", status_code=201)
async def invite(game: NamedGame, server: Server, holder: Holder, request: Request) -> Invitation:
    """A new invitation to the open seat, which replaces any earlier one."""
    invitation = await server.actions.invite(game, holder)
    if server.open_games:
        await server.open_games.withdraw(game.id)
    return Invitation(invitation=invitation, link=f"{request.base_url}game/{game.id}#invitation={invitation}")


@router.post("/{number}/join")
async def join(game: NamedGame, body: Join, server: Server, holder: KnownHolder) -> GameForYou:
    """Takes the open seat. An invitation can be used once."""
    await server.actions.join(game, holder, body.invitation, body.name or None)
    return for_you(game, holder)


@router.post("/{number}/next", status_code=201)
async def play_on(game: NamedGame, server: Server, holder: Holder) -> GameForYou:
    """The next game of the match, or a rematch with seats swapped, for which another person has to be asked.

    Both players get the same one.
    """
    if game.state.next_game is None:
        await check_room(server)
    return for_you(await server.actions.next_game(game, holder), holder)


@router.get("/{number}/events", responses=STREAM)
async def events(game: NamedGame, server: Server, holder: Holder, client: Client) -> StreamingResponse:
    """Server-sent events named `game`: the game as it stands, now and whenever something changes."""
    return stream_of([game], server, holder, client)


@router.get("/{number}/hint")
async def hint(game: HelpedGame, server: Server, client: Client, request: Request) -> HintView:
    """A best move for the player to move, and why; between two people only if both have agreed to help."""
    if game.session.over:
        return hint_view(game.session.game, Hint("The game is over.", ()))
    seconds, memory = server.limits.thinking_seconds, server.limits.thinking_bytes
    late = Hint("No hint was found in time.", ())
    found = await _think(request, server, client, late, seconds, jobs.hint, game.state.saved, seconds, memory)
    return hint_view(game.session.game, found)


@router.get("/{number}/threats")
async def threats(game: HelpedGame, server: Server, client: Client, request: Request) -> ThreatsView:
    """The moves that lose at once, each with the reply that wins; refused where hints are."""
    if game.session.over:
        return threats_view(game.session.game, Caution("The game is over.", ()))
    seconds, late = server.limits.thinking_seconds, Caution("No threat was found in time.", ())
    found = await _think(request, server, client, late, seconds, jobs.caution, game.state.saved, seconds)
    return threats_view(game.session.game, found)


@router.get("/{number}/review")
async def review(
    game: HelpedGame,
    server: Server,
    client: Client,
    request: Request,
    brief: Annotated[
        bool, Query(description="Only who was winning when, without distances: much sooner found.")
    ] = False,
) -> ReviewView:
    """The exact value of every move, and the one that lost the game.

    It begins with the last move and goes back as far as the time allows. Between two people who have not
    agreed to help, it waits until the game is over.
    """
    seconds, memory = server.limits.review_seconds, server.limits.thinking_bytes
    late = {**review_data(Review(game.session, ())), "detail": "The game could not be reviewed in time."}
    saved = game.state.saved
    if brief:
        data = await _think(request, server, client, late, seconds, jobs.turning_point, saved, memory)
    else:
        data = await _think(request, server, client, late, seconds, jobs.review, saved, seconds, memory)
    return ReviewView(**data)


@router.get("/{number}/record", responses={200: TEXT})
async def record(game: NamedGame, server: Server, client: Client) -> Response:
    """The game as text, which `cornered import` reads."""
    return PlainTextResponse(await run_record_job(server, client, jobs.write_games, [game.state.saved]))


async def _think(
    request: Request,
    server: Services,
    client: str,
    late: Result,
    seconds: float,
    work: Callable[Given, Result],
    *args: Given.args,
    **kwargs: Given.kwargs,
) -> Result:
    """What a job returns, or `late` if it takes too long; it is cancelled when the client goes away."""
    job = server.compute.run("analysis", client, seconds, work, *args, **kwargs)
    try:
        return await while_connected(request, job)
    except JobGivenUp:
        return late
