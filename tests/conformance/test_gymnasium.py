"""Gymnasium's own checker, and what ours promises beyond it."""

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from cornered import GAMES, BadSetup, Position
from cornered.arena.gymnasium import CorneredEnv, CorneredVectorEnv, environment_id


def play_on(env: CorneredEnv, seed: int) -> list[tuple[bytes, float]]:
    """A game of random legal moves to its end: what was seen and earned."""
    observation, info = env.reset(seed=seed)
    env.action_space.seed(seed)
    story, over = [(observation.tobytes(), 0.0)], False
    while not over:
        action = env.action_space.sample(info["action_mask"])
        observation, reward, over, _, info = env.step(action)
        story.append((observation.tobytes(), float(reward)))
    return story


@pytest.mark.parametrize("seat", [1, 2])
def test_gymnasiums_checker_finds_nothing(game: str, board: dict[str, int], seat: int) -> None:
    check_env(gym.make(environment_id(game), seat=seat, **board).unwrapped)


def test_an_id_with_its_module_needs_no_import_before() -> None:
    assert gym.make("cornered.arena.gymnasium:cornered/KnightsDuel-v0", rows=5, cols=6).action_space.n == 30


@pytest.mark.parametrize("opponent", ["random", "easy", "medium"])
def test_a_seed_gives_the_same_game_again(game: str, opponent: str) -> None:
    env = CorneredEnv(game, opponent=opponent, seat="random")
    stories = [play_on(env, seed) for seed in (1, 2, 3, 4, 1, 2, 3, 4)]
    assert stories[:4] == stories[4:]
    assert len(set(map(tuple, stories))) > 1


def test_a_game_ends_with_one_for_the_winner_and_minus_one_for_the_loser(game: str) -> None:
    env = CorneredEnv(game, rows=7, cols=7, seat="random")
    ends = {play_on(env, seed)[-1][1] for seed in range(40)}
    assert ends == {1.0, -1.0}


def test_each_seat_sees_the_board_from_its_own_side() -> None:
    first, _ = CorneredEnv("knights-duel").reset(seed=1)
    second, _ = CorneredEnv("knights-duel", seat=2).reset(seed=1)
    assert first[0, 0, 0] == first[1, 4, 4] == 1
    assert second[0, 4, 4] == second[2, 0, 0] == 1


@pytest.mark.parametrize("seat", [1, 2])
def test_an_illegal_action_ends_the_game_at_the_price_that_was_asked_for(game: str, seat: int) -> None:
    env = CorneredEnv(game, rows=5, cols=5, seat=seat, illegal_reward=-7.5)
    before, info = env.reset(seed=1)
    for action in [*np.flatnonzero(info["action_mask"] == 0), 25, -1]:
        env.reset(seed=1)
        after, reward, terminated, truncated, _ = env.step(action)
        assert (reward, terminated, truncated) == (-7.5, True, False)
        assert np.array_equal(before, after)


def test_the_mask_comes_in_both_manners() -> None:
    env = CorneredEnv("trap-the-knight")
    _, info = env.reset(seed=1)
    assert info["action_mask"].nonzero()[0].tolist() == [6, 9]
    assert env.action_masks().dtype == bool
    assert np.array_equal(env.action_masks(), info["action_mask"])


def last_legal(position: Position) -> int:
    """An agent for the next test to name."""
    return position.moves()[-1]


@pytest.mark.parametrize("opponent", [last_legal, "random_names:last_legal"])
def test_the_opponent_may_be_a_function_or_the_name_of_one(
    opponent: object, tmp_path: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "random_names.py").write_text("def last_legal(position):\n    return position.moves()[-1]\n")
    monkeypatch.syspath_prepend(tmp_path)
    env = CorneredEnv("knights-blockade", seat=2, opponent=opponent)
    env.reset(seed=1)
    assert env.position.code == "knights-blockade.5x5.2.x4-5-1a3-5-4b"


@pytest.mark.parametrize(
    "opponent", ["nobody", "human", "no.such:agent", "cornered:Nobody", "cornered:GAMES"]
)
def test_an_opponent_that_nobody_knows_is_refused_at_once(opponent: str) -> None:
    with pytest.raises(BadSetup):
        CorneredEnv("blockade", opponent=opponent)


def test_the_games_own_options_are_arguments() -> None:
    env = gym.make(environment_id("trap-the-knight"), start="A1; D3", repetitions=2).unwrapped
    env.reset(seed=1)
    assert env.position.code.endswith(".a3-4-3b-4.r2")


def test_a_board_without_a_game_for_the_second_seat_is_refused() -> None:
    CorneredEnv("blockade", rows=3, cols=3)
    with pytest.raises(BadSetup, match="3×3"):
        CorneredEnv("blockade", rows=3, cols=3, seat=2)


@pytest.mark.parametrize("wrong", [{"seat": 3}, {"rows": 0}, {"rows": 4}, {"start": "A1; B1"}, {"hue": 5}])
def test_what_makes_no_game_is_refused_in_words(wrong: dict[str, object]) -> None:
    for make in (CorneredEnv, CorneredVectorEnv):
        with pytest.raises(BadSetup):
            make("block-capture", **wrong)


def test_every_manner_of_rendering_shows_the_board(capsys: pytest.CaptureFixture[str]) -> None:
    boards = {}
    for mode in CorneredEnv.metadata["render_modes"]:
        env = CorneredEnv("knights-duel", seat=2, opponent=last_legal, render_mode=mode)
        env.reset(seed=1)
        boards[mode] = env.render()
    assert boards["ansi"].splitlines()[1:4] == ["1 # . . . .", "2 . . . . .", "3 . 1 . . ."]
    assert boards["rgb_array"].shape == (240, 240, 3)
    assert boards["human"] is None
    assert capsys.readouterr().out.count(boards["ansi"]) == 2


def test_all_five_have_an_id() -> None:
    assert {environment_id(game) for game in GAMES} <= gym.registry.keys()
