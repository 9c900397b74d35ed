"""How much one server does, in all and for each client, so that no request can block or exhaust it."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """The limits of a server; the defaults suit a small machine, and list no open games."""

    largest_side: int = 12
    longest_game: int = 1000
    gone_seconds: float = 120.0
    keep_days: float = 90.0
    idle_games: int = 500
    open_games: int = 0
    open_games_per_client: int = 2
    body_bytes: int = 16_384
    import_bytes: int = 500_000
    connections: int = 8000
    connections_per_client: int = 100
    head_seconds: float = 10.0
    body_seconds: float = 10.0
    import_seconds: float = 60.0
    requests_per_second: float = 60.0
    burst: float = 600.0
    refusal_seconds: float = 0.2
    streams: int = 6000
    streams_per_client: int = 40
    games_per_stream: int = 100
    quick_seconds: float = 0.2
    thinking_seconds: float = 2.0
    thinking_bytes: int = 512 * 2**20
    review_seconds: float = 8.0
    reading_seconds: float = 10.0
    remembered_answers: int = 5000
    waiting_jobs: int = 200
    waiting_jobs_per_client: int = 8
