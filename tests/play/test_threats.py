"""Threats: exactly the moves that the solver knows to lose in two plies."""

import pytest

from cornered import GAMES, Board, new_game
from cornered.play.commentary import caution, threats
from cornered.play.players import Player
from cornered.play.session import begin
from cornered.solve import Budget, Value, Verdict, rate

SMALL = {"blockade": Board(3, 4), "block-capture": Board(5, 5)}
LONG = Budget(60)


@pytest.mark.parametrize("name", GAMES)
def test_a_threat_is_a_move_that_loses_in_two_plies_and_its_reply_ends_the_game(name: str) -> None:
    position, seen = new_game(name, SMALL.get(name, Board(4, 4))).start(), 0
    while position.moves():
        found = threats(position, LONG)
        assert found is not None
        lost = {square for square, value in rate(position) if value == Value(Verdict.LOSS, 2)}
        assert {threat.square for threat in found} == lost
        for threat in found:
            assert not position.play(threat.square).play(threat.reply).moves()
        seen += len(found)
        position = position.play(position.moves()[-1])
    assert seen


def test_a_board_that_there_is_no_time_for_is_not_called_safe() -> None:
    session = begin(new_game("blockade").start(), (Player(), Player()))
    assert threats(session.position, Budget(0)) is None
    assert caution(session, Budget(0)).sentence == "The board is too large to look for threats now."
