"""What routes work with: the parts of the server, the client, the game in the address, and what all share."""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Annotated, Any, ParamSpec, TypeVar
from urllib.parse import urlencode

from fastapi import Depends, Path, Query, Request, Response
from pydantic import BaseModel

from cornered.game import Game
from cornered.games import GAMES
from cornered.store import Store
from cornered.web.compute import Compute, refusing
from cornered.web.compute.analysis import Analyses
from cornered.web.compute.puzzler import Puzzler
from cornered.web.config import Limits
from cornered.web.edge.rate_limit import client_name
from cornered.web.errors import RequestRefused
from cornered.web.identity import holder, known_holder
from cornered.web.live.actions import Actions
from cornered.web.live.agents import OfferedAgents
from cornered.web.live.agreements import Agreements
from cornered.web.live.live_game import LiveGame
from cornered.web.live.lobby import Lobby
from cornered.web.live.open_games import OpenGames
from cornered.web.live.streams import Streams
from cornered.web.storage import Storage
from cornered.web.storage.game_states import Imports
from cornered.web.views.game_views import GameForYou

Given = ParamSpec("Given")
Result = TypeVar("Result")
Shown = TypeVar("Shown")

_log = logging.getLogger(__name__)

TEXT = {"content": {"text/plain": {"schema": {"type": "string"}}}}
"""A response that is plain text, as the API's description has it."""


@dataclass(frozen=True)
class Services:
    """The parts of a running server."""

    limits: Limits
    storage: Storage
    imports: Imports
    lobby: Lobby
    agents: OfferedAgents
    actions: Actions
    agreements: Agreements
    compute: Compute
    analyses: Analyses
    puzzler: Puzzler
    streams: Streams
    open_games: OpenGames | None


# All of these are coroutines, though none waits: FastAPI runs a plain function in a thread, which costs more
# than all that it does here.
async def services(request: Request) -> Services:
    """The server that answers this request."""
    found: Services = request.app.state.services
    return found


async def client_of(request: Request) -> str:
    """The name by which rate limits and fair queues know the client."""
    return client_name(request.client.host if request.client else None)


Server = Annotated[Services, Depends(services)]
Client = Annotated[str, Depends(client_of)]
Holder = Annotated[str | None, Depends(holder)]
KnownHolder = Annotated[str, Depends(known_holder)]
OfGame = Annotated[str | None, Query(max_length=60, description="Only of this game, such as `blockade`.")]


async def game_of(
    number: Annotated[int, Path(description="The number of the game.", examples=[1])],
    server: Server,
    client: Client,
    request: Request,
) -> LiveGame:
    """The game that the address names; a client that reads it sees what other processes have just done."""
    return await server.lobby.game(number, client, current=request.method == "GET")


NamedGame = Annotated[LiveGame, Depends(game_of)]


async def check_room(server: Server) -> None:
    """Refuses to begin or import a game where the store is full; those in progress go on."""
    if await server.storage.read(Store.stored_bytes) >= server.limits.stored_bytes:
        raise RequestRefused(507, "The site is full: games in progress go on, but no other can begin.")


NEEDS_ROOM = [Depends(check_room)]


async def while_connected(request: Request, question: Coroutine[Any, Any, Result]) -> Result:
    """The answer, unless the client closes its connection: then the question is cancelled."""
    asked = asyncio.create_task(question)
    gone = asyncio.create_task(_disconnected(request))
    gone.add_done_callback(lambda _: asked.cancel())
    try:
        return await asked
    except asyncio.CancelledError:
        this = asyncio.current_task()
        if this and this.cancelling():
            raise
        raise RequestRefused(409, "The connection was closed before the answer was found.") from None
    finally:
        gone.cancel()


async def _disconnected(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


def for_you(game: LiveGame, holder: str | None) -> GameForYou:
    """The game as it stands, with the seats of the holder."""
    return GameForYou(**dict(game.view()), you=game.seats_of(holder))


def json_response(text: str) -> Response:
    """The response for JSON that is text already."""
    return Response(text, media_type="application/json")


def name_next_page(request: Request, response: Response, **beginning: int | list[str]) -> None:
    """Names the next page of a list in the header `Link`: the same request, with this beginning."""
    others = [(name, value) for name, value in request.query_params.multi_items() if name not in beginning]
    query = urlencode([*others, *beginning.items()], doseq=True)
    response.headers["Link"] = f'<{request.url.path}?{query}>; rel="next"'


async def run_record_job(
    server: Services, client: str, work: Callable[Given, Result], *args: Given.args, **kwargs: Given.kwargs
) -> Result:
    """What a job returns that reads or writes games as text: in a worker process, not on the event loop."""
    job = server.compute.run("records", client, server.limits.reading_seconds, work, *args, **kwargs)
    return await refusing(job, "This is too much to be read at once.")


def each_game(show: Callable[[type[Game]], Shown]) -> list[Shown]:
    """What is shown of every game, without any that fails: one broken game must not hide the others."""
    shown = []
    for name, rules in GAMES.items():
        try:
            shown.append(show(rules))
        except Exception as error:  # whatever a package gets wrong
            _log.error("%s", GAMES.blamed(error) or f"The game '{name}' is left out.", exc_info=error)
    return shown


def each_game_as_json(show: Callable[[type[Game]], BaseModel]) -> str:
    """The same as text, for lists that never change: they are made once."""
    return f"[{','.join(shown.model_dump_json() for shown in each_game(show))}]"
