"""A newcomer's first minute at the terminal: Enter at every question, then a game played casually."""

import re
from collections.abc import Callable
from pathlib import Path
from random import Random

import pexpect
import pytest

from casual import Casual
from cornered import GAMES, Position
from cornered.play.offers import first_game
from cornered.play.stored import session_of
from cornered.store import Store

Compare = Callable[[str, str], None]
Spawn = Callable[..., pexpect.spawn]

PROMPT = r"(?:nter [^\r\n]*: |q to leave: )$"
GAMES_EACH = 10

TURNING_POINT = re.compile(
    r"(You (?:won|lost)\.\n)(?:.+\n)+"
)  # how much of it is found depends on the machine


class Newcomer:
    """Someone who knows nothing, at a terminal; `screen` is all that has been seen there."""

    def __init__(self, child: pexpect.spawn, home: Path, name: str) -> None:
        self._child = child
        self._home = home
        self._name = name
        self._casual = Casual(Random(name))
        self.screen = ""
        child.delaybeforesend = None

    def sees(self, prompt: str) -> str:
        """What has appeared up to this prompt."""
        self._child.expect(prompt)
        seen: str = (self._child.before + self._child.after).replace("\r\n", "\n")
        self.screen += seen
        return seen

    def types(self, line: str = "") -> None:
        self._child.sendline(line)

    def plays_to_the_end(self) -> str:
        """Plays by the two-ply rule until a rematch is offered; gives what the last screen says."""
        seen = ""
        while "rematch" not in seen:
            position = self._reached()
            square = self._casual.choose(position)
            self.types(position.game.notation.typed(*position.game.board.place(square)))
            seen = self.sees(PROMPT)
        return seen

    def _reached(self) -> Position:
        """Where the game stands: it is in the store from its first move on."""
        store = Store(self._home / "games.sqlite3")
        try:
            latest = next(iter(store.games(unfinished=True)), None)
            return session_of(latest).position if latest else first_game(GAMES[self._name]).start
        finally:
            store.close()


@pytest.mark.parametrize(("number", "name"), list(enumerate(GAMES, 1)))
def test_enter_at_every_question_wins_four_games_of_ten_each_with_its_goal_and_a_rematch(
    spawn: Spawn, home: Path, compare: Compare, number: int, name: str
) -> None:
    newcomer = Newcomer(spawn("cornered --seed 2", TERM="dumb"), home, name)
    goal, wins = GAMES[name].headline().goal, 0
    for game in range(GAMES_EACH):
        newcomer.sees(r"Game \[\d\]: $")
        newcomer.types("" if game else str(number))  # the menu remembers which game it was
        assert "The seat that can win." in " ".join(newcomer.sees(r"\[play\]: $").split())
        newcomer.types()
        if not game:
            newcomer.sees(r"\[none\]: $")
            newcomer.types()
        assert goal in " ".join(newcomer.sees(PROMPT).split())
        last = newcomer.plays_to_the_end()
        assert ("You won." in last) != ("You lost." in last)
        assert "Enter for a rematch, seats swapped; " in last
        wins += "You won." in last
        if not game:
            compare(
                f"first-minute-{name}", TURNING_POINT.sub(r"\1(where the game turned)\n", newcomer.screen)
            )
        newcomer.types("m")  # back to the seat that is offered: a rematch would swap them
    assert wins >= 4


def test_a_rematch_begins_at_once_with_seats_swapped(spawn: Spawn, home: Path) -> None:
    newcomer = Newcomer(spawn("cornered play blockade --size 1x2 --p2 easy --name1 Ada"), home, "blockade")
    newcomer.sees(PROMPT)
    newcomer.types("1 1")
    newcomer.sees("q to leave: $")
    newcomer.types("what?")
    assert "Press Enter, or type r, m or q." in newcomer.sees("q to leave: $")
    newcomer.types()
    seen = newcomer.sees("q to leave: $")
    assert "You are Player 2 now. A lost seat, if the other side plays well." in seen
    assert "Player 1 ('X') is the computer, playing easy." in seen


def test_the_last_choice_and_the_name_are_remembered(spawn: Spawn) -> None:
    child = spawn("cornered")
    child.expect_exact("Game [1]: ")
    child.sendline("4")
    child.expect_exact("[play]: ")
    child.sendline("3x4")
    child.expect_exact("[play]: ")
    child.sendline("")
    child.expect_exact("[none]: ")
    child.sendline("medium")
    child.expect_exact("'medium' is the name of a level: choose another name.")
    child.expect_exact("[none]: ")
    child.sendline("Ada")
    child.expect_exact("Enter your move: ")
    child.sendeof()
    child.expect(pexpect.EOF)
    again = spawn("cornered")
    again.expect_exact("Game [4]: ")
    again.sendline("")
    again.expect_exact("Knight's Duel on 3×4")
    again.expect_exact("[play]: ")
    again.sendline("")
    again.expect_exact("Ada's Knight is at")
