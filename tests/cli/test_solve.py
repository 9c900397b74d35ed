"""The commands about exact values: what they say, their JSON, and how they stop."""

import json
import os
import pty
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from cornered.cli import main
from cornered.games import read_position

CORNERED = [sys.executable, "-m", "cornered"]


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, arguments)


def json_of(*arguments: str):
    result = run(*arguments, "--json")
    assert result.exit_code == 0, result.stderr
    return json.loads(result.stdout)


@pytest.mark.parametrize(
    ("name", "winner", "plies"),
    [
        ("knights-blockade", 1, 19),
        ("blockade", 2, 4),
        ("block-capture", 1, 5),
        ("knights-duel", 2, 14),
        ("trap-the-knight", 2, 2),
    ],
)
def test_solve_tells_who_wins_on_the_books_board_and_plays_it_out(name: str, winner: int, plies: int) -> None:
    found = json_of("solve", name)
    assert (found["winner"], found["plies"]) == (winner, plies)
    assert found["value"] == ("win" if winner == 1 else "loss")
    assert len(found["line"]) == plies
    now = read_position(found["position"])
    for move in found["line"]:
        now = now.play(now.game.square(move))
    assert now.outcome is not None
    assert now.outcome.winner == winner


def test_solve_may_be_asked_for_the_winner_alone() -> None:
    found = json_of("solve", "knights-blockade", "--size", "5x7", "--winner")
    assert (found["winner"], found["plies"]) == (1, None)


def test_solve_gives_the_reason_where_a_theorem_knows_it() -> None:
    result = run("solve", "knights-blockade", "--size", "4")
    assert "Player 2 wins in 12 plies" in result.stdout
    assert (
        "Player 2 answers every move with its mirror image across the centre of the board (a half turn)."
        in result.stdout
    )


def test_beyond_the_budget_the_winner_by_theorem_is_still_told() -> None:
    found = json_of("solve", "knights-blockade", "--size", "20", "--seconds", "0.1")
    assert (found["winner"], found["plies"], found["line"]) == (2, None, [])


def test_beyond_the_budget_and_every_theorem_the_value_is_unknown() -> None:
    result = run("solve", "knights-blockade", "--size", "9x11", "--seconds", "0.1")
    assert result.exit_code == 3
    assert "Not known within the budget." in result.stdout


def test_solve_gives_blockades_grundy_value_to_those_who_ask() -> None:
    assert json_of("solve", "blockade", "--size", "5x5", "--grundy")["grundy"] == 4
    assert "Grundy value 4" in run("solve", "blockade", "--size", "5x5", "--grundy").stdout
    assert "grundy" not in json_of("solve", "blockade", "--size", "5x5")


def test_the_grundy_value_of_a_game_that_has_none_is_refused() -> None:
    result = run("solve", "knights-duel", "--grundy")
    assert result.exit_code == 2
    assert "only Blockade" in result.stderr


@pytest.mark.parametrize("memory", ["lots", "-1G", "4X", ""])
def test_an_amount_of_memory_that_is_none_is_refused(memory: str) -> None:
    assert run("solve", "blockade", "--memory", memory).exit_code == 2


KEYS = [
    "game",
    "rows",
    "cols",
    "moves",
    "position",
    "to_move",
    "winner",
    "reason",
    "value",
    "plies",
    "ratings",
]


def test_analyse_rates_every_move_best_first() -> None:
    found = json_of("analyse", "knights-blockade", "--moves", "2 1; 2,3")
    assert list(found) == KEYS
    assert (found["game"], found["rows"], found["cols"]) == ("knights-blockade", 5, 5)
    assert found["moves"] == ["(2, 1)", "(2, 3)"]
    assert (found["to_move"], found["winner"], found["reason"]) == (1, None, None)
    assert {rating["move"] for rating in found["ratings"]} == {
        "(0, 2)",
        "(1, 3)",
        "(3, 3)",
        "(4, 0)",
        "(4, 2)",
    }
    assert all(list(rating) == ["move", "value", "plies"] for rating in found["ratings"])
    best = found["ratings"][0]
    assert (best["value"], best["plies"]) == (found["value"], found["plies"])
    values = [rating["value"] for rating in found["ratings"]]
    assert values == sorted(values, key=["win", "loss"].index)


def test_analyse_of_a_finished_game_says_who_won_and_why() -> None:
    found = json_of("analyse", "trap-the-knight", "--moves", "B3; B3")
    assert (found["to_move"], found["winner"], found["reason"]) == (None, 2, "capture")
    assert (found["value"], found["plies"], found["ratings"]) == (None, None, [])
    assert "The game is over: Player 2 wins" in run("analyse", "trap-the-knight", "--moves", "B3; B3").stdout


def test_analyse_takes_a_position_by_its_code() -> None:
    played = json_of("analyse", "knights-duel", "--moves", "C2; D3")
    coded = json_of("analyse", "knights-duel", "--position", played["position"])
    assert coded == {**played, "moves": []}


def test_analyse_shows_the_board_the_turn_the_moves_and_the_best_line() -> None:
    shown = run("analyse", "knights-duel", "--moves", "C2").stdout
    assert "2 . . 1 . .\n" in shown
    assert "Player 2 to move. Player 2 wins in 13 plies." in shown
    assert "▲13  wins in 13" in shown
    assert "Best line: " in shown


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--moves", "2 1; 9 9"), "9 9 is off the board"),
        (("--moves", "1 1"), "(1, 1) is not a knight's move away from (0, 0)"),
        (("--position", "nonsense"), "is not a position code"),
        (("--position", "blockade.4x4.1.4-4-4-4"), "one of blockade, not of knights-blockade"),
        (("--position", "knights-blockade.5x5.1.a4-5-5-5-4b", "--size", "6"), "give no --size"),
        (("--start", "0 0"), "two squares"),
    ],
)
def test_what_analyse_cannot_do_is_one_line_on_stderr(arguments: tuple[str, ...], sentence: str) -> None:
    result = run("analyse", "knights-blockade", *arguments)
    assert result.exit_code == 2
    assert sentence in result.stderr
    assert result.stderr.count("\n") == 1


def test_a_proof_is_written_checked_and_refused_when_tampered_with(tmp_path: Path) -> None:
    file = tmp_path / "duel.proof"
    proved = json_of("prove", "knights-duel", "--exact", "-o", str(file))
    assert (proved["winner"], proved["plies"], proved["at_least"]) == (2, 14, 14)
    assert proved["opening"]
    assert json_of("check", str(file)) == proved
    said = run("check", str(file)).stdout
    assert "from the opening" in said
    assert "Player 2 wins Knight's Duel 5×5 in exactly 14 plies" in said
    text = file.read_text()
    file.write_text(text[:-20] + "0" + text[-19:])
    result = run("check", str(file))
    assert result.exit_code == 1
    assert "Line " in result.stderr


def test_checking_a_proof_loads_nothing_of_the_solver(tmp_path: Path) -> None:
    file = tmp_path / "capture.proof"
    assert run("prove", "trap-the-knight", "-o", str(file)).exit_code == 0
    program = (
        "import sys; from cornered.cli import main; main(['check', sys.argv[1]], standalone_mode=False); "
        "print([name for name in sys.modules if name.startswith('cornered.solve')])"
    )
    shown = subprocess.run([sys.executable, "-c", program, file], capture_output=True, text=True, check=True)
    assert shown.stdout.splitlines()[-1] == "[]"


def test_what_nobody_wins_cannot_be_proved(tmp_path: Path) -> None:
    file = tmp_path / "none.proof"
    result = run("prove", "trap-the-knight", "--size", "6", "--repetitions", "0", "-o", str(file))
    assert result.exit_code == 1
    assert "neither player can force the end" in result.stderr
    assert not file.exists()


def test_a_file_that_is_no_proof_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "picture"
    file.write_bytes(b"\x89PNG\xff")
    assert run("check", str(file)).exit_code == 1
    file.write_text("hello")
    assert "begins with" in run("check", str(file)).stderr


def test_the_atlas_tells_of_each_board_who_wins_and_how_much_there_is_to_decide() -> None:
    entries = {
        (entry["rows"], entry["cols"]): entry for entry in json_of("atlas", "blockade", "--cells", "16")
    }
    assert (entries[4, 4]["winner"], entries[4, 4]["plies"]) == (2, 4)
    assert (entries[4, 4]["decisive"], entries[3, 5]["winner"]) == (0, 1)
    assert (1, 16) in entries
    assert (4, 2) not in entries
    assert "Player 2 wins in 12" in run("atlas", "knights-blockade", "--cells", "16").stdout


def test_the_atlas_of_one_board_or_of_no_game() -> None:
    [entry] = json_of("atlas", "knights-duel", "--size", "4x5")
    assert (entry["winner"], entry["plies"]) == (1, 13)
    assert run("atlas", "knight-duel").exit_code == 2


def test_the_atlas_of_trap_the_knight_has_a_winner_on_every_board() -> None:
    entries = json_of("atlas", "trap-the-knight", "--cells", "16")
    assert all(entry["winner"] for entry in entries)
    assert (entries[-1]["rows"], entries[-1]["cols"], entries[-1]["winner"]) == (4, 4, 2)


def test_a_win_without_the_rule_on_repetition_is_proved_however_far_it_is(tmp_path: Path) -> None:
    file = tmp_path / "far.proof"
    board = ("--size", "2x15", "--repetitions", "0")
    assert json_of("prove", "trap-the-knight", *board, "--exact", "-o", str(file))["at_least"] == 11
    assert json_of("check", str(file))["plies"] == 11


def test_a_hunt_is_proved_on_a_board_that_no_search_would_finish(tmp_path: Path) -> None:
    file = tmp_path / "hunt.proof"
    assert json_of("prove", "trap-the-knight", "--size", "8", "-o", str(file))["winner"] == 2
    assert json_of("check", str(file))["opening"]


@pytest.mark.parametrize(("name", "size"), [("knights-blockade", "6x6"), ("blockade", "9x9")])
def test_a_proof_of_millions_of_easy_moves_ends_with_its_time(tmp_path: Path, name: str, size: str) -> None:
    file = tmp_path / "long.proof"
    result = run("prove", name, "--size", size, "--seconds", "1", "-o", str(file))
    assert result.exit_code == 3
    assert "stopped before every move had its answer" in result.stderr


@pytest.mark.parametrize("size", ["3x5", "4x5"])
def test_a_number_of_plies_that_is_not_known_is_not_proved_and_that_is_said(
    tmp_path: Path, size: str
) -> None:
    file = tmp_path / "exact.proof"
    result = run("prove", "trap-the-knight", "--size", size, "--exact", "--seconds", "5", "-o", str(file))
    assert result.exit_code == 3
    assert "who wins is known, but not in how many plies" in result.stderr
    assert not file.exists()


def interrupted(arguments: list[str]) -> tuple[int, str, str]:
    """Runs a command at a terminal, and presses Ctrl-C as soon as it shows that it is at work."""
    screen, terminal = pty.openpty()
    with subprocess.Popen(
        [*CORNERED, *arguments], stdout=subprocess.PIPE, stderr=terminal, text=True
    ) as process:
        shown = ""
        while "positions" not in shown:
            shown += os.read(screen, 4096).decode()
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate()
    os.close(terminal)
    os.close(screen)
    return process.returncode, out, shown


def test_ctrl_c_stops_a_search_and_prints_what_is_known() -> None:
    code, out, shown = interrupted(["solve", "knights-blockade", "--size", "8x8"])
    assert code == 130
    assert "Player 2 wins." in out
    assert "Player 2 answers every move" in out
    assert "Ctrl-C stops" in shown
