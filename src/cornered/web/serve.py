"""Runs the site until it is stopped."""

import socket
from collections.abc import Callable, Mapping, Sequence
from ipaddress import ip_address
from types import FrameType

import click
import uvicorn
from fastapi import FastAPI

from cornered.errors import CorneredError
from cornered.games import GAMES
from cornered.store import open_store
from cornered.web.app import create_app
from cornered.web.limits import Limits

_MOST_CONNECTIONS = 2000


class CannotListen(CorneredError):
    """The address or port cannot be used; `str()` says why."""


class _Server(uvicorn.Server):
    """Ends the event streams when it is told to stop, since they never end by themselves."""

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
) -> None:
    """Serves the user's own games; returns when it is stopped."""
    store = open_store()  # says at once what is wrong with the file, if anything is
    path = store.path
    store.close()
    for sentence in GAMES.broken.values():
        click.echo(sentence, err=True)
    serve_app(create_app(path, limits, names, agents, seed), host, port, click.echo)


def serve_app(app: FastAPI, host: str, port: int, say: Callable[[str], None]) -> None:
    """Serves this application, and says where it can be reached."""
    listening = listen(host, port)
    address = f"http://{f'[{host}]' if ':' in host else host}:{listening.getsockname()[1]}"
    say(f"Cornered is at {address} (Ctrl-C stops it).")
    if not ip_address(host).is_loopback:
        say("Anyone who reaches this machine can play and watch, and what they send is not encrypted.")
    config = uvicorn.Config(
        app,
        access_log=False,
        log_level="warning",
        proxy_headers=False,  # a client could claim to be another one
        server_header=False,
        limit_concurrency=_MOST_CONNECTIONS,
        timeout_graceful_shutdown=3,
    )
    _Server(config).run(sockets=[listening])


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
