"""The rate limit: a bucket per client that fills again with time, and what each request costs."""

from collections import OrderedDict
from ipaddress import IPv6Address, IPv6Network, ip_address
from time import monotonic

_MOST_CLIENTS = 100_000
"""Of more the one that was charged longest ago is forgotten: its bucket is the most likely to be full."""

# What a request costs, where a plain one costs 1.
THINKING = 10.0
"""Asks the solver, or for something as large as the description of the whole API."""
BEGINNING = 20.0
"""Makes a game or a rush, which is kept, or takes or offers a seat."""
LISTING = 3.0
"""Reads a page of a list."""
STREAMING = 5.0
"""Opens a stream, which is sent all of a game at once."""
STATIC = 0.1
"""A file of the page: a class of pupils may open it at once."""

_BYTES_OF_ADDRESS = 100
"""How many bytes cost as much as a plain request: an address may hold a line of a thousand moves."""

_MOVES_PLAYED_THROUGH = 30
"""How many moves of a game cost as much, when it is opened."""

_KEPT = ("/api/games", "/api/rushes")
_THINKING = ("/api/analysis", "/review", "/hint", "/threats", "/api/openapi.json")
_MAKING = ("/api/puzzles/", "/api/lessons/")
"""What begins so makes a puzzle, or judges a move in one."""
_OF_THE_DAY = "/api/puzzles/today"
"""Made once a day, and asked for by everyone who comes."""
_BEGINNING = ("/next", "/open", "/join")
_LISTS = (
    "/api/games", "/api/open-games", "/api/records", "/api/records/export", "/api/records/import",
    "/api/rules",
)  # fmt: skip
_STATIC = "/static/"
_STREAMS = "/events"
_OF_MANY_GAMES = "/api/events"
"""Opens each of the games that it names, with commas between them."""


class RateLimit:
    """A bucket of requests per client; what is kept is when it will be full again.

    >>> limit = RateLimit(per_second=1, burst=10)
    >>> limit.spend("ada", 8), limit.spend("ada", 8), limit.spend("bob", 8)
    (True, False, True)
    """

    def __init__(self, per_second: float, burst: float) -> None:
        self._per_second = per_second
        self._burst = burst
        self._full_at: OrderedDict[str, float] = OrderedDict()

    def spend(self, client: str, cost: float = 1.0) -> bool:
        """Whether the client may make another request, which is then counted."""
        allowed = self._burst - max(0.0, self._lacking(client)) >= cost
        if allowed:
            self.charge(client, cost)
        return allowed

    def charge(self, client: str, cost: float) -> None:
        """Takes away what the client has spent, perhaps more than it had."""
        now = monotonic()
        full_at = max(self._full_at.pop(client, now), now)
        self._full_at[client] = full_at + cost / self._per_second
        if len(self._full_at) > _MOST_CLIENTS:
            self._full_at.popitem(last=False)

    def _lacking(self, client: str) -> float:
        return (self._full_at.get(client, 0.0) - monotonic()) * self._per_second


def client_name(host: str | None) -> str:
    """What counts as one client: an address, or the network that one household gets in IPv6.

    >>> client_name("2001:db8::1") == client_name("2001:db8::2") != client_name("2001:db8:0:1::1")
    True
    >>> client_name("::ffff:192.0.2.7")
    '192.0.2.7'
    """
    try:
        address = ip_address(host or "")
    except ValueError:
        return "unknown"
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped:
            return str(address.ipv4_mapped)
        return str(IPv6Network((address, 64), strict=False))
    return str(address)


def cost_of(method: str, path: str, query: bytes) -> float:
    """What the request costs, as far as its first line shows.

    >>> cost_of("POST", "/api/games/7/moves", b"")
    1.18
    >>> cost_of("GET", "/api/events", b"games=1,2,3")
    7.22
    """
    games = query.count(b",") if path == _OF_MANY_GAMES else 0
    return _kind(method, path) + games + (len(path) + len(query)) / _BYTES_OF_ADDRESS


def is_free(path: str) -> bool:
    """Whether the bytes of the answer cost nothing."""
    return path.startswith(_STATIC)


def cost_of_opening(moves: int) -> float:
    """What it costs to open a game of so many moves."""
    return moves / _MOVES_PLAYED_THROUGH


def _kind(method: str, path: str) -> float:
    if method == "POST" and (path in _KEPT or path.endswith(_BEGINNING)):
        return BEGINNING
    if path != _OF_THE_DAY and (path.endswith(_THINKING) or path.startswith(_MAKING)):
        return THINKING
    if path.endswith(_STREAMS):
        return STREAMING
    if path.startswith(_STATIC):
        return STATIC
    return LISTING if path in _LISTS else 1.0
