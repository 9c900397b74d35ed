"""Suites: the same bytes from the same seed, balanced, no two questions alike, and every value true."""

import os
import subprocess
import sys
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from cornered import BadSetup, Board, Position, read_position
from cornered.arena.spread import Here, Local
from cornered.arena.yardstick.making import NEAREST_START, make_suite
from cornered.arena.yardstick.suite import Suite, load_suite
from cornered.arena.yardstick.truth import Truth
from cornered.symmetry import likeness, rule_symmetries, turned

from .conftest import SMALL_BOARDS

SHA256 = "bdf525cfb167b7549fec14c7b2db8c4566b40c950c2ebc26996329f381c31794"


@pytest.fixture(scope="module")
def shipped() -> Suite:
    return load_suite("cornered-1")


MAKE_WITHOUT_KERNEL = """
import sys
sys.modules["cornered.solve._kernel"] = None
from cornered import Board
from cornered.arena.spread import Here
from cornered.arena.yardstick.making import make_suite
boards = {name: [Board(*size)] for name, size in %r}
print(make_suite("small", 1, Here(), questions=8, starts=4, boards=boards), end="")
"""


def test_the_same_seed_gives_the_same_bytes_without_the_kernel(small_file: Path) -> None:
    boards = [(name, (board.rows, board.cols)) for name, (board,) in SMALL_BOARDS.items()]
    plain = subprocess.run(
        [sys.executable, "-c", MAKE_WITHOUT_KERNEL % boards], capture_output=True, check=True
    )
    assert plain.stdout == small_file.read_bytes()


VALUE_WITHOUT_KERNEL = """
import sys
sys.modules["cornered.solve._kernel"] = None
from functools import cache
from cornered.games import read_position
from cornered.arena.yardstick.suite import load_suite
from cornered.arena.yardstick.truth import Truth, worth
truth, shipped = cache(Truth), load_suite("cornered-1")
def values(code):
    position = read_position(code)
    return truth(position.game).of_moves(position)
right = [values(each.code) == each.values for each in shipped.questions[::EVERY]]
right += [worth(values(each.code)) == each.value for each in shipped.starts[::EVERY]]
print(len(right), all(right))
"""


def test_the_shipped_values_are_the_same_without_the_kernel() -> None:
    """Of every twentieth question and start; SUITE=all asks for all of them."""
    every = "1" if os.environ.get("SUITE") == "all" else "20"
    plain = subprocess.run(
        [sys.executable, "-c", VALUE_WITHOUT_KERNEL.replace("EVERY", every)], capture_output=True, check=True
    )
    assert plain.stdout.decode().split() == [str(2560 // int(every)), "True"]


def test_the_same_seed_gives_the_same_bytes_on_several_cores(small_file: Path) -> None:
    assert (
        make_suite("small", 1, Local(2), questions=8, starts=4, boards=SMALL_BOARDS) == small_file.read_text()
    )


def test_the_shipped_suite_never_changes(shipped: Suite) -> None:
    assert shipped.sha256 == SHA256


def test_each_game_has_as_many_questions_in_each_band_that_it_has(shipped: Suite) -> None:
    counts = Counter((question.game, question.band) for question in shipped.questions)
    assert set(counts.values()) == {160}
    assert len(counts) == 15  # Blockade has nothing beyond twelve plies on these boards
    assert ("blockade", "13+") not in counts


def test_any_number_of_questions_from_the_beginning_on_is_balanced(shipped: Suite) -> None:
    counts = Counter((question.game, question.band) for question in shipped.questions[:100])
    assert set(counts.values()) <= {6, 7}


def images(code: str) -> set[tuple[object, ...]]:
    """What the mover sees, in every way to lay the board: told without the help of `likeness`."""
    position = read_position(code)
    cells, board = position.cells(), position.game.board
    mine, theirs = "ab" if position.to_move == 1 else "ba"
    if position.game.name in ("blockade", "block-capture"):  # whose marks they are makes no difference
        kinds = [letter.isupper() or (letter == "." and "free") for letter in cells]
    else:
        kinds = [{mine: "mine", theirs: "theirs"}.get(letter, letter) for letter in cells]
    return {(position.game.name, board, *(kinds[square] for square in image)) for image in board.symmetries()}


def test_no_two_questions_or_starts_are_alike(shipped: Suite) -> None:
    seen: set[tuple[object, ...]] = set()
    for one in (*shipped.questions, *shipped.starts):
        shown = images(one.code)
        assert not shown & seen, one.code
        seen |= shown


@cache
def plies(position: Position) -> int:
    """The length of the game by the rules alone: odd where the player to move wins."""
    after = [plies(position.play(square)) for square in position.moves()]
    lost = [length for length in after if length % 2 == 0]
    return 1 + (min(lost) if lost else max(after, default=-1))


def by_the_rules_alone(position: Position) -> tuple[int, ...]:
    lengths = [1 + plies(position.play(square)) for square in position.moves()]
    return tuple(length if length % 2 else -length for length in lengths)


def test_values_are_those_of_a_plain_search_by_the_rules(small: Suite) -> None:
    for question in small.questions[::4]:
        assert question.values == by_the_rules_alone(question.position())


def test_values_of_the_shipped_suite_are_those_of_a_plain_search(shipped: Suite) -> None:
    nearly_over = [question for question in shipped.questions if question.position().cells().count(".") < 12]
    sample = nearly_over[::8]
    assert {question.game for question in sample} == set(SMALL_BOARDS)
    for question in sample:
        assert question.values == by_the_rules_alone(question.position()), question.code


def test_values_of_the_shipped_suite_can_be_found_again(shipped: Suite) -> None:
    for question in shipped.questions[:: len(shipped.questions) // 60]:
        position = question.position()
        assert Truth(position.game).of_moves(position) == question.values, question.code


def test_as_many_starts_are_won_as_lost_and_far_from_the_end(shipped: Suite) -> None:
    sides = Counter((start.code.split(".")[0], start.value > 0) for start in shipped.starts)
    assert len(sides) == 8
    assert set(sides.values()) == {20}
    assert min(abs(start.value) for start in shipped.starts) >= NEAREST_START


def test_a_held_out_suite_has_nothing_in_common_with_what_it_is_to_be_without(
    small: Suite, tmp_path: Path
) -> None:
    file = tmp_path / "other.suite"
    file.write_text(
        make_suite("other", 1, Here(), questions=8, starts=4, boards=SMALL_BOARDS, without=[small])
    )
    other = load_suite(str(file))
    first, second = (
        {likeness(read_position(one.code)) for one in (*suite.questions, *suite.starts)}
        for suite in (small, other)
    )
    assert second
    assert not first & second


def test_a_turned_board_has_turned_values(small: Suite) -> None:
    for question in small.questions[:20]:
        position = question.position()
        for image in rule_symmetries(position.game):
            shown = turned(position, image)
            values = dict(zip(position.moves(), question.values, strict=True))
            assert Truth(shown.game).of_moves(shown) == tuple(
                value for _, value in sorted((image[square], value) for square, value in values.items())
            )


def test_a_game_without_decisions_that_matter_is_named() -> None:
    with pytest.raises(
        BadSetup, match="Trap the Knight 4×4 has positions whose exact distance cannot be found"
    ):
        make_suite("trap", 1, Here(), questions=1, starts=2, boards={"trap-the-knight": [Board(4, 4)]})


@pytest.mark.parametrize("text", ["", "{}", '{"format": "cornered-suite-1"}\n', "not json"])
def test_a_file_that_is_no_suite_is_refused(tmp_path: Path, text: str) -> None:
    file = tmp_path / "broken.suite"
    file.write_text(text)
    with pytest.raises(BadSetup, match=r"broken\.suite is not the file of a suite"):
        load_suite(str(file))
