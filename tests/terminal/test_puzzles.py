"""Puzzles and lessons at the real terminal: whole dialogues, sheets, and what survives."""

import json
import os
import re
import signal
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any

import pexpect
import pytest

from cornered.play.puzzles import puzzle, read_name, solution
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


def solved(told: dict[str, Any]) -> list[str]:
    """The solver's own moves in a puzzle that was printed as JSON."""
    asked = puzzle(read_name(told["id"]))
    return [asked.game.label(square) for square in solution(asked)[::2]]


def test_todays_puzzle_counts_for_the_streak_by_its_name_too(run: Run) -> None:
    told = json.loads(run("cornered puzzle --day --json"))
    assert told["id"] in run("cornered puzzle --day", "q")
    run(f"cornered puzzle {told['id']}", *solved(told))
    again = run("cornered puzzle --day", "answer")
    assert "Only the first try counts." in again
    assert again.endswith("Your streak: 1 day.\n")


def test_todays_puzzle_that_was_failed_at_first_is_not_mended_by_a_second_try(run: Run) -> None:
    told = json.loads(run("cornered puzzle --day --json"))
    run("cornered puzzle --day", "answer")
    assert "Your streak" not in run("cornered puzzle --day", *solved(told))


def test_today_is_the_date_where_one_is(run: Run, environment: dict[str, str]) -> None:
    days = {}
    for zone in ("Etc/GMT+12", "Pacific/Kiritimati"):  # never on the same date
        environment["TZ"] = zone
        days[zone] = run("cornered puzzle --day", "q").splitlines()[0]
    assert len({*days.values()}) == 2


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ("--seed a", "--seed needs a --game"),
        ("--size 5x5", "--size needs a --game"),
        ("--game blockade --size 4x4", "There are no puzzles of Blockade on 4×4"),
        ("--theme zugzwang", "There is no theme 'zugzwang'"),
        ("--theme pa", "'pa' could be parity or pairing"),
        ("--theme ''", "There is no theme ''"),
        ("--game duel --seed 'a b'", "A seed is 1 to 40"),
        ("nonsense", "names no puzzle"),
        ("--sheet 3", "Name the file to write with -o"),
        ("--day --rush", "--day and --rush do not go together"),
        ("--game duel --number 3", "--number needs a --seed"),
        ("--json --rush", "--rush and --json do not go together"),
        ("--json --reset", "--reset and --json do not go together"),
        ("--json --sheet 2 -o a.svg", "--sheet and --json do not go together"),
        ("--json -o a.svg", "-o and --json do not go together"),
        ("--day --game duel", "--day and --game do not go together"),
        ("--day --theme mirror", "--day and --theme do not go together"),
        ("--rush --game duel --seed a", "--rush and --seed do not go together"),
        ("--progress --size 5x5", "--progress and --size do not go together"),
        ("knights-duel.5x5.spring.3 --game blockade", "a puzzle's name and --game do not go together"),
        ("--game duel --seed a --number 3 --theme mirror", "--number and --theme do not go together"),
        ("--game duel --seed a --theme mirror", "--theme chooses from one only for a --sheet"),
        ("--game trap --size 4x4 --seed a --number 999999", "there is no number 999999."),
    ],
)
def test_what_cannot_be_done_is_said_in_a_sentence(options: str, said: str, run: Run) -> None:
    printed = run(f"cornered puzzle {options}", code=2)
    assert said in printed
    assert "Traceback" not in printed


def test_a_rush_ends_with_the_third_mistake(run: Run) -> None:
    printed = run("cornered puzzle --rush --game knights-duel", *["answer"] * 9)
    assert "Right" not in printed
    assert "3 of 3 mistakes" in printed
    assert printed.endswith("The rush is over: 0 solved.\n")
    assert "Best rush" not in run("cornered puzzle --progress")


def test_a_rush_that_is_interrupted_is_kept(spawn: Spawn) -> None:
    child = spawn("cornered puzzle --rush --game knights-duel")
    child.expect("Your move")
    child.expect("\\): ")
    child.sendintr()
    child.expect("\r\nThe rush is over: 0 solved.")
    child.expect(pexpect.EOF)


def test_progress_is_shown_and_can_be_reset(run: Run) -> None:
    assert run("cornered puzzle --progress") == "No puzzle has been tried yet.\n"
    run(DUEL, "D2")
    shown = run("cornered puzzle --progress")
    assert re.match(r"Your rating: 1\d{3} ± \d+\. 0 of 1 puzzles solved at the first try\.\n█▁\n$", shown)
    told = json.loads(run("cornered puzzle --progress --json"))
    assert (told["tried"], told["solved"], told["streak"], told["today"]) == (1, 0, 0, "waits")
    assert told["ratings"] == [1500.0, told["rating"]]
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
    child.expect("Your rating: 1406")  # worked out from what is on disk
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
        child.expect("t tries again, Enter brings the next, q leaves")
        child.sendline("")
    child.expect("Your move")
    child.sendline("q")
    child.expect("It waits for you")
    child.expect(pexpect.EOF)


def test_a_puzzle_may_be_skipped_and_then_does_not_count(run: Run) -> None:
    printed = run("cornered puzzle --game trap-the-knight --size 4x4", "help", *["skip"] * 9, "q")
    assert "  skip    another one; no try is counted\n" in printed
    boards = re.findall(r"Find.*?Your move", printed, re.DOTALL)
    assert len({*boards}) == 10  # as many as there are
    assert run("cornered puzzle --progress") == "No puzzle has been tried yet.\n"
    assert "skip" not in run(DUEL, "help", "q")


def test_what_was_right_is_told_when_one_does_not_try_again(spawn: Spawn) -> None:
    child = spawn(DUEL)
    for answer, told in (("t", "Your move"), ("", "Right was C5.")):
        child.sendline("D2")
        child.expect("D2 is not it: Player 2 plays B4")
        child.expect("t tries again, Enter leaves it: ")
        assert "Right" not in child.before
        child.sendline(answer)
        child.expect(told)
    child.expect(pexpect.EOF)


def test_after_a_mistake_one_may_try_again_or_leave(spawn: Spawn) -> None:
    child = spawn("cornered puzzle --game knights-blockade")
    for answer, counts in (("t", "Your rating"), ("q", "Only the first try counts")):
        child.expect("Your move")
        child.sendline("answer")
        child.expect(counts)
        child.expect("t tries again")
        child.sendline(answer)
    child.expect(pexpect.EOF)


def test_a_mistake_in_a_lesson_is_refuted_on_the_board(run: Run) -> None:
    printed = run("cornered learn knights-duel", *["skip"] * 6, "A5", "q")
    refuted, again = printed.partition("7. ")[2].split("A5 is not it: Player 1 plays F1 and wins at once.")
    assert "1 X . X X . a" in refuted
    assert "1 X . X X . .\n" in again


def test_whoever_does_not_believe_a_claim_may_try_again(spawn: Spawn) -> None:
    child = spawn("cornered learn trap-the-knight")
    for _ in range(5):
        child.expect("Your move: ")
        child.sendline("skip")
    for move, then in (("B3", "t"), ("C2", "q")):
        child.expect("Your move: ")
        child.sendline(move)
        child.expect(f"Player 2 answers {move}. You have lost.")
        child.expect("Enter goes on, t tries again")
        child.sendline(then)
    child.expect("Left at step 6 of 8")
    child.expect(pexpect.EOF)


def test_one_puzzle_is_printed_by_its_name(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "one.svg"
    run(f"cornered puzzle knights-duel.5x5.spring.3 -o {path}")
    assert "[knights-duel.5x5.spring.3]" in path.read_text("utf-8")


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


def test_a_sheet_goes_from_easy_puzzles_to_hard_ones(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "sheet.svg"
    run(f"cornered puzzle --game knights-duel --sheet 12 -o {path}")
    grades = [int(grade) for grade in re.findall(r"grade (\d)", path.read_text("utf-8"))]
    assert grades == sorted(grades)
    assert grades[0] == 1
    assert grades[-1] > 2


@pytest.mark.parametrize(
    ("command", "typed"),
    [
        ("cornered puzzle --day", ["help", "hint", "answer"]),
        ("cornered puzzle --game knights-blockade", ["help", "skip", "answer"]),
        ("cornered puzzle --rush", ["answer"]),
        ("cornered puzzle --progress", []),
        ("cornered learn knights-duel", ["B3", "help"]),
    ],
)
def test_nothing_is_wider_than_a_narrow_terminal(command: str, typed: list[str], spawn: Spawn) -> None:
    child = spawn(command, columns=40, NO_COLOR="1")
    child.logfile_read = StringIO()
    for text in typed:
        child.expect("Your move")
        child.sendline(text)
    if typed:
        child.expect(["t tries again", "Your move"])
        child.sendeof()
    child.expect(pexpect.EOF)
    lines = child.logfile_read.getvalue().splitlines()
    assert [line for line in lines if len(line) > 40] == []


def test_a_puzzle_is_asked_even_if_nothing_can_be_kept(
    run: Run, environment: dict[str, str], tmp_path: Path
) -> None:
    (tmp_path / "file").touch()
    environment["CORNERED_HOME"] = nowhere = str(tmp_path / "file" / "home")
    printed = run("cornered puzzle knights-duel.5x5.spring.3", "C5", "E4")
    assert "Solved" in printed
    assert f"Nothing of this can be kept: {nowhere} cannot be used" in printed
    assert f"{nowhere} cannot be used" in run("cornered puzzle --progress", code=1)
