"""Agents that the site offers: visitors choose them by name, and can name nothing else."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from cornered.store import NewGame, Seat, Store

FAKE = f"{sys.executable} {Path(__file__).parents[2] / 'arena' / 'agents' / 'fake_engine.py'}"
SECRET = "secret-setting"
AGENTS = {
    "Fake": f"uci:{FAKE} {SECRET}",
    "Sleeper": f"uci:{FAKE} sleeps;seconds=60",
    "Mortal": f"uci:{FAKE} dies",
    "Last": "cornered.board:Board",  # not an agent at all: it fails when it is called
}


@pytest.fixture
def site_with_agents(make_site):
    return make_site(agents=AGENTS)


@pytest.fixture
def eve(site_with_agents):
    with site_with_agents.person() as client:
        yield client


def begin(client, **setup):
    answer = client.post("/api/games", json={"game": "knights-duel", "opponent": "agent", **setup})
    assert answer.status_code == 201, answer.text
    return answer.json()


def test_the_agents_are_listed_by_name_alone(eve):
    assert eve.get("/api/agents").json() == list(AGENTS)


def test_an_offered_engine_plays(eve, listening):
    game = begin(eve, agent="Fake", seat=2)
    with listening(eve, game["id"]) as listener:
        after = listener.until(ply=1)
    seat = after["seats"][0]
    assert (seat["name"], seat["kind"]) == ("Fake", "agent")
    assert SECRET not in eve.get(f"/api/games/{game['id']}").text
    assert SECRET not in eve.get("/api/games").text
    assert SECRET not in eve.get(f"/api/games/{game['id']}/record").text


@pytest.mark.parametrize("name", ["Mortal", "Last"])
def test_an_agent_that_fails_loses_the_game(name, eve, listening):
    game = begin(eve, agent=name, seat=2)
    with listening(eve, game["id"]) as listener:
        over = listener.next()
        while not over["position"]["outcome"]:
            over = listener.next()
    assert over["position"]["outcome"]["reason"] == "forfeit"
    assert over["position"]["outcome"]["sentence"].startswith(f"{name} makes no legal move. Player 2 wins")


@pytest.mark.parametrize(
    "setup",
    [
        {"agent": "Nobody"},
        {"agent": None},
        {"agent": "uci:touch started"},
        {"agent": "cornered.board:Board"},
    ],
)
def test_what_is_not_offered_is_refused(setup, eve):
    answer = eve.post("/api/games", json={"game": "knights-duel", "opponent": "agent", **setup})
    assert answer.status_code == 422
    assert answer.json()["detail"] == "This site offers no such agent."


@pytest.mark.parametrize("opponent", ["uci:touch started", "json:dumps", "cmd:ls"])
def test_no_address_can_be_an_opponent(opponent, eve):
    answer = eve.post("/api/games", json={"game": "knights-duel", "opponent": opponent})
    assert answer.status_code == 422


def test_a_game_of_the_terminals_against_an_agent_is_shown_and_starts_nothing(tmp_path, make_site):
    store = Store(tmp_path / "games.sqlite3")
    started = tmp_path / "started"
    store.begin(
        NewGame("knights-duel.5x5.1.a4-5-5-5-4b", (Seat("X", f"uci:touch {started}"), Seat(None, "human")))
    )
    store.close()
    site = make_site()
    with site.person() as client:
        shown = client.get("/api/games/1").json()
    assert shown["seats"][0]["kind"] == "agent"
    assert not started.exists()


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
def test_an_engine_that_still_thinks_ends_with_the_site(how, make_site, wait_until):
    site = make_site(agents=AGENTS)
    with site.person() as client:
        begin(client, agent="Sleeper", seat=2)
        wait_until(lambda: engines_of(site.process.pid), "the engine is started")
        [engine] = engines_of(site.process.pid)
        site.process.send_signal(how)
        site.process.wait(30)
    wait_until(lambda: not is_running(engine), "the engine has ended")


def engines_of(site: int) -> list[int]:
    """The engines that workers of this site have started."""
    listed = subprocess.run(
        ["ps", "-eww", "-o", "pid=,ppid=,args="], capture_output=True, text=True, check=True
    )
    rows = [line.split(maxsplit=2) for line in listed.stdout.splitlines()]
    parents = {int(pid): int(parent) for pid, parent, _ in rows}
    engines = [int(pid) for pid, _, command in rows if "fake_engine.py sleeps" in command]
    return [engine for engine in engines if parents.get(parents[engine]) == site]


def is_running(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True
