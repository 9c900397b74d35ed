"""The commands that look something up, as a user runs them."""

import json
import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from cornered import GAMES
from cornered.cli import main

COMMAND = str(Path(sys.executable).with_name("cornered"))


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, arguments)


def assert_refused(result: Result, sentence: str) -> None:
    """One line on stderr, nothing on stdout, exit code 2."""
    assert (result.stdout, result.exit_code) == ("", 2)
    assert result.stderr == f"cornered: {sentence}\n"


def shell(*arguments: str, **options) -> subprocess.CompletedProcess[str]:
    return subprocess.run([COMMAND, *arguments], capture_output=True, text=True, check=False, **options)


def test_games_lists_every_game_with_its_board_its_squares_and_what_is_known():
    shown = " ".join(run("games").stdout.split())
    for name, game in GAMES.items():
        words = game.headline()
        assert f"{name} {game.title}, {game.book_board}" in shown
        assert words.squares in shown
        assert words.known[0] in shown


def test_games_as_json_tells_the_same():
    listed = json.loads(run("games", "--json").stdout)
    assert [entry["name"] for entry in listed] == list(GAMES)
    duel = next(entry for entry in listed if entry["name"] == "knights-duel")
    assert (duel["title"], duel["rows"], duel["cols"]) == ("Knight's Duel", 5, 5)
    assert duel["known"] == list(GAMES["knights-duel"].headline().known)


@pytest.mark.parametrize("name", GAMES)
def test_rules_shows_the_rules_every_ruling_with_its_reason_and_what_is_known(name):
    shown = " ".join(run("rules", name).stdout.split())
    words = GAMES[name].facts()
    for section in words.rules:
        assert f"{section.heading} {section.text}" in shown
    for ruling in words.rulings:
        assert f"{ruling.example} {ruling.rule} {ruling.ruling}" in shown
    for fact in GAMES[name].headline().known:
        assert fact in shown


@pytest.mark.parametrize("name", GAMES)
def test_rules_as_json_tells_the_same(name):
    told = json.loads(run("rules", name, "--json").stdout)
    words = GAMES[name].facts()
    assert told["name"] == name
    assert [section["text"] for section in told["rules"]] == [section.text for section in words.rules]
    assert told["rulings"] == [ruling._asdict() for ruling in words.rulings]
    assert told["known"] == list(GAMES[name].headline().known)


@pytest.mark.parametrize(
    ("name", "needles"),
    [
        ("knights-blockade", ["(4, 0)", "K2 is on (4, 2)", "(3, 0) and (3, 4)", "jump", "Only legal moves"]),
        ("blockade", ["(1,4), (2,4), (3,4) and (4,4)", "Player 2 wins"]),
        ("block-capture", ["Player 1"]),
        ("knights-duel", ["D3", "C3", "A2, B3 and E2", "jump"]),
        ("trap-the-knight", ["third time", "B to D"]),
    ],
)
def test_rules_states_each_ruling_on_the_books_examples(name, needles):
    rulings = json.dumps(json.loads(run("rules", name, "--json").stdout)["rulings"], ensure_ascii=False)
    for needle in needles:
        assert needle in rulings


@pytest.mark.parametrize(
    ("arguments", "count"),
    [
        (["knights-blockade", "8"], 2124),
        (["knights-duel", "8"], 2472),
        (["trap-the-knight", "8", "--repetitions", "0"], 1880),
        (["trap-the-knight", "8"], 1876),
        (["blockade", "4"], 1896),
        (["blockade", "5"], 0),
        (["block-capture", "5"], 408),
        (["blockade", "0"], 1),
        (["blockade", "2", "--size", "6"], 36 * 35 - 220),
        (["blockade", "1", "--size", "4x6"], 24),
        (["blockade", "1", "--size", "4×6"], 24),
        (["blockade", "1", "--size", "4X6"], 24),
        (["knights-duel", "1", "--start", "C3; E5"], 8),
        (["knights-blockade", "1", "--start", "2 2; (0, 1)"], 7),
    ],
)
def test_perft_counts_the_sequences_of_exactly_that_length(arguments, count):
    assert run("perft", *arguments).stdout.split()[-1] == str(count)
    assert json.loads(run("perft", *arguments, "--json").stdout)["count"] == count


def test_perft_shows_every_shorter_length_too():
    shown = run("perft", "knights-blockade", "4").stdout.splitlines()
    assert [line.split() for line in shown[1:]] == [["1", "2"], ["2", "4"], ["3", "20"], ["4", "92"]]


def test_perft_as_json_says_what_was_counted():
    told = json.loads(run("perft", "blockade", "1", "--size", "4x6", "--json").stdout)
    assert told == {"game": "blockade", "rows": 4, "cols": 6, "depth": 1, "count": 24}


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["rules", "knight-duel"], "There is no game 'knight-duel': did you mean 'knights-duel'?"),
        (["rules", "knights"], "'knights' could be knights-blockade or knights-duel: type more of it."),
        (["perft", "chess", "3"], f"There is no game 'chess': choose one of {', '.join(GAMES)}."),
        (
            ["perft", "blockade", "3", "--size", "4x"],
            "'4x' is not a board size: write rows x columns, like 5x6, or one side.",
        ),
        (
            ["perft", "blockade", "3", "--size", "-4"],
            "'-4' is not a board size: write rows x columns, like 5x6, or one side.",
        ),
        (
            ["perft", "block-capture", "3", "--size", "6"],
            "6×6 has no central block: Block Capture needs odd sides.",
        ),
        (
            ["perft", "knights-duel", "3", "--size", "27"],
            "27×27 is too large: in Knight's Duel a side has at most 26.",
        ),
        (
            ["perft", "knights-duel", "3", "--start", "A1; A1"],
            "Both knights cannot start on A1.",
        ),
        (
            ["perft", "knights-duel", "3", "--start", "A1; F9"],
            "F9 is off the board, which runs from A1 to E5.",
        ),
        (
            ["perft", "knights-duel", "3", "--start", "A1"],
            "The start is two squares with a ';' between them, Player 1's knight first.",
        ),
        (
            ["perft", "blockade", "3", "--repetitions", "2"],
            "Blockade never repeats a position: it takes no count of repetitions.",
        ),
        (
            ["perft", "trap-the-knight", "3", "--repetitions", "1"],
            "Repetitions are 2 to 5, or 0 to allow them all: not 1.",
        ),
    ],
)
def test_what_cannot_be_done_is_refused_in_one_line_with_exit_code_2(arguments, sentence):
    assert_refused(run(*arguments), sentence)


@pytest.mark.parametrize(
    "arguments",
    [["perft", "blockade", "many"], ["perft", "blockade", "-1"], ["perft"], ["rules"], ["gmes"], ["--no"]],
)
def test_a_mistyped_command_line_exits_with_2_and_says_so_on_stderr_alone(arguments):
    result = run(*arguments)
    assert (result.stdout, result.exit_code) == ("", 2)
    assert "Error: " in result.stderr


@pytest.mark.parametrize("arguments", [[], ["games"], ["rules"], ["perft"]])
def test_every_help_text_shows_an_example(arguments):
    result = run(*arguments, "--help")
    assert result.exit_code == 0
    assert re.search(r"Examples:\n +cornered\b", result.stdout)


def test_help_names_just_the_commands_that_there_are():
    shown = run("--help").stdout.partition("\nPlay:\n")[2]
    listed = re.findall(r"^  (\w+) ", shown, re.MULTILINE)
    assert listed == main.list_commands(None)
    assert re.findall(r"^(\w+):$", shown, re.MULTILINE) == [
        "Learn",
        "Understand",
        "Measure",
        "Site",
        "Upkeep",
    ]
    for name in listed:
        assert run(name, "--help").exit_code == 0


def test_the_installed_command_runs():
    assert shell("games").stdout == run("games").stdout


def test_the_installed_command_refuses_without_a_traceback():
    refused = shell("rules", "knight-duel")
    assert (refused.returncode, refused.stdout) == (2, "")
    assert refused.stderr == "cornered: There is no game 'knight-duel': did you mean 'knights-duel'?\n"


@pytest.mark.parametrize("arguments", [["games"], ["rules", "blockade"], ["games", "--json"]])
def test_a_reader_that_has_gone_away_causes_no_complaint(arguments):
    reading, writing = os.pipe()
    os.close(reading)
    ended = subprocess.run([COMMAND, *arguments], stdout=writing, stderr=subprocess.PIPE, check=False)
    os.close(writing)
    assert ended.stderr == b""


@pytest.mark.parametrize("encoding", ["utf-8", "ascii:replace"])
def test_output_that_is_not_a_terminal_has_no_escape_codes(encoding):
    shown = shell("rules", "blockade", env={**os.environ, "PYTHONIOENCODING": encoding})
    assert (shown.returncode, shown.stderr) == (0, "")
    assert "\x1b" not in shown.stdout


def test_no_color_is_respected_on_a_terminal():
    controller, terminal = pty.openpty()
    environment = {**os.environ, "NO_COLOR": "1", "TERM": "xterm-256color"}
    subprocess.run([COMMAND, "games"], stdout=terminal, env=environment, check=True)
    os.close(terminal)
    shown = os.read(controller, 65536)
    os.close(controller)
    assert b"knights-blockade" in shown
    assert not re.search(rb"\x1b\[[0-9;]*[349][0-7]m", shown)
