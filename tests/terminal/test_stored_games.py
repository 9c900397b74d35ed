"""Commands about games that were played: counted, listed, shown, written out, taken in, copied, reviewed."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

Run = Callable[..., str]

ADA_WINS = ("cornered play blockade --size 1x2 --name1 Ada --name2 Blaise", "1 1")
BLAISE_WINS = ("cornered play blockade --size 1x2 --name1 Ada --name2 Blaise", "resign")
UNFINISHED = ("cornered play knights-duel --name1 Ada --p2 easy", "C2", "q")


@pytest.fixture
def played(run: Run) -> Run:
    for game in (ADA_WINS, BLAISE_WINS, UNFINISHED):
        run(*game)
    return run


def test_records_count_wins_and_losses(played: Run) -> None:
    counted = json.loads(played("cornered records --json"))
    assert counted == [
        {"player": "Ada", "game": "blockade", "board": "1x2", "opponent": "Blaise", "wins": 1, "losses": 1},
        {"player": "Blaise", "game": "blockade", "board": "1x2", "opponent": "Ada", "wins": 1, "losses": 1},
    ]
    assert json.loads(played("cornered records --player Ada --json")) == counted[:1]
    assert json.loads(played("cornered records --game knights-duel --json")) == []
    table = played("cornered records")
    assert ["Ada", "Blockade", "1×2", "Blaise", "1", "1"] in [line.split() for line in table.splitlines()]
    assert ["Ada", "in", "all", "1", "1"] in [line.split() for line in table.splitlines()]


def test_records_count_people_and_not_seats(run: Run) -> None:
    run("cornered play blockade --size 1x2 --name1 Ada", "1 1")
    run("cornered play blockade --size 1x5 --p1 random --name2 Ada --seed 1", "resign")
    counted = json.loads(run("cornered records --json"))
    assert {tally["player"] for tally in counted} == {"Ada", "random"}
    assert [(t["board"], t["opponent"]) for t in counted if t["player"] == "Ada"] == [
        ("1x2", "a guest"), ("1x5", "random"),
    ]  # fmt: skip


def test_a_computer_has_a_record_only_where_it_is_asked_for(run: Run) -> None:
    run("cornered play blockade --size 1x5 --p1 random --name2 Ada --seed 1", "resign")
    assert [line.split()[0] for line in run("cornered records").splitlines()] == ["Player", "Ada", "Ada"]
    assert "random" in run("cornered records --player random").split("\n")[1]


def test_nothing_to_count_is_said_in_words(run: Run) -> None:
    assert run("cornered records") == "Nobody with a name has finished a game yet.\n"
    assert run("cornered history") == "No game has been played yet.\n"
    assert "No game has been finished yet" in run("cornered review", code=2)
    assert "There is no interrupted game" in run("cornered resume", code=2)
    assert "There is no game 7" in run("cornered show 7", code=2)
    assert "There is no game 'chess'" in run("cornered records --game chess", code=2)


def test_history_lists_the_latest_first(played: Run) -> None:
    games = json.loads(played("cornered history --json"))
    assert [game["id"] for game in games] == [3, 2, 1]
    assert [game["winner"] for game in games] == [None, 2, 1]
    assert [game["reason"] for game in games] == [None, "resigned", "no-moves"]
    assert games[2]["moves"] == ["(1,1)"]
    assert games[0]["players"] == [{"name": "Ada", "kind": "human"}, {"name": "easy", "kind": "easy"}]
    assert [game["id"] for game in json.loads(played("cornered history --unfinished --json"))] == [3]
    assert [game["id"] for game in json.loads(played("cornered history --player Blaise --json"))] == [2, 1]
    assert "goes on" in played("cornered history")


def test_a_finished_game_is_not_resumed(played: Run) -> None:
    assert "Game 1 is over" in played("cornered resume 1", code=2)


def test_show_refuses_a_ply_that_was_not_played(played: Run) -> None:
    assert "Game 1 has 1 moves: there is no ply 5" in played("cornered show 1 --ply 5", code=2)


def test_games_leave_and_come_back_unchanged(played: Run, tmp_path: Path, home: Path) -> None:
    file = tmp_path / "games.txt"
    assert played(f"cornered export -o {file}") == f"3 games written to {file}.\n"
    text = file.read_text("utf-8")
    assert text == played("cornered export")
    before = json.loads(played("cornered history --json"))
    (home / "games.sqlite3").rename(home / "elsewhere")
    assert played(f"cornered import {file}") == "Taken in as 1, 2, 3.\n"
    after = json.loads(played("cornered history --json"))
    for game in (*before, *after):
        game.pop("ended")
    assert after == before
    assert played("cornered export") == text
    assert played(f"cornered import {file}") == "Nothing new. 3 were already here.\n"


def test_a_backup_is_put_back_once_that_is_confirmed(played: Run, tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite3"
    before = played("cornered records")
    assert f"are in {copy}" in played(f"cornered backup '{copy}'")
    played(*ADA_WINS)
    changed = played("cornered records")
    assert changed != before
    played(f"cornered restore '{copy}'", "n", code=1)
    assert played("cornered records") == changed
    assert "What was here before is in" in played(f"cornered restore '{copy}'", "y")
    assert played("cornered records") == before
    assert "is there already" in played(f"cornered backup '{copy}'", code=1)


def test_a_damaged_file_is_named_by_line_and_nothing_is_taken_in(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "games.txt"
    file.write_text('[Game "blockade"]\n\n1. (2,2)\n\n[Game "blockade"]\n\n1. (2,2); (2,3)\n')
    told = run(f"cornered import {file}", code=2)
    assert "Line 7" in told
    assert "Nothing was taken in" in told
    assert run("cornered history") == "No game has been played yet.\n"


def test_files_that_cannot_be_read_or_written_are_named(run: Run, tmp_path: Path) -> None:
    assert "cannot be read" in run(f"cornered import {tmp_path / 'none.txt'}", code=2)
    assert "cannot be written" in run(f"cornered export -o {tmp_path / 'no' / 'x'}", code=1)
    (tmp_path / "bytes").write_bytes(b"\xff\xfe")
    assert "not text in UTF-8" in run(f"cornered import {tmp_path / 'bytes'}", code=2)


def test_a_review_tells_the_move_that_lost(run: Run, tmp_path: Path) -> None:
    run("cornered play block-capture --no-toss", "1 2", "1 3", "2 3", "3 3")
    told = json.loads(run("cornered review --json"))
    assert [move["lost_the_game"] for move in told["moves"]] == [True, False, False, False]
    assert told["moves"][0] == {
        "ply": 1,
        "player": 1,
        "move": "(1,2)",
        "before": {"verdict": "win", "plies": 5},
        "after": {"verdict": "loss", "plies": 4},
        "best": ["(1,3)", "(3,1)", "(3,5)", "(5,3)"],
        "mattered": True,
        "judgement": "mistake",
        "refutation": ["(2,2)", "(2,1)", "(1,1)"],
        "lost_the_game": True,
    }
    assert told["accuracy"] == [{"right": 0, "mattered": 1}, {"right": 0, "mattered": 0}]
    file = tmp_path / "game.txt"
    run(f"cornered export 1 -o {file}")
    assert json.loads(run(f"cornered review {file} --json")) == told


def test_retry_can_be_skipped_and_left(run: Run) -> None:
    run("cornered play block-capture --no-toss", "1 2", "1 3", "2 3", "3 3")
    assert "Better" not in run("cornered review --retry", "")
    assert "Better" not in run("cornered review --retry", "q")
    assert "Better" not in run("cornered review --retry")


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        ("play chess", "There is no game 'chess'"),
        ("play blockade --size 0", "too small"),
        ("play knights-duel --symbols X O", "played with knights"),
        ("play blockade --symbols X X", "must differ"),
        ("play blockade --games 2 --first-to 2", "not both"),
        ("play blockade --name1 Ada --name2 Ada", "different names"),
        ("play blockade --p1 genius", "genius"),
        ("play knights-duel --start A1", "two squares"),
        ("play block-capture --size 4", "odd sides"),
    ],
)
def test_what_cannot_be_played_is_refused_in_a_sentence(run: Run, command: str, reason: str) -> None:
    told = run(f"cornered {command}", code=2)
    assert reason in told
    assert "Traceback" not in told
