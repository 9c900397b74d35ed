"""Puzzles and lessons at the real terminal: whole dialogues, sheets, and what survives."""

import json
import os
import re
import signal
from collections.abc import Callable
from pathlib import Path

import pexpect
import pytest

from cornered.store.progress import Progress

Run = Callable[..., str]
Spawn = Callable[..., pexpect.spawn]

DUEL = "cornered puzzle knights-duel.5x5.spring.3"


def test_json_tells_the_puzzle_and_asks_nothing(run: Run) -> None:
    told = json.loads(run("cornered puzzle --game duel --size 5x5 --seed spring --number 3 --json"))
    assert told == {
        "id": "knights-duel.5x5.spring.3",
        "game": "knights-duel",
        "rows": 5,
        "cols": 5,
        "position": "knights-duel.5x5.1.x1xx1-1xx1x-1ax2-2xx1-3bx",
        "to_move": 1,
        "task": "win",
        "answers": ["C5"],
        "grade": 3,
        "themes": ["cut-off", "wrong-colour"],
        "plies": 7,
    }


def test_todays_puzzle_is_asked_and_the_streak_told(run: Run) -> None:
    told = json.loads(run("cornered puzzle --day --json"))
    assert "The puzzle of" in run("cornered puzzle --day", "answer")
    position = run(f"cornered puzzle {told['id']}", "quit")
    assert told["id"] in position


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ("--seed a", "--seed needs a --game"),
        ("--size 5x5", "--size needs a --game"),
        ("--game blockade --size 4x4", "There are no puzzles of Blockade on 4×4"),
        ("--theme zugzwang", "There is no theme 'zugzwang'"),
        ("--game duel --seed 'a b'", "A seed is 1 to 40"),
        ("nonsense", "names no puzzle"),
        ("--sheet 3", "Name the file to write with -o"),
        ("--day --rush", "--day and --rush do not go together"),
        ("--game duel --number 3", "--number needs a --seed"),
        ("--game trap --size 4x4 --seed a --number 999999", "there is no number 999999."),
    ],
)
def test_what_cannot_be_done_is_said_in_a_sentence(options: str, said: str, run: Run) -> None:
    printed = run(f"cornered puzzle {options}", code=2)
    assert said in printed
    assert "Traceback" not in printed


def test_a_rush_ends_with_the_third_mistake(run: Run) -> None:
    printed = run("cornered puzzle --rush --game knights-duel", *["answer"] * 9)
    assert "3 of 3 mistakes" in printed
    assert printed.endswith("The rush is over: 0 solved.\n")
    assert "Best rush" not in run("cornered puzzle --progress")


def test_a_rush_that_is_interrupted_is_kept(spawn: Spawn) -> None:
    child = spawn("cornered puzzle --rush --game knights-duel")
    child.expect("Your move")
    child.sendintr()
    child.expect("The rush is over: 0 solved.")
    child.expect(pexpect.EOF)


def test_progress_is_shown_and_can_be_reset(run: Run) -> None:
    assert run("cornered puzzle --progress") == "No puzzle has been tried yet.\n"
    run(DUEL, "D2")
    shown = run("cornered puzzle --progress")
    assert re.match(r"Your rating: 1\d{3} ± \d+\. 0 of 1 puzzles solved at the first try\.\n█▁\n$", shown)
    run("cornered puzzle --reset")
    assert run("cornered puzzle --progress") == "No puzzle has been tried yet.\n"


def test_a_puzzle_far_down_its_set_tells_how_far_and_can_be_stopped(spawn: Spawn) -> None:
    child = spawn("cornered puzzle --game blockade --size 6x7 --seed spring --number 90000 --json")
    child.expect("250 of 90000 puzzles made")
    child.sendintr()
    child.expect(pexpect.EOF)
    child.close()
    assert "Aborted" not in child.before
    assert child.exitstatus == 130


def test_help_in_a_lesson_says_what_to_type(run: Run) -> None:
    said = "Type a square to move; skip goes on, q leaves."
    assert run("cornered learn blockade", "help", "q").count(said) == 2


def test_a_rush_is_shown_even_if_nothing_else_was_tried(run: Run, home: Path) -> None:
    run("cornered puzzle --progress")
    progress = Progress(home / "games.sqlite3")
    progress.add_rush(7)
    progress.close()
    assert run("cornered puzzle --progress") == "No puzzle has been tried yet.\nBest rush: 7 solved.\n"


def test_progress_survives_a_kill(spawn: Spawn, home: Path) -> None:
    child = spawn("cornered puzzle knights-duel.5x5.spring.3")
    child.expect("Your move")
    child.sendline("D2")
    child.expect("Your rating: ")
    os.kill(child.pid, signal.SIGKILL)
    child.expect(pexpect.EOF)
    progress = Progress(home / "games.sqlite3")
    assert [(one.puzzle, one.solved) for one in progress.tried()] == [("knights-duel.5x5.spring.3", False)]
    progress.close()


def test_puzzles_follow_each_other_until_one_leaves(spawn: Spawn) -> None:
    child = spawn("cornered puzzle --game knights-blockade")
    for _ in range(2):
        child.expect("Your move")
        child.sendline("answer")
        child.expect("t tries again")
        child.sendline("")
        child.expect("Enter brings the next")
        child.sendline("")
    child.expect("Your move")
    child.sendline("q")
    child.expect("It waits for you")
    child.expect(pexpect.EOF)


def test_no_two_puzzles_on_a_sheet_are_alike_and_it_ends_where_there_are_no_more(
    run: Run, tmp_path: Path
) -> None:
    path = tmp_path / "sheet.svg"
    printed = run(f"cornered puzzle --game trap --size 4x4 --sheet 12 -o {path}")
    assert printed == f"10 puzzles and their solutions are in {path}. There are no more that fit.\n"
    assert path.read_text("utf-8").count("grade ") == 10


def test_a_sheet_of_long_boards_draws_them_large(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "sheet.svg"
    run(f"cornered puzzle --game trap --size 3x15 --seed spring --sheet 16 -o {path}")
    drawn = path.read_text("utf-8")
    squares = [float(width) for width in re.findall(r'<rect x="[^"]*" y="[^"]*" width="([^"]*)"', drawn)]
    assert min(squares) > 13
    assert drawn.count("<g ") == 3


@pytest.mark.parametrize("kind", ["pdf", "svg", "html"])
def test_a_sheet_has_every_board_and_the_solutions_on_the_last_page(
    kind: str, run: Run, tmp_path: Path
) -> None:
    path = tmp_path / f"sheet.{kind}"
    run(f"cornered puzzle --game duel --size 4x5 --seed spring --sheet 14 -o {path}")
    written = path.read_bytes().decode("latin-1")
    answer = json.loads(run("cornered puzzle --game duel --size 4x5 --seed spring --json"))["answers"][0]
    assert written.count("grade ") == 14
    assert written.rindex("Solutions") > written.rindex("grade ")
    assert answer in written[written.rindex("Solutions") :]
    if kind == "pdf":
        places = [int(place) for place in re.findall(r"(\d{10}) 00000 n", written)]
        assert all(written[place:].startswith(f"{n} 0 obj") for n, place in enumerate(places, 1))
        assert written.count("/Type /Page ") == 3
