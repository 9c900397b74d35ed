"""Gymnasium's own checker, and what ours promises beyond it."""

import os
import pickle
import sys
from copy import deepcopy
from pathlib import Path

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from cornered import GAMES, BadSetup, Position
from cornered.arena.frameworks.gymnasium import CorneredEnv, environment_id
from cornered.arena.frameworks.gymnasium_vector import CorneredVectorEnv


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
    env = gym.make("cornered.arena.frameworks.gymnasium:cornered/KnightsDuel-v0", rows=5, cols=6)
    assert env.action_space.n == 30


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


def gives_up(position: Position) -> int:
    """Plays once and then never again."""
    if position.cells().count("x") > 1:
        raise RuntimeError("out of ideas")
    return position.moves()[0]


def never_moves(position: Position) -> int:
    raise RuntimeError("out of ideas")


@pytest.mark.filterwarnings("ignore:.*The opponent has lost the game")
def test_an_opponent_that_fails_has_lost_and_the_reason_is_told() -> None:
    env = CorneredEnv("knights-duel", seat=2, opponent=gives_up)
    _, info = env.reset(seed=1)
    assert "forfeit" not in info
    observation, reward, terminated, truncated, info = env.step(info["action_mask"].argmax())
    assert (reward, terminated, truncated) == (1.0, True, False)
    assert info["forfeit"] == "gives_up failed: RuntimeError: out of ideas."
    assert observation in env.observation_space


@pytest.mark.filterwarnings("ignore:.*The opponent has lost the game")
@pytest.mark.parametrize("action", [7, 0, 99])
def test_an_opponent_that_fails_to_open_has_lost_with_the_next_action_whichever_it_is(action: int) -> None:
    env = CorneredEnv("knights-duel", seat=2, opponent=never_moves)
    for _ in range(2):
        _, info = env.reset(seed=1)
        assert info["forfeit"] == "never_moves failed: RuntimeError: out of ideas."
        assert env.step(action)[1:3] == (1.0, True)


def test_whoever_trains_is_warned_of_an_opponent_that_fails() -> None:
    env = CorneredEnv("knights-duel", seat=2, opponent=never_moves)
    with pytest.warns(UserWarning, match=r"The opponent has lost the game: never_moves failed"):
        env.reset(seed=1)


ENGINE = f"uci:{sys.executable} {Path(__file__).parents[1] / 'arena' / 'agents' / 'fake_engine.py'}"


@pytest.mark.filterwarnings("ignore:.*The opponent has lost the game")
@pytest.mark.parametrize(
    ("fault", "sentence"),
    [
        ("sleeps", "did not answer in time."),
        ("floods", "did not answer in time."),
        ("dies", "ended with exit code 1: out of ideas."),
        ("moves illegally", "made no legal move: a1a1."),
        ("closes stdout", "closed its output."),
    ],
)
def test_an_engine_at_fault_hands_the_learner_the_win(fault: str, sentence: str) -> None:
    env = CorneredEnv("knights-duel", opponent=f"{ENGINE} '{fault}';seconds=2")
    _, info = env.reset(seed=1)
    _, reward, over, _, info = env.step(info["action_mask"].argmax())
    assert (reward, over) == (1.0, True)
    assert info["forfeit"].endswith(sentence)
    env.close()


def test_an_engine_plays_game_after_game_in_one_process_which_ends_with_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ENGINE", str(tmp_path / "engine"))
    env = CorneredEnv("knights-duel", seat="random", opponent=ENGINE)
    processes = set()
    for seed in range(3):
        play_on(env, seed)
        processes.add((tmp_path / "engine").read_text())
    env.close()
    [process] = processes
    with pytest.raises(ProcessLookupError):
        os.kill(int(process), 0)


COPIES = {"deepcopy": deepcopy, "pickle": lambda env: pickle.loads(pickle.dumps(env))}


@pytest.mark.parametrize("copied", COPIES.values(), ids=COPIES)
@pytest.mark.parametrize("opponent", ["random", "easy", last_legal, ENGINE])
def test_a_copy_in_mid_game_goes_on_by_itself_as_the_first_does(opponent: object, copied: object) -> None:
    env = CorneredEnv("knights-blockade", seat=2, opponent=opponent)
    env.reset(seed=5)
    env.step(env.action_masks().argmax())
    other = copied(env)
    stories = []
    for each in (env, other):
        story, over = [], False
        while not over:
            observation, reward, over, _, _ = each.step(each.action_masks().argmax())
            story.append((observation.tobytes(), reward))
        stories.append(story)
        each.close()
    assert stories[0] == stories[1]


@pytest.mark.parametrize(
    "opponent", ["nobody", "human", "no.such:agent", "cornered:Nobody", "cornered:GAMES", None, 5, ["easy"]]
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
