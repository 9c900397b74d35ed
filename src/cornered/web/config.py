"""The limits of a server, in all and for each client, so that no request can block or exhaust it.

They are one table of a TOML file, which `docs/hosting.md` explains.
"""

import math
import tomllib
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from cornered.errors import BadSetup

TABLE = "limits"


@dataclass(frozen=True)
class Limits:
    """The defaults suit a school: thirty pupils behind one address, on a small machine; no open games."""

    # A request: what does not arrive in time, or is larger, is refused.
    head_bytes: int = 16_384
    head_seconds: float = 10.0
    body_bytes: int = 16_384
    body_seconds: float = 10.0
    import_bytes: int = 500_000
    import_seconds: float = 60.0

    # A client's bucket of requests; bytes in and out cost as much as so many requests.
    requests_per_second: float = 100.0
    burst: float = 2000.0
    bytes_in_per_request: int = 1000
    bytes_out_per_request: int = 20_000
    refusal_seconds: float = 0.2

    # What may be open or wait at once, for a client and in all.
    streams_per_client: int = 100
    streams: int = 6000
    games_per_stream: int = 100
    waiting_jobs_per_client: int = 40
    waiting_jobs: int = 200
    open_games_per_client: int = 10
    open_games: int = 0

    # What a job may take.
    quick_seconds: float = 0.2
    thinking_seconds: float = 2.0
    review_seconds: float = 8.0
    reading_seconds: float = 10.0
    thinking_bytes: int = 512 * 2**20

    # What is kept, on disk and in memory.
    stored_bytes: int = 4 * 2**30
    keep_days: float = 90.0
    gone_seconds: float = 120.0
    idle_games: int = 500
    cached_answers: int = 5000

    # The largest games.
    largest_side: int = 12
    longest_game: int = 1000


def read_limits(file: Path, **given: Any) -> Limits:
    """The limits in a file, and those given instead of what it says; `BadSetup` if it makes no sense."""
    try:
        tables = tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadSetup(f"{file} cannot be read: {error}.") from None
    for name in tables:
        if name != TABLE or not isinstance(tables[name], dict):
            raise BadSetup(f"{file} has one table, [{TABLE}]: '{name}' is not known.")
    defaults = {field.name: field.default for field in fields(Limits)}
    limits = tables.get(TABLE, {})
    for name, value in limits.items():
        if name not in defaults:
            raise BadSetup(f"{file}: there is no limit '{name}'.")
        kind = int if isinstance(defaults[name], int) else float
        if value != defaults[name] and not _is_limit(value, kind):
            raise BadSetup(f"{file}: '{name}' is a {'whole ' * (kind is int)}number larger than 0.")
    return Limits(**{**limits, **given})


def _is_limit(value: Any, kind: type[float]) -> bool:
    return type(value) in (int, kind) and 0 < value < math.inf
