"""Inspect runs both tasks: with its mock model, and over HTTP against a server that is not always well."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from inspect_ai import Task
from inspect_ai import eval as run_task
from inspect_ai.log import EvalLog
from inspect_ai.model import ChatMessage, ModelOutput, ModelUsage, get_model

from cornered.arena.frameworks.inspect import games, positions
from cornered.arena.yardstick.report import Report

INSPECT = Path(sys.executable).with_name("inspect")
KEY = "sk-only-the-server-may-see-this"


def first_legal(question: str) -> str:
    """An agent that plays the first move on the list."""
    return json.dumps({"move": re.findall(r"Legal moves: (.+?)(?:;|$)", question, re.MULTILINE)[-1]})


def output(text: str, stop_reason: Any = "stop") -> ModelOutput:
    said = ModelOutput.from_content("mockllm/model", text, stop_reason)
    said.usage = ModelUsage(input_tokens=30, output_tokens=7, total_tokens=37)
    return said


def mock(answer: Callable[[str], ModelOutput]) -> Any:
    def outputs(messages: list[ChatMessage], *_: object) -> ModelOutput:
        return answer(messages[-1].text)

    return get_model("mockllm/model", custom_outputs=outputs, memoize=False)


def run(task: Task, model: Any, folder: Path, limit: int) -> EvalLog:
    [log] = run_task(task, model, limit=limit, log_dir=str(folder), display="none", fail_on_error=True)
    assert log.status == "success", log.error
    return log


def report_of(folder: Path) -> dict[str, Any]:
    return Report(sorted(folder.glob("*.eval"))).summary()


def test_positions_are_scored_and_the_report_reads_the_log(tmp_path: Path) -> None:
    log = run(positions(), mock(lambda question: output(first_legal(question))), tmp_path, limit=8)
    [row] = report_of(tmp_path)["positions"]
    assert (row["agent"], row["suite"], row["questions"], row["tokens"]) == (
        "mockllm/model",
        "cornered-1",
        8,
        8 * 37,
    )
    assert row["refused"] == {}
    figures = {name: metric.value for name, metric in log.results.scores[0].metrics.items()}
    assert figures["kept"] == row["kept"]
    assert figures["beta"] == row["beta"]


def test_a_model_that_writes_no_move_is_asked_once_more_with_the_refusal(tmp_path: Path) -> None:
    def stubborn_at_first(question: str) -> ModelOutput:
        refused = "Your last answer was refused. The answer has no move in it" in question
        return output(first_legal(question) if refused else "I would rather not say.")

    run(positions(), mock(stubborn_at_first), tmp_path, limit=3)
    [row] = report_of(tmp_path)["positions"]
    assert row["refused"] == {}
    assert row["tokens"] == 3 * 2 * 37


@pytest.mark.parametrize(
    ("said", "stop_reason", "kind"),
    [
        ("", "stop", "empty"),
        ("I resign.", "stop", "unreadable"),
        ("First of all,", "max_tokens", "truncated"),
    ],
)
def test_what_cannot_be_read_is_lost_and_counted_by_its_kind(
    tmp_path: Path, said: str, stop_reason: str, kind: str
) -> None:
    run(positions(), mock(lambda _: output(said, stop_reason)), tmp_path, limit=2)
    [row] = report_of(tmp_path)["positions"]
    assert row["refused"] == {kind: 2}
    assert row["kept"] == 0


def test_squares_may_be_renamed_and_the_legal_moves_left_out(tmp_path: Path) -> None:
    questions: list[str] = []

    def silent(question: str) -> ModelOutput:
        questions.append(question)
        return output("…")

    run(positions(renamed=True, turned=True, legal=False), mock(silent), tmp_path, limit=2)
    assert not any("Legal moves" in question for question in questions)
    assert re.search(r"like \{\"move\": \"[A-Z][0-9]{2}\"\}", questions[0])


def test_games_are_played_against_the_levels_and_rated(tmp_path: Path) -> None:
    log = run(games(starts=1), mock(lambda question: output(first_legal(question))), tmp_path, limit=3)
    [found] = report_of(tmp_path)["games"]
    assert found["games"] == 3
    assert "mockllm/model" in found["agents"]
    assert "random" in found["agents"]
    assert log.results.scores[0].metrics["won"].value == (
        sum(each["won"] for each in found["agents"]["mockllm/model"]["against"].values()) / 3
    )


class Moody(BaseHTTPRequestHandler):
    """Speaks as OpenAI's servers do: too busy at first, then broken, then it answers."""

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.asked += 1  # type: ignore[attr-defined]
        status = {1: 429, 2: 500}.get(self.server.asked, 200)  # type: ignore[attr-defined]
        told = {"error": {"message": "Not now."}} if status != 200 else self._answer(body)
        content = json.dumps(told).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def _answer(self, body: dict[str, Any]) -> dict[str, Any]:
        said = body["messages"][-1]["content"]
        question = said if isinstance(said, str) else said[0]["text"]
        message = {"role": "assistant", "content": first_legal(question)}
        return {
            "id": "1",
            "object": "chat.completion",
            "created": 0,
            "model": body["model"],
            "choices": [{"index": 0, "finish_reason": "stop", "message": message}],
            "usage": {"prompt_tokens": 20, "completion_tokens": 3, "total_tokens": 23},
        }

    def log_message(self, *_: object) -> None:
        """Nothing on stderr."""


@contextmanager
def moody_server() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Moody)
    server.asked = 0  # type: ignore[attr-defined]
    thread = Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/v1"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.mark.parametrize("task", ["cornered/positions", "cornered/games"])
def test_the_command_asks_again_after_429_and_500_and_scores_neither(tmp_path: Path, task: str) -> None:
    options = ["--model=openai-api/local/bot", "--limit=2", "--display=none", "--max-connections=1"]
    with moody_server() as address:
        done = subprocess.run(
            [INSPECT, "eval", task, *options, f"--log-dir={tmp_path}"],
            env=os.environ | {"LOCAL_BASE_URL": address, "LOCAL_API_KEY": KEY},
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
        )
    assert done.returncode == 0, done.stderr
    found = report_of(tmp_path)
    kind = task.partition("/")[2]
    if kind == "positions":
        assert found["positions"][0]["questions"] == 2
        assert found["positions"][0]["tokens"] == 2 * 23
        assert found["positions"][0]["refused"] == {}
    else:
        assert found["games"][0]["games"] == 2
        assert found["games"][0]["refused"] == {}
    [log] = tmp_path.glob("*.eval")
    assert KEY not in done.stdout + done.stderr
    assert KEY.encode() not in log.read_bytes()
