"""Commands that let others play here: serve for browsers, engine and mcp for programs."""

import sys
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import click

from cornered.cli import CannotDo, Failed
from cornered.errors import BadSetup
from cornered.play.players import Player, check_name

_MOST_OPEN_GAMES = 50


@click.command
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option(
    "--port", default=8000, show_default=True, type=click.IntRange(0, 65535), help="0 takes a free one."
)
@click.option(
    "--name", "names", multiple=True, metavar="HOST", help="A host name that the site is reached under."
)
@click.option(
    "--behind-proxy",
    "proxies",
    multiple=True,
    metavar="ADDRESS",
    help="A proxy (an address or a network) that tells who its clients are and whether they use TLS.",
)
@click.option(
    "--keep-days",
    show_default="90",
    type=click.FloatRange(min=0, min_open=True),
    help="Games on the site that have had no move for so long are called off.",
)
@click.option(
    "--engine",
    "engines",
    multiple=True,
    metavar="NAME=AGENT",
    help="An agent to play against, such as Fairy=uci:fairy-stockfish.",
)
@click.option(
    "--store",
    metavar="ADDRESS",
    envvar="CORNERED_STORE",
    help="Where the games are: postgresql://USER@HOST/DATABASE; the user's own file unless given. "
    "CORNERED_STORE in the environment does the same, and keeps a password out of sight.",
)
@click.option(
    "--config",
    metavar="FILE",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="A TOML file whose table [limits] says how much the site does for each client and in all.",
)
@click.option("--seed", help="Makes the computer's choices repeatable, game by game.")
@click.option(
    "--runs",
    metavar="FOLDER",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Show the runs in this folder at /leaderboard.",
)
@click.option("--open-games", is_flag=True, help="List games that anyone may join on the home page.")
@click.option(
    "--metrics",
    metavar="[ADDRESS:]PORT",
    help="Figures for Prometheus at this port, on 127.0.0.1 alone unless an address is given.",
)
@click.option(
    "--log",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="Warnings in words, or every request and warning as a line of JSON.",
)
def serve(
    host: str,
    port: int,
    names: tuple[str, ...],
    proxies: tuple[str, ...],
    keep_days: float | None,
    engines: tuple[str, ...],
    store: str | None,
    config: Path | None,
    seed: str | None,
    runs: Path | None,
    open_games: bool,
    metrics: str | None,
    log: str,
) -> None:
    """Start the site on this machine: play, analyse and review in the browser.

    Only this machine can reach it, unless --host says otherwise.

    \b
    Examples:
      cornered serve
      cornered serve --port 8080
      cornered serve --host 0.0.0.0 --name games.example.org
      cornered serve --behind-proxy 127.0.0.1 --name games.example.org
      cornered serve --engine 'Fairy=uci:fairy-stockfish;movetime=500'
      cornered serve --runs my_runs
      cornered serve --open-games
      cornered serve --metrics 9100 --log json
      cornered serve --config site.toml
      cornered serve --store postgresql://cornered@db.example.org/games
    """
    from cornered.store import StoreError
    from cornered.web.config import Limits, read_limits
    from cornered.web.ops.serve import CannotListen, Monitoring, run

    try:
        with suppress(KeyboardInterrupt):  # the usual way to stop it
            given: dict[str, Any] = {"keep_days": keep_days} if keep_days else {}
            if open_games:
                given["open_games"] = _MOST_OPEN_GAMES
            limits = read_limits(config, **given) if config else Limits(**given)
            monitoring = Monitoring(_address(metrics) if metrics else None, log == "json")
            offered = _offered(engines)
            run(host, port, names, limits, offered, seed, proxies, runs, monitoring, store)
    except (CannotListen, StoreError) as error:
        raise CannotDo(str(error)) from None


def _address(text: str) -> tuple[str, int]:
    """The address and port that metrics are asked for at."""
    address, _, port = text.rpartition(":")
    if not port.isdigit() or int(port) > 65535:
        raise BadSetup(f"'{text}' is no port such as 9100, and no address with one such as 10.0.0.5:9100.")
    return address.strip("[]") or "127.0.0.1", int(port)


def _offered(engines: tuple[str, ...]) -> dict[str, str]:
    """The agents' addresses by their names; `BadSetup` if there is no such agent."""
    from random import Random

    from cornered.arena.agents import leave, seated

    offered: dict[str, str] = {}
    for text in engines:
        name, equals, address = text.partition("=")
        if not equals or name in offered:
            raise BadSetup(f"'{text}' offers no agent: write NAME=AGENT, each name once.")
        Player(name=name)  # refuses what cannot be a name
        check_name(name)
        leave(seated(address, Random()))
        offered[name] = address
    return offered


@click.command
def engine() -> None:
    """Speak UCI or UGI on standard input and output, for match runners and programs that drive engines.

    Every game is a variant, such as knights-duel-5x6; positions are given by their codes. docs/agents.md
    tells how moves are written.

    \b
    Examples:
      cornered engine
      printf 'uci\\nposition startpos\\ngo movetime 500\\n' | cornered engine
    """
    from cornered.arena.agents.uci_server import Engine

    Engine(lambda line: print(line, flush=True)).run(sys.stdin)


@click.command
def mcp() -> None:
    """Let an assistant play, over the Model Context Protocol on standard input and output.

    The assistant can begin games, move, ask for values and reviews; its games are kept like any other.

    \b
    Examples:
      pip install 'cornered[mcp]'
      cornered mcp
    """
    from cornered.store import open_store

    try:
        from cornered.arena.frameworks.mcp import server
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != "mcp":
            raise
        raise Failed("The package mcp is missing: pip install 'cornered[mcp]' brings it.") from None
    with closing(open_store()) as store:
        server(store).run()
