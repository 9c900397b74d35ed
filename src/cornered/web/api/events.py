"""The API of live events: one stream for one game, or for all games that a browser shows."""

import logging
from collections.abc import Sequence
from typing import Annotated, Any

from fastapi import APIRouter, Query
from fastapi.responses import StreamingResponse

from cornered.web.api.dependencies import PROBLEMS, Client, Holder, Server, Services
from cornered.web.errors import RequestRefused
from cornered.web.live.live_game import LiveGame
from cornered.web.live.streams import EventStream, Listener, Told
from cornered.web.views.schemas import GameView

_log = logging.getLogger(__name__)

router = APIRouter(prefix="/api", tags=["games"], responses=PROBLEMS)

STREAM: dict[int | str, dict[str, Any]] = {
    200: {"content": {"text/event-stream": {"schema": {"type": "string"}}}, "model": GameView}
}


@router.get("/events", responses=STREAM)
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


def stream_of(things: Sequence[Told], server: Services, holder: str | None, client: str) -> EventStream:
    """The stream that tells of these games, or of a list."""
    counted = server.streams.counted(client, server.limits)
    listener = Listener()
    return EventStream(server.streams.events(things, holder, listener), listener, counted)


async def _those_there(numbers: Sequence[int], server: Services, client: str) -> list[LiveGame]:
    """The games that can be opened: one that cannot must not keep the others from their pages."""
    found = []
    for number in numbers:
        try:
            found.append(await server.lobby.game(number, client))
        except Exception as error:  # whatever a package gets wrong
            _log.info("Game %d is left out of a stream.", number, exc_info=error)
    if not found:
        raise RequestRefused(404, "There are no such games.")
    return found
