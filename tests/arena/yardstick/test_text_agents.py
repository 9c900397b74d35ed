"""Commands that answer well, badly, late, never, cut off or without end: each is counted as it should be."""

import json
import os
import subprocess
import sys
from pathlib import Path
from select import select
from time import monotonic
from typing import Any

import pytest

from .conftest import Cornered

TALKER = f"cmd:{sys.executable} {Path(__file__).parents[1] / 'agents' / 'talker.py'}"


# A command that cannot reach anybody the first two times.
FLAKY = """
import json, sys
from pathlib import Path
question, tries = sys.stdin.read(), Path("tries")
tries.write_text(tries.read_text() + "x" if tries.exists() else "x")
if len(tries.read_text()) < 3:
    sys.exit("no network")
first = question.rpartition("Legal moves: ")[2].split(";")[0].strip()
print(json.dumps({"move": first}))
"""


# Functions from text to text, each at fault in its way; they leave their process's number behind.
FUNCTIONS = """
import itertools, os, time
from pathlib import Path

def asked(question):
    with Path("asked").open("a") as file:
        file.write(f"{os.getpid()}\\n")
    return question.rpartition("Legal moves: ")[2].split(";")[0].strip()

def sleeps(question):
    asked(question)
    time.sleep(1000)

def never_returns_from_c(question):
    asked(question)
    any(itertools.repeat(0))

def floods(question):
    return "word " * 2_000_000 + asked(question)

def chats(question):
    print("x" * 1_000_000)
    os.write(1, b"nonsense")
    return 'Two lines,\\nand \u2028 \\ud800 {"move": "%s"}' % asked(question)

def cannot_reach(question):
    first = asked(question)
    if len(Path("asked").read_text().split()) < 3:
        raise OSError("no network")
    return '{"move": "%s"}' % first

def dies(question):
    asked(question)
    os._exit(7)
"""


@pytest.fixture
def ask(cornered: Cornered, small_file: Path, tmp_path: Path) -> Any:
    """The summary of a command that is asked two questions, and the answers in its run."""

    def run(manner: str, settings: str = "", *more: object) -> tuple[dict[str, Any], list[dict[str, Any]]]:
        out = tmp_path / "run.jsonl"
        found = cornered(
            "measure",
            f"{TALKER} '{manner}'{settings}",
            *("--suite", small_file, "--game", "duel", "--limit", 2, "--json", "-o", out, *more),
        )
        assert found.returncode == 0, found.stderr
        answers = [json.loads(line) for line in out.read_text().splitlines()[1:]]
        return json.loads(found.stdout.splitlines()[-1]), answers

    return run


@pytest.mark.parametrize("manner", ["answers well", "thinks of two", "answers at length", "learns"])
def test_an_answer_with_a_legal_move_counts(ask: Any, manner: str) -> None:
    summary, answers = ask(manner)
    assert summary["refused"] == {}
    assert [answer["answer"] for answer in answers] == [answer["moves"][0] for answer in answers]


def test_a_refused_answer_is_shown_why_and_kept_beside_the_second(ask: Any) -> None:
    _, answers = ask("learns")
    assert [len(answer["heard"]) for answer in answers] == [2, 2]
    assert "nowhere" in answers[0]["heard"][0]


@pytest.mark.parametrize(
    ("manner", "settings", "kind"),
    [
        ("is vague", "", "unreadable"),
        ("says nothing", "", "empty"),
        ("is cut off", "", "truncated"),
        ("floods", "", "truncated"),
        ("talks for ever", "", "truncated"),
        ("breaks the rules", "", "illegal"),
        ("sleeps", ";seconds=0.5", "late"),
    ],
)
def test_what_is_no_move_is_lost_and_counted_by_kind(ask: Any, manner: str, settings: str, kind: str) -> None:
    summary, answers = ask(manner, settings)
    assert summary["refused"] == {kind: 2}
    assert summary["kept"] == 0
    assert summary["questions"] == 2
    assert summary["answered"]["questions"] == 0
    assert [answer["answer"] for answer in answers] == [None, None]


def test_tokens_are_added_up_where_they_are_told(ask: Any) -> None:
    assert ask("counts tokens")[0]["tokens"] == 24
    assert ask("answers well", ";legal=yes", "--seed", 1, "-o", "other.jsonl")[0]["tokens"] is None


def test_a_command_that_fails_is_asked_again_and_never_scored(
    cornered: Cornered, small_file: Path, tmp_path: Path
) -> None:
    (tmp_path / "flaky.py").write_text(FLAKY)
    command = f"cmd:{sys.executable} flaky.py"
    options = ("--suite", small_file, "--limit", 1, "--json")
    found = cornered("measure", command, *options)
    assert json.loads(found.stdout)["refused"] == {}
    assert (tmp_path / "tries").read_text() == "xxx"


def test_a_command_that_cannot_be_reached_stops_the_run_and_loses_nothing(
    cornered: Cornered, small_file: Path
) -> None:
    found = cornered("measure", f"{TALKER} fails", "--suite", small_file, "-o", "run.jsonl")
    assert found.returncode == 1
    assert found.stderr.strip().endswith("ended with exit code 1: no network.")
    again = cornered("measure", f"{TALKER} fails", "--suite", small_file, "-o", "run.jsonl")
    assert again.stderr == found.stderr


def test_a_program_that_is_not_there_is_a_sentence(cornered: Cornered, small_file: Path) -> None:
    found = cornered("measure", "cmd:no-such-program", "--suite", small_file)
    assert (found.returncode, found.stderr) == (
        2,
        "cornered: There is no program 'no-such-program' to run.\n",
    )


def test_without_the_legal_list_the_question_does_not_hold_it(ask: Any) -> None:
    summary, _ = ask("answers well", ";legal=no")
    assert summary["refused"] == {"unreadable": 2}


def test_boards_turned_and_squares_renamed_are_translated_back(ask: Any) -> None:
    _, answers = ask("answers well", "", "--turned", "--renamed")
    for answer in answers:
        assert answer["answer"] in answer["moves"]
        assert answer["refused"] is None


@pytest.fixture
def functions(tmp_path: Path) -> None:
    """The functions as a module in the folder that the command runs in."""
    (tmp_path / "functions.py").write_text(FUNCTIONS)


def runs(pid: str) -> bool:
    return Path(f"/proc/{pid}").exists()


@pytest.mark.skipif(sys.platform != "linux", reason="asks /proc whether a process has ended")
@pytest.mark.usefixtures("functions")
@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize(
    ("function", "refused"),
    [
        ("sleeps;seconds=0.5", {"late": 2}),
        ("never_returns_from_c;seconds=0.5", {"late": 2}),
        ("floods", {"truncated": 2}),
        ("chats", {}),
    ],
)
def test_a_text_function_is_counted_like_a_command_and_nothing_of_it_is_left(
    cornered: Cornered, small_file: Path, tmp_path: Path, function: str, refused: dict[str, int], workers: int
) -> None:
    options = ("--suite", small_file, "--limit", 2, "--json", "--workers", workers)
    found = cornered("measure", f"text:functions:{function}", *options)
    assert json.loads(found.stdout)["refused"] == refused, found.stderr
    assert found.stderr.startswith("Kept in ")
    assert not any(map(runs, (tmp_path / "asked").read_text().split()))


@pytest.mark.usefixtures("functions")
def test_a_text_function_that_raises_is_asked_again_and_never_scored(
    cornered: Cornered, small_file: Path, tmp_path: Path
) -> None:
    found = cornered("measure", "text:functions:cannot_reach", "--suite", small_file, "--limit", 1, "--json")
    assert json.loads(found.stdout)["refused"] == {}
    assert len((tmp_path / "asked").read_text().split()) == 3


@pytest.mark.usefixtures("functions")
def test_a_text_function_whose_process_ends_stops_the_run_with_a_sentence(
    cornered: Cornered, small_file: Path
) -> None:
    found = cornered("measure", "text:functions:dies", "--suite", small_file, "-o", "run.jsonl")
    assert found.returncode == 1
    assert found.stderr.strip().endswith("functions:dies ended with exit code 7.")


@pytest.mark.skipif(sys.platform != "linux", reason="asks Linux's pidfd whether a process has ended")
@pytest.mark.usefixtures("functions")
def test_a_killed_run_leaves_no_function_that_still_thinks(small_file: Path, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "cornered", "measure", "text:functions:sleeps", "--workers", "2"]
    options = ["--suite", str(small_file), "-o", "run.jsonl"]
    run = subprocess.Popen([*command, *options], cwd=tmp_path)
    asked, ends = tmp_path / "asked", monotonic() + 60
    while not (asked.exists() and asked.read_text().endswith("\n")):
        assert monotonic() < ends
    handle = os.pidfd_open(int(asked.read_text().split()[0]))
    run.kill()
    run.wait()
    assert select([handle], [], [], 20)[0]
    os.close(handle)
