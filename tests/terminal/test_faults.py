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


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux lets a pipe be made small")
def test_killed_at_any_moment_every_answered_move_is_kept(environment: Environment, run: Run) -> None:
    random = Random(20)
    board = Board(9, 9)
    label = new_game("blockade", board).label
    squares: list[int] = []
    kept = before = 0
    interrupted = 0
    for _ in range(KILLS):
        if kept >= len(squares) - 1:  # the game is nearly over: begin another one
            squares, kept, before = script(random, board), 0, kept
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
    assert f"goes on after {kept or before} move" in run(
        "cornered resume"
    )  # a game is kept from its first move on


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


LONG = "1" * 30


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        (f"play blockade --games {LONG}", "is not in the range 1<=x<=999"),
        (f"show {LONG}", "There is no game 111"),
        (f"show -- -{LONG}", "There is no game -111"),
        (f"resume {LONG}", "There is no game 111"),
        (f"export {LONG}", "There is no game 111"),
        (f"review {LONG}", "There is no game 111"),
        (f"history --limit {LONG}", "is not in the range"),
    ],
)
def test_numbers_of_thirty_digits_are_refused_in_a_sentence(run: Run, command: str, sentence: str) -> None:
    told = run(f"cornered {command}", code=2)
    assert sentence in told
    assert "Traceback" not in told


def shell(environment: Environment, command: str) -> subprocess.CompletedProcess[str]:
    """What a shell makes of a command line."""
    whole = command.replace("cornered", f"{sys.executable} -m cornered")
    return subprocess.run(["sh", "-c", whole], capture_output=True, text=True, env=environment, check=False)


def test_a_game_without_any_input_ends_as_one_that_is_left(environment: Environment) -> None:
    done = shell(environment, "cornered play blockade <&-")
    assert (done.returncode, done.stderr) == (0, "")
    assert "Enter your move" not in done.stdout.rpartition("\n")[2]


def test_a_full_device_for_the_output_is_told_in_a_sentence(environment: Environment) -> None:
    done = shell(environment, "cornered games >/dev/full")
    assert (done.returncode, done.stderr) == (
        1,
        "cornered: The output cannot be written (No space left on device).\n",
    )


@pytest.mark.parametrize("command", ["rules blockade", "history", "play blockade </dev/null"])
def test_an_output_that_is_closed_is_no_fault(environment: Environment, command: str) -> None:
    done = shell(environment, f"cornered {command} >&-")
    assert (done.returncode, done.stderr) == (0, "")


def test_a_terminal_that_knows_only_ascii_gets_its_tables(environment: Environment, run: Run) -> None:
    run("cornered play blockade --name1 Ada", "2 2")
    done = shell({**environment, "PYTHONIOENCODING": "ascii"}, "cornered history")
    assert (done.returncode, done.stderr) == (0, "")
    assert "Ada" in done.stdout


def test_what_is_piped_is_never_wrapped(run: Run) -> None:
    rules = run("cornered rules knights-blockade")
    assert any("A knight moves in an L" in line and "Knights jump" in line for line in rules.splitlines())
    assert any(line.startswith("Best line: ") and line.endswith("(4, 0)") for line in
               run("cornered solve knights-blockade").splitlines())  # fmt: skip


def test_a_match_between_two_games_is_listed_and_resumed_by_its_number(run: Run) -> None:
    run("cornered play blockade --size 1x2 --games 2 --name1 Ada --name2 Bob", "1 1")
    listed = run("cornered history --unfinished")
    assert "Match 1: Blockade 1×2, Ada – Bob, between two games ('cornered resume --match 1')." in listed
    assert "Match over." in run("cornered resume --match 1", "1 1")
    assert "No match 1 waits" in run("cornered resume --match 1", code=2)
