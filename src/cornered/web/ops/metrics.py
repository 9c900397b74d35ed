"""Figures for Prometheus, at a port of their own that strangers do not reach."""

from fastapi import FastAPI
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, start_http_server

from cornered.web.api.dependencies import Services
from cornered.web.ops.connections import Connections
from cornered.web.ops.logs import REFUSED, Answered

_SECONDS = 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0


class Metrics:
    """What the server does. Most of it is counted anyway, and read every second."""

    def __init__(self, app: FastAPI, connections: Connections) -> None:
        self._registry = CollectorRegistry()
        self._app = app
        self._connections = connections
        self._reported: dict[str, int] = {}
        self._seconds = Histogram(
            "cornered_request_seconds",
            "Time until the answer begins; a move is on disk by then.",
            ("method", "route", "status"),
            buckets=_SECONDS,
            registry=self._registry,
        )
        self._refused = Counter(
            "cornered_refused",
            "Connections and requests turned away, by status.",
            ("status",),
            registry=self._registry,
        )
        self._moves = Counter("cornered_moves", "Moves that are on disk.", registry=self._registry)
        self._open = self._gauge("cornered_connections", "Open connections.")
        self._games = self._gauge("cornered_games", "Games that are open.")
        self._streams = self._gauge("cornered_streams", "Open streams of events.")
        self._waiting = self._gauge("cornered_waiting_jobs", "Jobs that wait for a worker.", "pool")

    def listen(self, address: str, port: int) -> None:
        """Answers with these figures at this address, in a thread of its own; `OSError` if it cannot."""
        start_http_server(port, address, self._registry)

    def count(self, answered: Answered) -> None:
        """Counts a request."""
        self._seconds.labels(answered.method, answered.route, str(answered.status)).observe(answered.seconds)
        if answered.status in REFUSED:
            self._connections.refused[answered.status] += 1

    async def read(self) -> None:
        """Reads the figures that are counted elsewhere."""
        for status, times in self._connections.refused.items():
            self._catch_up(self._refused.labels(str(status)), f"refused {status}", times)
        self._open.set(self._connections.open)
        server: Services | None = getattr(self._app.state, "services", None)
        if server:
            self._catch_up(self._moves, "moves", server.lobby.moves)
            self._games.set(len(server.lobby.opened()))
            self._streams.set(server.streams.open)
            for kind, jobs in server.compute.waiting().items():
                self._waiting.labels(kind).set(jobs)

    def _gauge(self, name: str, meaning: str, *labels: str) -> Gauge:
        return Gauge(name, meaning, labels, registry=self._registry)

    def _catch_up(self, counter: Counter, name: str, now: int) -> None:
        counter.inc(now - self._reported.get(name, 0))
        self._reported[name] = now
