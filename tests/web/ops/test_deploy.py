"""The files in deploy/ start what they say, by their own words."""

import json
import re
import shlex
import signal
from configparser import ConfigParser
from pathlib import Path

import pytest

DEPLOY = Path(__file__).parents[3] / "deploy"


def unit():
    """What the unit of systemd starts, without the place that the program lies in."""
    parsed = ConfigParser(strict=False, interpolation=None)
    parsed.optionxform = str
    parsed.read(DEPLOY / "cornered.service")
    program, *arguments = shlex.split(parsed["Service"]["ExecStart"])
    assert parsed["Service"]["Environment"] == f"CORNERED_HOME=/var/lib/{parsed['Service']['StateDirectory']}"
    return [Path(program).name, *arguments]


def container():
    """What the container starts."""
    text = (DEPLOY / "Containerfile").read_text()
    words = re.findall(r"^(?:ENTRYPOINT|CMD) (.*)$", text, re.MULTILINE)
    return [*json.loads(words[0]), *json.loads(words[1])]


@pytest.mark.parametrize("starts", [unit, container])
def test_what_they_start_serves_games_and_ends_gently(served, free_port, starts):
    program, command, *options = starts()
    assert (program, command) == ("cornered", "serve")
    # The last word counts: only on loopback, and where nobody else listens.
    metrics = ["--metrics", str(free_port())] if "--metrics" in options else []
    process, client = served(*options, "--host", "127.0.0.1", "--port", "0", *metrics)
    assert client.get("/readyz").is_success
    begun = client.post("/api/games", json={"game": "blockade"}, headers={"X-Forwarded-Proto": "https"})
    assert begun.status_code == 201
    process.terminate()
    assert process.wait() == -signal.SIGTERM  # after the gentle end, which systemd takes for a clean one
