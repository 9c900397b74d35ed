"""A crowd that costs little: players and onlookers who write their HTTP themselves.

All play one line of moves that is known beforehand, so nobody has to read JSON; what an onlooker looks for in
an event is the number of moves. Moves are spread over the time from one to the next. Each player, with the
onlookers of the game, has an address of its own.
"""

import asyncio
import json
import os
import re
from collections.abc import Sequence
from itertools import cycle
from math import inf
from pathlib import Path
from statistics import quantiles
from time import process_time
from typing import NamedTuple

from cornered.games import GAMES

GAME, SIDE = "knights-blockade", 8
BEGUN_A_SECOND = 80
LISTENERS_A_SECOND = 1000
"""How many games begin in a second, and how many onlookers come, before the time is taken."""

_GOLDEN = 0.618034
"""First moves are due at multiples of this part of a pace, which are spread evenly however many there are."""

_PLY = re.compile(rb'"ply":(\d+)')
_LENGTH = re.compile(rb"content-length: (\d+)")
_COOKIE = re.compile(rb"set-cookie: ([^;]+)")
_NUMBER = re.compile(rb'"id":(\d+)')
_HEAD = (
    b"POST %s HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n%sContent-Length: %d\r\n\r\n"
)


class Crowd(NamedTuple):
    """So many games with so many onlookers each, and so many seconds from one move to the next."""

    games: int
    onlookers: int
    pace: float


class Figures(NamedTuple):
    """What one stretch of time showed; times in seconds, CPU as a share of one core."""

    moves_a_second: float
    median: float
    slowest_hundredth: float
    server: float
    clients: float
    megabytes: float


class Server(NamedTuple):
    """A process of the site: its port and its number."""

    port: int
    process: int


class Site:
    """The site that is measured: one process, or several on one database, over which clients are spread."""

    def __init__(self, servers: Sequence[Server]) -> None:
        self.servers = servers
        self._turns = cycle(servers)

    @property
    def port(self) -> int:
        """The port of the process whose turn it is."""
        return next(self._turns).port

    def cpu_seconds(self) -> float:
        """The CPU time that the processes have used; a database of their own is not counted."""
        stats = [Path(f"/proc/{server.process}/stat").read_text() for server in self.servers]
        fields = [stat.rpartition(")")[2].split() for stat in stats]
        return sum(int(one[11]) + int(one[12]) for one in fields) / os.sysconf("SC_CLK_TCK")

    def megabytes(self) -> float:
        """The memory that they hold."""
        sizes = [Path(f"/proc/{server.process}/statm").read_text().split()[1] for server in self.servers]
        return sum(map(int, sizes)) * os.sysconf("SC_PAGE_SIZE") / 2**20

    async def connect(self, client: asyncio.Protocol, address: str) -> None:
        """Connects a client that has this address."""
        loop = asyncio.get_running_loop()
        await loop.create_connection(lambda: client, "127.0.0.1", self.port, local_addr=(address, 0))


class Players:
    """Games in progress: more can come in, and what happens is counted from one measure to the next."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.loop = asyncio.get_running_loop()
        self.sent: dict[tuple[int, int], float] = {}
        self.late: list[float] = []
        self.moves = 0
        self.problem: bytes | None = None
        self.leaving = False
        self._players: list[_Player] = []
        self._coming: set[asyncio.Task[None]] = set()

    async def come(self, crowd: Crowd) -> None:
        """Lets this crowd in, and waits until all are there."""
        a_second = min(BEGUN_A_SECOND, LISTENERS_A_SECOND / max(1, crowd.onlookers))
        for _ in range(crowd.games):
            place = len(self._players)
            first = self.loop.time() + (1 + place * _GOLDEN % 1) * crowd.pace
            player = _Player(self, crowd, f"127.1.{place // 250}.{1 + place % 250}", first)
            self._players.append(player)
            await self.site.connect(player, player.address)
            await asyncio.sleep(1 / a_second)
        await asyncio.sleep(1.0)

    async def measure(self, seconds: float) -> Figures:
        """What happens in so many seconds."""
        self.late, self.moves = [], 0
        server, clients, begun = self.site.cpu_seconds(), process_time(), self.loop.time()
        await asyncio.sleep(seconds)
        took = self.loop.time() - begun
        server, clients = self.site.cpu_seconds() - server, process_time() - clients
        if self.problem:
            raise RuntimeError(f"The site refused an ordinary player: {self.problem!r}")
        late = quantiles(self.late, n=100)
        return Figures(
            self.moves / took, late[49], late[98], server / took, clients / took, self.site.megabytes()
        )

    async def leave(self) -> None:
        """Closes all connections."""
        self.leaving = True
        await asyncio.gather(*self._coming)
        for player in self._players:
            player.leave()

    def watch(self, number: int, address: str) -> "_Onlooker":
        """An onlooker who is about to come."""
        onlooker = _Onlooker(self, number)
        task = asyncio.create_task(self.site.connect(onlooker, address))
        self._coming.add(task)
        task.add_done_callback(self._coming.discard)
        return onlooker


class _Player(asyncio.Protocol):
    """Plays one game after another, both sides, on a connection that is kept."""

    def __init__(self, players: Players, crowd: Crowd, address: str, first: float) -> None:
        self.address = address
        self._players, self._crowd, self._due = players, crowd, first
        self._cookie = self._buffer = b""
        self._number = self._ply = 0
        self._onlookers: list[_Onlooker] = []

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        self._begin()

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        head, ended, body = self._buffer.partition(b"\r\n\r\n")
        size = _LENGTH.search(head)
        if not ended or not size or len(body) < int(size[1]):
            return
        self._buffer = b""
        if head[9:10] != b"2":
            self._players.problem = head[:40] + body
        elif not self._number:
            self._begun(head, body)
        else:
            self._ply += 1
            self._players.moves += 1
            self._move_when_due()

    def leave(self) -> None:
        """Goes, with all onlookers."""
        self._transport.close()
        for onlooker in self._onlookers:
            onlooker.leave()

    def _begin(self) -> None:
        self._number = self._ply = 0
        self._post(b"/api/games", _SETUP)

    def _begun(self, head: bytes, body: bytes) -> None:
        if given := _COOKIE.search(head):
            self._cookie = b"Cookie: " + given[1] + b"\r\n"
        number = _NUMBER.search(body)
        assert number
        self._number = int(number[1])
        self._path = f"/api/games/{self._number}/moves".encode()
        self._onlookers = [
            self._players.watch(self._number, self.address) for _ in range(self._crowd.onlookers)
        ]
        if self._crowd.pace < inf:
            self._move_when_due()

    def _move_when_due(self) -> None:
        if self._players.leaving:
            return
        self._due = max(self._due, self._players.loop.time())
        self._players.loop.call_at(self._due, self._move)
        self._due += self._crowd.pace

    def _move(self) -> None:
        if self._players.leaving:
            return
        if self._ply == len(_MOVES):
            for onlooker in self._onlookers:
                onlooker.leave()
            self._begin()
        else:
            self._players.sent[self._number, self._ply + 1] = self._players.loop.time()
            self._post(self._path, _MOVES[self._ply])

    def _post(self, path: bytes, body: bytes) -> None:
        self._transport.write(_HEAD % (path, self._cookie, len(body)) + body)


class _Onlooker(asyncio.Protocol):
    """Notes when each move arrives."""

    def __init__(self, players: Players, number: int) -> None:
        self._players = players
        self._number = number
        self._known: int | None = None
        self._transport: asyncio.Transport | None = None
        self._left = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        transport.write(b"GET /api/games/%d/events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" % self._number)
        if self._left:
            transport.close()

    def data_received(self, data: bytes) -> None:
        told = _PLY.search(data)
        if not told:
            return
        ply, known = int(told[1]), self._known
        # The first event tells what was there already, and comings and goings are told as well.
        if known is not None and ply != known:
            self._players.late.append(self._players.loop.time() - self._players.sent[self._number, ply])
        self._known = ply

    def leave(self) -> None:
        """Goes, or does so on coming."""
        self._left = True
        if self._transport:
            self._transport.close()


def _line_of_play() -> list[bytes]:
    """The bodies of the requests that play a whole game."""
    position, bodies = GAMES[GAME](SIDE, SIDE).start(), []
    while moves := position.moves():
        square = moves[len(bodies) * 7 % len(moves)]
        bodies.append(json.dumps({"move": position.game.label(square), "ply": len(bodies)}).encode())
        position = position.play(square)
    return bodies


_SETUP = json.dumps({"game": GAME, "opponent": "screen", "rows": SIDE, "cols": SIDE}).encode()
_MOVES = _line_of_play()
