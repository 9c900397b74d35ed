"""Figures for Prometheus, at a port of their own that strangers do not reach."""

from collections.abc import Iterator

from fastapi import FastAPI
from prometheus_client import CollectorRegistry, Histogram, start_http_server
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from cornered.web.dependencies import Services
from cornered.web.door import Doorkeeper
from cornered.web.watching import Answered

_SECONDS = 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0
_REFUSED = 408, 413, 421, 429, 503


class Metrics(Collector):
    """What a site does: most of it is counted anyway, and read when it is asked for."""

    def __init__(self, app: FastAPI, keeper: Doorkeeper) -> None:
        self._app = app
        self._keeper = keeper
        self._registry = CollectorRegistry()
        self._seconds = Histogram(
            "cornered_request_seconds",
            "Time until the answer begins; a move is on disk by then.",
            ("method", "route", "status"),
            buckets=_SECONDS,
            registry=self._registry,
        )
        self._registry.register(self)

    def serve(self, address: str, port: int) -> None:
        """Answers at this address, in a thread of its own."""
        start_http_server(port, address, self._registry)

    def watch(self, answered: Answered) -> None:
        """Counts a request."""
        self._seconds.labels(answered.method, answered.route, str(answered.status)).observe(answered.seconds)
        if answered.status in _REFUSED:
            self._keeper.refused[answered.status] += 1

    def collect(self) -> Iterator[Metric]:
        """The figures that are read, not counted here."""
        refused = CounterMetricFamily(
            "cornered_refused", "Connections and requests turned away, by status.", labels=("status",)
        )
        for status, times in sorted(self._keeper.refused.items()):
            refused.add_metric((str(status),), times)
        yield refused
        yield GaugeMetricFamily("cornered_connections", "Open connections.", self._keeper.inside)
        server: Services | None = getattr(self._app.state, "services", None)
        if server:
            yield from _of_services(server)


def _of_services(server: Services) -> Iterator[Metric]:
    yield CounterMetricFamily("cornered_moves", "Moves that are on disk.", server.lobby.moves)
    yield GaugeMetricFamily("cornered_games", "Games that are open here.", server.lobby.open_games)
    yield GaugeMetricFamily("cornered_streams", "Open streams of events.", server.streams.count)
    waiting = GaugeMetricFamily("cornered_waiting_jobs", "Work that waits for a worker.", labels=("pool",))
    for pool, jobs in server.waiting_jobs().items():
        waiting.add_metric((pool,), jobs)
    yield waiting
