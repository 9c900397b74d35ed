"""What the API refuses or fails at: a status for programs, a sentence for people.

Worker processes import this too, and do without the web framework: it is imported where errors are answered.
"""

import logging
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cornered.errors import BadSetup, CorneredError, IllegalMove
from cornered.games import GAMES
from cornered.store import MovedOn, StoreError

if TYPE_CHECKING:
    from fastapi import FastAPI, Request, Response
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

_log = logging.getLogger(__name__)

_STATUSES = {IllegalMove: 422, BadSetup: 422, MovedOn: 409, StoreError: 503}


class RequestRefused(CorneredError):
    """A request that cannot be granted."""

    def __init__(self, status: int, detail: str) -> None:
        super().__init__(detail)
        self.status = status

    def __reduce__(self) -> tuple[type["RequestRefused"], tuple[int, str]]:
        """Goes from one process to another with its status."""
        return type(self), (self.status, str(self))


def answer_errors(app: "FastAPI", page: Path) -> None:
    """Lets the application answer every known error; `page` is the answer where there is no page."""
    from fastapi.exceptions import RequestValidationError
    from starlette.exceptions import HTTPException

    for kind, status in _STATUSES.items():
        app.add_exception_handler(kind, partial(_refused, status))
    app.add_exception_handler(RequestRefused, partial(_refused, None))
    app.add_exception_handler(RequestValidationError, _not_understood)
    app.add_exception_handler(HTTPException, partial(_not_here, page))
    app.add_middleware(_AddedGames)


def _problem(status: int, detail: str, reason: str | None = None) -> "Response":
    from fastapi.responses import JSONResponse

    return JSONResponse({"detail": detail, "reason": reason}, status)


async def _refused(status: int | None, _request: "Request", error: Any) -> "Response":
    return _problem(status or error.status, str(error), getattr(error, "reason", None))


async def answer_failure(request: "Request", error: Any) -> "Response":
    """The answer to a question whose job has failed, which is logged."""
    _log.error("No answer to %s", request.url.path, exc_info=error)
    return _problem(503, str(error) or "The solver has failed on this question; the server's log says why.")


async def _not_understood(_request: "Request", error: Any) -> "Response":
    first = error.errors()[0]
    where = " ".join(str(part) for part in first["loc"] if part != "body")
    return _problem(422, f"{where or 'The body'}: {first['msg']}.")


async def _not_here(page: Path, request: "Request", error: Any) -> "Response":
    from fastapi.responses import FileResponse

    if error.status_code == 404 and not request.url.path.startswith(("/api", "/static")):
        return FileResponse(page, 404)
    return _problem(error.status_code, f"{error.detail}.")


class _AddedGames:
    """Middleware for errors of any kind in the code of an added game: the answer names the game."""

    def __init__(self, app: "ASGIApp") -> None:
        self._app = app

    async def __call__(self, scope: "Scope", receive: "Receive", send: "Send") -> None:
        begun = False

        async def sending(message: "Message") -> None:
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
