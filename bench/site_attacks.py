"""What strangers may do to a site, from addresses of their own on loopback, bounded in time and number."""

import asyncio
import re
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from itertools import count, cycle
from random import Random

from site_crowd import Site

from cornered.games import read_position

Answers = Counter[int]
Attack = Callable[[Site, Answers], Awaitable[object]]

_ATTACKER = "127.9.0.1"
_LENGTH = re.compile(rb"content-length: (\d+)", re.IGNORECASE)
_DANCE = "trap-the-knight.12x12.1.a11-12-12-12-12-12-12-12-12-12-12-11b"
_HARD = "knights-blockade.8x8.1.a7-8-8-{}-8-8-8-7b"


def _get(path: str) -> bytes:
    return f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode()


async def _ask(site: Site, address: str, requests: Iterator[bytes], answers: Answers) -> None:
    """One request after another, on a connection that is opened again whenever it was closed."""
    while True:
        try:
            reader, writer = await asyncio.open_connection(
                "127.0.0.1", site.port, local_addr=(address, 0), limit=2**24
            )
            for request in requests:
                writer.write(request)
                head = await reader.readuntil(b"\r\n\r\n")
                answers[int(head.split()[1])] += 1
                if size := _LENGTH.search(head):
                    await reader.readexactly(int(size[1]))
        except (OSError, asyncio.IncompleteReadError):
            await asyncio.sleep(0.01)


async def long_lists(site: Site, answers: Answers) -> None:
    """Four connections ask for nothing but records."""
    requests = cycle([_get("/api/records?limit=200"), _get("/api/games?limit=100")])
    await asyncio.gather(*(_ask(site, _ATTACKER, requests, answers) for _ in range(4)))


async def long_lines(site: Site, answers: Answers) -> None:
    """Four connections ask for a line of a thousand moves."""
    random, position, labels = Random(1), read_position(_DANCE), []
    for _ in range(1000):
        choices = random.sample(position.moves(), len(position.moves()))
        square = next(one for one in choices if position.play(one).moves())
        labels.append(position.game.label(square))
        position = position.play(square)
    request = _get(f"/api/positions?start={_DANCE}&moves={'_'.join(labels)}")
    await asyncio.gather(*(_ask(site, _ATTACKER, cycle([request]), answers) for _ in range(4)))


async def hard_questions(site: Site, answers: Answers) -> None:
    """Two clients ask twelve questions at a time about large boards, another one each time."""
    numbers = count()

    def requests() -> Iterator[bytes]:
        for number in numbers:
            squares = f"{number:08b}"[-8:].translate(str.maketrans("01", "1x"))
            row = re.sub("1+", lambda free: str(len(free[0])), squares)
            yield _get(f"/api/analysis?start={_HARD.format(row)}")

    addresses = [f"127.9.1.{1 + one % 2}" for one in range(24)]
    await asyncio.gather(*(_ask(site, address, requests(), answers) for address in addresses))


async def _hold(site: Site, sent: bytes, trickle: bytes, answers: Answers) -> None:
    """A connection that is held open, with a byte now and then if there are any to send."""
    try:
        reader, writer = await asyncio.open_connection("127.0.0.1", site.port, local_addr=(_ATTACKER, 0))
        writer.write(sent)
        answer = asyncio.create_task(reader.read(64))
        while not (await asyncio.wait([answer], timeout=1.0))[0]:
            writer.write(trickle)
        if answered := answer.result():
            answers[int(answered.split()[1])] += 1
        await reader.read()
    except OSError:
        pass


async def silent_connections(site: Site, answers: Answers) -> None:
    """Two thousand connections at once that say nothing."""
    await asyncio.gather(*(_hold(site, b"", b"", answers) for _ in range(2001)))


async def slow_bodies(site: Site, answers: Answers) -> None:
    """A hundred connections, with a body of which a byte comes every second."""
    head = b"POST /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9999\r\n\r\n"
    await asyncio.gather(*(_hold(site, head, b" ", answers) for _ in range(100)))


async def many_streams(site: Site, answers: Answers) -> None:
    """A hundred and one streams at once, where a client may have a hundred."""
    await asyncio.gather(*(_hold(site, _get("/api/games/1/events"), b"", answers) for _ in range(101)))


ATTACKS: tuple[Attack, ...] = (
    long_lists,
    long_lines,
    hard_questions,
    silent_connections,
    slow_bodies,
    many_streams,
)
