"""Random games of Knight's Blockade 5×5, beside the same loop with OpenSpiel's and easyAI's rules."""

import random
from types import SimpleNamespace

import pyspiel
from easyAI.games.Knights import Knights
from figures import Row, rates

from cornered import new_game

OURS = "cornered, Knight's Blockade"
OPENSPIEL = "OpenSpiel, breakthrough"
EASYAI = "easyAI, Knights"


def cornered_games(count: int = 2000) -> tuple[int, int]:
    """Plays random games, and gives how many games and plies they were."""
    choice, start, plies = random.Random(1).choice, new_game("knights-blockade").start(), 0
    for _ in range(count):
        position = start
        while moves := position.moves():
            position = position.play(choice(moves))
            plies += 1
    return count, plies


def openspiel_games(count: int = 2000) -> tuple[int, int]:
    """The same with OpenSpiel's breakthrough, whose rules are C++."""
    choice, game, plies = random.Random(1).choice, pyspiel.load_game("breakthrough(rows=5,columns=5)"), 0
    for _ in range(count):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(choice(state.legal_actions()))
            plies += 1
    return count, plies


def easyai_games(count: int = 100) -> tuple[int, int]:
    """The same with easyAI's version of Knight's Blockade."""
    choice, plies = random.Random(1).choice, 0
    for _ in range(count):
        game = Knights([SimpleNamespace(), SimpleNamespace()], (5, 5))
        while moves := game.possible_moves():
            game.make_move(choice(moves))
            game.switch_player()
            plies += 1
    return count, plies


def run() -> list[Row]:
    """Games and plies a second: the games of the three programs are not equally long."""
    players = {OURS: cornered_games, OPENSPIEL: openspiel_games, EASYAI: easyai_games}
    aims = {OURS: "", OPENSPIEL: "≥ 1", EASYAI: "≥ 10"}
    games = rates({who: lambda play=play: play()[0] for who, play in players.items()})
    plies_a_game = {who: plies / count for who, (count, plies) in ((w, p()) for w, p in players.items())}
    rows = [Row("random games, 5×5", who, games[who], "games/s", aims[who]) for who in players]
    rows += [
        Row("random games, 5×5, by plies", who, games[who] * plies_a_game[who], "plies/s") for who in players
    ]
    return rows
