"""The top of a tree: whatever order leaves come back in, the verdict is that of plain search."""

from random import Random

import pytest

from cornered import Board, new_game
from cornered.game import Position
from cornered.solve import Verdict, settle, winner
from cornered.solve.contract import Effort
from cornered.solve.proof_tree import ProofTree
from cornered.symmetry import likeness

BOARDS = [
    ("knights-blockade", Board(3, 5)),
    ("knights-blockade", Board(5, 5)),
    ("knights-duel", Board(4, 5)),
    ("blockade", Board(5, 6)),
]


@pytest.mark.parametrize(("name", "board"), BOARDS)
@pytest.mark.parametrize("seed", range(5))
def test_leaves_that_come_back_in_any_order_and_half_of_them_unsolved_give_the_verdict(
    name: str, board: Board, seed: int
) -> None:
    top, random = new_game(name, board).start(), Random(seed)
    tree = ProofTree(top, likeness)
    in_work: list[Position] = []
    while tree.verdict is Verdict.UNKNOWN:
        while len(in_work) < 3 and (leaf := tree.next_leaf()):
            in_work.append(leaf)
        leaf = in_work.pop(random.randrange(len(in_work)))
        tree.settle(leaf, random.choice([winner(leaf), Verdict.UNKNOWN]))
    assert tree.verdict is winner(top)


def test_opened_to_the_last_position_it_needs_no_solver() -> None:
    top = new_game("knights-blockade", Board(3, 5)).start()
    tree = ProofTree(top, likeness)
    while leaf := tree.next_leaf():
        tree.settle(leaf, Verdict.UNKNOWN)
    assert tree.verdict is winner(top)


def test_no_leaf_is_handed_out_twice_and_none_when_all_are_in_work() -> None:
    tree = ProofTree(new_game("knights-blockade", Board(5, 7)).start(), likeness)
    first = tree.next_leaf()
    assert first
    assert tree.next_leaf() is None
    tree.settle(first, Verdict.UNKNOWN)
    second, third = tree.next_leaf(), tree.next_leaf()
    assert second
    assert third
    assert second != third
    assert tree.next_leaf() is None


def test_replies_that_are_each_others_images_are_one_leaf() -> None:
    top = new_game("knights-blockade").start()
    tree = ProofTree(top, likeness)
    leaf = tree.next_leaf()
    assert leaf
    tree.settle(leaf, Verdict.UNKNOWN)
    assert len(top.moves()) == 2
    assert tree.next_leaf()
    assert tree.next_leaf() is None


def test_what_a_search_settled_of_the_replies_is_settled() -> None:
    top = new_game("knights-blockade", Board(5, 7)).start()
    tree = ProofTree(top, likeness)
    tree.settle(top, Verdict.UNKNOWN, [Effort(7, 5)] * (len(top.moves()) - 1) + [Effort(5, 0)])
    assert tree.verdict is Verdict.WIN


def test_it_tells_what_is_left_until_nothing_is() -> None:
    top = new_game("knights-blockade").start()
    tree = ProofTree(top, likeness)
    assert tree.left == (1, len(top.moves()))
    tree.settle(top, Verdict.WIN)
    assert tree.left[0] == 0
    assert tree.next_leaf() is None


def test_what_a_theorem_knows_is_no_leaf() -> None:
    top = new_game("knights-blockade", Board(6, 6)).start()
    assert settle(top)
    assert ProofTree(top, likeness).verdict is Verdict.LOSS
