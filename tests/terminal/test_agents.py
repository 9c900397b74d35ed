"""Agents at the terminal: whoever makes no legal move loses, and no file ever makes us run one."""

import json
import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from select import select

import pexpect
import pytest

Run = Callable[..., str]
Spawn = Callable[..., pexpect.spawn]

AGENTS = """
import json

def first(position):
    return position.moves()[0]

def lost(position):
    raise RuntimeError("I am lost")

def never_answers(position):
    while True:
        pass

def answer(question):
    legal = question.rpartition("Legal moves: ")[2].split("; ")
    return json.dumps({"move": legal[0]})
"""


@pytest.fixture
def agents(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs commands in a folder with a module of agents."""
    (tmp_path / "agents.py").write_text(AGENTS)
    monkeypatch.chdir(tmp_path)
    return run


def test_agents_of_every_sort_play_a_match(agents: Run) -> None:
    engine = f"uci:{sys.executable} -m cornered engine;movetime=20"
    for one, other in (("agents:first", "easy"), ("text:agents:answer", f'"{engine}"')):
        told = agents(f"cornered play knights-duel --p1 {one} --p2 {other} --games 2 --seed 1")
        assert "Match over." in told


def test_an_agent_that_fails_loses_and_the_reason_is_told_and_kept(agents: Run) -> None:
    told = agents("cornered play knights-duel --p1 agents:first --p2 agents:lost")
    assert "agents:lost failed: RuntimeError: I am lost." in told
    assert "agents:lost makes no legal move. agents:first wins!" in told
    [game] = json.loads(agents("cornered history --json"))
    assert (game["winner"], game["reason"], game["moves"]) == (1, "forfeit", ["C2"])
    assert game["players"][1] == {"name": "agents:lost", "kind": "agent"}
    assert '[Result "1 forfeit"]' in agents("cornered export")


def test_an_agent_that_never_answers_loses_when_its_time_is_up(agents: Run) -> None:
    told = agents("cornered play knights-duel --p1 agents:first --p2 'agents:never_answers;seconds=1'")
    assert "agents:never_answers did not answer in time." in told
    assert "agents:never_answers makes no legal move. agents:first wins!" in told


def test_a_match_goes_on_after_a_forfeit(agents: Run) -> None:
    told = agents("cornered play blockade --p1 agents:first --p2 agents:lost --games 2")
    assert "agents:first 2, agents:lost 0" in told


def test_an_interrupted_game_against_an_agent_is_resumed_with_it(agents: Run) -> None:
    agents("cornered play knights-duel --p2 agents:first", "C2", "q")
    agents("cornered resume", "B4", "q")
    [game] = json.loads(agents("cornered history --json"))
    assert len(game["moves"]) == 4


def test_what_is_written_out_tells_nothing_of_an_agent_but_its_name(agents: Run) -> None:
    command = f"cmd:{sys.executable} -c 'import sys' secret-key;seconds=9"
    agents(f'cornered play blockade --p1 "{command}" --p2 easy')
    for told in (agents("cornered export"), agents("cornered history --json"), agents("cornered records")):
        assert "secret-key" not in told
        assert Path(sys.executable).name in told


def test_games_written_out_are_known_when_they_come_back(agents: Run, tmp_path: Path) -> None:
    agents("cornered play knights-duel --p1 agents:first --p2 agents:lost")
    (tmp_path / "games.txt").write_text(agents("cornered export"))
    assert agents("cornered import games.txt") == "Nothing new. 1 was already here.\n"


@pytest.mark.parametrize(
    "kind", ["agents:boom", "uci:touch started", "cmd:touch started", "text:agents:boom"]
)
def test_a_file_never_makes_us_import_or_start_anything(kind: str, agents: Run, tmp_path: Path) -> None:
    (tmp_path / "agents.py").write_text("open('started', 'w')\n")
    (tmp_path / "games.txt").write_text(
        f'[Game "knights-duel"]\n[Player1 "Eve"]\n[Kind1 "{kind}"]\n[Kind2 "{kind}"]\n[Result "*"]\n\n1. C2\n'
    )
    agents("cornered import games.txt")
    agents("cornered resume", "D3", "q")
    agents("cornered review games.txt")
    assert not (tmp_path / "started").exists()
    [game] = json.loads(agents("cornered history --json"))
    assert game["players"] == [{"name": "Eve", "kind": "human"}, {"name": "Player 2", "kind": "human"}]


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_an_engine_ends_with_us_however_we_are_told_to_end(how: int, spawn: Spawn, tmp_path: Path) -> None:
    fake = Path(__file__).parents[1] / "arena" / "agents" / "fake_engine.py"
    shell = tmp_path / "engine"
    shell.write_text(f"#!/bin/sh\nexec {sys.executable} {fake} 'ignores quit'\n")
    shell.chmod(0o755)
    child = spawn(f"cornered play knights-duel --p1 uci:{shell}", ENGINE=str(tmp_path / "pid"))
    child.expect("help for all")
    child.expect("Enter your move")
    engine = os.pidfd_open(int((tmp_path / "pid").read_text()))
    child.kill(how)
    while child.expect([pexpect.EOF, pexpect.TIMEOUT], timeout=5):  # it may not have been reading yet
        child.kill(how)
    assert select([engine], [], [], 10)[0]
    os.close(engine)


@pytest.mark.parametrize(
    ("who", "sentence"),
    [
        ("grandmaster", "There is no level 'grandmaster'"),
        ("uci:no-such-engine", "There is no program 'no-such-engine' to run."),
        ("no_such:agent", "There is no agent 'no_such:agent'"),
    ],
)
def test_whoever_does_not_exist_is_refused_before_the_game(who: str, sentence: str, agents: Run) -> None:
    assert sentence in agents(f"cornered play blockade --p2 {who}", code=2)
    assert agents("cornered history") == "No game has been played yet.\n"
