"""Hints: in plain words, and no more than is known."""

import re

import pytest

from cornered import Board, new_game
from cornered.play.commentary import hint
from cornered.play.players import Player
from cornered.play.session import begin
from cornered.solve import Budget


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
