"""A newcomer's first minute at the terminal: Enter at every question, then a game played casually."""

from collections.abc import Callable
from pathlib import Path
from random import Random

import pexpect
import pytest

from cornered import GAMES, Position
from cornered.play.casual import Casual
from cornered.play.offers import first_game
from cornered.play.stored import session_of
from cornered.store import Store

Spawn = Callable[..., pexpect.spawn]

PROMPT = r"(?:nter [^\r\n]*: |q to leave: )$"


def reached(home: Path, name: str) -> Position:
    """Where the game stands: it is in the store from its first move on."""
    store = Store(home / "games.sqlite3")
    try:
        saved = next(iter(store.games()), None)
        return session_of(saved).position if saved else first_game(GAMES[name]).start
    finally:
        store.close()


@pytest.mark.parametrize(("number", "name"), list(enumerate(GAMES, 1)))
def test_enter_at_every_question_leads_to_a_goal_a_game_and_a_rematch(
    spawn: Spawn, home: Path, number: int, name: str
) -> None:
    child, casual = spawn("cornered"), Casual(Random(number))
    child.expect_exact("Game [1]: ")
    child.sendline(str(number))
    child.expect_exact("[play]: ")
    assert "The seat that can win." in " ".join(child.before.split())
    child.sendline("")
    child.expect_exact("Your name, if you like [none]: ")
    child.sendline("")
    child.expect(PROMPT)
    assert GAMES[name].headline().goal in " ".join(child.before.split())
    while "rematch" not in child.after:
        position = reached(home, name)
        child.sendline(position.game.notation.typed(*position.game.board.place(casual.choose(position))))
        child.expect(PROMPT)
    assert "You won." in child.before or "You lost." in child.before
    child.sendline("")
    child.expect_exact("Welcome to")


def test_the_last_choice_and_the_name_are_remembered(spawn: Spawn) -> None:
    child = spawn("cornered")
    child.expect_exact("Game [1]: ")
    child.sendline("4")
    child.expect_exact("[play]: ")
    child.sendline("3x4")
    child.expect_exact("[play]: ")
    child.sendline("")
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
