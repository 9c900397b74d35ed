"""What requests work with: the parts of the server, whoever is asking, and the game in the address."""

from dataclasses import dataclass
from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import Depends, Path, Request, Response

from cornered.web.compute.analysts import Analysts
from cornered.web.compute.pools import Pools
from cornered.web.compute.puzzler import Puzzler
from cornered.web.config import Limits
from cornered.web.edge.rate_limit import client_name
from cornered.web.identity import holder, known_holder
from cornered.web.live.agents import OfferedAgents
from cornered.web.live.agreements import Agreements
from cornered.web.live.live_game import LiveGame
from cornered.web.live.lobby import Lobby
from cornered.web.live.open_games import OpenGames
from cornered.web.live.streams import Streams
from cornered.web.storage.async_store import AsyncStore
from cornered.web.views.schemas import GameForYou, Problem


@dataclass(frozen=True)
class Services:
    """The parts of a running server."""

    limits: Limits
    store: AsyncStore
    lobby: Lobby
    agents: OfferedAgents
    agreements: Agreements
    analysts: Analysts
    pools: Pools
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
    """Who asks, as far as shares and limits are concerned."""
    return client_name(request.client.host if request.client else None)


Server = Annotated[Services, Depends(services)]
Client = Annotated[str, Depends(client_of)]
Holder = Annotated[str | None, Depends(holder)]
KnownHolder = Annotated[str, Depends(known_holder)]


async def game_of(
    number: Annotated[int, Path(description="The number of the game.", examples=[1])],
    server: Server,
    client: Client,
) -> LiveGame:
    """The game that the address names."""
    return await server.lobby.game(number, client)


NamedGame = Annotated[LiveGame, Depends(game_of)]


def for_you(game: LiveGame, holder: str | None) -> GameForYou:
    """The game as it stands, with the seats of whoever asks."""
    return GameForYou(**dict(game.view()), you=game.seats_of(holder))


def name_next_page(request: Request, response: Response, **beginning: int | list[str]) -> None:
    """Tells in the header `Link` where a list goes on: the same question, with this beginning."""
    others = [(name, value) for name, value in request.query_params.multi_items() if name not in beginning]
    query = urlencode([*others, *beginning.items()], doseq=True)
    response.headers["Link"] = f'<{request.url.path}?{query}>; rel="next"'


_SENTENCES = {
    400: "The body is not text.",
    403: "The seat is not yours, nobody gets help, or the request comes from another site.",
    404: "There is no such thing.",
    408: "The body took too long.",
    409: "The game is not where the request takes it to be.",
    413: "The body is too large.",
    421: "The server does not answer under that name.",
    422: "The request makes no sense, or a rule refuses the move.",
    429: "Too many requests from one client.",
    503: "The server is busy, cannot write to its disk, or a game of another package has failed.",
}

PROBLEMS: dict[int | str, dict[str, Any]] = {
    status: {"model": Problem, "description": sentence} for status, sentence in _SENTENCES.items()
}
