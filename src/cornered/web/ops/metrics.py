"""Figures for Prometheus, at a port of their own that strangers do not reach.

They are counted in each worker, and told for all workers of a machine: several keep them in files of the
crew's folder, which their parent adds up. A worker goes on with the files of the one whose place it has
taken, so that totals never fall, and files never grow in number.
"""

import os

from fastapi import FastAPI
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, values
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead

from cornered.web.api.dependencies import Services
from cornered.web.compute.pools import Pools
from cornered.web.edge.connections import Doorkeeper
from cornered.web.edge.machine import Place
from cornered.web.ops.watching import REFUSED, Answered

_SECONDS = 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0


def count_at(place: Place) -> None:
    """Keeps what is counted in this process in files of this place, from the first figure on."""
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(place.folder)
    values.ValueClass = values.MultiProcessValue(lambda: place.number)  # type: ignore[no-untyped-call]  # the library has no types there


def forget(place: Place) -> None:
    """Counts what a worker that has ended had open as closed."""
    mark_process_dead(place.number, str(place.folder))  # type: ignore[no-untyped-call]  # nor there


def registry_of(folder: str) -> CollectorRegistry:
    """The figures of all workers that share this folder."""
    registry = CollectorRegistry()
    MultiProcessCollector(registry, folder)  # type: ignore[no-untyped-call]  # nor there
    return registry


class Waiting:
    """Work that waits, told by whoever has the pools that it waits for."""

    def __init__(self, registry: CollectorRegistry | None = None) -> None:
        self._jobs = Gauge(
            "cornered_waiting_jobs",
            "Work that waits for a worker.",
            ("pool",),
            registry=registry,
            multiprocess_mode="livesum",
        )

    def tell(self, pools: Pools) -> None:
        """Takes over how much waits now."""
        for kind, jobs in pools.waiting().items():
            self._jobs.labels(kind).set(jobs)


class Metrics:
    """What one worker does. Most of it is counted anyway, and read every second."""

    def __init__(self, app: FastAPI, keeper: Doorkeeper, *, with_waiting: bool) -> None:
        self.registry = CollectorRegistry()
        self._app = app
        self._keeper = keeper
        self._told: dict[str, int] = {}
        self._seconds = Histogram(
            "cornered_request_seconds",
            "Time until the answer begins; a move is on disk by then.",
            ("method", "route", "status"),
            buckets=_SECONDS,
            registry=self.registry,
        )
        self._refused = Counter(
            "cornered_refused",
            "Connections and requests turned away, by status.",
            ("status",),
            registry=self.registry,
        )
        self._moves = Counter("cornered_moves", "Moves that are on disk.", registry=self.registry)
        self._connections = self._gauge("cornered_connections", "Open connections.")
        self._games = self._gauge("cornered_games", "Games that workers have open.")
        self._streams = self._gauge("cornered_streams", "Open streams of events.")
        self._waiting = Waiting(self.registry) if with_waiting else None

    def watch(self, answered: Answered) -> None:
        """Counts a request."""
        self._seconds.labels(answered.method, answered.route, str(answered.status)).observe(answered.seconds)
        if answered.status in REFUSED:
            self._keeper.refused[answered.status] += 1

    async def read(self) -> None:
        """Takes over the figures that are counted elsewhere."""
        for status, times in self._keeper.refused.items():
            self._catch_up(self._refused.labels(str(status)), f"refused {status}", times)
        self._connections.set(self._keeper.inside.here)
        server: Services | None = getattr(self._app.state, "services", None)
        if server:
            self._catch_up(self._moves, "moves", server.lobby.moves)
            self._games.set(len(server.lobby.opened()))
            self._streams.set(server.streams.open.here)
            if self._waiting:
                self._waiting.tell(server.pools)

    def _gauge(self, name: str, told: str) -> Gauge:
        return Gauge(name, told, registry=self.registry, multiprocess_mode="livesum")

    def _catch_up(self, counter: Counter, name: str, now: int) -> None:
        counter.inc(now - self._told.get(name, 0))
        self._told[name] = now
