"""The rate limit: what a client may still ask for, as a bucket that fills again with time."""

from collections import Counter
from ipaddress import IPv6Address, IPv6Network, ip_address
from time import monotonic

from cornered.web.edge.machine import Machine, places


class Allowance:
    """Requests that a client may still make: a bucket that fills again with time.

    What is kept is when it will be full: the same for all workers of a machine, in memory that they share.
    Two of them that write in the same moment may forget one request.
    """

    def __init__(self, per_second: float, burst: float, machine: Machine) -> None:
        self._per_second = per_second
        self._burst = burst
        self._machine = machine
        self._lately: Counter[str] | None = None

    def spend(self, client: str, cost: float = 1.0) -> bool:
        """Whether the client may make another request, which is then counted."""
        lacking = (min(self._full_at(client)) - monotonic()) * self._per_second
        allowed = self._burst - max(0.0, lacking) >= cost
        if allowed:
            self.charge(client, cost)
            if self._lately is not None:
                self._lately[client] += cost  # type: ignore[assignment]  # a Counter counts in fractions too
        return allowed

    def is_in_debt(self, client: str) -> bool:
        """Whether the client was charged for more than it had."""
        return (min(self._full_at(client)) - monotonic()) * self._per_second > self._burst

    def charge(self, client: str, cost: float) -> None:
        """Takes away what the client has spent, perhaps elsewhere and more than it had."""
        now, times = monotonic(), self._machine.times
        for place in places(client, self._machine.key):
            times[place] = max(times[place], now) + cost / self._per_second

    def charge_from_elsewhere(self, client: str, cost: float) -> None:
        """Takes away what was spent at another machine: each worker here hears of it, and does its part."""
        self.charge(client, cost / self._machine.crew)

    def spent_lately(self, most: int) -> dict[str, float]:
        """What was spent here since this was last asked, by those who have spent most; nothing at first."""
        lately, self._lately = self._lately, Counter()
        return dict(lately.most_common(most)) if lately else {}

    def _full_at(self, client: str) -> list[float]:
        return [self._machine.times[place] for place in places(client, self._machine.key)]


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
