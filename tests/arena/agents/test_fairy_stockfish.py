"""The variants that we write for Fairy-Stockfish, held against its own rules in pyffish."""

import sys
from pathlib import Path
from random import Random

import pyffish
import pytest

from cornered import Board, new_game
from cornered.arena.agents import leave, seated
from cornered.arena.agents.uci_notation import fen, searchmoves, variant, variants_file, write_move
from cornered.play.opponents import Forfeit

ENGINE = f"uci:{sys.executable} {Path(__file__).with_name('variants_engine.py')}"
GAMES = ["knights-blockade", "knights-duel", "trap-the-knight"]
SIZES = [Board(4, 4), Board(5, 5), Board(5, 6), Board(7, 8)]


@pytest.mark.parametrize("board", SIZES, ids=str)
@pytest.mark.parametrize("name", GAMES)
def test_its_legal_moves_are_ours(name: str, board: Board) -> None:
    options = {"repetitions": 0} if name == "trap-the-knight" else {}
    game, random = new_game(name, board, **options), Random(1)
    pyffish.load_variant_config(variants_file(game))
    for _ in range(20):
        position = game.start()
        for _ in range(60):
            theirs = {
                move.partition(",")[0] for move in pyffish.legal_moves(variant(game), fen(position), [])
            }
            assert theirs == {write_move(position, square) for square in position.moves()}
            if not position.moves():
                break
            position = position.play(random.choice(position.moves()))


@pytest.mark.parametrize("board", SIZES, ids=str)
@pytest.mark.parametrize("name", GAMES)
def test_it_plays_whole_games_from_both_seats(name: str, board: Board) -> None:
    position, random, agent = new_game(name, board).start(), Random(1), seated(ENGINE, Random())
    while position.moves():
        position = position.play(agent(position))
        if position.moves():
            position = position.play(random.choice(position.moves()))
    leave(agent)


def test_where_positions_may_come_back_it_is_told_which_moves_are_legal() -> None:
    position = new_game("trap-the-knight", Board(6, 7)).start()
    assert searchmoves(position).split() == ["searchmoves", "a6c5", "a6b4"]
    assert searchmoves(new_game("knights-duel").start()) == ""


def test_a_game_without_such_a_variant_is_forfeited_with_a_sentence() -> None:
    with pytest.raises(Forfeit, match="has no rules for Blockade"):
        seated(ENGINE, Random())(new_game("blockade").start())
