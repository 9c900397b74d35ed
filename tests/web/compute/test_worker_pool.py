"""Heavy thinking holds nobody up: it is bounded in number, in time and in memory."""

import asyncio
import fractions
import os
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

from cornered.web.compute import InlineCompute, JobFailed, JobGivenUp, TooBusy
from cornered.web.compute.worker import JobInterrupted, Worker
from cornered.web.compute.worker_pool import WorkerPool
from cornered.web.config import Limits

HARD = "knights-blockade.11x11.1.a10-11-11-11-11-11-11-11-11-11-10b"


def ask_all(pool, *questions):
    """The answers, or what was raised instead, of questions asked at once."""

    async def asked():
        answers = [pool.run("puzzles", "ada", 0, *question) for question in questions]
        return await asyncio.gather(*answers, return_exceptions=True)

    with ThreadPoolExecutor(1) as elsewhere:  # this thread may have an event loop already, the browser's
        return elsewhere.submit(asyncio.run, asked()).result()


@pytest.fixture
def pool():
    one = WorkerPool(Limits(waiting_jobs=1, thinking_bytes=256 * 2**20))
    yield one
    one.close()


def test_a_question_that_takes_too_long_is_given_up_and_the_next_is_answered(pool):
    [stuck] = ask_all(pool, (time.sleep, 3600))
    assert isinstance(stuck, JobGivenUp)
    assert ask_all(pool, (divmod, 7, 2)) == [(3, 1)]


def test_a_question_that_takes_too_much_memory_is_given_up(pool):
    [huge] = ask_all(pool, (bytes, 2**36))
    assert isinstance(huge, JobGivenUp)
    assert ask_all(pool, (divmod, 7, 2)) == [(3, 1)]


def test_only_so_many_questions_wait(pool):
    answers = ask_all(pool, *[(divmod, 7, 2)] * 5)
    assert answers.count((3, 1)) == 2
    assert sum(isinstance(answer, TooBusy) for answer in answers) == 3


def test_a_question_that_fails_says_how(pool):
    [failed] = ask_all(pool, (divmod, 7, 0))
    assert isinstance(failed, JobFailed)
    assert isinstance(failed.__cause__, ZeroDivisionError)


def test_the_server_learns_where_in_the_worker_a_job_failed(pool):
    [failed] = ask_all(pool, (fractions.Fraction, 7, 0))
    assert "fractions.py" in failed.__cause__.__notes__[0]


def test_an_error_that_cannot_be_sent_is_told_in_text(pool):
    answer = httpx.Response(500, request=httpx.Request("GET", "http://localhost"))
    [failed] = ask_all(pool, (answer.raise_for_status,))
    assert "HTTPStatusError" in str(failed.__cause__)
    assert ask_all(pool, (divmod, 7, 2)) == [(3, 1)]


@pytest.fixture
def analysts():
    one = WorkerPool(Limits(waiting_jobs=9, quick_seconds=0.05))
    yield one
    one.close()


def asking(pool, *questions):
    """The answers to questions of several clients about positions, all asked at once."""

    async def asked():
        answers = [pool.run("analysis", str(client), 60, *call) for client, call in enumerate(questions)]
        return await asyncio.gather(*answers)

    with ThreadPoolExecutor(1) as elsewhere:
        return elsewhere.submit(asyncio.run, asked()).result()


def test_an_analysis_that_overruns_its_quick_slot_goes_on(analysts, tmp_path):
    assert asking(analysts, begun_then_wait(tmp_path / "begun", 0.5)) == [b"begun\n"]


def test_one_that_finds_no_slot_for_longer_ones_waits_for_one_and_is_answered(analysts, tmp_path):
    slots = max(1, os.cpu_count() // 2)
    calls = [begun_then_wait(tmp_path / str(number), 1) for number in range(slots + 2)]
    assert {told[:6] for told in asking(analysts, *calls)} == {b"begun\n"}


def begun_then_wait(path, seconds):
    """A job that notes that it has begun, and says how often it has after so many seconds."""
    return subprocess.check_output, ["sh", "-c", f"echo begun >> {path}; sleep {seconds}; cat {path}"]


class InterruptedOnItsWay:
    """Five, once it arrives; on its way to the worker the job is interrupted."""

    def __init__(self, worker):
        self.worker = worker

    def __reduce__(self):
        self.worker.interrupt()
        return int, (5,)


def test_a_job_that_is_interrupted_before_the_worker_has_it_is_left():
    worker = Worker(None)
    for _ in range(3):
        worker.expect_job()
        with pytest.raises(JobInterrupted):
            worker.run(60, (time.sleep, (InterruptedOnItsWay(worker),), {}))
    worker.expect_job()
    assert worker.run(60, (divmod, (7, 2), {})) == (3, 1)
    worker.kill()


def run_inline(*call):
    return ask_all(InlineCompute(), call)[0]


def test_without_processes_a_job_is_run_where_it_is_asked_for():
    assert run_inline(divmod, 7, 2) == (3, 1)
    assert run_inline(os.getpid) == os.getpid()


def test_there_too_a_job_that_fails_says_how():
    assert isinstance(run_inline(divmod, 7, 0).__cause__, ZeroDivisionError)
    assert isinstance(run_inline(bytes, 2**62), JobGivenUp)


def test_while_the_server_thinks_it_goes_on_answering(make_site):
    site = make_site(thinking_seconds=4)
    with site.person() as client, ThreadPoolExecutor(1) as elsewhere:
        thinking = elsewhere.submit(client.get, "/api/analysis", params={"start": HARD})
        with site.person() as other:
            for _ in range(5):
                assert other.get("/api/games").status_code == 200
        assert not thinking.done()
        assert thinking.result().json()["value"]["verdict"] == "unknown"


def test_a_server_with_too_many_questions_says_that_it_is_busy(make_site):
    site = make_site(thinking_seconds=1, waiting_jobs=0)
    with site.person() as client, ThreadPoolExecutor(6) as many:
        asked = [many.submit(client.get, "/api/analysis", params={"start": HARD}) for _ in range(6)]
        answers = [question.result() for question in asked]
    busy = [answer for answer in answers if answer.status_code == 503]
    assert busy
    assert busy[0].json()["detail"] == "The server is thinking for many others: try again in a moment."
    assert any(answer.status_code == 200 for answer in answers)
