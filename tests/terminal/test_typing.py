"""What may be typed at a prompt: abbreviations, squares run together, Tab, and slips."""

from collections.abc import Callable
from pathlib import Path

import pexpect
import pytest
from click.testing import CliRunner

from cornered.cli import main

Run = Callable[..., str]
Spawn = Callable[..., pexpect.spawn]


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("h", "Type a square to move"),
        ("?", "Type a square to move"),
        ("hi", "keeps the win"),
        ("mo", "You may play"),
        ("v", "wins in"),
        ("u", "There is no move of yours to take back."),
        ("res", "Player 1 resigns."),
        ("exit", "Enter your move"),
    ],
)
def test_the_first_letters_of_a_command_will_do(run: Run, typed: str, answer: str) -> None:
    assert answer in run("cornered play knights-duel --size 3x4", typed)


def test_letters_that_fit_two_commands_are_asked_about(run: Run) -> None:
    assert "r could be rules or resign: type more of it." in run("cornered play knights-duel", "r")


def test_a_mistyped_command_is_pointed_to_help(run: Run) -> None:
    told = run("cornered play knights-duel", "hnit")
    assert "'hnit' is not a square: write one like C3. Type help for the commands." in told


@pytest.mark.parametrize(
    ("size", "typed", "square"), [("4", "23", "(2,3)"), ("12", "1112", "(11,12)"), ("12", "21", "(2,1)")]
)
def test_digits_run_together_are_read_where_there_is_only_one_reading(
    run: Run, size: str, typed: str, square: str
) -> None:
    assert f"You placed an 'X' at {square}." in run(f"cornered play blockade --size {size}", typed)


def test_digits_with_two_readings_are_refused(run: Run) -> None:
    assert "'111' is not a square" in run("cornered play blockade --size 12", "111")


def test_lines_from_elsewhere_may_end_with_a_carriage_return(run: Run) -> None:
    told = run("cornered play blockade", "2 3\r")
    assert "You placed an 'X' at (2,3)." in told
    assert "\N{REPLACEMENT CHARACTER}" not in told


def test_tab_completes_commands_and_moves(spawn: Spawn) -> None:
    child = spawn("cornered play knights-duel")
    child.expect_exact("Enter your move: ")
    child.send("mov\t\r")
    child.expect_exact("You may play B3, C2.")
    child.expect_exact("Enter your move: ")
    child.send("C\t\r")
    child.expect_exact("Your Knight is at E5.")


def test_resigning_is_asked_about_once(spawn: Spawn) -> None:
    child = spawn("cornered play knights-duel")
    child.expect_exact("Enter your move: ")
    child.sendline("resign")
    child.expect_exact("Give the game up? [y/N]: ")
    child.sendline("")
    child.expect_exact("Enter your move: ")
    child.sendline("resign")
    child.expect_exact("[y/N]: ")
    child.sendline("y")
    child.expect_exact("Player 1 resigns.")


def test_a_few_letters_of_its_name_start_a_game(run: Run) -> None:
    assert "Welcome to Knight's Duel!" in run("cornered play duel")
    assert "could be knights-blockade or knights-duel" in run("cornered play knights", code=2)


def test_moves_and_hints_are_marked_on_the_board(run: Run) -> None:
    told = run("cornered play knights-duel", "moves", "hint")
    assert "2 . . * . .\n3 . * . . ." in told
    assert "1 1 e d . .\n2 . . a . .\n3 c . . b ." in told


def test_values_name_the_best_only_where_something_is_better(run: Run) -> None:
    assert "best" not in run("cornered play knights-duel", "values")
    large = run("cornered play blockade --size 12", "values")
    assert "not known" in large
    assert "best" not in large
    small = run("cornered play block-capture --no-toss", "values").splitlines()
    last = max(number for number, line in enumerate(small) if "wins in 5" in line)
    assert small[last].endswith("best")
    assert "loses" not in "".join(small[last:])


def test_a_board_larger_than_the_books_has_coordinates(run: Run) -> None:
    assert "  1 2 3 4 5\n1 . . . . ." in run("cornered play blockade --size 5")
    assert "  1 2 3" not in run("cornered play blockade")


@pytest.mark.parametrize("symbols", ["漢 O", "e\u0301 O", "\u0301 O"])
def test_symbols_that_would_shift_the_board_are_refused_before_the_coin_is_tossed(
    run: Run, symbols: str
) -> None:
    told = run(f"cornered play block-capture --symbols {symbols}", code=2)
    assert "cannot be a symbol" in told
    assert "Coin toss" not in told


def test_a_computer_that_waits_can_be_followed(run: Run) -> None:
    told = run("cornered play blockade --size 1x2 --p1 random --p2 random --delay 0.01 --seed 1")
    assert "wins the game!" in told


def test_a_computer_that_is_to_wait_does(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    waited: list[float] = []
    monkeypatch.setenv("CORNERED_HOME", str(home))
    monkeypatch.setattr("time.sleep", waited.append)
    command = "play blockade --size 1x2 --p1 random --p2 random --delay 60"
    assert "wins the game!" in CliRunner().invoke(main, command).output
    assert waited == [60.0]


def test_threats_are_marked_on_the_board_and_said(run: Run) -> None:
    told = run("cornered play block-capture --no-toss", "1 2", "1 3", "threats", "1 4", "t", "q")
    assert "2 |   |   | ! |   |   |" in told
    assert "Careful: (2,3) loses at once: Player 2 plays (3,3) and wins." in told
    assert "Nothing threatens: no move loses at once." in told


def test_a_refused_retry_is_answered_and_drawn(run: Run) -> None:
    run("cornered play block-capture --no-toss", "1 2", "1 3", "2 3", "3 3")
    told = run("cornered review --retry", "")
    assert "(1,3), (3,1), (3,5), (5,3) would have won." in told
    assert "1 | 3 | X |   |   |   |" in told
    assert "After (1,2), Player 2 plays (2,2) and wins in 3 plies." in told


def test_a_review_draws_what_refutes_the_move_that_lost(run: Run) -> None:
    run("cornered play block-capture --no-toss", "1 2", "1 3", "2 3", "3 3")
    told = run("cornered review")
    assert "2 | 2 | 1 |   |   |   |" in told


def test_a_seed_repeats_the_computers_choices_in_the_menu_and_is_refused_before_a_command(run: Run) -> None:
    typed = "2", "", "", "3 3", "q"
    first, second = (run("cornered --seed 7", *typed) for _ in range(2))
    placed = [line for line in first.splitlines() if line.startswith("Player 2 placed")]
    assert placed
    assert placed[0] in second
    assert "give it after a command that takes one" in run("cornered --seed 7 play blockade", code=2)
