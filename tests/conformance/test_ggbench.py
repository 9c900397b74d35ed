"""gg-bench's interface, as its own programs use it."""

import copy
import random

import numpy as np
import pytest
from gymnasium import spaces
from gymnasium.utils.env_checker import check_env

from cornered import new_game
from cornered.arena.frameworks import class_name, ggbench
from cornered.arena.frameworks.ggbench import CustomEnv


def made(game: str, **board: int) -> CustomEnv:
    return getattr(ggbench, class_name(game))(**board)


def test_a_game_is_played_through_to_the_winners_point(game: str, board: dict[str, int]) -> None:
    for seed in range(20):
        choose = random.Random(seed).choice
        env = made(game, **board)
        observation, info = env.reset(seed=seed)
        assert info == {}
        mover, over, reward = 0, False, 0
        while not over:
            assert reward == 0
            assert observation.shape == env.observation_space.shape
            mover = env.current_player
            observation, reward, over, truncated, info = env.step(choose(env.valid_moves()))
            assert (truncated, info) == (False, {})
        assert reward == 1
        assert env.valid_moves() == []
        assert env.position.outcome.winner == mover


def test_it_is_made_without_arguments_on_the_books_board(game: str) -> None:
    env = made(game)
    assert isinstance(env.observation_space, spaces.Box)
    assert len(env.observation_space.shape) == 1
    assert env.position == new_game(game).start()


@pytest.mark.parametrize("action", [0, 24, 25, -1])
def test_an_illegal_action_ends_the_game_at_minus_ten(action: int) -> None:
    env = made("knights-blockade")
    assert env.step(action)[1:] == (-10, True, False, {})
    assert env.valid_moves() == []
    assert env.step(7)[1:] == (0, True, False, {})


def test_actions_count_squares_row_by_row() -> None:
    env = made("knights-duel", rows=5, cols=6)
    env.step(1 * 6 + 2)
    assert env.position.game.label(8) == "C2"
    assert env.render().splitlines()[2] == "2 . . 1 . . ."


def test_a_copy_goes_its_own_way() -> None:
    env = made("blockade")
    twin = copy.deepcopy(env)
    twin.step(0)
    assert (env.current_player, twin.current_player) == (1, 2)


def test_gymnasiums_checker_accepts_it_too(game: str) -> None:
    with pytest.warns(UserWarning, match="Not able to test alternative render modes"):
        check_env(made(game))
    assert np.isin(made(game).reset()[0], (0, 1)).all()
