"""What a request costs its client, where a plain one costs 1."""

THINKING = 10.0
"""Asks the solver, or for something as large as the description of the whole API."""
BEGINNING = 20.0
"""Makes a game or a rush, which is kept, or takes or offers a seat."""
NONSENSE = 20.0
"""Is no request at all; its connection is closed, and the next one has to be opened."""
LISTING = 3.0
"""Reads a page of a list."""
STREAMING = 5.0
"""Opens a stream, which is told all of a game at once."""

_BYTES_OF_ADDRESS = 100
_BYTES_OF_BODY = 1000
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
_STREAMS = "/events"
_OF_MANY_GAMES = "/api/events"
"""Opens each of the games that it names, with commas between them."""


def cost_of(method: str, path: str, query: bytes) -> float:
    """What the request costs, as far as its first line tells.

    >>> cost_of("POST", "/api/games/7/moves", b"")
    1.18
    >>> cost_of("GET", "/api/events", b"games=1,2,3")
    7.22
    """
    games = query.count(b",") if path == _OF_MANY_GAMES else 0
    return _kind(method, path) + games + (len(path) + len(query)) / _BYTES_OF_ADDRESS


def cost_of_body(body_bytes: int) -> float:
    """What that much of a body costs."""
    return body_bytes / _BYTES_OF_BODY


def cost_of_opening(moves: int) -> float:
    """What it costs to see a game of so many moves that nobody has open."""
    return moves / _MOVES_PLAYED_THROUGH


def _kind(method: str, path: str) -> float:
    if method == "POST" and (path in _KEPT or path.endswith(_BEGINNING)):
        return BEGINNING
    if path != _OF_THE_DAY and (path.endswith(_THINKING) or path.startswith(_MAKING)):
        return THINKING
    if path.endswith(_STREAMS):
        return STREAMING
    return LISTING if path in _LISTS else 1.0
