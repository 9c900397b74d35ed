"""OpenSpiel's own tests and algorithms, run as they are on our games."""

import json
import pickle
import re
import subprocess
import sys
import unittest
from pathlib import Path

import numpy as np
import pyspiel
import pytest
from absl import flags
from open_spiel.python import policy
from open_spiel.python.algorithms import (
    evaluate_bots,
    exploitability,
    generate_playthrough,
    get_all_states,
    mcts,
    minimax,
)

from cornered import BadSetup
from cornered.arena.frameworks import module_name
from cornered.arena.frameworks.openspiel import ExactBot
from cornered.solve import Verdict, winner

GOLDENS = Path(__file__).parent / "goldens"
SMALL_BOARDS = {  # small enough to be searched to the end from Python
    "knights-blockade": "rows=3,cols=4",
    "blockade": "rows=3,cols=4",
    "block-capture": "rows=3,cols=3",
    "knights-duel": "rows=3,cols=4",
    "trap-the-knight": "rows=2,cols=5,start=A1; B1,repetitions=2",
}


def game_string(game: str, board: dict[str, int]) -> str:
    parameters = ",".join(f"{name}={value}" for name, value in board.items())
    return f"cornered_{module_name(game)}({parameters})"


def small(game: str) -> pyspiel.Game:
    return pyspiel.load_game(f"cornered_{module_name(game)}({SMALL_BOARDS[game]})")


def test_openspiels_random_simulations_find_nothing(game: str, board: dict[str, int]) -> None:
    loaded = pyspiel.load_game(game_string(game, board))
    pyspiel.random_sim_test(loaded, num_sims=20, serialize=True, verbose=False)


def test_openspiels_api_test_finds_nothing(game: str) -> None:
    from open_spiel.integration_tests import api_test

    flags.FLAGS(["test", f"--test_only_games=cornered_{module_name(game)}$"])
    suite = unittest.defaultTestLoader.loadTestsFromModule(api_test)
    assert suite.countTestCases() == 5
    result = suite.run(unittest.TestResult())
    assert [trouble for _, trouble in result.errors + result.failures] == []


def test_a_playthrough_is_what_it_was(game: str, board: dict[str, int]) -> None:
    flags.FLAGS(["test"])
    golden = GOLDENS / f"{re.sub('[^a-z0-9_]+', '_', game_string(game, board)).strip('_')}.txt"
    text = generate_playthrough.playthrough(game_string(game, board), None, seed=1)
    if not golden.exists():
        golden.write_text(text, "utf-8")
        pytest.fail(f"{golden.name} was written: look at it, then run the test again")
    assert text == golden.read_text("utf-8")


def test_openspiels_minimax_and_our_solver_agree_who_wins(game: str) -> None:
    loaded = small(game)
    value, _ = minimax.alpha_beta_search(loaded)
    ours = winner(loaded.new_initial_state().position)
    assert value == (1.0 if ours is Verdict.WIN else -1.0)


def test_nobody_exploits_perfect_play_and_everybody_random_play(game: str) -> None:
    loaded = small(game)
    perfect = policy.tabular_policy_from_callable(loaded, best_move_of)
    assert exploitability.exploitability(loaded, perfect) == 0
    assert exploitability.exploitability(loaded, policy.UniformRandomPolicy(loaded)) > 0


def best_move_of(state: pyspiel.State) -> dict[int, float]:
    return dict(ExactBot().step_with_policy(state)[0])


def test_a_states_string_tells_apart_what_the_rules_do(game: str) -> None:
    """Solvers remember states by their strings: equal strings must mean equal moves and an equal turn."""
    seen: dict[str, tuple[int, list[int]]] = {}
    for state in get_all_states.get_all_states(
        small(game), to_string=lambda state: state.history_str()
    ).values():
        told = (state.current_player(), state.legal_actions())
        assert seen.setdefault(str(state), told) == told


def test_the_exact_bot_beats_a_search_by_playouts_where_it_can_win() -> None:
    loaded = pyspiel.load_game("cornered_knights_blockade")
    chance = np.random.RandomState(1)
    playouts = mcts.MCTSBot(loaded, 2, 20, mcts.RandomRolloutEvaluator(1, chance), random_state=chance)
    results = evaluate_bots.evaluate_bots(loaded.new_initial_state(), [ExactBot(), playouts], chance)
    assert list(results) == [1.0, -1.0]


def test_openspiels_search_in_c_runs_too() -> None:
    loaded = pyspiel.load_game("cornered_trap_the_knight(rows=5,cols=6)")
    bot = pyspiel.MCTSBot(loaded, pyspiel.RandomRolloutEvaluator(1, 1), 2.0, 20, 10, True, 1, False)
    state = loaded.new_initial_state()
    assert bot.mcts_search(state).best_child().action in state.legal_actions()


def test_a_state_is_told_in_json_and_made_again_of_it(game: str) -> None:
    loaded = pyspiel.load_game(f"cornered_{module_name(game)}")
    state = loaded.new_initial_state()
    for action in (state.legal_actions()[0], None):
        told = json.loads(state.to_json())
        assert told["code"] == str(state)
        assert "".join(told["board"]) == state.position.cells()
        for form in (told, state.to_struct(), str(state)):
            assert loaded.new_initial_state(form).position == state.position
        if action is not None:
            state.apply_action(action)


def test_an_action_is_told_as_the_book_writes_it() -> None:
    state = pyspiel.load_game("cornered_knights_duel").new_initial_state()
    struct = state.action_to_struct(0, 7)
    assert json.loads(struct.to_json()) == {"square": "C2"}
    assert state.apply_action_struct(struct).ok()
    assert state.history() == [7]


def test_a_position_of_another_board_is_refused() -> None:
    loaded = pyspiel.load_game("cornered_knights_duel")
    with pytest.raises(BadSetup, match="not a position of"):
        loaded.new_initial_state("knights-duel.5x6.1.a5-6-6-6-5b")


@pytest.mark.parametrize("parameters", ["rows=4", "repetitions=1", "repetitions=0", "start=A1"])
def test_parameters_that_make_no_game_are_refused_in_words(parameters: str) -> None:
    name = "block_capture" if parameters == "rows=4" else "trap_the_knight"
    with pytest.raises(BadSetup):
        pyspiel.load_game(f"cornered_{name}({parameters})")


def test_the_games_own_options_are_parameters() -> None:
    loaded = pyspiel.load_game("cornered_trap_the_knight(start=A1; D3,repetitions=2)")
    assert str(loaded.new_initial_state()).endswith(".a3-4-3b-4.r2")
    assert pyspiel.load_game(str(loaded)).new_initial_state().position == loaded.new_initial_state().position


def test_states_survive_pickling_and_copying() -> None:
    state = pyspiel.load_game("cornered_block_capture").new_initial_state()
    state.apply_action(2)
    for copy in (state.clone(), pickle.loads(pickle.dumps(state))):
        copy.apply_action(3)
        assert len(copy.history()) == 2
    assert len(state.history()) == 1


def test_a_program_that_uses_it_ends_in_peace() -> None:
    program = (
        "import pyspiel, cornered.arena.frameworks.openspiel; print(pyspiel.load_game('cornered_blockade'))"
    )
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "cornered_blockade(cols=4,rows=4)\n", "")
