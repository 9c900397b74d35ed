"""The site under load: scripted clients play many games at once, with onlookers, on loopback only.

Server and clients share the machine, so the clients write their HTTP themselves and take little of its time.
"""

import asyncio
import json
import os
import re
import subprocess
import sys
import tempfile
from statistics import quantiles
from time import perf_counter

from figures import Row

GAMES = 40
ONLOOKERS = 5
SECONDS = 10.0
CROWD = f"{GAMES} games, {GAMES * ONLOOKERS} onlookers"

SERVE = """
from cornered.web.limits import Limits
from cornered.web.serve import run
run("127.0.0.1", 0, (), Limits(requests_per_second=10**6, burst=10**6, streams_per_client=1000))
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

    def __init__(self, port: int, pause: float) -> None:
        self.port = port
        self.pause = pause
        self.ends = perf_counter() + SECONDS
        self.sent: dict[tuple[int, int], float] = {}
        self.seen: list[float] = []
        self.moves = 0

    async def run(self) -> None:
        begun = perf_counter()
        self.ends = begun + SECONDS
        await asyncio.gather(*(self.play_games(place) for place in range(GAMES)))
        self.rate = self.moves / (perf_counter() - begun)

    async def play_games(self, place: int) -> None:
        """One game after another, until the time is up; the first games do not begin in step."""
        await asyncio.sleep(self.pause * place / GAMES)
        player = Connection(self.port)
        await player.open()
        while perf_counter() < self.ends:
            setup = {"game": "knights-blockade", "opponent": "screen", "rows": 8, "cols": 8}
            game = await player.post("/api/games", setup)
            watching = [asyncio.create_task(self.watch(int(game["id"]))) for _ in range(ONLOOKERS)]
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
            self.moves += 1
            await asyncio.sleep(self.pause)

    async def watch(self, number: int) -> None:
        """Notes when each move arrives."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port, limit=2**20)
        try:
            writer.write(f"GET /api/games/{number}/events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
            first = True
            while line := await reader.readline():
                if line.startswith(b"data: "):
                    ply = PLY.search(line)
                    sent = self.sent.get((number, int(ply[1]))) if ply else None
                    if sent and not first:  # the first event tells what was there already
                        self.seen.append(perf_counter() - sent)
                    first = False
        finally:
            writer.close()


def run() -> list[Row]:
    """As fast as it goes, and then at a pace of one move a second in each game."""
    with tempfile.TemporaryDirectory() as home:
        environment = {**os.environ, "CORNERED_HOME": home}
        server = subprocess.Popen(
            [sys.executable, "-c", SERVE], env=environment, stdout=subprocess.PIPE, text=True
        )
        try:
            assert server.stdout
            port = int(server.stdout.readline().split()[3].rpartition(":")[2])
            rows = []
            for pause, pace in ((0.0, "at once"), (1.0, "a move a second")):
                load = Load(port, pause)
                asyncio.run(load.run())
                late = quantiles(load.seen, n=100)
                rows += [
                    Row(f"site, {pace}: moves on disk", CROWD, load.rate, "per s"),
                    Row(f"site, {pace}: move to onlooker, median", CROWD, late[49] * 1000, "ms"),
                    Row(f"site, {pace}: move to onlooker, 99 of 100", CROWD, late[98] * 1000, "ms"),
                ]
            return rows
        finally:
            server.terminate()
            server.wait()
