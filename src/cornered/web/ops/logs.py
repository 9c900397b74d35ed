"""Reports of requests: a log, for people or for programs, and metrics.

Of a request it has the pattern of its address, never the address, a header or a body: no invitation and no
cookie can get into it.
"""

import json
import logging
import secrets
from collections.abc import Callable, Sequence
from contextvars import ContextVar
from datetime import UTC, datetime
from time import monotonic, perf_counter
from typing import Any, NamedTuple

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from cornered.web.edge.rate_limit import client_name

_requests = logging.getLogger("cornered.requests")
_refused = logging.getLogger("cornered.refused")

request_id: ContextVar[str | None] = ContextVar("request_id", default=None)
"""What the request that is being answered is called, in its answer (`X-Request-ID`) and in the log."""


REFUSED = 408, 413, 421, 429, 503, 507
"""What is answered to those who are turned away, whatever they asked for."""

_METHODS = frozenset(("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"))

_SILENCE = 10.0
_MOST_MESSAGES = 500


class Answered(NamedTuple):
    """A request by the pattern of its address alone, what became of it, and how soon the answer began."""

    method: str
    route: str
    status: int
    seconds: float
    client: str
    request: str


Report = Callable[[Answered], None]


class ReportRequests:
    """Middleware that gives each request a name, and reports what was answered."""

    def __init__(self, app: ASGIApp, reports: Sequence[Report]) -> None:
        self._app = app
        self._reports = reports

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes everything on."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        name, begun, reported = secrets.token_hex(8), perf_counter(), False
        request_id.set(name)

        def report(status: int) -> None:
            nonlocal reported
            reported = True
            client = client_name(scope["client"][0] if scope.get("client") else None)
            answered = Answered(_method(scope), _route(scope), status, perf_counter() - begun, client, name)
            for listener in self._reports:
                listener(answered)

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message)["X-Request-ID"] = name
                report(message["status"])
            await send(message)

        try:
            await self._app(scope, receive, sending)
        finally:
            if not reported:
                report(500)


class LogRateLimit(logging.Filter):
    """Lets a message through once in ten seconds, and then says how many were left out."""

    def __init__(self) -> None:
        super().__init__()
        self._said: dict[str, float] = {}
        self._left_out: dict[str, int] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        kind, now = str(record.msg), monotonic()
        if now - self._said.get(kind, -_SILENCE) < _SILENCE:
            self._left_out[kind] = self._left_out.get(kind, 0) + 1
            return False
        if len(self._said) >= _MOST_MESSAGES:
            self._said.clear()
        self._said[kind] = now
        left_out = self._left_out.pop(kind, 0)
        if left_out:
            record.msg = f"{record.msg} (and {left_out} times more since it was last said)"
        return True


class JsonLines(logging.Formatter):
    """Each record as one line."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if name := request_id.get():
            line["request"] = name
        line |= getattr(record, "facts", {})
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return json.dumps(line)


def log_as_json() -> None:
    """Makes every line of the log one of JSON: all requests, but warnings and refusals at a bounded rate."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines())
    _requests.addHandler(handler)
    _requests.setLevel(logging.INFO)
    _requests.propagate = False
    bounded = logging.StreamHandler()
    bounded.setFormatter(JsonLines())
    bounded.addFilter(LogRateLimit())
    logging.getLogger().addHandler(bounded)


def log_request(answered: Answered) -> None:
    """Logs one request; refused ones at a bounded rate, with how many there were."""
    facts = {
        "method": answered.method,
        "route": answered.route,
        "status": answered.status,
        "milliseconds": round(answered.seconds * 1000, 1),
        "client": answered.client,
    }
    if answered.status in REFUSED:
        _refused.warning(f"request refused ({answered.status})", extra={"facts": facts})
    else:
        _requests.info("request", extra={"facts": facts})


def _method(scope: Scope) -> str:
    """One of those that there are: anyone can make up others."""
    method: str = scope["method"]
    return method if method in _METHODS else "other"


def _route(scope: Scope) -> str:
    """The pattern of the address, such as `/api/games/{number}`: there are only so many of them."""
    route: Any = scope.get("route")
    return getattr(route, "path", "") or "elsewhere"
