"""What a request costs its client, where a plain one costs 1."""

THINKING = 10.0
"""Asks the solver."""
BEGINNING = 20.0
"""Makes a game or a rush, which is kept, or takes or offers a seat."""
LISTING = 3.0
"""Reads a page of a list."""

_BYTES_OF_ADDRESS = 100
_BYTES_OF_BODY = 1000
"""How many bytes cost as much as a plain request: an address may hold a line of a thousand moves."""

_KEPT = ("/api/games", "/api/rushes")
_THINKING = ("/api/analysis", "/review", "/hint", "/threats")
_MAKING = ("/api/puzzles/", "/api/lessons/")
"""What begins so makes a puzzle, or judges a move in one."""
_OF_THE_DAY = "/api/puzzles/today"
"""Made once a day, and asked for by everyone who comes."""
_BEGINNING = ("/next", "/open", "/join")
_LISTS = (
    "/api/games", "/api/open-games", "/api/records", "/api/records/export", "/api/records/import",
    "/api/rules", "/api/openapi.json",
)  # fmt: skip
_OF_MANY_GAMES = "/api/events"
"""Opens each of the games that it names, with commas between them."""


def cost_of(method: str, path: str, query: bytes) -> float:
    """What the request costs, as far as its first line tells.

    >>> cost_of("POST", "/api/games/7/moves", b"")
    1.18
    >>> cost_of("GET", "/api/events", b"games=1,2,3")
    3.22
    """
    games = query.count(b",") if path == _OF_MANY_GAMES else 0
    return _kind(method, path) + games + (len(path) + len(query)) / _BYTES_OF_ADDRESS


def cost_of_body(body_bytes: int) -> float:
    """What that much of a body costs."""
    return body_bytes / _BYTES_OF_BODY


def _kind(method: str, path: str) -> float:
    if method == "POST" and (path in _KEPT or path.endswith(_BEGINNING)):
        return BEGINNING
    if path != _OF_THE_DAY and (path.endswith(_THINKING) or path.startswith(_MAKING)):
        return THINKING
    return LISTING if path in _LISTS else 1.0
