"""`solve --keep`: killed, interrupted, torn or damaged, it goes on from its file and finds the same."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pexpect
import pytest
from click.testing import CliRunner, Result

from cornered.cli import main

CORNERED = [sys.executable, "-m", "cornered"]
SOLVE = ["solve", "knights-blockade", "--size", "5x9", "--slice", "3000", "--workers", "2"]


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, arguments)


def lines_in(folder: Path) -> list[str]:
    return [line for path in folder.glob("*.jsonl") for line in path.read_text().splitlines()]


def begun(folder: Path, more_lines: int, solve: list[str] = SOLVE) -> subprocess.Popen[str]:
    """The command, in a group of its own, when it has added so many lines or ended."""
    wanted = len(lines_in(folder)) + more_lines
    command = subprocess.Popen(
        [*CORNERED, *solve, "--keep", str(folder), "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    while command.poll() is None and len(lines_in(folder)) < wanted:
        continue
    return command


def test_killed_again_and_again_it_finds_the_same_and_asks_nothing_twice(tmp_path: Path) -> None:
    for more_lines in (1, 3, 7):
        command = begun(tmp_path, more_lines)
        os.killpg(command.pid, signal.SIGKILL)
        command.communicate()
    kept = lines_in(tmp_path)
    assert len(kept) >= 1 + 1 + 3 + 7 - 1
    found = json.loads(run(*SOLVE, "--keep", str(tmp_path), "--json").stdout)
    assert (found["winner"], found["plies"]) == (1, None)
    lines = lines_in(tmp_path)
    assert lines[: len(kept)] == kept
    solved = [json.loads(line) for line in lines if "verdict" in line]
    assert len({leaf["position"] for leaf in solved}) == len(solved)
    assert found["positions"] == sum(leaf["positions"] for leaf in solved)


@pytest.mark.parametrize("workers", ["1", "2"])
def test_killed_or_not_it_searches_the_same_positions(tmp_path: Path, workers: str) -> None:
    solve = [*SOLVE[:-1], workers, "--json"]
    undisturbed = json.loads(run(*solve, "--keep", str(tmp_path / "undisturbed")).stdout)
    killed = tmp_path / "killed"
    for more_lines in (2, 5, 11):
        command = begun(killed, more_lines, solve)
        os.killpg(command.pid, signal.SIGKILL)
        command.communicate()
    goes_on = json.loads(run(*solve, "--keep", str(killed)).stdout)
    assert goes_on["winner"] == undisturbed["winner"]
    differences = set(lines_in(killed)) ^ set(lines_in(tmp_path / "undisturbed"))
    under_way_at_the_end = 0 if workers == "1" else int(workers)
    assert len(differences) <= under_way_at_the_end


def test_ctrl_c_says_where_it_goes_on(tmp_path: Path) -> None:
    command = begun(tmp_path, 2)
    os.kill(command.pid, signal.SIGINT)
    told, errors = command.communicate()
    assert command.returncode == 130
    assert json.loads(told)["winner"] is None
    assert "Not finished: the same command goes on from" in errors


def test_the_progress_tells_what_is_left(tmp_path: Path) -> None:
    command = pexpect.spawn(
        CORNERED[0],
        [*CORNERED[1:], *SOLVE, "--keep", str(tmp_path)],
        env={**os.environ, "COLUMNS": "150"},  # the line is shortened where there is no room
        encoding="utf-8",
        timeout=60,
    )
    command.expect("Left, by estimate: [0-9,]+ if Player 1 does, [0-9,]+ if Player 2")
    command.expect("Player 1 wins")
    command.expect(pexpect.EOF)
    command.close()


def test_what_is_solved_is_told_from_the_file_without_a_search(tmp_path: Path) -> None:
    first = run("solve", "knights-blockade", "--keep", str(tmp_path), "--json")
    kept = lines_in(tmp_path)
    second = run("solve", "knights-blockade", "--keep", str(tmp_path))
    assert json.loads(first.stdout)["winner"] == 1
    assert "Player 1 wins." in second.stdout
    assert "Going on from" in second.stderr
    assert lines_in(tmp_path) == kept


def test_a_torn_last_line_is_asked_again(tmp_path: Path) -> None:
    run("solve", "knights-blockade", "--keep", str(tmp_path))
    (file,) = tmp_path.glob("*.jsonl")
    whole = file.read_bytes()
    file.write_bytes(whole[:-20])
    assert run("solve", "knights-blockade", "--keep", str(tmp_path)).exit_code == 0
    assert json.loads(lines_in(tmp_path)[-1])["verdict"] == "win"


@pytest.mark.parametrize(
    ("line", "number"),
    [
        ("no JSON", 2),
        ('{"position":"knights-blockade.5x5.1.a4-5-5-5-4b","verdict":"maybe","positions":1}', 2),
        ('{"position":"knights-blockade.5x5.2.4a-5-5-5-4b","verdict":"win","positions":1}', 2),
    ],
)
def test_a_damaged_file_is_named_and_left_alone(tmp_path: Path, line: str, number: int) -> None:
    run("solve", "knights-blockade", "--keep", str(tmp_path))
    (file,) = tmp_path.glob("*.jsonl")
    file.write_text(f"{file.read_text().splitlines()[0]}\n{line}\n")
    damaged = file.read_text()
    result = run("solve", "knights-blockade", "--keep", str(tmp_path))
    assert result.exit_code == 1
    assert f"is damaged: line {number}" in result.stderr
    assert file.read_text() == damaged


def test_the_file_of_another_position_is_not_gone_on_from(tmp_path: Path) -> None:
    run("solve", "knights-blockade", "--keep", str(tmp_path))
    (file,) = tmp_path.glob("*.jsonl")
    file.write_text(file.read_text().replace("5x5", "4x5", 1))
    result = run("solve", "knights-blockade", "--keep", str(tmp_path))
    assert result.exit_code == 1
    assert "is damaged: line 1" in result.stderr


def test_two_commands_do_not_write_one_file(tmp_path: Path) -> None:
    command = begun(tmp_path, 2)
    refused = run(*SOLVE, "--keep", str(tmp_path))
    os.killpg(command.pid, signal.SIGKILL)
    command.communicate()
    assert refused.exit_code == 2
    assert "is being written by another process" in refused.stderr


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["blockade", "--grundy", "--keep", "x"], "no Grundy values"),
        (["blockade", "--workers", "2"], "add --keep FOLDER"),
        (["trap-the-knight", "--repetitions", "0", "--keep", "x"], "come back"),
    ],
)
def test_what_cannot_be_kept_is_refused(
    options: list[str], sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = run("solve", *options)
    assert result.exit_code == 2
    assert sentence in result.stderr
