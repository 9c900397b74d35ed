"""Connections to the server: each is counted, and closed if the head of a request does not arrive in time.

How many connections a client may open is left to a proxy: `docs/hosting.md` has the lines.
"""

import asyncio
import json
import logging
import resource
from collections import Counter
from http import HTTPStatus
from typing import Any, NamedTuple

from uvicorn.protocols.http.h11_impl import H11Protocol

ACCEPTED_AT_ONCE = 100
"""Connections that are taken in before the first of them is looked at."""

_OTHER_FILES = 100
"""What the server keeps open besides connections: the store, pipes to its workers, the log."""

_log = logging.getLogger(__name__)


class _Refusal(NamedTuple):
    """An answer that was written beforehand."""

    status: int
    text: bytes


def _refusal(status: int, sentence: str) -> _Refusal:
    body = json.dumps({"detail": sentence, "reason": None}).encode()
    head = (
        f"HTTP/1.1 {status} {HTTPStatus(status).phrase}\r\nContent-Type: application/json\r\n"
        f"Content-Length: {len(body)}\r\nConnection: close\r\n\r\n"
    )
    return _Refusal(status, head.encode() + body)


_FULL = _refusal(503, "The server has as many visitors as it can hold: try again in a moment.")
_TOO_SLOW = _refusal(408, "The request did not arrive in time.")


class Connections:
    """How many connections are `open`, and `refused` requests by status."""

    def __init__(self, head_seconds: float) -> None:
        self.head_seconds = head_seconds
        self.open = 0
        self.refused: Counter[int] = Counter()
        self._most = _allowed_files() - ACCEPTED_AT_ONCE - _OTHER_FILES

    @property
    def too_many(self) -> bool:
        """Whether more are open than the process has files for."""
        return self.open > self._most


class Connection(H11Protocol):
    """A connection that is closed if a request's head does not arrive in time."""

    def __init__(self, connections: Connections, **given: Any) -> None:
        super().__init__(**given)
        self._connections = connections
        self._refused = False
        self._head_timeout: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as its base
        super().connection_made(transport)
        self._connections.open += 1
        if self._connections.too_many:
            _log.warning("Connections are turned away: %d are open.", self._connections.open)
            self._refuse(_FULL)
        else:
            self._expect_head()

    def data_received(self, data: bytes) -> None:
        if self._refused:
            return
        if self._is_between_requests and self._head_timeout is None:
            self._expect_head()
        super().data_received(data)
        if not self._is_between_requests:
            self._stop_waiting()

    def connection_lost(self, exc: Exception | None) -> None:
        self._connections.open -= 1
        self._stop_waiting()
        super().connection_lost(exc)

    @property
    def _is_between_requests(self) -> bool:
        return self.cycle is None or self.cycle.response_complete

    def _expect_head(self) -> None:
        self._head_timeout = self.loop.call_later(self._connections.head_seconds, self._give_up)

    def _stop_waiting(self) -> None:
        if self._head_timeout:
            self._head_timeout.cancel()
            self._head_timeout = None

    def _give_up(self) -> None:
        if self._is_between_requests:
            self._refuse(_TOO_SLOW)

    def _refuse(self, answer: _Refusal) -> None:
        self._refused = True
        self._connections.refused[answer.status] += 1
        self._stop_waiting()
        self.transport.write(answer.text)
        self.transport.close()


def _allowed_files() -> int:
    """How many files this process may open, after asking for as many as it may ask for."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = min(hard, 2**16) if hard != resource.RLIM_INFINITY else 2**16
    if wanted > soft:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    return max(soft, wanted)
