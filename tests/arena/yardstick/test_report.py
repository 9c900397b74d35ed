"""Reports: runs side by side, in the terminal, as JSON and on a page."""

import json
import os
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from random import Random

import pexpect
import pytest

from cornered import read_position
from cornered.arena.yardstick.report import Report
from cornered.arena.yardstick.report_page import page
from cornered.arena.yardstick.runs import AnsweredQuestion, Header, RunFile
from cornered.play.drawing.picture import picture
from cornered.solve import Verdict, rate

CORNERED = Path(sys.executable).with_name("cornered")
CODES = [
    "knights-blockade.4x5.1.a4-5-5-4b",
    "knights-blockade.5x5.1.a4-5-5-5-4b",
    "blockade.5x5.1.5-5-5-5-5",
    "block-capture.5x5.1.5-5-5-5-5",
    "knights-duel.4x5.1.a4-5-5-4b",
]


def decisions() -> list[AnsweredQuestion]:
    """Questions that matter, from random games, answered by the best move."""
    found: list[AnsweredQuestion] = []
    random = Random(40)
    for code in CODES:
        position = read_position(code)
        while moves := position.moves():
            rated = {rating.square: rating.value for rating in rate(position)}
            values = tuple(_number(rated[move]) for move in moves)
            if min(values) < 0 < max(values):
                best = moves[values.index(min(value for value in values if value > 0))]
                question = len(found), position.game.name, position.code, moves, values
                found.append(AnsweredQuestion(*question, best, True, None, (), None, 0.1))
            position = position.play(random.choice(moves))
    return found


def _number(value: tuple[Verdict, int | None]) -> int:
    verdict, plies = value
    return (plies or 0) if verdict is Verdict.WIN else -(plies or 0)


def wrong(answer: AnsweredQuestion) -> AnsweredQuestion:
    """The same question answered by the first move that loses."""
    square = next(move for move, value in zip(answer.moves, answer.values, strict=True) if value < 0)
    return answer._replace(answer=square, kept=False)


def run(path: Path, agent: str, answers: list[AnsweredQuestion], items: int | None = None) -> Path:
    header = Header("positions", (agent,), "test", "0" * 64, 0, items or len(answers), None, {})
    with RunFile(path, header) as file:
        file.add(answers)
    return path


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """A perfect agent, one that errs half of the time, and one that was stopped and answers badly."""
    folder = tmp_path_factory.mktemp("runs")
    answers = decisions()
    half = [wrong(answer) if answer.number % 2 else answer for answer in answers]
    mute = [answer._replace(answer=None, kept=False, refused="empty", tokens=9) for answer in answers[:4]]
    return [
        run(folder / "best.jsonl", "best", answers),
        run(folder / "half.jsonl", "half", half),
        run(folder / "mute.jsonl", "<mute>", mute, items=len(answers)),
    ]


def cornered(*words: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run([CORNERED, *map(str, words)], capture_output=True, text=True, check=False)


def test_the_table_has_the_best_first_and_tells_who_differs(runs: list[Path]) -> None:
    done = cornered("report", *runs)
    assert done.returncode == 0
    agents = re.findall(r"^(best|half|<mute> \(not finished\)) ", done.stdout, re.MULTILINE)
    assert agents[:3] == ["best", "half", "<mute> (not finished)"]
    assert "at least" in done.stdout
    assert "best and half" in done.stdout


def seen(columns: int, *runs: Path) -> str:
    """A report as a terminal of this width shows it."""
    shown, code = pexpect.run(
        f"{CORNERED} report {' '.join(map(str, runs))}",
        withexitstatus=True,
        encoding="utf-8",
        dimensions=(24, columns),
        env={name: value for name, value in os.environ.items() if name not in ("LINES", "COLUMNS")},
    )
    assert code == 0
    text = re.sub(r"\x1b\[[0-9;]*m", "", shown)
    assert max(map(len, text.splitlines())) <= columns
    return text


def test_a_table_fills_a_wide_terminal(runs: list[Path]) -> None:
    assert seen(120, *runs).split()[:4] == ["agent", "questions", "kept", "chance"]


@pytest.mark.parametrize("columns", [40, 80])
def test_where_a_table_does_not_fit_every_figure_has_its_name(runs: list[Path], columns: int) -> None:
    text = " ".join(seen(columns, *runs).split())
    told = json.loads(cornered("report", *runs, "--json").stdout)["positions"][1]
    assert f"half: questions {told['questions']}, kept {told['kept']:.1%} (" in text
    assert f"skill {told['skill']:.2f}, β " in text


def test_json_has_every_run_and_every_comparison(runs: list[Path]) -> None:
    told = json.loads(cornered("report", *runs, "--json").stdout)
    questions = len(decisions())
    assert [row["questions"] for row in told["positions"]] == [questions, questions, 4]
    assert told["positions"][2]["refused"] == {"empty": 4}
    assert told["positions"][2]["tokens"] == 36
    first = told["comparisons"][0]
    assert (first["first"], first["second"]) == ("best", "half")
    assert (first["only_first"], first["only_second"]) == (questions // 2, 0)


def test_an_agent_that_was_tested_twice_goes_by_its_file(runs: list[Path], tmp_path: Path) -> None:
    again = run(tmp_path / "again.jsonl", "half", decisions())
    assert {row.agent for row in Report([runs[1], again]).tested} == {"half (half)", "half (again)"}


def test_mistakes_show_what_was_played_what_kept_the_win_and_the_refutation(runs: list[Path]) -> None:
    found = Report(runs).mistakes()
    assert len({mistake.position.game.name for mistake in found[:2]}) == 2
    for mistake in found:
        assert mistake.agents == ("half",)
        assert mistake.values[mistake.played].verdict is Verdict.LOSS
        assert mistake.winning
        after = mistake.position.play(mistake.played)
        for square in mistake.refutation:
            after = after.play(square)
        assert after.outcome
        assert after.outcome.winner != mistake.position.to_move


class Loads(HTMLParser):
    """Whatever a page would load."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        loading = [value for name, value in attrs if name in ("src", "href") and value]
        self.found += [tag] * (tag in ("script", "link", "iframe")) + loading


def test_the_page_loads_nothing_and_names_are_text(runs: list[Path], tmp_path: Path) -> None:
    done = cornered("report", *runs, "-o", tmp_path / "page.html")
    assert done.returncode == 0
    written = (tmp_path / "page.html").read_text()
    loads = Loads()
    loads.feed(written)
    assert loads.found == []
    assert "<mute>" not in written
    assert "&lt;mute&gt;" in written
    assert list(tmp_path.iterdir()) == [tmp_path / "page.html"]


def test_a_file_that_is_no_run_is_named(tmp_path: Path) -> None:
    (tmp_path / "odd.jsonl").write_text("hello\n")
    done = cornered("report", tmp_path / "odd.jsonl")
    assert done.returncode == 1
    assert "odd.jsonl is no run file" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_log_of_inspect_needs_inspect(tmp_path: Path) -> None:
    (tmp_path / "model.eval").write_bytes(b"PK")
    done = cornered("report", tmp_path / "model.eval")
    assert done.returncode == 1
    assert "cornered[inspect]" in done.stderr


def test_a_page_that_cannot_be_written_is_said(runs: list[Path], tmp_path: Path) -> None:
    done = cornered("report", *runs, "-o", tmp_path / "nowhere" / "page.html")
    assert done.returncode == 1
    assert "cannot be written" in done.stderr


def test_no_results_are_said_and_not_drawn(tmp_path: Path) -> None:
    empty = run(tmp_path / "empty.jsonl", "nobody", [], items=3)
    assert "no results" in page(Report([empty]))
    assert "no results" in cornered("report", empty).stdout


@pytest.mark.parametrize("code", CODES)
def test_a_picture_has_every_piece_and_value_and_is_told_in_words(code: str) -> None:
    position = read_position(code).play(read_position(code).moves()[0])
    values = {rating.square: rating.value for rating in rate(position)}
    drawn = picture(position, "A <board>", values, position.moves()[:1])
    assert drawn.count('class="value"') == len(values)
    assert "A &lt;board&gt;" in drawn
    pieces = sum(letter.lower() in "ab" for letter in position.cells())
    assert len(re.findall(r'<g class="piece p[12]"', drawn)) == pieces
    assert drawn.count('class="line-number"') == 1
