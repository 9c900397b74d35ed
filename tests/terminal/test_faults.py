"""What happens when the process is killed, the disk is full, or the folder cannot be written."""

import ctypes
import os
import re
import resource
import subprocess
import sys
from collections.abc import Callable
from fcntl import fcntl
from pathlib import Path
from random import Random

import pytest

from cornered import Board, new_game

Run = Callable[..., str]
Environment = dict[str, str]

SET_PIPE_SIZE = 1031  # F_SETPIPE_SZ, which Python 3.11's fcntl knows on Linux only by number
KILLS = 100


def script(random: Random, board: Board) -> list[int]:
    """A whole game of Blockade, played at random."""
    position = new_game("blockade", board).start()
    squares = []
    while position.moves():
        squares.append(random.choice(position.moves()))
        position = position.play(squares[-1])
    return squares


def killed_after(command: list[str], typed: str, environment: Environment, output: int) -> str:
    """All that the program had printed when it was killed, some time after its first `output` bytes.

    The pipe is kept small, so that the program cannot run far ahead of what is read.
    """
    with subprocess.Popen(
        [sys.executable, "-m", "cornered", *command],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment, text=False,
    ) as process:  # fmt: skip
        assert process.stdin is not None
        assert process.stdout is not None
        fcntl(process.stdout, SET_PIPE_SIZE, 4096)
        process.stdin.write(typed.encode())
        process.stdin.close()
        seen = process.stdout.read(output)
        process.kill()
        seen += process.stdout.read()
    return seen.decode()


def test_killed_at_any_moment_every_answered_move_is_kept(environment: Environment, run: Run) -> None:
    random = Random(20)
    board = Board(9, 9)
    label = new_game("blockade", board).label
    squares: list[int] = []
    kept = 0
    interrupted = 0
    for _ in range(KILLS):
        if kept >= len(squares) - 1:  # the game is nearly over: begin another one
            squares, kept = script(random, board), 0
        command = ["resume"] if kept else ["play", "blockade", "--size", "9"]
        typed = "".join(f"{row + 1} {col + 1}\n" for row, col in map(board.place, squares[kept:-1]))
        screen = killed_after(command, typed, environment, random.randrange(200, 9000))
        resumed = re.search(r"goes on after (\d+) moves?: (.*?)\.\n", screen, re.DOTALL)
        if resumed:
            shown = " ".join(resumed[2].split()).split("; ")
            assert shown == [label(square) for square in squares[: int(resumed[1])]]
            assert int(resumed[1]) >= kept
            kept = int(resumed[1])
        kept += screen.count("You placed")
        interrupted += kept < len(squares) - 1
    assert interrupted > KILLS // 2
    assert f"goes on after {kept} move" in run("cornered resume")


def limited(size: int) -> Callable[[], None]:
    return lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))


def play(
    environment: Environment, moves: str, before: Callable[[], None] | None = None
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "cornered", "play", "blockade", "--size", "9"],
        input=moves, capture_output=True, text=True, env=environment, check=False,
        preexec_fn=before,
    )  # fmt: skip


def moves_of(squares: list[int]) -> str:
    return "".join(f"{row + 1} {col + 1}\n" for row, col in map(Board(9, 9).place, squares))


def test_a_full_disk_is_told_once_and_the_game_goes_on(environment: Environment, home: Path) -> None:
    squares = script(Random(1), Board(9, 9))
    done = play(environment, moves_of(squares), before=limited(1000))
    assert done.returncode == 0
    assert "wins the game!" in done.stdout
    assert done.stderr.count("cannot be saved") == 1
    assert "It goes on unsaved." in done.stderr


def test_a_disk_that_fills_up_in_mid_game_keeps_the_moves_before(environment: Environment, run: Run) -> None:
    run("cornered play blockade", "resign")
    squares = script(Random(1), Board(9, 9))
    done = play(environment, moves_of(squares), before=limited(60_000))
    assert done.returncode == 0
    assert "wins the game!" in done.stdout
    assert done.stderr.count("cannot be saved") == 1
    saved = re.search(r"goes on after (\d+) moves", run("cornered resume"))
    assert saved is not None
    assert 0 < int(saved[1]) < len(squares)


def without_the_powers_of_root() -> None:
    """Root writes where nobody may; a process that root starts must give that up first."""
    drop_from_bounding_set, write_anywhere = 24, 1
    if os.geteuid() == 0 and ctypes.CDLL(None).prctl(drop_from_bounding_set, write_anywhere, 0, 0, 0):
        raise OSError("this system does not let root give up a power")


def test_a_read_only_folder_is_told_and_the_game_goes_on(environment: Environment, home: Path) -> None:
    home.mkdir(mode=0o500)
    squares = script(Random(2), Board(9, 9))
    done = play(environment, moves_of(squares), before=without_the_powers_of_root)
    home.chmod(0o700)
    assert done.returncode == 0
    assert "wins the game!" in done.stdout
    assert done.stderr.count("cannot be saved") == 1
    assert list(home.iterdir()) == []


def test_a_folder_that_cannot_be_made_is_told_and_the_game_goes_on(
    environment: Environment, home: Path
) -> None:
    home.write_text("a file where the folder should be")
    squares = script(Random(2), Board(9, 9))
    done = play(environment, moves_of(squares))
    assert done.returncode == 0
    assert "wins the game!" in done.stdout
    assert "Kept as game" not in done.stdout
    assert done.stderr.count("cannot be saved") == 1


def test_a_match_that_cannot_be_saved_is_told_once(run: Run, home: Path) -> None:
    home.write_text("a file where the folder should be")
    told = run("cornered play blockade --size 1x4 --p1 easy --p2 random --games 2")
    assert told.count("cannot be saved") == 1
    assert "Match over." in told


def test_leaving_an_unsaved_game_says_so(environment: Environment, home: Path) -> None:
    home.write_text("a file where the folder should be")
    done = play(environment, "1 1\nq\n")
    assert "The game was not saved." in done.stderr
    assert "Saved" not in done.stdout


@pytest.mark.parametrize("command", ["records", "history", "show 1", "resume", "export", "review"])
def test_a_damaged_database_is_named_and_untouched(run: Run, home: Path, command: str) -> None:
    home.mkdir()
    database = home / "games.sqlite3"
    database.write_bytes(b"not a database" * 1000)
    assert "damaged" in run(f"cornered {command}", code=1)
    assert database.read_bytes() == b"not a database" * 1000


def test_a_damaged_database_does_not_stop_a_game(environment: Environment, home: Path) -> None:
    home.mkdir()
    (home / "games.sqlite3").write_bytes(b"not a database" * 1000)
    done = play(environment, "1 1\nresign\n")
    assert done.returncode == 0
    assert "damaged" in done.stderr
