"""TextArena's own loop: make, reset, and answers in words until the game is over."""

import json
import random

import pytest
import textarena as ta

import cornered.arena.frameworks.textarena  # noqa: F401  # registers the games
from cornered.arena.frameworks import class_name


def made(game: str, **arguments: object):
    return ta.make(f"cornered/{class_name(game)}-v0", **arguments)


def answer(square: str) -> str:
    return f"I have thought about it.\n{json.dumps({'move': square})}"


def test_a_game_is_played_to_its_end(game: str, board: dict[str, int]) -> None:
    env = made(game, **board)
    env.reset(num_players=2, seed=42)
    chance, done = random.Random(1), False
    while not done:
        player, observation = env.get_observation()
        assert player == env.position.to_move - 1
        legal = observation.rpartition("Legal moves: ")[2].strip().split("; ")
        done, _ = env.step(action=answer(chance.choice(legal)))
    rewards, info = env.close()
    winner = env.position.outcome.winner - 1
    assert rewards == {winner: 1, 1 - winner: -1}
    assert f"Player {winner + 1} wins" in info[0]["reason"]


def test_each_player_is_told_the_rules_once_and_who_they_are() -> None:
    env = made("knights-duel")
    env.reset(num_players=2)
    for player, square in enumerate(("C2", "D3"), 1):
        _, observation = env.get_observation()
        assert f"You are Player {player}." in observation
        assert observation.count("A knight moves in an L") == 1
        env.step(action=answer(square))


def test_legal_moves_can_be_left_for_the_players_to_find() -> None:
    env = made("knights-duel", legal_moves=False)
    env.reset(num_players=2)
    assert "Legal moves" not in env.get_observation()[1]


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ("C2", "The answer has no move in it"),
        ('{"move": "C2"} or rather {"move": "C3"}', "C3 is not a knight's move away from A1"),
        ('{"move": 7}', "The answer has no move in it"),
        ('{"move": "Z9"}', "Z9 is off the board"),
        ("{" * 100_000, "The answer has no move in it"),
    ],
)
def test_an_answer_without_a_legal_move_is_refused_once_with_the_reason(said: str, reason: str) -> None:
    env = made("knights-duel")
    env.reset(num_players=2)
    env.get_observation()
    assert env.step(action=said) == (False, {})
    player, observation = env.get_observation()
    assert player == 0
    assert reason in observation
    assert env.step(action=said)[0]
    assert env.close()[0] == {0: -1, 1: 1}


def test_the_last_object_in_an_answer_counts() -> None:
    env = made("knights-duel")
    env.reset(num_players=2)
    env.step(action='{"move": "B3"} is tempting. {"move": "C2", "why": {"room": 3}} and then I win.')
    assert env.position.game.label(env.position.other) == "C2"


def test_the_processs_own_randomness_is_left_alone() -> None:
    random.seed(5)
    expected = random.Random(5).random()
    made("blockade").reset(num_players=2, seed=42)
    assert random.random() == expected
