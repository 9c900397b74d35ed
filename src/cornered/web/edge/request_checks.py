"""The checks that every request has to pass before anything else looks at it.

The host must be an address or a name that we were given, or else a page of another site could reach this
machine under a name of that site. A request that changes something must not come from another site. Bodies
are limited in size and time, clients in the number of their requests and in the bytes that they send and get.
"""

import asyncio
import json
from contextlib import suppress
from ipaddress import ip_address
from time import monotonic
from urllib.parse import urlsplit

from fastapi import HTTPException
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from cornered.web.config import Limits
from cornered.web.edge.rate_limit import RateLimit, client_name, cost_of, is_free

SECURITY_HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
    "require-trusted-types-for 'script'; trusted-types cornered-worker",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}

_READING = ("GET", "HEAD", "OPTIONS")
_IMPORT = "/api/records/import"


class RequestChecks:
    """Middleware that refuses what must not come in, and adds security headers to every answer."""

    def __init__(self, app: ASGIApp, limits: Limits, names: frozenset[str], rate_limit: RateLimit) -> None:
        self._app = app
        self._limits = limits
        self._names = names | {"localhost"}
        self._rate_limit = rate_limit

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers what it refuses itself, and passes the rest on."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        limits = self._limits
        most, seconds = limits.body_bytes, limits.body_seconds
        if scope["path"] == _IMPORT:
            most, seconds = limits.import_bytes, limits.import_seconds
        if _announces_more_than(most, headers):
            await _refuse(send, 413, f"The body is larger than {most} bytes.", close=True)
            return
        client = client_name(scope["client"][0] if scope.get("client") else None)
        receive = self._limited(receive, most, seconds, None if "content-length" in headers else client)
        refused = self._refusal(scope, headers, client)
        if refused:
            await _read_to_the_end(receive)
            if refused[0] == 429:
                await asyncio.sleep(limits.refusal_seconds)
            await _refuse(send, *refused)
            return

        is_paid = not is_free(scope["path"])

        async def sending(message: Message) -> None:
            if is_paid and message["type"] == "http.response.body":
                self._rate_limit.charge(client, len(message.get("body", b"")) / limits.bytes_out_per_request)
            if message["type"] == "http.response.start":
                going_out = MutableHeaders(scope=message)
                going_out.update(SECURITY_HEADERS)
                going_out.setdefault("Cache-Control", "no-cache")
            await send(message)

        await self._app(scope, receive, sending)

    def _refusal(self, scope: Scope, headers: Headers, client: str) -> tuple[int, str] | None:
        host = headers.get("host", "")
        if not self._is_ours(host):
            return 421, "This server does not answer under that name."
        cost = cost_of(scope["method"], scope["path"], scope["query_string"])
        cost += int(headers.get("content-length", "0")) / self._limits.bytes_in_per_request
        if not self._rate_limit.spend(client, cost):
            return 429, "Too many requests: wait a moment."
        if scope["method"] not in _READING and not _from_here(host, headers):
            return 403, "The request comes from another site."
        return None

    def _limited(self, receive: Receive, most: int, seconds: float, payer: str | None) -> Receive:
        """The body piece by piece, until it is too much or takes too long in all; some pay as it comes."""
        taken = 0
        whole = False
        ends = monotonic() + seconds

        async def limited() -> Message:
            nonlocal taken, whole
            if whole:  # what follows the body is the end of the connection, which may take its time
                return await receive()
            try:
                message = await asyncio.wait_for(receive(), max(0.0, ends - monotonic()))
            except TimeoutError:
                raise HTTPException(408, "The body did not arrive in time") from None
            piece = len(message.get("body", b""))
            if payer:
                self._rate_limit.charge(payer, piece / self._limits.bytes_in_per_request)
            taken += piece
            whole = not message.get("more_body", False)
            if taken > most:
                raise HTTPException(413, f"The body is larger than {most} bytes")
            return message

        return limited

    def _is_ours(self, host: str) -> bool:
        try:
            name = urlsplit(f"//{host}").hostname or ""
        except ValueError:
            return False
        return name in self._names or _is_address(name)


def _announces_more_than(most: int, headers: Headers) -> bool:
    length = headers.get("content-length", "0")
    return not length.isdigit() or int(length[:12]) > most


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def _from_here(host: str, headers: Headers) -> bool:
    """Browsers say where a request comes from; programs that say nothing are not steered by a page.

    The scheme is left out: a proxy with TLS in front of the site sends us plain HTTP.
    """
    if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        return False
    try:
        return urlsplit(headers.get("origin", f"//{host}")).netloc == host
    except ValueError:
        return False


async def _read_to_the_end(receive: Receive) -> None:
    """A client that is still sending a body when the connection closes never sees the answer."""
    with suppress(HTTPException):
        while (await receive()).get("more_body"):
            pass


async def _refuse(send: Send, status: int, detail: str, *, close: bool = False) -> None:
    body = json.dumps({"detail": detail}).encode()
    headers = {**SECURITY_HEADERS, "Content-Type": "application/json", "Content-Length": str(len(body))}
    if close:
        headers["Connection"] = "close"
    if status == 429:
        headers["Retry-After"] = "1"
    raw = [(name.lower().encode(), value.encode()) for name, value in headers.items()]
    await send({"type": "http.response.start", "status": status, "headers": raw})
    await send({"type": "http.response.body", "body": body})
