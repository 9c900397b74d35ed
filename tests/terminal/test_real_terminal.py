"""The program in a real terminal: colours, keys, signals, narrow windows."""

import re
import signal
from collections.abc import Callable

import pexpect
import pytest

Run = Callable[..., str]
Spawn = Callable[..., pexpect.spawn]

RIGHT, LEFT, UP = "\x1b[C", "\x1b[D", "\x1b[A"
COLOUR = re.compile(r"\x1b\[[\d;]*m")
ANY_CONTROL = re.compile(r"\x1b\[[\d;?]*[a-zA-Z]|\r")


def all_of(child: pexpect.spawn) -> str:
    child.expect(pexpect.EOF)
    child.wait()
    return str(child.before)


def code_of(child: pexpect.spawn) -> int | None:
    all_of(child)
    child.close()
    return child.exitstatus


def test_a_terminal_shows_colour_and_underlines_the_last_move(spawn: Spawn) -> None:
    child = spawn("cornered play knights-blockade --name1 Ada")
    child.expect_exact("Enter your move (e.g., 1 2): ")
    assert "\x1b[1;34mAda's Knight is at (0, 0).\x1b[0m" in child.before
    child.sendline("2 1")
    child.expect_exact("Enter your move: ")
    assert "[\x1b[2mX \x1b[0m]" in child.before
    assert "[\x1b[34;4mK1\x1b[0m]" in child.before


@pytest.mark.parametrize(
    ("options", "variables"),
    [("--plain", {}), ("", {"NO_COLOR": "1"}), ("", {"TERM": "dumb"})],
)
def test_colour_can_be_turned_off(spawn: Spawn, options: str, variables: dict[str, str]) -> None:
    child = spawn(f"cornered play knights-blockade {options}".strip(), **variables)
    child.expect_exact("Enter your move (e.g., 1 2): ")
    child.sendline("2 1")
    child.expect_exact("Enter your move: ")
    child.sendline("q")
    assert not COLOUR.search(child.before + all_of(child))


def test_arrow_keys_bring_an_earlier_line_back(spawn: Spawn) -> None:
    child = spawn("cornered play blockade")
    child.expect_exact("Enter your move (row and column): ")
    child.sendline("moves")
    child.expect_exact("You may play")
    child.expect_exact("Enter your move (row and column): ")
    child.send(f"{UP}\r")
    child.expect_exact("You may play")


def test_ctrl_c_leaves_with_everything_saved(spawn: Spawn, run: Run) -> None:
    child = spawn("cornered play knights-duel")
    child.expect_exact("Enter your move: ")
    child.sendline("C2")
    child.expect_exact("Your Knight is at E5.")
    child.expect_exact("Enter your move: ")
    child.sendintr()
    while child.expect_exact(["Saved: 'cornered resume 1' goes on from here.", pexpect.TIMEOUT], timeout=5):
        child.sendintr()  # it may not have been reading yet
    assert code_of(child) == 130
    assert "goes on after 1 move: C2." in run("cornered resume")


def test_ctrl_d_leaves_with_everything_saved(spawn: Spawn, run: Run) -> None:
    child = spawn("cornered play knights-duel")
    child.expect_exact("Enter your move: ")
    child.sendline("C2")
    child.expect_exact("Your Knight is at E5.")
    child.expect_exact("Enter your move: ")
    child.sendeof()
    child.expect_exact("Saved: 'cornered resume 1' goes on from here.")
    assert code_of(child) == 0
    assert "goes on after 1 move: C2." in run("cornered resume")


def test_a_closed_terminal_loses_nothing(spawn: Spawn, run: Run) -> None:
    child = spawn("cornered play knights-duel")
    child.expect_exact("Enter your move: ")
    child.sendline("C2")
    child.expect_exact("Your Knight is at E5.")
    child.kill(signal.SIGHUP)
    child.wait()
    assert "goes on after 1 move: C2." in run("cornered resume")


def test_two_terminals_do_not_disturb_each_other(spawn: Spawn, run: Run) -> None:
    first = spawn("cornered play knights-duel")
    first.expect_exact("Enter your move: ")
    first.sendline("C2")
    first.expect_exact("Your Knight is at E5.")
    second = spawn("cornered play blockade")
    second.expect_exact("Enter your move (row and column): ")
    second.sendline("2 2")
    second.expect_exact("Player 2 ('O'), it's your turn.")
    assert "no interrupted game" in run("cornered resume", code=2)
    assert "Game 1 is being played in another terminal" in run("cornered resume 1", code=2)
    first.sendline("D3")
    first.expect_exact("Your Knight is at C2.")
    second.sendline("quit")
    assert code_of(second) == 0
    assert "Game 2 goes on after 1 move" in run("cornered resume")


@pytest.mark.parametrize("columns", [40, 80])
def test_text_fits_the_window(spawn: Spawn, columns: int) -> None:
    child = spawn("cornered", columns)
    child.expect_exact("Game [1]: ")
    screen = child.before
    child.sendline("5")
    child.expect_exact("[play]: ")
    screen += child.before
    child.sendline("")
    child.expect_exact("[none]: ")
    child.sendline("")
    child.expect_exact("enter your move")
    child.sendline("rules")
    child.expect_exact("what is known.")
    screen += child.before
    child.sendline("help")
    child.expect_exact("(or q)")
    screen += child.before
    lines = [ANY_CONTROL.sub("", line) for line in screen.split("\n")]
    typed = re.compile(r": (rules|help)\s*$")  # stands behind its prompt
    assert all(len(line.rstrip()) <= columns for line in lines if not typed.search(line))


@pytest.mark.parametrize("command", ["review", "records", "play chess"])
def test_what_is_refused_or_missing_is_told_in_lines_that_fit(spawn: Spawn, command: str) -> None:
    child = spawn(f"cornered {command}", 40, NO_COLOR="1")
    lines = all_of(child).replace("\r", "").split("\n")
    assert len(" ".join(lines)) > 40 >= max(map(len, lines))


@pytest.mark.parametrize("columns", [40, 80])
def test_the_end_of_a_game_fits_the_window(spawn: Spawn, columns: int) -> None:
    child = spawn("cornered play blockade --size 1x2 --p2 easy --name1 Ada", columns, NO_COLOR="1")
    child.expect_exact("(row and column): ")
    child.sendline("1 1")
    child.expect_exact("leave: ")
    screen = ANY_CONTROL.sub("", child.before + child.after)
    assert all(len(line.rstrip()) <= columns for line in screen.split("\n"))
    assert "You cannot make a move." in " ".join(screen.split())


@pytest.mark.parametrize("columns", [40, 80, 200])
def test_progress_fits_the_window_and_cuts_no_number(spawn: Spawn, columns: int) -> None:
    child = spawn("cornered solve knights-blockade --size 7x9 --seconds 1", columns)
    child.expect_exact("Not known within the budget.")
    drawn = [line for line in re.split(r"\r|\x1b\[K", child.before) if "positions" in line]
    whole = re.compile(r"(.+: )?[\d,]+ positions(, [\d,]+ a second)?, \d+ s( \(Ctrl-C stops\))?")
    assert drawn
    assert all(len(line) < columns and whole.fullmatch(line) for line in drawn)


def test_enters_alone_lead_from_the_menu_to_a_game(spawn: Spawn) -> None:
    child = spawn("cornered")
    child.expect_exact("Game [1]: ")
    child.send("\r")
    child.expect_exact("[play]: ")
    child.send("\r")
    child.expect_exact("Your name, if you like [none]: ")
    child.send("\r")
    child.expect_exact("Welcome to Knight's Blockade!")
    child.expect_exact("Enter your move (e.g., ")


@pytest.mark.parametrize(
    ("typed", "title"), [("du", "Knight's Duel"), ("cap", "Block Capture"), ("5", "Trap")]
)
def test_a_number_or_a_few_letters_of_any_word_choose_a_game(spawn: Spawn, typed: str, title: str) -> None:
    child = spawn("cornered")
    child.expect_exact("Game [1]: ")
    child.send(f"{typed}\r")
    child.expect(f"{title}.* on ")
    child.expect_exact("[play]: ")


def test_the_menu_comes_back_and_offers_to_resume(spawn: Spawn) -> None:
    child = spawn("cornered")
    child.expect_exact("Game [1]: ")
    child.sendline("")
    child.expect_exact("[play]: ")
    child.sendline("1")  # the book's board
    child.expect_exact("[play]: ")
    child.sendline("")
    child.expect_exact("[none]: ")
    child.sendline("")
    child.expect_exact("Enter your move (e.g., 1 2): ")
    child.sendline("2 1")
    child.expect_exact("Enter your move: ")
    child.sendline("q")
    child.expect_exact("Game 1, Knight's Blockade, after 2 moves.")
    child.expect_exact("Game [1]: ")
    child.sendline("r")
    child.expect_exact("Game 1 goes on after 2 moves: (2, 1);")
    child.expect_exact("Enter your move (e.g., ")
    child.sendline("q")
    child.expect_exact("Game [1]: ")
    child.sendline("q")
    assert code_of(child) == 0


def test_a_finished_game_can_be_reviewed_on_the_spot(spawn: Spawn) -> None:
    child = spawn("cornered play block-capture --no-toss")
    for move in ("1 2", "1 3", "2 3", "3 3"):
        child.expect_exact("Enter row and column numbers (1-5): ")
        child.sendline(move)
    child.expect_exact("Enter for a rematch, seats swapped; r to review, m for the menu, q to leave: ")
    child.sendline("r")
    child.expect_exact("Block Capture 5×5: Player 1 against Player 2, Player 2 won.")
    child.expect_exact("Move 1, (1,2) by Player 1, lost the game.")
    child.expect_exact("Try the mistakes again? [y/N]: ")
    child.sendline("y")
    child.expect_exact("(1,2) gave the win away. Find a better move.")
    child.expect_exact("Your move (Enter skips, q leaves): ")
    child.sendline("1 3")
    child.expect_exact("Better: (1,3) wins in 5.")
    child.expect_exact("q to leave: ")
    child.sendline("q")
    assert code_of(child) == 0


def test_after_the_end_there_is_nothing_to_resume(spawn: Spawn) -> None:
    child = spawn("cornered play blockade --size 1x1")
    child.expect_exact("Enter your move (row and column): ")
    child.sendline("1 1")
    child.expect_exact("q to leave: ")
    child.sendline("q")
    assert "resume" not in all_of(child)


def test_arrow_keys_step_through_a_game(spawn: Spawn, run: Run) -> None:
    run("cornered play knights-duel", "C2", "D3", "resign")
    child = spawn("cornered show 1")
    child.expect_exact("The start")
    for key, heading in (
        (RIGHT, "Ply 1: Player 1 plays C2"),
        (RIGHT, "Ply 2: Player 2 plays D3"),
        (LEFT, "Ply 1: Player 1 plays C2"),
        ("\x1b[H", "The start"),
        ("\x1b[F", "Ply 2: Player 2 plays D3"),
    ):
        child.send(key)
        child.expect_exact(heading)
    child.send("q")
    assert code_of(child) == 0
