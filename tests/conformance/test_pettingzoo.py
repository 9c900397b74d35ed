"""PettingZoo's own tests, run as they are, and what ours promises beyond them."""

import importlib
import pickle
from copy import deepcopy

import numpy as np
import pettingzoo
import pytest
from pettingzoo.test import api_test, render_test, seed_test

from cornered.arena.frameworks import module_name

SEEDS = 100


def factory(game: str):
    return importlib.import_module(f"cornered.arena.frameworks.pettingzoo.{module_name(game)}_v0").env


def test_pettingzoos_api_test_finds_nothing(game: str, board: dict[str, int]) -> None:
    env = factory(game)(**board)
    for seed in range(SEEDS):
        np.random.seed(seed)
        env.reset(seed=seed)
        for agent in env.possible_agents:
            env.action_space(agent).seed(seed)
        api_test(env, num_cycles=100)


def test_pettingzoos_seed_test_finds_nothing(game: str, board: dict[str, int]) -> None:
    seed_test(lambda: factory(game)(**board))


def test_pettingzoos_render_test_finds_nothing(game: str, board: dict[str, int]) -> None:
    render_test(lambda **mode: factory(game)(**mode, **board))


def test_the_registry_makes_it_too(game: str) -> None:
    env = pettingzoo.make("aec", f"cornered/{module_name(game)}_v0", rows=5, cols=5)
    assert str(env.unwrapped) == f"{module_name(game)}_v0"


def test_a_plain_import_finds_the_module_of_a_game() -> None:
    import cornered.arena.frameworks.pettingzoo.knights_duel_v0 as imported

    from cornered.arena.frameworks.pettingzoo import knights_duel_v0

    assert imported is knights_duel_v0


def test_the_winner_earns_what_the_loser_pays(game: str) -> None:
    env = factory(game)()
    env.reset(seed=1)
    earned = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, over, _, _ = env.last()
        earned[agent] += reward
        mask = observation["action_mask"]
        env.step(None if over else env.action_space(agent).sample(mask))
    outcome = env.unwrapped.position.outcome
    assert earned == {f"player_{outcome.winner}": 1.0, f"player_{3 - outcome.winner}": -1.0}


def test_an_illegal_action_loses_one_point() -> None:
    env = factory("knights-duel")()
    env.reset(seed=1)
    env.step(24)
    assert env.rewards == {"player_1": -1.0, "player_2": 0.0}
    assert all(env.terminations.values())


def test_out_of_turn_no_action_is_legal() -> None:
    env = factory("block-capture")()
    env.reset(seed=1)
    assert env.observe("player_1")["action_mask"].sum() == 16
    assert env.observe("player_2")["action_mask"].sum() == 0


def test_an_environment_survives_pickling() -> None:
    env = pickle.loads(pickle.dumps(factory("trap-the-knight")(rows=5, cols=6, start="A1; F4").unwrapped))
    env.reset(seed=1)
    assert env.position.code == "trap-the-knight.5x6.1.a5-6-6-5b-6"


@pytest.mark.parametrize("name", ["no_such_game_v0", "knights_duel_v1"])
def test_a_game_that_is_not_there_has_no_module(name: str) -> None:
    with pytest.raises(ImportError):
        importlib.import_module(f"cornered.arena.frameworks.pettingzoo.{name}")


COPIES = {"deepcopy": deepcopy, "pickle": lambda env: pickle.loads(pickle.dumps(env))}


@pytest.mark.parametrize("copied", COPIES.values(), ids=COPIES)
def test_a_copy_in_mid_game_stands_where_the_first_stood(copied: object, game: str) -> None:
    env = factory(game)()
    env.reset(seed=1)
    env.step(int(env.last()[0]["action_mask"].argmax()))
    other = copied(env)
    before = other.unwrapped.position
    env.step(int(env.last()[0]["action_mask"].argmax()))
    assert before == other.unwrapped.position != env.unwrapped.position
    assert other.agent_selection == "player_2"
