"""Whole dialogues kept as text and compared. To keep a new one, delete the file and run the test twice."""

from collections.abc import Callable

import pytest

Run = Callable[..., str]
Compare = Callable[[str, str], None]

# Each book's own example, typed in. Where it is illegal, the refusal is part of the dialogue.
BOOKS = {
    "knights-blockade": (
        "cornered play knights-blockade",
        "2 1",
        "2 3",
        "3 3",
        "4 2",
        "2 1",
        "4 5",
        "4 1",
        "quit",
    ),
    "blockade": ("cornered play blockade", "2 2", "4 2", "4 1", "1 4", "4 4"),
    "block-capture": ("cornered play block-capture --no-toss", "1 3", "2 3", "1 3", "3 3"),
    "knights-duel": ("cornered play knights-duel", "B2", "C2", "D3", "E3", "C1", "D5", "C3", "quit"),
    "trap-the-knight": ("cornered play trap-the-knight", "B3", "C2", "D4", "B4", "C2", "A2", "B4", "B4"),
}

COMPUTERS = {
    f"computers-{name}": (f"cornered play {name} --p1 easy --p2 random --seed 7",)
    for name in ("knights-blockade", "blockade", "block-capture", "knights-duel", "trap-the-knight")
}

OTHERS = {
    "names-and-symbols": (
        "cornered play blockade --name1 Ada --name2 Blaise --symbols + o --size 1x5", "1 1", "1 3", "1 5",
    ),
    "coin-toss": ("cornered play block-capture --name1 Ada --name2 Blaise --seed 2", "1 3", "2 3", "3 3"),
    "coin-toss-between-strangers": ("cornered play block-capture --size 3 --seed 2", "1 2", "1 1", "q"),
    "centre-taken-by-the-computer": ("cornered play block-capture --p2 hard --seed 1", "1 2", "2 2", "2 3"),
    "captured": ("cornered play knights-duel --start 'A1; D3'", "C2", "E1", "D3", "C2", "E1"),
    "match": (
        "cornered play blockade --size 1x2 --games 3 --name1 Ada --name2 Blaise", "1 1", "1 2", "1 1",
    ),
    "match-of-computers": ("cornered play blockade --size 1x4 --p1 easy --p2 random --first-to 2 --seed 3",),
    "match-seats-kept": ("cornered play blockade --size 1x2 --games 2 --keep-seats", "1 1", "resign"),
    "undo": ("cornered play knights-duel", "undo", "C2", "D3", "undo", "C4", "undo", "undo", "undo", "q"),
    "undo-against-the-computer": (
        "cornered play blockade --size 1x9 --p2 easy --seed 1", "1 5", "undo", "1 1", "q",
    ),
    "resign": ("cornered play knights-blockade --name1 Ada", "resign"),
    "commands": (
        "cornered play knights-blockade --size 3x4",
        "help", "moves", "values", "hint", "board", "rules", "save", "1 2", "save", "hint", "Q",
    ),
    "hints": ("cornered play knights-duel --size 3x4 --hints", "B3", "q"),
    "nonsense": (
        "cornered play trap-the-knight",
        "", "   ", "Z9", "B33", "hello there", "A1", "D4", "\x00\x1b[A", "q",
    ),
    "menu": ("cornered", "", "", "q"),
    "menu-other-choices": (
        "cornered", "kn", "9", "blockade", "p", "5", "1", "Ada", "", "b", "0x3", "2x3",
        "m", "x", "2", "w", "", "1 1", "1 2", "q",
    ),
}  # fmt: skip

DUEL = "cornered puzzle knights-duel.5x5.spring.3"
TEACHING = {
    "puzzle-solved": (DUEL, "hint", "B3", "C5", "E4", "D2", "C5"),
    "puzzle-failed": (DUEL, "D2"),
    "puzzle-given-up": (DUEL, "answer"),
    "puzzle-abandoned": (DUEL, "help", "quit"),
    "lesson": (
        "cornered learn trap-the-knight",
        "B3", "C2", "D3", "hello", "A2", "C2", "A4", "B3", "C2", "B3", "D2", "skip", "D5", "q",
    ),
    "lesson-left": ("cornered learn blockade", "3 3", "q"),
}  # fmt: skip

DIALOGUES = {**BOOKS, **COMPUTERS, **OTHERS, **TEACHING}


@pytest.mark.parametrize("name", DIALOGUES)
def test_the_dialogue_is_as_it_was(name: str, run: Run, compare: Compare) -> None:
    command, *typed = DIALOGUES[name]
    compare(name, f"$ {command}\n{run(command, *typed)}")


def test_a_game_resumes_where_it_was(run: Run, compare: Compare) -> None:
    first = run("cornered play blockade --name1 Ada", "2 2", "4 2")
    second = run("cornered resume", "1 4", "4 4")
    compare("resume", f"$ cornered play blockade --name1 Ada\n{first}$ cornered resume\n{second}")


def test_a_match_resumes_in_its_second_game(run: Run, compare: Compare) -> None:
    command = "cornered play blockade --size 1x5 --games 2 --name1 Ada --name2 Blaise"
    first = run(command, "1 3", "1 1", "1 5", "1 1")
    second = run("cornered resume", "1 3", "1 5")
    compare("resume-match", f"$ {command}\n{first}$ cornered resume\n{second}")


def test_a_match_resumes_between_two_games(run: Run, compare: Compare) -> None:
    command = "cornered play blockade --size 1x2 --games 2 --name1 Ada --name2 Blaise"
    first = run(command, "1 1")
    second = run("cornered resume", "1 1")
    compare("resume-between-games", f"$ {command}\n{first}$ cornered resume\n{second}")


def test_a_game_is_reviewed_and_retried(run: Run, compare: Compare) -> None:
    played = "cornered play block-capture --no-toss --name1 Ada"
    run(played, "1 2", "1 3", "2 3", "3 3")
    told = run("cornered review --retry", "2 2", "1 4", "1 3")
    compare("review", f"$ cornered review --retry\n{told}")


def test_a_game_is_shown(run: Run, compare: Compare) -> None:
    run("cornered play knights-duel", "C2", "D3", "resign")
    compare("show", f"$ cornered show 1\n{run('cornered show 1')}$ cornered show 1 --ply 1\n"
                    f"{run('cornered show 1 --ply 1')}")  # fmt: skip
