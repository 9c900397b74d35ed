"""The site under load and under attack, server and clients on one machine over loopback."""

import asyncio
import os
import resource
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Awaitable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from math import inf
from pathlib import Path

from figures import Row
from site_attacks import ATTACKS, Attack
from site_crowd import Crowd, Figures, Players, Server, Site

from cornered.store import SavedGame, Seat, Store

SECONDS = 15.0

RAMP = (200, 500, 1000)
AIMS = {500: "< 100", 1000: "< 250"}
IDLE = Crowd(200, 25, inf)
"""Games in which nobody moves, and their onlookers."""

ATTACK_SECONDS, ATTACKED_SECONDS = 12.0, 10.0
STORED = 20_000
"""Games in the store of a site that is attacked, for lists to be long."""

SERVE = """
import os
from cornered.web.config import Limits
from cornered.web.ops.serve import run
run("127.0.0.1", 0, (), Limits({limits}), address=os.environ.get("CORNERED_STORE"))
"""
OWN_POSTGRES = Path(__file__).parents[1] / "tools" / "own_postgres.py"


@contextmanager
def postgres() -> Iterator[str]:
    """The address of a database on a server of our own."""
    command = [sys.executable, OWN_POSTGRES, "--durable"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout
        yield server.stdout.readline().strip()
        server.communicate()


@contextmanager
def serving(address: str = "", processes: int = 1, stored: int = 0, **limits: float) -> Iterator[Site]:
    """So many processes over this address, or one over a file of its own with so many games."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    given = ", ".join(f"{name}={limit}" for name, limit in limits.items())
    with tempfile.TemporaryDirectory() as home:
        if stored:
            store = Store(Path(home) / "games.sqlite3")
            store.add_games(_finished(number) for number in range(stored))
            store.close()
        place = {"CORNERED_STORE": address} if address else {}
        environment = {**os.environ, "CORNERED_HOME": home, **place}
        command = [sys.executable, "-c", SERVE.format(limits=given)]
        with ExitStack() as running:
            yield Site([running.enter_context(_process(command, environment)) for _ in range(processes)])


@contextmanager
def _process(command: list[str], environment: dict[str, str]) -> Iterator[Server]:
    """One process of a site, once it answers."""
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout
            yield Server(int(server.stdout.readline().split()[3].rpartition(":")[2]), server.pid)
        finally:
            server.terminate()


def _finished(number: int) -> SavedGame:
    """A game of two people who have never played each other before."""
    when = {"begun": "2024-01-01T10:00:00Z", "ended": "2024-01-01T10:05:00Z"}
    seats = Seat(f"Player {number}", "human"), Seat(f"Other {number}", "human")
    return SavedGame("blockade.4x4.1.4-4-4-4", seats, winner=1, reason="resigned", **when)


async def paced(site: Site) -> list[Row]:
    """Forty games: as fast as it goes, and then a move a second in each."""
    rows = []
    for pace, crowd in (("at once", Crowd(40, 5, 0.0)), ("a move a second", Crowd(40, 5, 1.0))):
        players = Players(site)
        await players.come(crowd)
        rows += rows_of(pace, "40 games, 200 onlookers", await players.measure(SECONDS))
        await players.leave()
    return rows


async def ramp(site: Site, on: str = "site") -> list[Row]:
    """More and more games, and in the end thousands who only look on."""
    rows, players, there = [], Players(site), 0
    for games in RAMP:
        await players.come(Crowd(games - there, 2, 2.0))
        there = games
        crowd = f"{games:,} games, {2 * games:,} onlookers"
        found = await players.measure(SECONDS)
        rows += rows_of("a move every 2 s", crowd, found, AIMS.get(games, ""), on)
    await players.come(IDLE)
    rows += rows_of("a move every 2 s", f"{crowd}, 5,000 idle", await players.measure(SECONDS), on=on)
    await players.leave()
    return rows


async def attacked(site: Site, attack: Attack) -> list[Row]:
    """How ordinary players fare while someone attacks, and what the attacker is answered."""
    players, answers = Players(site), Counter[int]()
    await players.come(Crowd(40, 2, 1.0))
    attacking = asyncio.create_task(_bounded(attack(site, answers)))
    await asyncio.sleep(1.0)
    found = await players.measure(ATTACKED_SECONDS)
    await attacking
    await players.leave()
    name = attack.__name__.replace("_", " ")
    told = ", ".join(f"{times:,} × {status}" for status, times in sorted(answers.items()))
    title = f"site, beside {name}: move to onlooker, 99 of 100"
    return [Row(title, f"40 games; the attacker gets {told}", found.slowest_hundredth * 1000, "ms", "< 150")]


async def _bounded(attack: Awaitable[object]) -> None:
    with suppress(TimeoutError):
        await asyncio.wait_for(attack, ATTACK_SECONDS)


def rows_of(pace: str, crowd: str, found: Figures, aim: str = "", on: str = "site") -> list[Row]:
    """What is told of one crowd."""
    title = f"{on}, {crowd}, {pace}"
    return [
        Row(f"{title}: moves on disk", "cornered", found.moves_a_second, "per s"),
        Row(f"{title}: move to onlooker, median", "cornered", found.median * 1000, "ms"),
        Row(f"{title}: move to onlooker, 99 of 100", "cornered", found.slowest_hundredth * 1000, "ms", aim),
        Row(f"{title}: CPU of the server", "cornered", found.server * 100, "%"),
        Row(f"{title}: CPU of the clients", "cornered", found.clients * 100, "%"),
        Row(f"{title}: memory of the server", "cornered", found.megabytes, "MB"),
    ]


def run() -> list[Row]:
    """The pace of forty games, the ramp on a file and on Postgres, and forty games under each attack."""
    with serving() as site:
        rows = asyncio.run(paced(site))
    with serving(streams=10_000) as site:
        rows += asyncio.run(ramp(site))
    with postgres() as address, serving(address, 2, streams=10_000) as site:
        rows += asyncio.run(ramp(site, on="site on Postgres, 2 processes"))
    for attack in ATTACKS:
        with serving(stored=STORED) as site:
            rows += asyncio.run(attacked(site, attack))
    return rows
