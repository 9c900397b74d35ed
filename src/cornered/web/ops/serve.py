"""Runs the site until it is stopped."""

import asyncio
import gc
import logging
import socket
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from pathlib import Path
from types import FrameType
from typing import NamedTuple

import click
import uvicorn
from fastapi import FastAPI
from uvicorn.config import LOGGING_CONFIG

from cornered.errors import CorneredError
from cornered.games import GAMES
from cornered.store import Store, data_folder
from cornered.store.database import FILE, Address
from cornered.web.app import create_app
from cornered.web.compute.worker_pool import WorkerPool
from cornered.web.config import Limits
from cornered.web.ops.connections import ACCEPTED_AT_ONCE, Connection, Connections
from cornered.web.ops.logs import LogRateLimit, Report, ReportRequests, log_as_json, log_request
from cornered.web.storage.threads import storage_for

Network = IPv4Network | IPv6Network

_LAST_SECONDS = 3
"""How long answers that are being made may take when the site is stopped."""

_STILL_THINKING = 2.0
"""Seconds after which jobs that are still not done then are refused."""

_YOUNG = 5000, 10, 10**9
"""How many objects make Python collect the young ones, the older ones, and all, which it then never does."""

_BETWEEN_COLLECTIONS = 600.0
"""Seconds between two collections of all garbage."""


class Monitoring(NamedTuple):
    """How the site is monitored: metrics at an address and a port, and a log of JSON."""

    metrics: tuple[str, int] | None = None
    json: bool = False


_UNMONITORED = Monitoring()


class CannotListen(CorneredError):
    """The address or port cannot be used; `str()` says why."""


class _Server(uvicorn.Server):
    """Calls `ready` when it answers, and ends the event streams when it is stopped: they never end."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._ready()

    async def main_loop(self) -> None:
        collecting = asyncio.create_task(_collect_garbage())
        await super().main_loop()
        collecting.cancel()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        app: FastAPI = self.config.app  # type: ignore[assignment]
        app.state.streams.close()
        if not self.should_exit and hasattr(app.state, "services"):
            asyncio.get_running_loop().call_later(_STILL_THINKING, app.state.services.compute.refuse)
        super().handle_exit(sig, frame)


def run(
    host: str,
    port: int,
    names: Sequence[str],
    limits: Limits | None = None,
    agents: Mapping[str, str] | None = None,
    seed: str | None = None,
    proxies: Sequence[str] = (),
    runs: Path | None = None,
    monitoring: Monitoring = _UNMONITORED,
    address: Address | None = None,
) -> None:
    """Serves the games at this address, or else the user's own; returns when it is stopped.

    `proxies` are the addresses or networks of those whose word is taken for who the client is.
    """
    trusted = _networks(proxies)
    address = address or data_folder() / FILE
    limits = limits or Limits()
    Store(address).close()  # says at once what is wrong with it, if anything is
    for sentence in GAMES.broken.values():
        click.echo(sentence, err=True)
    app = create_app(address, limits, names, agents, seed, runs, partial(WorkerPool, limits), storage_for)
    listening = listen(host, port)
    reached = f"http://{f'[{host}]' if ':' in host else host}:{listening.getsockname()[1]}"

    def announce() -> None:
        click.echo(f"Cornered is at {reached} (Ctrl-C stops it).")
        if not ip_address(host).is_loopback and not trusted:
            click.echo(
                "Anyone who reaches this machine can play and watch, and what they send is not encrypted."
            )

    _serve(app, limits, listening, trusted, monitoring, announce)


def _serve(
    app: FastAPI,
    limits: Limits,
    listening: socket.socket,
    trusted: Sequence[Network],
    monitoring: Monitoring,
    ready: Callable[[], None],
) -> None:
    connections = Connections(limits.head_seconds)
    read_figures = _monitor(app, connections, monitoring)
    config = uvicorn.Config(
        app,
        http=partial(Connection, connections),  # type: ignore[arg-type]  # it makes one
        ws="none",  # where a library for them is installed, they would never be counted as gone
        h11_max_incomplete_event_size=limits.head_bytes,
        backlog=ACCEPTED_AT_ONCE,
        access_log=False,
        log_config=None if monitoring.json else LOGGING_CONFIG,
        log_level="warning",
        proxy_headers=bool(trusted),  # anyone else could claim to be another client
        forwarded_allow_ips=[str(network) for network in trusted],
        server_header=False,
        timeout_graceful_shutdown=_LAST_SECONDS,
        callback_notify=read_figures,
        timeout_notify=0,  # that is, every second
    )
    for handler in (*logging.getLogger("uvicorn").handlers, logging.lastResort):
        if handler:
            handler.addFilter(LogRateLimit())
    with _garbage_collected_seldom():
        _Server(config, ready).run(sockets=[listening])


def _monitor(
    app: FastAPI, connections: Connections, monitoring: Monitoring
) -> Callable[[], Awaitable[None]] | None:
    """Begins to log and to count as it is wanted; returns what reads the figures, if any are counted."""
    reports: list[Report] = []
    read = None
    if monitoring.json:
        log_as_json()
        reports.append(log_request)
    if monitoring.metrics:
        try:
            from cornered.web.ops.metrics import Metrics
        except ImportError:
            raise CannotListen("Metrics need another package: pip install 'cornered[metrics]'.") from None
        metrics = Metrics(app, connections)
        address, port = monitoring.metrics
        try:
            metrics.listen(address, port)
        except OSError as error:
            raise CannotListen(f"Port {port} of {address} cannot be used ({error.strerror}).") from None
        reports.append(metrics.count)
        read = metrics.read
    if reports:
        app.add_middleware(ReportRequests, reports=reports)
    return read


@contextmanager
def _garbage_collected_seldom() -> Iterator[None]:
    """Leaves collections of all garbage to `_collect_garbage`.

    With a thousand games one takes a quarter of a second, in which all games stand still, and Python would
    do it every few seconds. Nearly all that the site lets go is freed without it.
    """
    before = gc.get_threshold()
    gc.collect()
    gc.freeze()
    gc.set_threshold(*_YOUNG)
    try:
        yield
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()


async def _collect_garbage() -> None:
    while True:
        await asyncio.sleep(_BETWEEN_COLLECTIONS)
        gc.collect()


def _networks(proxies: Sequence[str]) -> list[Network]:
    """The networks of these proxies, and the form that an IPv4 address has on a socket of IPv6."""
    found: list[Network] = []
    for text in proxies:
        try:
            network = ip_network(text)
        except ValueError:
            raise CannotListen(f"{text!r} is not the address of a proxy, such as 127.0.0.1.") from None
        found.append(network)
        if isinstance(network, IPv4Network):
            mapped = f"::ffff:{network.network_address}/{96 + network.prefixlen}"
            found.append(ip_network(mapped))
    return found


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens at this address; `CannotListen` says why there can be none."""
    try:
        family = socket.AF_INET6 if ip_address(host).version == 6 else socket.AF_INET
    except ValueError:
        raise CannotListen(f"{host!r} is not an address such as 127.0.0.1.") from None
    # asyncio sends at once (TCP_NODELAY) only where a socket says that it speaks TCP.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen(1024)
    except OSError as error:
        listening.close()
        raise CannotListen(f"Port {port} of {host} cannot be used ({error.strerror}).") from None
    return listening
