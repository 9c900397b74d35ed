"""The application: routes, pages, and what is answered when something is refused."""

import asyncio
import logging
import os
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import FileResponse, JSONResponse, Response
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException

from cornered.refusal import BadSetup, IllegalMove
from cornered.store import MovedOn, StoreError
from cornered.web import games_api, positions_api
from cornered.web.archive import Archive
from cornered.web.context import Context
from cornered.web.guard import Guard
from cornered.web.hall import Hall
from cornered.web.limits import Limits
from cornered.web.refused import Refused
from cornered.web.streams import Streams
from cornered.web.thinking import NoAnswer, Thinkers, TooBusy

_log = logging.getLogger(__name__)

_STATIC = Path(__file__).parent / "static"
_PAGES = (
    "/",
    "/new",
    "/game/{number}",
    "/review/{number}",
    "/analysis",
    "/rules",
    "/rules/{name}",
    "/records",
)

_ABOUT = """
Play the five games of Cornered, ask what any position is worth, and write a bot.

A bot begins a game (`POST /api/games`) or joins one, keeps the cookie that it is given, listens to
`/api/games/{number}/events`, and answers with `POST /api/games/{number}/moves` when it is its turn. Every
refusal is a sentence in `detail`.
"""


def create_app(path: Path, limits: Limits | None = None, names: Sequence[str] = ()) -> FastAPI:
    """The site over the games in this file. `names` are the hosts it answers under besides addresses."""
    app = FastAPI(
        title="Cornered",
        description=_ABOUT,
        openapi_url="/api/openapi.json",
        docs_url=None,  # the usual pages load scripts from elsewhere, and this site loads nothing
        redoc_url=None,
        lifespan=_lifespan,
    )
    app.state.path = path
    app.state.limits = limits or Limits()
    app.state.streams = (
        Streams()
    )  # there from the beginning: the server may be told to stop before it has started
    app.add_middleware(Guard, limits=app.state.limits, names=frozenset(name.lower() for name in names))
    app.include_router(games_api.router)
    app.include_router(positions_api.router)
    app.mount("/static", StaticFiles(directory=_STATIC), name="static")
    for page in _PAGES:
        app.add_api_route(
            page, _page, methods=["GET", "HEAD"], include_in_schema=False, response_class=FileResponse
        )
    for kind, answer in _ANSWERS.items():
        app.add_exception_handler(kind, answer)
    return app


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    limits: Limits = app.state.limits
    archive = Archive(app.state.path)
    workers = max(1, (os.cpu_count() or 2) // 2)
    programs, analysts = Thinkers(workers, limits), Thinkers(workers, limits)
    hall = Hall(archive, programs, limits)
    app.state.context = Context(limits, archive, hall, analysts, app.state.streams)
    watching = asyncio.create_task(hall.watch_elsewhere())
    try:
        yield
    finally:
        watching.cancel()
        await hall.close()
        programs.close()
        analysts.close()
        archive.close()


async def _page() -> FileResponse:
    return FileResponse(_STATIC / "page.html")


def _problem(status: int, detail: str, reason: str | None = None) -> JSONResponse:
    return JSONResponse({"detail": detail, "reason": reason}, status)


async def _refused(_request: Request, error: Any) -> Response:
    return _problem(error.status, error.detail, error.reason)


async def _rule_refuses(_request: Request, error: Any) -> Response:
    return _problem(422, str(error), error.reason)


async def _no_such_setup(_request: Request, error: Any) -> Response:
    return _problem(422, str(error))


async def _moved_on(_request: Request, error: Any) -> Response:
    return _problem(409, str(error))


async def _no_disk(_request: Request, error: Any) -> Response:
    return _problem(503, str(error))


async def _too_busy(_request: Request, _error: Any) -> Response:
    return _problem(503, "The server is thinking for many others: try again in a moment.")


async def _no_answer(request: Request, error: Any) -> Response:
    _log.error("No answer to %s", request.url.path, exc_info=error)
    return _problem(503, "The solver has failed on this question; the server's log tells how.")


async def _not_understood(_request: Request, error: Any) -> Response:
    first = error.errors()[0]
    where = " ".join(str(part) for part in first["loc"] if part != "body")
    return _problem(422, f"{where or 'The body'}: {first['msg']}.")


async def _not_here(request: Request, error: Any) -> Response:
    if error.status_code == 404 and not request.url.path.startswith(("/api", "/static")):
        return FileResponse(_STATIC / "page.html", 404)
    return _problem(error.status_code, f"{error.detail}.")


_ANSWERS = {
    Refused: _refused,
    IllegalMove: _rule_refuses,
    BadSetup: _no_such_setup,
    MovedOn: _moved_on,
    StoreError: _no_disk,
    TooBusy: _too_busy,
    NoAnswer: _no_answer,
    RequestValidationError: _not_understood,
    HTTPException: _not_here,
}
