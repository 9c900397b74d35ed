"""How much one server does, in all and for each client, so that no request can block or exhaust it."""

from collections import Counter
from dataclasses import dataclass
from ipaddress import IPv6Address, IPv6Network, ip_address
from time import monotonic


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


class Allowance:
    """Requests that a client may still make: a bucket that fills again with time."""

    _LARGEST_CROWD = 10_000

    def __init__(self, per_second: float, burst: float) -> None:
        self._per_second = per_second
        self._burst = burst
        self._buckets: dict[str, tuple[float, float]] = {}
        self._lately: Counter[str] | None = None

    def spend(self, client: str, cost: float = 1.0) -> bool:
        """Whether the client may make another request, which is then counted."""
        allowed = self._left(client) >= cost
        if allowed:
            self.charge(client, cost)
            if self._lately is not None:
                self._lately[client] += cost  # type: ignore[assignment]  # a Counter counts in fractions too
        return allowed

    def charge(self, client: str, cost: float) -> None:
        """Takes away what the client has spent, perhaps elsewhere and more than it had."""
        self._buckets[client] = (self._left(client) - cost, monotonic())
        if len(self._buckets) > self._LARGEST_CROWD:
            self._buckets.pop(next(iter(self._buckets)))  # the one not seen for longest

    def spent_lately(self, most: int) -> dict[str, float]:
        """What was spent here since this was last asked, by those who have spent most; nothing at first."""
        lately, self._lately = self._lately, Counter()
        return dict(lately.most_common(most)) if lately else {}

    def _left(self, client: str) -> float:
        """What the client has now, which then counts as seen."""
        now = monotonic()
        left, seen = self._buckets.pop(client, (self._burst, now))
        left = min(self._burst, left + (now - seen) * self._per_second)
        self._buckets[client] = (left, now)
        return left


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
