"""Runs: killed and begun again, cut into shards, stopped when sure enough; always the same answers."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from time import monotonic
from typing import Any

import pytest

from .conftest import Cornered

# An agent that writes down each question that it is asked, and takes its time.
SLOW = """
import os, time
def choose(position):
    with open("asked.txt", "a") as file:
        file.write(position.code + "\\n")
    time.sleep(0.02)
    return position.moves()[0]
"""


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def untimed(path: Path) -> list[dict[str, Any]]:
    return [{**line, "seconds": None} for line in lines(path)]


def test_a_run_that_was_killed_has_lost_what_was_in_flight_and_goes_on_without_asking_twice(
    cornered: Cornered, small_file: Path, tmp_path: Path
) -> None:
    (tmp_path / "slow.py").write_text(SLOW)
    run, asked = tmp_path / "run.jsonl", tmp_path / "asked.txt"
    options = ["measure", "slow:choose", "--suite", str(small_file), "-o", str(run)]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    with subprocess.Popen(
        [sys.executable, "-m", "cornered", *options], cwd=tmp_path, env=environment, stderr=subprocess.DEVNULL
    ) as first:
        deadline = monotonic() + 60
        while not run.exists() or run.read_bytes().count(b"\n") < 20:
            assert monotonic() < deadline
        first.send_signal(signal.SIGKILL)
    kept = {line["position"] for line in lines(run)[1:]}
    asked_first = asked.read_text().split()
    assert len(asked_first) <= len(kept) + 2 * (os.cpu_count() or 1)  # in flight, or next in line
    with run.open("a") as file:
        file.write('{"question": 9999, "ga')  # as if the machine had stopped in the middle of a line
    assert cornered(*options).returncode == 0
    asked_later = asked.read_text().split()[len(asked_first) :]
    assert not kept & set(asked_later)
    numbers = [line["question"] for line in lines(run)[1:]]
    assert numbers == list(range(lines(run)[0]["items"]))


def test_shards_merged_equal_the_whole(cornered: Cornered, small_file: Path, tmp_path: Path) -> None:
    common = ["measure", "easy", "--suite", small_file, "--limit", 40, "--workers", 1]
    for part in (1, 2, 3):
        assert cornered(*common, "--shard", f"{part}/3", "-o", f"part-{part}.jsonl").returncode == 0
    assert cornered(*common, "-o", "whole.jsonl").returncode == 0
    merged = cornered("merge", "part-3.jsonl", "part-1.jsonl", "part-2.jsonl", "-o", "merged.jsonl")
    assert merged.stdout == "40 lines in merged.jsonl\n"
    assert untimed(tmp_path / "merged.jsonl") == untimed(tmp_path / "whole.jsonl")


def test_however_it_is_run_the_answers_are_the_same(
    cornered: Cornered, small_file: Path, tmp_path: Path
) -> None:
    for workers in (1, 3):
        cornered("measure", "medium", "--suite", small_file, "--workers", workers, "-o", f"{workers}.jsonl")
    assert untimed(tmp_path / "1.jsonl") == untimed(tmp_path / "3.jsonl")


def test_missing_unfinished_and_strange_shards_are_refused(cornered: Cornered, small_file: Path) -> None:
    common = ["measure", "random", "--suite", small_file, "--workers", 1]
    cornered(*common, "--shard", "1/2", "-o", "one.jsonl")
    cornered(*common, "--shard", "2/2", "--seed", 1, "-o", "other.jsonl")
    missing = cornered("merge", "one.jsonl", "-o", "merged.jsonl")
    assert missing.stderr.startswith("cornered: The shards 1/2 are not all the parts of a run")
    strange = cornered("merge", "one.jsonl", "other.jsonl", "-o", "merged.jsonl")
    assert strange.stderr.startswith("cornered: other.jsonl is no shard of the same run as one.jsonl")


def test_a_file_of_another_run_is_left_alone(cornered: Cornered, small_file: Path, tmp_path: Path) -> None:
    cornered("measure", "random", "--suite", small_file, "-o", "run.jsonl", "--workers", 1)
    before = (tmp_path / "run.jsonl").read_bytes()
    found = cornered("measure", "easy", "--suite", small_file, "-o", "run.jsonl", "--workers", 1)
    assert found.returncode == 2
    assert "holds another run (positions of random on small, seed 0)" in found.stderr
    assert (tmp_path / "run.jsonl").read_bytes() == before


def test_a_finished_run_is_told_again_without_asking(
    cornered: Cornered, small_file: Path, tmp_path: Path
) -> None:
    (tmp_path / "slow.py").write_text(SLOW)
    options = ["measure", "slow:choose", "--suite", small_file, "--limit", 3, "-o", "run.jsonl", "--json"]
    first = cornered(*options)
    (tmp_path / "asked.txt").unlink()
    assert cornered(*options).stdout == first.stdout
    assert not (tmp_path / "asked.txt").exists()


@pytest.mark.parametrize("workers", [1, 2])
def test_a_run_ends_when_it_is_sure_enough(cornered: Cornered, tmp_path: Path, workers: int) -> None:
    found = cornered(
        *("measure", "random", "--until", "8%", "--json", "-o", "run.jsonl", "--workers", workers)
    )
    summary = json.loads(found.stdout)
    low, high = summary["kept_interval"]
    assert summary["questions"] == 200  # 100 tell 50 % to within 9.6 %, 200 to within 6.9 %
    assert (high - low) / 2 <= 0.08
    assert len(lines(tmp_path / "run.jsonl")) == 201


def test_ctrl_c_leaves_with_what_is_known(small_file: Path, tmp_path: Path) -> None:
    stuck = SLOW.replace("0.02", "1000 if os.path.getsize('asked.txt') > 300 else 0.02")  # after ten or so
    (tmp_path / "slow.py").write_text(stuck)
    run = tmp_path / "run.jsonl"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    with subprocess.Popen(
        [
            sys.executable,
            "-m",
            "cornered",
            "measure",
            "slow:choose",
            "--suite",
            str(small_file),
            "-o",
            str(run),
            "--workers",  # of two, one might be stuck with the first question
            "1",
        ],
        cwd=tmp_path,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        deadline = monotonic() + 60
        while not run.exists() or run.read_bytes().count(b"\n") < 4:
            assert monotonic() < deadline
        process.send_signal(signal.SIGINT)
        told, errors = process.communicate()
    assert told.startswith("slow:choose on small: ")
    assert errors == f"Not finished: go on with -o {run}\n"


@pytest.mark.parametrize("text", ["", "{}\n", "hello\n", '{"format": "cornered-run-1"}\n'])
def test_a_file_that_is_no_run_is_refused(
    cornered: Cornered, small_file: Path, tmp_path: Path, text: str
) -> None:
    (tmp_path / "strange.jsonl").write_text(text or "x\n")
    found = cornered("merge", "strange.jsonl", "-o", "merged.jsonl")
    assert found.returncode == 1
    assert found.stderr.startswith("cornered: strange.jsonl is ")


def test_where_there_is_no_room_for_more_a_sentence_tells_and_the_rest_is_kept(
    small_file: Path, tmp_path: Path
) -> None:
    measure = f"{sys.executable} -m cornered measure random --suite {small_file} --workers 1 -o run.jsonl"
    limited = ["bash", "-c", f"ulimit -f 4; exec {measure}"]
    found = subprocess.run(limited, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert found.returncode == 1
    assert found.stderr == (
        "cornered: run.jsonl cannot be written (File too large): what came before is kept there.\n"
    )
    subprocess.run(measure.split(), cwd=tmp_path, check=True, capture_output=True)
    numbers = [line["question"] for line in lines(tmp_path / "run.jsonl")[1:]]
    assert numbers == list(range(lines(tmp_path / "run.jsonl")[0]["items"]))
