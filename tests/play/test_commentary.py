"""Hints, in plain words and no more than is known; threats, exactly the moves that lose in two plies."""

import re

import pytest

from cornered import GAMES, Board, new_game
from cornered.play.commentary import caution, hint, threats
from cornered.play.players import Player
from cornered.play.session import begin
from cornered.solve import Budget, Value, Verdict, rate

SMALL = {"blockade": Board(3, 4), "block-capture": Board(5, 5)}
LONG = Budget(60)


def hinted(name: str, moves: str = "", board: Board | None = None) -> str:
    game = new_game(name, board)
    squares = [game.square(move) for move in moves.split(";") if move]
    return hint(begin(game.start(), (Player(), Player()), squares), Budget(30)).sentence


@pytest.mark.parametrize(
    ("position", "said"),
    [
        (("knights-duel",), "Every move loses (14 plies: 7 moves of yours): all last equally long."),
        (("knights-duel", "C2;D3"), "Every move loses; A3, D4 last longest (12 plies: 6 moves of yours)."),
        (("trap-the-knight", "C2", Board(4, 5)), "Every move loses if the other side plays well."),
    ],
)
def test_a_move_lasts_longest_only_where_that_is_known_and_others_are_shorter(
    position: tuple[str], said: str
) -> None:
    assert hinted(*position).startswith(said)


def test_the_first_hint_of_block_capture_speaks_of_what_is_still_to_be_done() -> None:
    assert hinted("block-capture") == (
        "(1,3) keeps the win (5 plies: 3 moves of yours): after it, Player 2 has 3 moves and none of them "
        "saves the game. Every block that Player 2 can claim has a partner with which Player 1 answers."
    )


@pytest.mark.parametrize("name", ["knights-duel", "blockade", "knights-blockade"])
def test_reasons_come_in_words_that_need_no_mathematics(name: str) -> None:
    for board in (None, Board(5, 5), Board(4, 6)):
        assert not re.search("image under|reflection|half turn(?!\\))", hinted(name, board=board))


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
