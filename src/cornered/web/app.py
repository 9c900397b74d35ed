"""The application: its routes, its pages, and the parts that it starts and stops."""

import asyncio
import json
from collections.abc import AsyncIterator, Coroutine, Mapping, Sequence
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fastapi import FastAPI, Response
from fastapi.responses import HTMLResponse
from fastapi.staticfiles import StaticFiles

from cornered.store.database import Address
from cornered.web.api import router
from cornered.web.api.dependencies import Services
from cornered.web.api.site import add_leaderboard
from cornered.web.compute.analysts import Analysts
from cornered.web.compute.pools import own_pools
from cornered.web.compute.puzzler import Puzzler
from cornered.web.compute.shared_pool import shared_pools
from cornered.web.config import Limits
from cornered.web.edge.machine import Machine, Place
from cornered.web.edge.rate_limit import Allowance
from cornered.web.edge.request_checks import Guard
from cornered.web.errors import answer_errors
from cornered.web.live.agents import OfferedAgents
from cornered.web.live.agreements import Agreements
from cornered.web.live.lobby import Lobby
from cornered.web.live.open_games import OpenGames
from cornered.web.live.open_list import list_for
from cornered.web.live.streams import Streams
from cornered.web.ops import garbage
from cornered.web.storage.async_store import AsyncStore

if TYPE_CHECKING:
    from cornered.web.live.sync import Colleagues

PAGE = Path(__file__).parent / "static" / "page.html"

_PAGES = (
    "/",
    "/new",
    "/game/{number}",
    "/review/{number}",
    "/analysis",
    "/rules",
    "/rules/{name}",
    "/records",
    "/puzzles",
    "/puzzles/today",
    "/puzzles/rush",
    "/puzzles/{name}",
    "/learn",
    "/learn/{name}",
    "/explore",
    "/explore/{name}",
    "/explore/{name}/{size}",
)

_ABOUT = """
Play the games of Cornered, ask what any position is worth, and write a bot.

A bot begins a game (`POST /api/games`) or joins one, keeps the cookie that it is given, listens to
`/api/games/{number}/events`, and answers with `POST /api/games/{number}/moves` when it is its turn. Every
refusal is a sentence in `detail`.
"""


def create_app(
    address: Address,
    limits: Limits | None = None,
    names: Sequence[str] = (),
    agents: Mapping[str, str] | None = None,
    seed: str | None = None,
    runs: Path | None = None,
    place: Place | None = None,
) -> FastAPI:
    """The site for the games at this address. It answers to addresses, and to the host names in `names`.

    `agents` are the addresses of agents that it offers, by their names; with a `seed` the programs' choices
    in a game of some number can be repeated; `runs` is a folder of runs, of which it makes a leaderboard. One
    worker of several has its `place` among them.
    """
    app = FastAPI(
        title="Cornered",
        description=_ABOUT,
        openapi_url=None,  # it would be written out anew for everyone; with it go the usual pages, which
        # load scripts from elsewhere, and this site loads nothing
        lifespan=_lifespan,
    )
    app.state.address = address
    app.state.limits = limits or Limits()
    app.state.agents = agents or {}
    app.state.seed = seed
    app.state.place = place
    app.state.machine = machine = Machine(place)
    app.state.streams = Streams(machine.streams)  # already: the server may be stopped before it has started
    answer_errors(app, PAGE)
    rate, burst = app.state.limits.requests_per_second, app.state.limits.burst
    app.state.allowance = Allowance(rate, burst, machine)
    known = frozenset(name.lower() for name in names)
    app.add_middleware(Guard, limits=app.state.limits, names=known, allowance=app.state.allowance)
    app.include_router(router)
    _add_description(app)
    drawing = ("cornered.play.drawing", "shared")  # what the pages draw boards with
    app.mount("/static", StaticFiles(directory=PAGE.parent, packages=[drawing]), name="static")
    frame = PAGE.read_text(encoding="utf-8")
    if app.state.limits.open_games:
        frame = frame.replace("<body>", '<body data-open-games="yes">')
    if runs:
        frame = add_leaderboard(app, runs, frame)

    async def page() -> HTMLResponse:
        return HTMLResponse(frame)

    for path_of_page in _PAGES:
        app.add_api_route(path_of_page, page, methods=["GET", "HEAD"], include_in_schema=False)
    return app


def _add_description(app: FastAPI) -> None:
    """Lets the application describe its API, in a text that is made once."""

    @cache
    def described() -> str:
        return json.dumps(app.openapi())

    async def description() -> Response:
        return Response(described(), media_type="application/json")

    app.add_api_route("/api/openapi.json", description, include_in_schema=False)


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    limits: Limits = app.state.limits
    store = AsyncStore(app.state.address)
    pools = shared_pools(app.state.place.folder) if app.state.place else own_pools(limits)
    analysts = Analysts(pools.quick, pools.deep, limits, app.state.machine)
    puzzler = Puzzler(pools.puzzles, limits)
    agents = OfferedAgents(app.state.agents, pools.functions)
    lobby = Lobby(store, pools.programs, agents, limits, app.state.allowance.charge, app.state.seed)
    agreements = Agreements(lobby)
    open_games = OpenGames(lobby, list_for(store), limits) if limits.open_games else None
    app.state.services = Services(
        limits, store, lobby, agents, agreements, analysts, pools, puzzler, app.state.streams, open_games
    )
    keeping: list[Coroutine[Any, Any, None]] = [
        lobby.watch_elsewhere(),
        lobby.clear_up(),
        garbage.look_now_and_then(),
    ]
    if open_games:
        keeping.append(open_games.look_after())
    colleagues = _colleagues(app, store, lobby)
    if colleagues:
        keeping.append(colleagues.work())
    watching = [asyncio.create_task(task) for task in keeping]
    try:
        with garbage.seldom_looked_for():
            yield
    finally:
        for task in watching:
            task.cancel()
        await lobby.close()
        if colleagues:
            await colleagues.leave()
        agents.close()
        pools.close()
        await store.close()


def _colleagues(app: FastAPI, store: AsyncStore, lobby: Lobby) -> "Colleagues | None":
    """The other workers that play the same games, if there may be any."""
    if not store.is_shared:
        return None
    from cornered.web.live.sync import Colleagues

    return Colleagues(app.state.address, store, lobby, app.state.allowance, app.state.machine.name)
