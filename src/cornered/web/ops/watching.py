"""Every answered request is told to those who watch the site: metrics and logs. Nobody else pays for it."""

import secrets
from collections.abc import Callable, Sequence
from contextvars import ContextVar
from time import perf_counter
from typing import Any, NamedTuple

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from cornered.web.edge.rate_limit import client_name

request_id: ContextVar[str | None] = ContextVar("request_id", default=None)
"""What the request that is being answered is called, in its answer (`X-Request-ID`) and in the log."""


REFUSED = 408, 413, 421, 429, 503
"""What is answered to those who are turned away, whatever they asked for."""

_METHODS = frozenset(("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"))


class Answered(NamedTuple):
    """A request by the pattern of its address alone, what became of it, and how soon the answer began."""

    method: str
    route: str
    status: int
    seconds: float
    client: str
    request: str


Watcher = Callable[[Answered], None]


class Watched:
    """Middleware that gives each request a name, and tells the watchers what was answered."""

    def __init__(self, app: ASGIApp, watchers: Sequence[Watcher]) -> None:
        self._app = app
        self._watchers = watchers

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes everything on."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        name, begun, told = secrets.token_hex(8), perf_counter(), False
        request_id.set(name)

        def tell(status: int) -> None:
            nonlocal told
            told = True
            client = client_name(scope["client"][0] if scope.get("client") else None)
            answered = Answered(_method(scope), _route(scope), status, perf_counter() - begun, client, name)
            for watcher in self._watchers:
                watcher(answered)

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message)["X-Request-ID"] = name
                tell(message["status"])
            await send(message)

        try:
            await self._app(scope, receive, sending)
        finally:
            if not told:
                tell(500)


def _method(scope: Scope) -> str:
    """One of those that there are: anyone can make up others."""
    method: str = scope["method"]
    return method if method in _METHODS else "other"


def _route(scope: Scope) -> str:
    """The pattern of the address, such as `/api/games/{number}`: there are only so many of them."""
    route: Any = scope.get("route")
    return getattr(route, "path", "") or "elsewhere"
