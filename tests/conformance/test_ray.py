"""Work on a Ray cluster of two nodes, one of which dies: every answer once, as in a single process."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from cornered import Board, new_game
from cornered.arena.spread import Here
from cornered.arena.spread.joint_solve import JointSolve
from cornered.arena.spread.on_ray import OnRay
from cornered.arena.yardstick.asking import read_entrant
from cornered.arena.yardstick.positions import ask, position_test
from cornered.arena.yardstick.runs import AnsweredQuestion, RunFile, read_run
from cornered.arena.yardstick.suite import load_suite
from cornered.errors import BadSetup
from cornered.solve import Budget, Verdict

if TYPE_CHECKING:
    from ray.cluster_utils import Cluster

QUESTIONS = 400
LEAVES_BEFORE_THE_DEATH = 5


@pytest.fixture(scope="module")
def cluster() -> "Iterator[Cluster]":
    import ray  # after `ray_spread`, as in a command, which tells it to keep quiet
    from ray.cluster_utils import Cluster

    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    yield cluster
    ray.shutdown()
    cluster.shutdown()


@pytest.fixture(scope="module")
def spread(cluster: "Cluster") -> OnRay:
    return OnRay(cluster.address)


@pytest.fixture
def second(cluster: "Cluster") -> Any:
    """Another node, to be killed."""
    node = cluster.add_node(num_cpus=1)
    cluster.wait_for_nodes()
    return node


def untimed(path: Path) -> list[AnsweredQuestion]:
    _, items = read_run(path)
    return [item._replace(seconds=0.0) for item in items]


def test_a_node_that_dies_costs_nothing_but_time(
    cluster: "Cluster", spread: OnRay, second: Any, tmp_path: Path
) -> None:
    assert spread.width == 2
    work = position_test(load_suite("cornered-1"), read_entrant("medium"), seed=0, limit=QUESTIONS)
    killed = []

    def kill_the_second(made: int) -> bool:
        if made > QUESTIONS // 8 and not killed:
            killed.append(made)
            cluster.remove_node(second, allow_graceful=False)
        return True

    with RunFile(tmp_path / "ray.jsonl", work.header) as file:
        asked = ask(work, file, spread, kill_the_second)
    with RunFile(tmp_path / "here.jsonl", work.header) as file:
        ask(work, file, Here(), lambda _: True)
    assert killed
    assert asked.complete
    assert untimed(tmp_path / "ray.jsonl") == untimed(tmp_path / "here.jsonl")


def test_a_position_is_solved_together_though_a_node_dies_and_nothing_is_said_of_it(
    cluster: "Cluster", spread: OnRay, second: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    start = new_game("knights-blockade", Board(5, 9)).start()
    assert spread.width == 2
    with JointSolve(start, tmp_path) as solving:
        file = solving.path

        def kill_the_second() -> bool:
            if len(file.read_text().splitlines()) > LEAVES_BEFORE_THE_DEATH and not killed:
                killed.append(True)
                cluster.remove_node(second, allow_graceful=False)
            return True

        killed: list[bool] = []
        assert solving.run(spread, 1000, Budget(), kill_the_second) is Verdict.WIN
    assert killed
    leaves = [json.loads(line)["position"] for line in file.read_text().splitlines() if "verdict" in line]
    assert len(set(leaves)) == len(leaves) > LEAVES_BEFORE_THE_DEATH
    with JointSolve(start, tmp_path) as solved:
        assert solved.tree.verdict is Verdict.WIN
    assert capsys.readouterr().out == ""  # where a command prints its answer


def test_every_chunk_has_one_result(spread: OnRay) -> None:
    assert sorted(spread.run(abs, range(-9, 0), lambda: True)) == list(range(1, 10))


def test_what_the_work_refuses_is_told_here(spread: OnRay) -> None:
    with pytest.raises(BadSetup, match=r"The suite nowhere\.suite cannot be read"):
        list(spread.run(load_suite, ["nowhere.suite"], lambda: True))
