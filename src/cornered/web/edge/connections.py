"""Who may come in, before a byte is read: connections are counted for each client, and each has its time.

Turning someone away costs a few bytes that were written beforehand.
"""

import asyncio
import json
import logging
import resource
from collections import Counter
from collections.abc import Sequence
from http import HTTPStatus
from ipaddress import IPv4Network, IPv6Network, ip_address
from typing import Any, NamedTuple

from uvicorn.protocols.http.h11_impl import H11Protocol

from cornered.web.config import Limits
from cornered.web.edge.costs import NONSENSE
from cornered.web.edge.machine import Counts
from cornered.web.edge.rate_limit import Allowance, client_name

Network = IPv4Network | IPv6Network

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


_TOO_MANY = _refusal(429, "Too many connections from one address: close some of them.")
_FULL = _refusal(503, "The server has as many visitors as it can hold: try again in a moment.")
_IN_DEBT = _refusal(429, "Too many requests: wait a moment.")
_TOO_SLOW = _refusal(408, "The request did not arrive in time.")


class Doorkeeper:
    """Counts the open connections, in all and for each client. Proxies that are trusted speak for many.

    `inside` has those of all workers of this machine; `refused` counts what was turned away here, by status.
    """

    def __init__(
        self, limits: Limits, trusted: Sequence[Network], inside: Counts, allowance: Allowance
    ) -> None:
        self.limits = limits
        self._trusted = trusted
        self._allowance = allowance
        self._most_here = _room_for_files() - ACCEPTED_AT_ONCE - _OTHER_FILES
        self.inside = inside
        self.refused: Counter[int] = Counter()

    def name(self, host: str | None) -> str | None:
        """What a client is counted under; None for a trusted proxy."""
        try:
            address = ip_address(host or "")
        except ValueError:
            return client_name(host)
        return None if any(address in network for network in self._trusted) else client_name(host)

    def enter(self, name: str | None) -> _Refusal | None:
        """Counts a connection; the answer that turns it away, if there is no room for it."""
        self.inside.add(name or "")
        if self.inside.here > self._most_here or self.inside.total > self.limits.connections:
            _log.warning("Connections are turned away: %d are open.", self.inside.total)
            return _FULL
        if name and self.inside.of(name) > self.limits.connections_per_client:
            _log.warning("Connections of one client are turned away: it has too many.")
            return _TOO_MANY
        return _IN_DEBT if name and self._allowance.is_in_debt(name) else None

    def charge_for_nonsense(self, name: str | None) -> None:
        """Takes away what it costs to read something that is no request."""
        if name:
            self._allowance.charge(name, NONSENSE)

    def leave(self, name: str | None) -> None:
        """Forgets a connection that is closed."""
        self.inside.remove(name or "")


class Door(H11Protocol):
    """A connection that is counted while it lasts, and closed if a request does not arrive in time."""

    def __init__(self, keeper: Doorkeeper, **given: Any) -> None:
        super().__init__(**given)
        self._keeper = keeper
        self._turned_away = False
        self._head_is_due: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as its base
        super().connection_made(transport)
        self._name = self._keeper.name(self.client[0] if self.client else None)
        refusal = self._keeper.enter(self._name)
        if refusal:
            self._turn_away(refusal)
        else:
            self._expect_head()

    def data_received(self, data: bytes) -> None:
        if self._turned_away:
            return
        if self._is_between_requests and self._head_is_due is None:
            self._expect_head()
        super().data_received(data)
        if not self._is_between_requests:
            self._stop_waiting()

    def send_400_response(self, msg: str) -> None:
        self._keeper.charge_for_nonsense(self._name)
        super().send_400_response(msg)

    def connection_lost(self, exc: Exception | None) -> None:
        self._keeper.leave(self._name)
        self._stop_waiting()
        super().connection_lost(exc)

    @property
    def _is_between_requests(self) -> bool:
        return self.cycle is None or self.cycle.response_complete

    def _expect_head(self) -> None:
        self._head_is_due = self.loop.call_later(self._keeper.limits.head_seconds, self._give_up)

    def _stop_waiting(self) -> None:
        if self._head_is_due:
            self._head_is_due.cancel()
            self._head_is_due = None

    def _give_up(self) -> None:
        if self._is_between_requests:
            self._turn_away(_TOO_SLOW)

    def _turn_away(self, answer: _Refusal) -> None:
        self._turned_away = True
        self._keeper.refused[answer.status] += 1
        self._stop_waiting()
        self.transport.write(answer.text)
        self.transport.close()


def _room_for_files() -> int:
    """How many files this process may open, after asking for as many as it may ask for."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = min(hard, 2**16) if hard != resource.RLIM_INFINITY else 2**16
    if wanted > soft:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    return max(soft, wanted)
