"""The API of open games, on a site whose host has turned them on: list, watch the list, open, join."""

from typing import Annotated

from fastapi import APIRouter, Depends
from fastapi.responses import StreamingResponse

from cornered.web.api.dependencies import PROBLEMS, Client, Holder, KnownHolder, NamedGame, Server, for_you
from cornered.web.api.events import stream_of
from cornered.web.errors import RequestRefused
from cornered.web.live.open_games import OpenGames
from cornered.web.views.requests import JoinOpen
from cornered.web.views.schemas import GameForYou, OpenGame

router = APIRouter(prefix="/api", tags=["open games"], responses=PROBLEMS)


async def open_games(server: Server) -> OpenGames:
    """The list, if this site has one."""
    if server.open_games is None:
        raise RequestRefused(404, "This site lists no open games: play a friend by link.")
    return server.open_games


Listed = Annotated[OpenGames, Depends(open_games)]


@router.get("/open-games")
async def list_open_games(listed: Listed) -> list[OpenGame]:
    """The games that anyone may join, the newest first."""
    return await listed.all()


@router.get(
    "/open-games/events", responses={200: {"content": {"text/event-stream": {"schema": {"type": "string"}}}}}
)
async def events_of_open_games(
    listed: Listed, server: Server, holder: Holder, client: Client
) -> StreamingResponse:
    """Server-sent events named `open-games`: the list, now and whenever it changes."""
    return stream_of([listed], server, holder, client)


@router.post("/open-games/{number}/join")
async def join_open_game(number: int, body: JoinOpen, listed: Listed, holder: KnownHolder) -> GameForYou:
    """Takes the open seat of a game in the list."""
    return for_you(await listed.join(number, holder, body.name or None), holder)


@router.post("/games/{number}/open", status_code=201)
async def open_to_anyone(game: NamedGame, listed: Listed, holder: Holder, client: Client) -> GameForYou:
    """Puts a game of yours with a free seat into the list; an earlier invitation no longer holds.

    It stays there until someone joins, you make an invitation, or you no longer listen to the game.
    """
    await listed.offer(game, holder, client)
    return for_you(game, holder)
