"""Runs the site until it is stopped."""

import asyncio
import logging
import socket
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from ipaddress import IPv4Network, ip_address, ip_network
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FrameType, ModuleType
from typing import TYPE_CHECKING, NamedTuple

import click
import uvicorn
from fastapi import FastAPI
from uvicorn.config import LOGGING_CONFIG

from cornered.errors import CorneredError
from cornered.games import GAMES
from cornered.store import Store, data_folder
from cornered.store.database import FILE, Address, is_postgres
from cornered.web.app import create_app
from cornered.web.compute.pool_host import host as host_pools
from cornered.web.config import Limits
from cornered.web.edge.connections import ACCEPTED_AT_ONCE, Door, Doorkeeper, Network
from cornered.web.edge.machine import Place
from cornered.web.ops.crew import Crew
from cornered.web.ops.logs import log_as_json, log_request
from cornered.web.ops.rarely import Rarely
from cornered.web.ops.watching import Watched, Watcher

if TYPE_CHECKING:
    from prometheus_client import CollectorRegistry

_LAST_SECONDS = 3
"""How long answers that are being made may take when the site is told to stop."""

_STILL_THINKING = 2.0
"""Seconds after which those whose answers are still being thought about are told so."""


class Watching(NamedTuple):
    """How the site can be watched: metrics at an address and a port, and a log of JSON."""

    metrics: tuple[str, int] | None = None
    json: bool = False


_UNWATCHED = Watching()


class CannotListen(CorneredError):
    """The address or port cannot be used; `str()` says why."""


@dataclass(frozen=True)
class Site:
    """What is served: the games at an address, within limits, to visitors that trusted proxies speak for."""

    address: Address
    limits: Limits
    names: Sequence[str] = ()
    agents: Mapping[str, str] | None = None
    seed: str | None = None
    runs: Path | None = None
    trusted: Sequence[Network] = ()
    watching: Watching = _UNWATCHED

    def app(self, place: Place | None) -> FastAPI:
        """The application that serves it, at a place in a crew if there is one."""
        return create_app(self.address, self.limits, self.names, self.agents, self.seed, self.runs, place)


class _Server(uvicorn.Server):
    """Ends the event streams when it is told to stop, since they never end by themselves."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await super().shutdown(sockets)
        if self.config.callback_notify:
            await self.config.callback_notify()  # for the last second's figures

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        app: FastAPI = self.config.app  # type: ignore[assignment]
        app.state.streams.close()
        if not self.should_exit and hasattr(app.state, "services"):
            asyncio.get_running_loop().call_later(_STILL_THINKING, app.state.services.pools.refuse)
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
    watching: Watching = _UNWATCHED,
    address: Address | None = None,
    workers: int = 1,
) -> None:
    """Serves the games at this address, or else the user's own; returns when it is stopped.

    `proxies` are the addresses or networks of those whose word is taken for who the client is.
    """
    trusted = _networks(proxies)
    address = address or data_folder() / FILE
    limits = limits or Limits()
    if workers > 1 and not is_postgres(address):
        raise CannotListen(
            "Games in a file are served by one worker: several need --store postgresql://USER@HOST/DATABASE."
        )
    Store(address).close()  # says at once what is wrong with it, if anything is
    for sentence in GAMES.broken.values():
        click.echo(sentence, err=True)
    site = Site(address, limits, names, agents, seed, runs, trusted, watching)
    listening = listen(host, port)
    reached = f"http://{f'[{host}]' if ':' in host else host}:{listening.getsockname()[1]}"

    def announce() -> None:
        click.echo(f"Cornered is at {reached} (Ctrl-C stops it).")
        if not ip_address(host).is_loopback and not trusted:
            click.echo(
                "Anyone who reaches this machine can play and watch, and what they send is not encrypted."
            )

    if workers == 1:
        serve(site, listening, ready=announce)
    else:
        _serve_by_many(site, listening, workers, announce)


def _serve_by_many(site: Site, listening: socket.socket, workers: int, announce: Callable[[], None]) -> None:
    """Serves the site by a crew, with a folder of its own for what they share."""
    forget = None
    with TemporaryDirectory(prefix="cornered-", ignore_cleanup_errors=True) as folder:
        if site.watching.metrics:
            metrics = _metrics()
            forget = metrics.forget
            _let_ask(metrics.registry_of(folder), *site.watching.metrics)
        crew = Crew(workers, Path(folder), partial(serve, site, listening), partial(_think, site), forget)
        announce()
        crew.run()


def _think(site: Site, place: Place, ready: Callable[[], None]) -> None:
    """Thinks for all workers, until it is told to stop."""
    told = None
    if site.watching.metrics:
        metrics = _metrics()
        metrics.count_at(place)
        told = metrics.Waiting().tell
    host_pools(place.folder, site.limits, told, ready)


def serve(
    site: Site,
    listening: socket.socket,
    place: Place | None = None,
    ready: Callable[[], None] = lambda: None,
) -> None:
    """Serves the site in this process until it is told to stop; `ready` is called when it answers."""
    app, trusted = site.app(place), site.trusted
    keeper = Doorkeeper(site.limits, trusted, app.state.machine.connections, app.state.allowance)
    read = _let_watch(app, keeper, site.watching, place)
    config = uvicorn.Config(
        app,
        http=partial(Door, keeper),  # type: ignore[arg-type]  # it makes one
        ws="none",  # where a library for them is installed, they would never be counted as gone
        backlog=ACCEPTED_AT_ONCE,
        access_log=False,
        log_config=None if site.watching.json else LOGGING_CONFIG,
        log_level="warning",
        proxy_headers=bool(trusted),  # anyone else could claim to be another client
        forwarded_allow_ips=[str(network) for network in trusted],
        server_header=False,
        timeout_graceful_shutdown=_LAST_SECONDS,
        callback_notify=read,
        timeout_notify=0,  # that is, every second
    )
    for handler in (*logging.getLogger("uvicorn").handlers, logging.lastResort):
        if handler:
            handler.addFilter(Rarely())
    _Server(config, ready).run(sockets=[listening])


def _let_watch(
    app: FastAPI, keeper: Doorkeeper, watching: Watching, place: Place | None
) -> Callable[[], Awaitable[None]] | None:
    """Begins to log and to count as it is wanted; gives what takes over the figures, if any are."""
    watchers: list[Watcher] = []
    read = None
    if watching.json:
        log_as_json()
        watchers.append(log_request)
    if watching.metrics:
        metrics = _metrics()
        if place:
            metrics.count_at(place)
        counting = metrics.Metrics(app, keeper, with_waiting=not place)
        if not place:
            _let_ask(counting.registry, *watching.metrics)
        watchers.append(counting.watch)
        read = counting.read
    if watchers:
        app.add_middleware(Watched, watchers=watchers)
    return read


def _metrics() -> ModuleType:
    """What counts for Prometheus."""
    try:
        from cornered.web.ops import metrics
    except ImportError:
        raise CannotListen("Metrics need another package: pip install 'cornered[metrics]'.") from None
    return metrics


def _let_ask(registry: "CollectorRegistry", address: str, port: int) -> None:
    """Answers with these figures at this address, in a thread of its own."""
    from prometheus_client import start_http_server

    try:
        start_http_server(port, address, registry)
    except OSError as error:
        raise CannotListen(f"Port {port} of {address} cannot be used ({error.strerror}).") from None


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
