"""The files in deploy/ start what they say, by their own words."""

import json
import re
import shlex
import shutil
import signal
import subprocess
from configparser import ConfigParser
from pathlib import Path

import pytest

DEPLOY = Path(__file__).parents[3] / "deploy"


def parsed(unit):
    """A unit of systemd."""
    found = ConfigParser(strict=False, interpolation=None)
    found.optionxform = str
    found.read_string((DEPLOY / unit).read_text().replace("%i", "1"))
    return found


def started_by(unit):
    service = parsed(unit)["Service"]
    program, *arguments = shlex.split(service["ExecStart"])
    assert service["Environment"] == f"CORNERED_HOME=/var/lib/{service['StateDirectory']}"
    return [Path(program).name, *arguments]


def unit():
    """What the unit of systemd starts, without the place that the program lies in."""
    return started_by("cornered.service")


def template():
    """What the first process of the template starts."""
    return started_by("cornered@.service")


def container():
    """What the container starts."""
    text = (DEPLOY / "Containerfile").read_text()
    words = re.findall(r"^(?:ENTRYPOINT|CMD) (.*)$", text, re.MULTILINE)
    return [*json.loads(words[0]), *json.loads(words[1])]


@pytest.mark.parametrize("starts", [unit, template, container])
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


def test_each_process_of_the_template_has_ports_and_a_folder_of_its_own_and_one_store():
    text = (DEPLOY / "cornered@.service").read_text()
    for own in ("--port 800%i ", "--metrics 910%i ", "StateDirectory=cornered-%i\n"):
        assert own in text
    assert parsed("cornered@.service")["Service"]["EnvironmentFile"] == "/etc/cornered.env"


def test_the_units_differ_in_nothing_else():
    alone, several = parsed("cornered.service"), parsed("cornered@.service")
    own = {"ExecStart", "Environment", "EnvironmentFile", "StateDirectory"}
    kept = [
        {name: value for name, value in one["Service"].items() if name not in own} for one in (alone, several)
    ]
    assert kept[0] == kept[1]


@pytest.mark.parametrize("unit", ["cornered.service", "cornered@.service"])
def test_systemd_finds_nothing_wrong_with_the_units(tmp_path, unit):
    verify = shutil.which("systemd-analyze")
    if verify is None:
        return  # a container, or macOS
    text = (DEPLOY / unit).read_text().replace("/opt/cornered/bin/cornered", "/bin/true")
    (tmp_path / unit).write_text(text)
    found = subprocess.run([verify, "verify", tmp_path / unit], check=False, capture_output=True, text=True)
    assert (found.returncode, found.stderr) == (0, "")
