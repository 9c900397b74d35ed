"""The site under load: scripted clients play many games at once, with onlookers, on loopback only.

Server and clients share the machine, so the clients write their HTTP themselves and take little of its time.
"""

import asyncio
import json
import os
import re
import resource
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import quantiles
from time import perf_counter
from typing import NamedTuple

from figures import Row


class Crowd(NamedTuple):
    """So many games with so many onlookers each, a pause after each move, and streams that only listen."""

    games: int
    onlookers: int
    pause: float
    idle: int = 0

    def __str__(self) -> str:
        idle = f", {self.idle:,} idle" if self.idle else ""
        return f"{self.games:,} games, {self.games * self.onlookers:,} onlookers{idle}"


SECONDS = 15.0
CROWDS = {
    "at once": Crowd(40, 5, 0.0),
    "a move a second": Crowd(40, 5, 1.0),
    "a move every 2 s": Crowd(200, 2, 2.0),
    "a move every 2 s, 500 games": Crowd(500, 2, 2.0),
    "a move every 2 s, 1,000 games": Crowd(1000, 2, 2.0),
    "a move every 2 s, beside idle onlookers": Crowd(200, 2, 2.0, idle=5000),
}
AIMS = {500: "< 100", 1000: "< 250"}
BEGUN_A_SECOND = 60
"""How many games begin in a second before the time is taken."""

SERVE = """
from cornered.web.limits import Limits
from cornered.web.serve import run
many = {"streams": 10**5, "streams_per_client": 10**5, "connections": 10**5, "connections_per_client": 10**5}
run("127.0.0.1", 0, (), Limits(requests_per_second=10**9, burst=10**9, **many))
"""

PLY = re.compile(rb'"ply":(\d+)')


class Connection:
    """One kept-alive connection, with the cookie that the server gave."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.cookie = b""

    async def open(self) -> None:
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port, limit=2**20)

    async def post(self, path: str, body: dict[str, object]) -> dict[str, object]:
        """Sends JSON, keeps the cookie if one is set, and gives the JSON that comes back."""
        content = json.dumps(body).encode()
        head = f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
        length = f"Content-Length: {len(content)}\r\n\r\n"
        self.writer.write(head.encode() + self.cookie + length.encode() + content)
        answer = await self.reader.readuntil(b"\r\n\r\n")
        if given := re.search(rb"set-cookie: ([^;]+)", answer):
            self.cookie = b"Cookie: " + given[1] + b"\r\n"
        size = re.search(rb"content-length: (\d+)", answer)
        assert size
        return json.loads(await self.reader.readexactly(int(size[1])))


class Load:
    """The games, their onlookers, and when each move was sent and seen."""

    def __init__(self, port: int, crowd: Crowd, server: int) -> None:
        self.port = port
        self.crowd = crowd
        self.server = server
        self.sent: dict[tuple[int, int], float] = {}
        self.seen: list[float] = []
        self.moves = 0

    async def run(self) -> None:
        """Lets everyone come in, and then takes the time."""
        idle = [asyncio.create_task(self.watch(1 + place % 200)) for place in range(self.crowd.idle)]
        coming = self.crowd.games / BEGUN_A_SECOND + self.crowd.idle / 1000
        self.begins = perf_counter() + coming
        self.ends = self.begins + SECONDS
        playing = [asyncio.create_task(self.play_games(place)) for place in range(self.crowd.games)]
        await asyncio.sleep(coming)
        busy = cpu_seconds(self.server)
        await asyncio.sleep(SECONDS)
        self.busy = (cpu_seconds(self.server) - busy) / SECONDS
        self.megabytes = resident_bytes(self.server) / 2**20
        await asyncio.gather(*playing)
        for task in idle:
            task.cancel()
        await asyncio.gather(*idle, return_exceptions=True)

    async def play_games(self, place: int) -> None:
        """One game after another, until the time is up; the first games do not begin in step."""
        await asyncio.sleep(place / BEGUN_A_SECOND)
        player = Connection(self.port)
        await player.open()
        while perf_counter() < self.ends:
            setup = {"game": "knights-blockade", "opponent": "screen", "rows": 8, "cols": 8}
            game = await player.post("/api/games", setup)
            number = int(game["id"])
            watching = [asyncio.create_task(self.watch(number)) for _ in range(self.crowd.onlookers)]
            await self.play(player, game)
            for task in watching:
                task.cancel()
            await asyncio.gather(*watching, return_exceptions=True)

    async def play(self, player: Connection, game: dict) -> None:
        """Moves until the game or the time is over."""
        number = game["id"]
        while (moves := game["position"]["moves"]) and perf_counter() < self.ends:
            ply = game["ply"]
            self.sent[number, ply + 1] = perf_counter()
            move = moves[ply * 7 % len(moves)]["label"]
            game = await player.post(f"/api/games/{number}/moves", {"move": move, "ply": ply})
            self.moves += self.begins < perf_counter() < self.ends
            await asyncio.sleep(self.crowd.pause)

    async def watch(self, number: int) -> None:
        """Notes when each move arrives."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port, limit=2**20)
        try:
            writer.write(f"GET /api/games/{number}/events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
            known = None
            while line := await reader.readline():
                if line.startswith(b"data: ") and (told := PLY.search(line)):
                    ply = int(told[1])
                    sent = self.sent.get((number, ply), 0.0)
                    # The first event tells what was there already, and comings and goings are told as well.
                    if known is not None and ply != known and sent > self.begins:
                        self.seen.append(perf_counter() - sent)
                    known = ply
        finally:
            writer.close()


def cpu_seconds(process: int) -> float:
    """The CPU time that the process has used."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def resident_bytes(process: int) -> int:
    """The memory that the process holds."""
    return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def rows_of(pace: str, load: Load) -> list[Row]:
    """What is told of one crowd."""
    late, crowd, aim = quantiles(load.seen, n=100), str(load.crowd), AIMS.get(load.crowd.games, "")
    return [
        Row(f"site, {pace}: moves on disk", crowd, load.moves / SECONDS, "per s"),
        Row(f"site, {pace}: move to onlooker, median", crowd, late[49] * 1000, "ms"),
        Row(f"site, {pace}: move to onlooker, 99 of 100", crowd, late[98] * 1000, "ms", aim),
        Row(f"site, {pace}: CPU of the server", crowd, load.busy * 100, "%"),
        Row(f"site, {pace}: memory of the server", crowd, load.megabytes, "MB"),
    ]


def run() -> list[Row]:
    """As fast as it goes, at a pace of one move a second in each game, and then with more and more games."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    with tempfile.TemporaryDirectory() as home:
        environment = {**os.environ, "CORNERED_HOME": home}
        server = subprocess.Popen(
            [sys.executable, "-c", SERVE], env=environment, stdout=subprocess.PIPE, text=True
        )
        try:
            assert server.stdout
            port = int(server.stdout.readline().split()[3].rpartition(":")[2])
            rows = []
            for pace, crowd in CROWDS.items():
                load = Load(port, crowd, server.pid)
                asyncio.run(load.run())
                rows += rows_of(pace, load)
            return rows
        finally:
            server.terminate()
            server.wait()
