"""A real server in a process of its own, people with cookies of their own, and a real browser."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page

_RUN = """
import json, os, sys
from pathlib import Path
from cornered.web.config import Limits
from cornered.web.ops.serve import Monitoring, run
port, limits, agents, seed, proxies, runs, metrics = map(json.loads, sys.argv[1:])
monitoring = Monitoring(("127.0.0.1", metrics) if metrics else None)
given = Limits(**limits), agents, seed, proxies, runs and Path(runs), monitoring
run("127.0.0.1", port, (), *given, address=os.environ.get("CORNERED_STORE"))
"""

_GENEROUS = {
    "requests_per_second": 10_000,
    "burst": 10_000,
}  # where the rate limit is not what is tested


class Site:
    """A running server over the games in one folder, which offers these agents and shows these runs.

    It trusts these proxies, and `files` is how many it may have open. With a `store` the games are there.
    Metrics are told at a port, if there is one.
    """

    def __init__(
        self,
        home: Path,
        agents: dict[str, str] | None = None,
        seed: str | None = None,
        proxies: tuple[str, ...] = (),
        files: int | None = None,
        runs: Path | None = None,
        store: str | None = None,
        metrics: int | None = None,
        **limits: Any,
    ) -> None:
        self.home = home
        self.proxies = proxies
        self.files = files
        self.agents = agents or {}
        self.seed = seed
        self.runs = runs
        self.store = store
        self.metrics = metrics
        self.limits = limits or _GENEROUS
        self.port = 0
        self.start()

    def start(self) -> None:
        """Starts it, again at the same port if it has run before."""
        runs = self.runs and str(self.runs)
        given = self.port, self.limits, self.agents, self.seed, self.proxies, runs, self.metrics
        limited = [] if self.files is None else ["prlimit", f"--nofile={self.files}:{self.files}"]
        command = [*limited, sys.executable, "-c", _RUN, *map(json.dumps, given)]
        store = {"CORNERED_STORE": self.store} if self.store else {}
        with (self.home / "server.log").open("ab") as log:
            self.process = subprocess.Popen(
                command,
                env={**os.environ, "CORNERED_HOME": str(self.home), **store},
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
            )
        assert self.process.stdout
        self.address = self.process.stdout.readline().split()[3]
        self.port = int(self.address.rpartition(":")[2])
        wait_until(self._answers, "the server answers")

    def _answers(self) -> bool:
        try:
            return httpx.get(f"{self.address}/static/icon.svg").is_success
        except httpx.TransportError:
            return False

    @property
    def thinking_processes(self) -> list[str]:
        """Those that its threads have started to think, as Linux lists them in /proc."""
        lists = [path.read_text() for path in Path(f"/proc/{self.process.pid}/task").glob("*/children")]
        started = [child for one in lists for child in one.split()]
        commands = {child: Path(f"/proc/{child}/cmdline").read_bytes() for child in started}
        return [child for child, line in commands.items() if b"resource_tracker" not in line]

    def stop(self, how: int = signal.SIGTERM) -> None:
        """Stops it, as gently as `how` is."""
        self.process.send_signal(how)
        self.process.wait()
        assert self.process.stdout
        self.process.stdout.close()

    @property
    def log(self) -> str:
        """What the server has written about errors."""
        return (self.home / "server.log").read_text()

    @contextmanager
    def person(self, **cookies: str) -> Iterator[httpx.Client]:
        """Someone with cookies of their own."""
        with httpx.Client(base_url=self.address, cookies=cookies, timeout=30) as client:
            yield client


class Listener:
    """Reads the events of a game one by one."""

    def __init__(self, response: httpx.Response) -> None:
        self._lines = response.iter_lines()

    def next(self) -> dict[str, Any]:
        """The next state of the game, which does not take long: a silent stream shows signs of life."""
        ends = time.monotonic() + 60
        for line in self._lines:
            assert time.monotonic() < ends, "nothing new is told"
            if line.startswith("data: "):
                return json.loads(line.removeprefix("data: "))
        raise AssertionError("the stream has ended")

    def until(self, **facts: Any) -> dict[str, Any]:
        """The next state of which these facts hold."""
        while True:
            game = self.next()
            if all(game[name] == value for name, value in facts.items()):
                return game


@contextmanager
def streaming(client: httpx.Client, path: str) -> Iterator[Listener]:
    with client.stream("GET", path) as response:
        assert response.headers["content-type"].startswith("text/event-stream")
        yield Listener(response)


def listening(client: httpx.Client, number: int) -> Any:
    return streaming(client, f"/api/games/{number}/events")


def wait_until(condition: Any, what: str, seconds: float = 60) -> None:
    """Looks again and again until the condition holds."""
    ends = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < ends, f"not within {seconds} seconds: {what}"
        time.sleep(0.02)


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """One server for all tests that do not disturb it."""
    running = Site(tmp_path_factory.mktemp("site"))
    yield running
    running.stop()
    assert "Traceback" not in running.log


@pytest.fixture
def own_site(tmp_path: Path) -> Iterator[Site]:
    """A server that the test may stop and start."""
    running = Site(tmp_path)
    yield running
    running.stop(signal.SIGKILL)


@pytest.fixture
def ada(site: Site) -> Iterator[httpx.Client]:
    with site.person() as client:
        yield client


@pytest.fixture
def bob(site: Site) -> Iterator[httpx.Client]:
    with site.person() as client:
        yield client


@pytest.fixture(scope="session")
def site_class() -> type[Site]:
    return Site


@pytest.fixture(name="listening")
def listening_fixture() -> Any:
    return listening


@pytest.fixture(name="streaming")
def streaming_fixture() -> Any:
    return streaming


@pytest.fixture(name="wait_until")
def wait_until_fixture() -> Any:
    return wait_until


@pytest.fixture
def make_site(tmp_path: Path) -> Iterator[Any]:
    """Servers with limits, and a seed, of the test's choice."""
    made: list[Site] = []

    def make(**choices: Any) -> Site:
        made.append(Site(tmp_path, **choices))
        return made[-1]

    yield make
    for running in made:
        running.stop()


@pytest.fixture
def free_port() -> Any:
    """Finds a port that nobody listens at."""

    def find() -> int:
        with socket.socket() as one:
            one.bind(("127.0.0.1", 0))
            port: int = one.getsockname()[1]
            return port

    return find


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Any]:
    """`cornered serve` with options of the test's choice, as its process and a client; its log is `log`."""
    running = []

    def serve(*options: str) -> tuple[subprocess.Popen[str], httpx.Client]:
        log = (tmp_path / "log").open("wb")
        command = [sys.executable, "-m", "cornered", "serve", "--port", "0", *options]
        environment = {**os.environ, "CORNERED_HOME": str(tmp_path)}
        process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=log, text=True)
        assert process.stdout
        client = httpx.Client(base_url=process.stdout.readline().split()[3], timeout=30)
        running.append((process, client, log))
        return process, client

    yield serve
    for process, client, log in running:
        client.close()
        process.terminate()
        process.communicate()
        log.close()


class Visitor:
    """Someone at a browser of their own: nothing on their page may fail unnoticed."""

    def __init__(self, context: BrowserContext) -> None:
        self.context = context
        self.page = context.new_page()
        self.page.set_default_timeout(30_000)
        self.errors: list[str] = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))

    def open(self, path: str) -> Page:
        """The page at this path, once it is all there."""
        self.page.goto(path)
        self.page.wait_for_selector("main[data-ready]")
        return self.page

    def square(self, number: int) -> Locator:
        """A square of the board."""
        return self.page.locator(f".cell[data-square='{number}']")


@pytest.fixture
def visit(chromium: Browser) -> Iterator[Any]:
    """Lets someone with a browser of their own visit a site."""
    visitors: list[Visitor] = []

    def visiting(running: Site, **options: Any) -> Visitor:
        options = {"reduced_motion": "reduce", "base_url": running.address, **options}
        context = chromium.new_context(**options)
        visitors.append(Visitor(context))
        return visitors[-1]

    yield visiting
    for visitor in visitors:
        visitor.context.close()
        assert visitor.errors == []
