"""Environments of their own with further packages in them, the program there, and a browser."""

import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pexpect
import pytest
from playwright.sync_api import Browser, Page

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "domineering"


class Environment:
    """A virtual environment that also sees all that is installed here: nothing is downloaded."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.home = folder / "home"
        self.python = folder / "venv" / "bin" / "python"
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder / "venv"], check=True)
        [self.packages] = (folder / "venv" / "lib").glob("python3*/site-packages")
        seen_here = f"import site; site.addsitedir({sysconfig.get_path('purelib')!r})\n"
        (self.packages / "seen-here.pth").write_text(seen_here)
        kept = {name: os.environ[name] for name in ("PATH", "HOME", "CI") if name in os.environ}
        self.variables = {**kept, "CORNERED_HOME": str(self.home), "TERM": "xterm", "LC_ALL": "C.UTF-8"}

    def install(self, source: Path) -> None:
        """Installs the package in this folder, as its users would."""
        pip = [sys.executable, "-m", "pip", "--python", self.python, "--disable-pip-version-check", "install"]
        subprocess.run([*pip, "--quiet", "--no-deps", "--no-build-isolation", source], check=True)

    def add(self, name: str, code: str, facts: str) -> None:
        """A package of one module with a class `Broken`, just as an installer leaves it behind."""
        module = f"added_{name}"
        (self.packages / f"{module}.py").write_text(code)
        (self.packages / f"{module}.toml").write_text(facts)
        info = self.packages / f"{module}-1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {module}\nVersion: 1.0\n")
        (info / "entry_points.txt").write_text(f"[cornered.games]\n{name} = {module}:Broken\n")

    def run(self, *arguments: str, typed: str = "", code: int = 0) -> subprocess.CompletedProcess[str]:
        """What a command prints when this is typed into a pipe; it ends with this code."""
        command = [self.python, "-m", "cornered", *arguments]
        done = subprocess.run(
            command, input=typed, capture_output=True, text=True, env=self.variables, check=False
        )
        assert "Traceback" not in done.stderr
        assert done.returncode == code, done.stderr
        return done

    def json(self, *arguments: str) -> Any:
        """What a command answers as data."""
        return json.loads(self.run(*arguments, "--json").stdout)

    @contextmanager
    def terminal(self, *arguments: str) -> Iterator[pexpect.spawn]:
        """The program in a pseudo-terminal."""
        child = pexpect.spawn(
            str(self.python), ["-m", "cornered", *arguments], env=self.variables,
            dimensions=(50, 100), encoding="utf-8", timeout=60,
        )  # fmt: skip
        try:
            yield child
        finally:
            child.close(force=True)

    @contextmanager
    def site(self) -> Iterator["Site"]:
        """The site, as `cornered serve` starts it."""
        command = [self.python, "-m", "cornered", "serve", "--port", "0"]
        log = self.folder / "server.log"
        with log.open("wb") as errors:
            process = subprocess.Popen(
                command, env=self.variables, stdout=subprocess.PIPE, stderr=errors, text=True
            )
        assert process.stdout
        try:
            found = re.search(r"http://\S+", process.stdout.readline())
            assert found, log.read_text()
            transport = httpx.HTTPTransport(retries=10)  # it says where it is before it answers
            with httpx.Client(base_url=found[0], timeout=60, transport=transport) as client:
                yield Site(found[0], client, log)
        finally:
            process.terminate()
            process.wait()
            process.stdout.close()


class Site:
    """A running server, and someone who asks it questions."""

    def __init__(self, address: str, client: httpx.Client, log: Path) -> None:
        self.address = address
        self.client = client
        self._log = log

    @property
    def log(self) -> str:
        """What the server has written about errors."""
        return self._log.read_text()

    def get(self, path: str, **query: str) -> Any:
        """What the API answers."""
        return self.client.get(f"/api/{path}", params=query).raise_for_status().json()

    def post(self, path: str, status: int = 200, **body: Any) -> Any:
        """What the API answers to this body."""
        answer = self.client.post(f"/api/{path}", json=body)
        assert answer.status_code == status, answer.text
        return answer.json()


@pytest.fixture(scope="session")
def new_environment(tmp_path_factory: pytest.TempPathFactory) -> Callable[[], Environment]:
    """Makes an environment for packages of the test's choice."""
    return lambda: Environment(tmp_path_factory.mktemp("environment"))


@pytest.fixture(scope="session")
def domineering(new_environment: Callable[[], Environment]) -> Environment:
    """Where Domineering is installed."""
    made = new_environment()
    unbuilt = shutil.ignore_patterns("build", "*.egg-info", "__pycache__")
    shutil.copytree(EXAMPLE, made.folder / "source", ignore=unbuilt)
    made.install(made.folder / "source")
    return made


@pytest.fixture
def visit(chromium: Browser) -> Iterator[Any]:
    """Lets somebody look at a page of a site; nothing on it may fail unnoticed."""
    errors: list[str] = []
    contexts = []

    def visiting(site: Site) -> Page:
        contexts.append(chromium.new_context(base_url=site.address, reduced_motion="reduce"))
        page = contexts[-1].new_page()
        page.set_default_timeout(30_000)
        page.on("pageerror", lambda error: errors.append(str(error)))
        return page

    yield visiting
    for context in contexts:
        context.close()
    assert errors == []
