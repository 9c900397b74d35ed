"""A crew of workers that do nothing: how they are replaced, and how they are not."""

import fcntl
import os
import signal
import subprocess
import sys

import pytest

_CREW = """
import signal, sys
from functools import partial
from pathlib import Path
from cornered.web.ops import crew

def work(folder, place, ready):
    if (folder / "fail").exists():
        raise SystemExit(3)
    if (folder / "stubborn").exists():
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    if not (folder / "hang").exists():
        (folder / f"worker-{place.number}").touch()
        ready()
    signal.pause()

if __name__ == "__main__":
    folder = Path(sys.argv[1])
    crew._ENDING = 1.0
    crew.Crew(2, folder / "crew", partial(work, folder), partial(work, folder)).run()
"""


@pytest.fixture
def crew(tmp_path, wait_until):
    """A crew of two and their host, which have all begun."""
    (tmp_path / "crew").mkdir()
    program = tmp_path / "crew_of_idlers.py"
    program.write_text(_CREW)
    with (
        (tmp_path / "log").open("wb") as log,
        subprocess.Popen([sys.executable, program, tmp_path], stderr=log) as process,
    ):
        wait_until(lambda: len(list(tmp_path.glob("worker-*"))) == 3, "all have begun")
        yield process
        process.kill()


@pytest.fixture
def refused(tmp_path, wait_until):
    """Waits until it was said that the old ones go on."""
    said = "A new worker has not started: the old ones go on.\n"
    return lambda: wait_until(lambda: (tmp_path / "log").read_text() == said, "it is said")


def members(process):
    with open(f"/proc/{process.pid}/task/{process.pid}/children") as children:
        return set(children.read().split())


def test_where_new_workers_do_not_start_the_old_ones_go_on(crew, tmp_path, refused):
    before = members(crew)
    (tmp_path / "fail").touch()
    crew.send_signal(signal.SIGHUP)
    refused()
    assert members(crew) == before


def test_where_only_the_workers_fail_the_old_ones_go_on_too(crew, tmp_path, wait_until, refused):
    before = members(crew)
    (tmp_path / "worker-3").unlink()
    crew.send_signal(signal.SIGHUP)
    wait_until((tmp_path / "worker-3").exists, "the new host has begun")
    (tmp_path / "fail").touch()
    refused()
    assert len(before & members(crew)) >= len(before) - 1  # all but the old host


def test_a_crew_that_is_being_replaced_can_be_stopped(crew, tmp_path, wait_until):
    before = members(crew)
    (tmp_path / "hang").touch()
    crew.send_signal(signal.SIGHUP)
    wait_until(lambda: members(crew) > before, "a new one is waited for")
    crew.send_signal(signal.SIGTERM)
    assert crew.wait(20) == 0
    assert (tmp_path / "log").read_text() == ""


def test_nobody_clears_the_folder_of_a_crew_away(crew, tmp_path):
    folder = os.open(tmp_path / "crew", os.O_RDONLY)
    with pytest.raises(BlockingIOError):  # as systemd-tmpfiles finds it
        fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
    os.close(folder)


def test_a_worker_that_does_not_end_is_ended(crew, tmp_path, wait_until):
    (tmp_path / "stubborn").touch()
    before = members(crew)
    crew.send_signal(signal.SIGHUP)
    wait_until(lambda: len(members(crew) - before) == 3, "all are new")
    crew.terminate()
    assert crew.wait() == 0
