"""The application: its routes, its pages, and the parts that it starts and stops."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping, Sequence
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path
from secrets import token_hex
from typing import TYPE_CHECKING, Any

from fastapi import FastAPI, Response
from fastapi.responses import HTMLResponse
from fastapi.staticfiles import StaticFiles

from cornered.store.database import Address
from cornered.web.api import router
from cornered.web.api.dependencies import Services
from cornered.web.api.site import add_leaderboard
from cornered.web.compute import Compute, InlineCompute, JobFailed
from cornered.web.compute.analysis import Analyses
from cornered.web.compute.puzzler import Puzzler
from cornered.web.config import Limits
from cornered.web.edge.rate_limit import RateLimit
from cornered.web.edge.request_checks import RequestChecks
from cornered.web.errors import answer_errors, answer_failure
from cornered.web.live.actions import Actions
from cornered.web.live.agents import OfferedAgents
from cornered.web.live.agreements import Agreements
from cornered.web.live.lobby import Lobby
from cornered.web.live.open_games import OpenGames
from cornered.web.live.programs import Programs
from cornered.web.live.streams import Streams
from cornered.web.storage import InlineStorage, Storage
from cornered.web.storage.game_states import Imports

if TYPE_CHECKING:
    from cornered.web.live.sync import Sync

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
    compute: Callable[[], Compute] = InlineCompute,
    storage: Callable[[Address], Storage] = InlineStorage,
) -> FastAPI:
    """The site for the games at this address. It answers to addresses, and to the host names in `names`.

    `agents` are the addresses of agents that it offers, by their names; with a `seed` the programs' choices
    in a game of some number can be repeated; `runs` is a folder of runs, of which it makes a
    leaderboard; `compute` makes what runs its jobs, and `storage` what runs the store.
    """
    app = FastAPI(
        title="Cornered",
        description=_ABOUT,
        openapi_url=None,  # it would be written out again for every client; with it go the usual pages, which
        # load scripts from elsewhere, and this site loads nothing
        lifespan=_lifespan,
    )
    app.state.address = address
    app.state.limits = limits or Limits()
    app.state.agents = agents or {}
    app.state.seed = seed
    app.state.compute = compute
    app.state.storage = storage
    app.state.streams = Streams()  # already: the server may be stopped before it has started
    answer_errors(app, PAGE)
    app.add_exception_handler(JobFailed, answer_failure)
    rate, burst = app.state.limits.requests_per_second, app.state.limits.burst
    app.state.rate_limit = RateLimit(rate, burst)
    known = frozenset(name.lower() for name in names)
    app.add_middleware(RequestChecks, limits=app.state.limits, names=known, rate_limit=app.state.rate_limit)
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
    storage: Storage = app.state.storage(app.state.address)
    compute: Compute = app.state.compute()
    process = token_hex(8)
    agents = OfferedAgents(app.state.agents, compute)
    lobby = Lobby(storage, compute, limits, app.state.rate_limit.charge)
    programs = Programs(lobby, storage, compute, agents, limits, app.state.seed, process)
    actions = Actions(lobby, storage, limits)
    open_games = OpenGames(lobby, actions, storage, limits) if limits.open_games else None
    app.state.services = Services(
        limits,
        storage,
        Imports(storage),
        lobby,
        agents,
        actions,
        Agreements(lobby, actions),
        compute,
        Analyses(compute, limits),
        Puzzler(compute, limits),
        app.state.streams,
        open_games,
    )
    keeping: list[Coroutine[Any, Any, None]] = [
        lobby.watch_elsewhere(),
        lobby.clear_up(),
    ]
    if open_games:
        keeping.append(open_games.look_after())
    sync = _sync(app.state.address, storage, lobby, process)
    if sync:
        keeping.append(sync.work())
    watching = [asyncio.create_task(task) for task in keeping]
    try:
        yield
    finally:
        for task in watching:
            task.cancel()
        await programs.close()
        if sync:
            await sync.leave()
        compute.close()
        await storage.close()


def _sync(address: Address, storage: Storage, lobby: Lobby, process: str) -> "Sync | None":
    """What keeps the games in step with other processes on the same store, if there may be any."""
    if not storage.is_shared:
        return None
    from cornered.web.live.sync import Sync

    return Sync(str(address), storage, lobby, process)
