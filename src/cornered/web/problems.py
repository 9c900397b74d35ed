"""What is answered when something is refused or goes wrong: a status for programs, a sentence for people."""

import logging
from pathlib import Path
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import FileResponse, JSONResponse, Response
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from cornered.errors import BadSetup, IllegalMove
from cornered.games import GAMES
from cornered.store import MovedOn, StoreError
from cornered.web.compute.worker_pool import JobFailed
from cornered.web.errors import RequestRefused

_log = logging.getLogger(__name__)

PAGE = Path(__file__).parent / "static" / "page.html"


def answer_problems(app: FastAPI) -> None:
    """Lets the application answer every error that is known to happen."""
    for kind, answer in _ANSWERS.items():
        app.add_exception_handler(kind, answer)
    app.add_middleware(_AddedGames)


def _problem(status: int, detail: str, reason: str | None = None) -> JSONResponse:
    return JSONResponse({"detail": detail, "reason": reason}, status)


async def _refused(_request: Request, error: Any) -> Response:
    return _problem(error.status, str(error))


async def _rule_refuses(_request: Request, error: Any) -> Response:
    return _problem(422, str(error), error.reason)


async def _no_such_setup(_request: Request, error: Any) -> Response:
    return _problem(422, str(error))


async def _moved_on(_request: Request, error: Any) -> Response:
    return _problem(409, str(error))


async def _no_disk(_request: Request, error: Any) -> Response:
    return _problem(503, str(error))


async def _failed(request: Request, error: Any) -> Response:
    _log.error("No answer to %s", request.url.path, exc_info=error)
    return _problem(503, str(error) or "The solver has failed on this question; the server's log says why.")


async def _not_understood(_request: Request, error: Any) -> Response:
    first = error.errors()[0]
    where = " ".join(str(part) for part in first["loc"] if part != "body")
    return _problem(422, f"{where or 'The body'}: {first['msg']}.")


async def _not_here(request: Request, error: Any) -> Response:
    if error.status_code == 404 and not request.url.path.startswith(("/api", "/static")):
        return FileResponse(PAGE, 404)
    return _problem(error.status_code, f"{error.detail}.")


_ANSWERS = {
    RequestRefused: _refused,
    IllegalMove: _rule_refuses,
    BadSetup: _no_such_setup,
    MovedOn: _moved_on,
    StoreError: _no_disk,
    JobFailed: _failed,
    RequestValidationError: _not_understood,
    HTTPException: _not_here,
}


class _AddedGames:
    """Middleware for errors of any kind in the code of an added game: the answer names the game."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        begun = False

        async def sending(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            await self._app(scope, receive, sending)
        except Exception as error:
            blame = GAMES.blamed(error)
            if blame is None:
                raise
            _log.error("%s", blame, exc_info=error)
            if not begun:
                await _problem(503, blame)(scope, receive, send)
