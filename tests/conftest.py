"""Settings for what hypothesis runs, the one browser of all tests (two could not be driven), a Postgres."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from playwright.sync_api import Browser, expect, sync_playwright

# No clock decides whether a test passes, and CI is repeatable.
settings.register_profile(
    "cornered",
    deadline=None,
    max_examples=60,
    suppress_health_check=[HealthCheck.too_slow],
    derandomize=bool(os.environ.get("CI")),
)
settings.load_profile("cornered")

_CHROMIUM = "/usr/bin/chromium"
_SWITCHES = (
    "--no-sandbox --headless --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync"
)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """Debian's own browser: `make test` installs it."""
    expect.set_options(timeout=30_000)  # a busy machine takes its time
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=_CHROMIUM, args=_SWITCHES.split())
        yield browser
        browser.close()


class OwnPostgres:
    """A real Postgres server of the tests' own, and empty databases on it."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, Path(__file__).parents[1] / "tools" / "own_postgres.py"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.address = self._answer()
        assert self.address, self._process.communicate()[1]
        self._made = 0

    def database(self) -> str:
        """The address of a new database, with nothing in it."""
        import psycopg

        self._made += 1
        with psycopg.connect(self.address, autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE test_{self._made}")
        return self.address.removesuffix("postgres") + f"test_{self._made}"

    def stop(self) -> None:
        self._say("stop")

    def start(self) -> None:
        self._say("start")

    def close(self) -> None:
        self._process.communicate()

    def _say(self, word: str) -> None:
        assert self._process.stdin
        self._process.stdin.write(f"{word}\n")
        self._process.stdin.flush()
        assert self._answer()

    def _answer(self) -> str:
        assert self._process.stdout
        return self._process.stdout.readline().strip()


@pytest.fixture(scope="session")
def postgres() -> Iterator[OwnPostgres]:
    """The one server of all tests of this process: `make test` installs Debian's postgresql."""
    server = OwnPostgres()
    yield server
    server.close()
