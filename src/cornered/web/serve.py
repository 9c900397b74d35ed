"""Runs the site until it is stopped."""

import logging
import socket
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from ipaddress import IPv4Network, ip_address, ip_network
from pathlib import Path
from types import FrameType

import click
import uvicorn
from fastapi import FastAPI

from cornered.errors import CorneredError
from cornered.games import GAMES
from cornered.store import Store, data_folder
from cornered.store.database import FILE, Address, is_postgres
from cornered.web.app import create_app
from cornered.web.crew import Crew
from cornered.web.door import ACCEPTED_AT_ONCE, Door, Doorkeeper, Network
from cornered.web.limits import Limits
from cornered.web.rarely import Rarely


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

    def app(self) -> FastAPI:
        """The application that serves it."""
        return create_app(self.address, self.limits, self.names, self.agents, self.seed, self.runs)


class _Server(uvicorn.Server):
    """Ends the event streams when it is told to stop, since they never end by themselves."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._ready()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        app: FastAPI = self.config.app  # type: ignore[assignment]
        app.state.streams.close()
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
    address: Address | None = None,
    workers: int = 1,
) -> None:
    """Serves the games at this address, or else the user's own; returns when it is stopped.

    `proxies` are the addresses or networks of those whose word is taken for who the client is.
    """
    trusted = _networks(proxies)
    address = address or data_folder() / FILE
    if workers > 1 and not is_postgres(address):
        raise CannotListen(
            "Games in a file are served by one worker: several need --store postgresql://USER@HOST/DATABASE."
        )
    Store(address).close()  # says at once what is wrong with it, if anything is
    for sentence in GAMES.broken.values():
        click.echo(sentence, err=True)
    site = Site(address, limits or Limits(), names, agents, seed, runs, trusted)
    listening = listen(host, port)
    reached = f"http://{f'[{host}]' if ':' in host else host}:{listening.getsockname()[1]}"
    click.echo(f"Cornered is at {reached} (Ctrl-C stops it).")
    if not ip_address(host).is_loopback and not trusted:
        click.echo("Anyone who reaches this machine can play and watch, and what they send is not encrypted.")
    if workers == 1:
        serve(site, listening)
    else:
        Crew(workers, partial(serve, site, listening)).run()


def serve(site: Site, listening: socket.socket, ready: Callable[[], None] = lambda: None) -> None:
    """Serves the site in this process until it is told to stop; `ready` is called when it answers."""
    trusted = site.trusted
    config = uvicorn.Config(
        site.app(),
        http=partial(Door, Doorkeeper(site.limits, trusted)),  # type: ignore[arg-type]  # it makes one
        backlog=ACCEPTED_AT_ONCE,
        access_log=False,
        log_level="warning",
        proxy_headers=bool(trusted),  # anyone else could claim to be another client
        forwarded_allow_ips=[str(network) for network in trusted],
        server_header=False,
        timeout_graceful_shutdown=3,
    )
    for handler in (*logging.getLogger("uvicorn").handlers, logging.lastResort):
        if handler:
            handler.addFilter(Rarely())
    _Server(config, ready).run(sockets=[listening])


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
