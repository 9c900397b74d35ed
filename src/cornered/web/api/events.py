"""The API of live events and of open games: streams of games and of the list of those anyone may join."""

import logging
from collections.abc import Sequence
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query
from fastapi.responses import StreamingResponse

from cornered.web.api.dependencies import Client, Holder, KnownHolder, NamedGame, Server, Services, for_you
from cornered.web.errors import RequestRefused
from cornered.web.live.live_game import LiveGame
from cornered.web.live.open_games import OpenGames
from cornered.web.live.streams import EventStream, Listener, Told
from cornered.web.views.game_views import GameForYou, GameView, OpenGame
from cornered.web.views.requests import JoinOpen

_log = logging.getLogger(__name__)

router = APIRouter(prefix="/api")

_STREAM = {"content": {"text/event-stream": {"schema": {"type": "string"}}}}
STREAM: dict[int | str, dict[str, Any]] = {200: {**_STREAM, "model": GameView}}


async def open_games(server: Server) -> OpenGames:
    """The list of open games, if this site has one."""
    if server.open_games is None:
        raise RequestRefused(404, "This site lists no open games: play a friend by link.")
    return server.open_games


ListedGames = Annotated[OpenGames, Depends(open_games)]


@router.get("/events", tags=["games"], responses=STREAM)
async def events_of_games(
    server: Server,
    holder: Holder,
    client: Client,
    games: Annotated[
        str,
        Query(
            max_length=2000,
            pattern=r"^[0-9]{1,18}(,[0-9]{1,18})*$",
            description="The numbers of the games.",
            examples=["1,2,3"],
        ),
    ],
) -> StreamingResponse:
    """One stream for several games: each event carries one of them, as it stands.

    A browser keeps only a few connections to a site, however many games are open in it. Numbers of games
    that are not there are passed over.
    """
    numbers = list(dict.fromkeys(map(int, games.split(","))))
    if len(numbers) > server.limits.games_per_stream:
        raise RequestRefused(422, f"A stream tells of at most {server.limits.games_per_stream} games.")
    return stream_of(await _those_there(numbers, server, client), server, holder, client)


@router.get("/open-games", tags=["open games"])
async def list_open_games(listed: ListedGames) -> list[OpenGame]:
    """The games that anyone may join, the newest first."""
    return await listed.all()


@router.get("/open-games/events", tags=["open games"], responses={200: _STREAM})
async def events_of_open_games(
    listed: ListedGames, server: Server, holder: Holder, client: Client
) -> StreamingResponse:
    """Server-sent events named `open-games`: the list, now and whenever it changes."""
    return stream_of([listed], server, holder, client)


@router.post("/open-games/{number}/join", tags=["open games"])
async def join_open_game(number: int, body: JoinOpen, listed: ListedGames, holder: KnownHolder) -> GameForYou:
    """Takes the open seat of a game in the list."""
    return for_you(await listed.join(number, holder, body.name or None), holder)


@router.post("/games/{number}/open", tags=["open games"], status_code=201)
async def open_to_anyone(game: NamedGame, listed: ListedGames, holder: Holder, client: Client) -> GameForYou:
    """Puts a game of yours with a free seat into the list; an earlier invitation no longer holds.

    It stays there until someone joins, you make an invitation, or you no longer listen to the game.
    """
    await listed.offer(game, holder, client)
    return for_you(game, holder)


def stream_of(things: Sequence[Told], server: Services, holder: str | None, client: str) -> EventStream:
    """The stream of events of these games, or of a list."""
    counted = server.streams.counted(client, server.limits)
    listener = Listener()
    return EventStream(server.streams.events(things, holder, listener), listener, counted)


async def _those_there(numbers: Sequence[int], server: Services, client: str) -> list[LiveGame]:
    """The games that can be opened: one that cannot must not keep the others from their pages."""
    found = []
    for number in numbers:
        try:
            found.append(await server.lobby.game(number, client, current=True))
        except Exception as error:  # whatever a package gets wrong
            _log.info("Game %d is left out of a stream.", number, exc_info=error)
    if not found:
        raise RequestRefused(404, "There are no such games.")
    return found
