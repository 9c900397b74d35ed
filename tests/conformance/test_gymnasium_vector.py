"""The native vector environment does, step for step, what Gymnasium's own vector of single ones does."""

from collections.abc import Callable, Iterator

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.utils.env_checker import data_equivalence
from gymnasium.vector import AutoresetMode, SyncVectorEnv, VectorEnv

from cornered import Position
from cornered.arena.frameworks.gymnasium import environment_id
from cornered.arena.frameworks.gymnasium_vector import CorneredVectorEnv

GAMES_AT_ONCE = 12

Choice = Callable[[np.random.Generator, np.ndarray], np.ndarray]


def masked(chance: np.random.Generator, mask: np.ndarray) -> np.ndarray:
    return (chance.random(mask.shape) * mask).argmax(axis=1)


def careless(chance: np.random.Generator, mask: np.ndarray) -> np.ndarray:
    """Mostly legal; one action in eight is any."""
    anything = chance.integers(0, mask.shape[1], len(mask))
    return np.where(chance.random(len(mask)) < 1 / 8, anything, masked(chance, mask))


def both(game: str, **arguments: object) -> tuple[VectorEnv, VectorEnv]:
    name = environment_id(game)
    native = gym.make_vec(name, num_envs=GAMES_AT_ONCE, **arguments)
    one_by_one = gym.make_vec(
        name,
        num_envs=GAMES_AT_ONCE,
        vectorization_mode="sync",
        vector_kwargs={"autoreset_mode": AutoresetMode.SAME_STEP},
        **arguments,
    )
    assert isinstance(native, CorneredVectorEnv)
    assert isinstance(one_by_one, SyncVectorEnv)
    return native, one_by_one


def course(envs: VectorEnv, choose: Choice, steps: int, seed: int) -> Iterator[object]:
    """All that an environment tells, with a reset in the middle that goes on with the same seed."""
    chance = np.random.default_rng(seed)
    for given in (seed, None):
        observations, info = envs.reset(seed=given)
        yield observations, info
        for _ in range(steps):
            told = envs.step(choose(chance, info["action_mask"]))
            info = told[-1]
            yield told


def assert_equal_courses(game: str, choose: Choice, steps: int, **arguments: object) -> None:
    native, one_by_one = both(game, **arguments)
    assert native.single_observation_space == one_by_one.single_observation_space
    assert native.action_space == one_by_one.action_space
    told = zip(course(native, choose, steps, 7), course(one_by_one, choose, steps, 7), strict=True)
    for step, (ours, theirs) in enumerate(told):
        assert data_equivalence(ours, theirs, exact=True), f"they differ at step {step}"


@pytest.mark.parametrize("choose", [masked, careless])
@pytest.mark.parametrize("seat", [1, 2, "random"])
def test_it_equals_the_vector_of_single_environments(
    game: str, board: dict[str, int], seat: object, choose: Choice
) -> None:
    assert_equal_courses(game, choose, 60, seat=seat, illegal_reward=-3.0, **board)


def first_legal(position: Position) -> int:
    return position.moves()[0]


@pytest.mark.parametrize("opponent", ["easy", first_legal], ids=["easy", "function"])
@pytest.mark.parametrize("seat", [2, "random"])
def test_it_does_so_against_a_level_and_a_function(game: str, seat: object, opponent: object) -> None:
    assert_equal_courses(game, careless, 20, seat=seat, opponent=opponent)


def gives_up_at_times(position: Position) -> int:
    """Fails in a third of all positions, some of them openings, always the same."""
    if sum(map(ord, position.code)) % 3 == 0:
        raise RuntimeError(position.code)
    return position.moves()[0]


@pytest.mark.filterwarnings("ignore:.*The opponent has lost the game")
@pytest.mark.parametrize("start", ["0 0; 4 4", "0 0; 4 3", "0 1; 4 4", "0 2; 4 4"])
@pytest.mark.parametrize("seat", [1, 2, "random"])
def test_it_does_so_against_an_opponent_that_fails(start: str, seat: object) -> None:
    assert_equal_courses("knights-blockade", careless, 40, seat=seat, start=start, opponent=gives_up_at_times)


def test_it_does_so_with_the_games_own_options() -> None:
    assert_equal_courses("trap-the-knight", masked, 60, start="A1; D3", repetitions=2)


def test_it_does_so_where_the_kernel_cannot_follow() -> None:
    assert_equal_courses("blockade", masked, 10, rows=9, cols=9)


def test_what_it_returned_is_never_written_to_again(game: str) -> None:
    envs = gym.make_vec(environment_id(game), num_envs=4)
    observations, info = envs.reset(seed=1)
    kept = observations.copy(), info["action_mask"].copy()
    envs.step(masked(np.random.default_rng(1), info["action_mask"]))
    assert np.array_equal(observations, kept[0])
    assert np.array_equal(info["action_mask"], kept[1])


def test_without_a_seed_two_vectors_play_different_games() -> None:
    one, other = (gym.make_vec(environment_id("blockade"), num_envs=50, seat=2) for _ in range(2))
    assert not np.array_equal(one.reset()[0], other.reset()[0])


def test_seeds_may_be_listed() -> None:
    one, other = (gym.make_vec(environment_id("blockade"), num_envs=3, seat=2) for _ in range(2))
    assert np.array_equal(one.reset(seed=[8, 9, 10])[0], other.reset(seed=8)[0])
