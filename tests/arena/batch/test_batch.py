"""A batch plays the games that the rules play, whatever moves it.

`BATCH_PLIES=1000000 pytest tests/arena/batch` compares a million plies of each game.
"""

import os
import random
import subprocess
import sys
from collections.abc import Callable, Iterator

import numpy as np
import pytest

from cornered import GAMES, BadSetup, Board, Position, new_game
from cornered.arena.batch import Batch, playouts
from cornered.arena.batch.arrays import AGAIN, RANDOM, WAIT, planes_of
from cornered.arena.batch.compiled import kernel_rules
from cornered.arena.stream import Stream
from cornered.games.blockade import Blockade

PLIES = int(os.environ.get("BATCH_PLIES", "20000"))
SIZE = 20

BOARDS = {
    "knights-blockade": [Board(5, 5), Board(8, 8), Board(3, 21), Board(2, 7), Board(7, 3)],
    "blockade": [Board(4, 4), Board(8, 8), Board(3, 21), Board(1, 64), Board(2, 3), Board(64, 1)],
    "block-capture": [Board(5, 5), Board(7, 9), Board(3, 21), Board(3, 3)],
    "knights-duel": [Board(5, 5), Board(8, 8), Board(3, 21), Board(7, 6), Board(2, 3)],
    "trap-the-knight": [Board(4, 4), Board(8, 8), Board(3, 21), Board(5, 4), Board(2, 3)],
}

every_game = pytest.mark.parametrize("name", GAMES)
either_way = pytest.mark.parametrize("kernel", [True, False], ids=["kernel", "plain"])


def starts(name: str) -> list[Position]:
    """Where the compared games begin: every board's start, and for the knights starts of other kinds."""
    found = [new_game(name, board).start() for board in BOARDS[name]]
    if name == "knights-blockade":
        found.append(new_game(name, Board(2, 3)).start((0, 2)))
    if name == "trap-the-knight":
        found += [new_game(name, Board(4, 5), repetitions=count).start((3, 9)) for count in (0, 2, 5)]
        found.append(played(new_game(name, Board(3, 4)).start(), 12))
    return found


def played(position: Position, plies: int, seed: int = 1) -> Position:
    """The position after some random moves, or fewer if the game ends."""
    choice = random.Random(seed).choice
    for _ in range(plies):
        if following := [after for square in position.moves() if (after := position.play(square)).moves()]:
            position = choice(following)
    return position


def seen_by_mover(position: Position) -> list[list[bool]]:
    """The planes, written down without the arrays' help."""
    cells, squares = position.cells().lower(), range(position.game.board.size)
    letters = "abx" if position.to_move == 1 else "bax"
    legal = set(position.moves())
    return [[found == letter for found in cells] for letter in letters] + [
        [cell in legal for cell in squares]
    ]


def random_course(start: Position, seed: int) -> Iterator[tuple[Position, int, int, Position | None]]:
    """After each random move: the position, the winner if a game ended, its plies, and how it ended."""
    stream, position, plies = Stream(seed), start, 0
    while True:
        moves = position.moves()
        position, plies = position.play(moves[stream.below(len(moves))]), plies + 1
        if position.outcome:
            yield start, position.outcome.winner, 0, position
            position, plies = start, 0
        else:
            yield position, 0, plies, None


def all_arrays(batch: Batch) -> list[np.ndarray]:
    shown = [batch.planes, batch.final, batch.mask, batch.turn, batch.winner, batch.plies, batch.wins]
    return [array.copy() for array in shown]


def assert_same(one: Batch, other: Batch) -> None:
    for ours, theirs in zip(all_arrays(one), all_arrays(other), strict=True):
        np.testing.assert_array_equal(ours, theirs)


def compare_with_positions(start: Position, steps: int) -> None:
    """One batch in the kernel beside as many courses of positions, at every step."""
    assert kernel_rules(start.game)
    batch = Batch(start, SIZE, seed=11)
    shape = batch.planes.shape
    courses = [random_course(start, 11 + index) for index in range(SIZE)]
    for _ in range(steps):
        batch.step_random()
        positions, winners, plies, ends = zip(*map(next, courses), strict=True)
        planes = np.array([seen_by_mover(position) for position in positions])
        np.testing.assert_array_equal(batch.planes, planes.reshape(shape))
        np.testing.assert_array_equal(batch.mask, planes[:, 3])
        np.testing.assert_array_equal(batch.turn, [position.to_move for position in positions])
        np.testing.assert_array_equal(batch.winner, winners)
        np.testing.assert_array_equal(batch.plies, plies)
        for index, end in enumerate(ends):
            if end:
                final = np.reshape(seen_by_mover(end), shape[1:])
                np.testing.assert_array_equal(batch.final[index], final)


@every_game
def test_the_same_seeds_give_the_same_games_through_positions_and_through_the_kernel(name: str) -> None:
    begins = starts(name)
    for start in begins:
        compare_with_positions(start, PLIES // len(begins) // SIZE + 1)


@every_game
def test_the_kernel_and_plain_python_agree_whatever_is_asked_of_them(name: str) -> None:
    choose = random.Random(5)
    for start in starts(name):
        fast, slow = (Batch(start, 7, seed=3, kernel=kernel) for kernel in (True, False))
        for step in range(60):
            if step % 20 == 19:
                fast.restart(), slow.restart()
            elif step % 5 == 4:
                fast.step_random(9), slow.step_random(9)
            else:
                squares = [
                    choose.choice([RANDOM, WAIT, AGAIN, *np.flatnonzero(legal)]) for legal in fast.mask
                ]
                fast.step(squares), slow.step(squares)
            assert_same(fast, slow)


@every_game
def test_playouts_agree_from_any_position_of_a_game(name: str) -> None:
    for start in starts(name):
        positions = [played(start, plies, seed=plies) for plies in range(8)]
        positions.append(positions[-1].play(positions[-1].moves()[0]))
        fast, slow = (playouts(positions, 12, seed=9, longest=300, kernel=kernel) for kernel in (True, False))
        np.testing.assert_array_equal(fast, slow)


@either_way
def test_a_finished_position_was_won_by_whoever_won_it(kernel: bool) -> None:
    captured = new_game("trap-the-knight", Board(2, 3)).start().play(5)
    assert playouts([captured], 3, kernel=kernel).tolist() == [[1, 1, 1]]


@either_way
def test_a_playout_that_never_ends_is_cut_off(kernel: bool) -> None:
    dance = new_game("trap-the-knight", Board(2, 3), repetitions=0).start((0, 2))
    assert playouts([dance], 2, longest=1000, kernel=kernel).tolist() == [[0, 0]]
    always_four_plies = new_game("blockade", Board(4, 4)).start()
    assert playouts([always_four_plies], 2, longest=3, kernel=kernel).tolist() == [[0, 0]]
    assert playouts([always_four_plies], 2, longest=4, kernel=kernel).tolist() == [[2, 2]]


def test_playouts_begin_from_positions_of_one_game() -> None:
    with pytest.raises(BadSetup, match="one game on one board"):
        playouts([new_game("blockade").start(), new_game("blockade", Board(5, 5)).start()], 1)
    assert playouts([], 5).shape == (0, 5)


@either_way
def test_a_game_depends_on_its_own_seed_alone(kernel: bool) -> None:
    start = new_game("blockade", Board(5, 6)).start()
    together = Batch(start, 9, seed=40, kernel=kernel)
    alone = Batch(start, 1, seed=43, kernel=kernel)
    listed = Batch(start, 2, seed=[48, 43], kernel=kernel)
    for batch in (together, alone, listed):
        batch.step_random(50)
    for whole, single, pair in zip(all_arrays(together), all_arrays(alone), all_arrays(listed), strict=True):
        np.testing.assert_array_equal(whole[3], single[0])
        np.testing.assert_array_equal(whole[[8, 3]], pair)


@either_way
def test_restarting_with_the_same_seed_repeats_the_games_and_without_one_does_not(kernel: bool) -> None:
    batch = Batch(new_game("blockade", Board(6, 6)).start(), 30, seed=1, kernel=kernel)
    batch.step_random(5)
    first = batch.planes.copy()
    batch.restart()
    batch.step_random(5)
    assert not np.array_equal(batch.planes, first)
    batch.restart(1)
    batch.step_random(5)
    assert np.array_equal(batch.planes, first)


@either_way
def test_a_game_that_ends_is_shown_counted_and_begun_again_in_the_same_step(kernel: bool) -> None:
    start = new_game("knights-duel", Board(2, 3)).start()
    batch = Batch(start, 2, kernel=kernel)
    batch.step([5, WAIT])
    assert batch.winner.tolist() == [1, 0]
    assert batch.wins.tolist() == [[1, 0], [0, 0]]
    assert batch.turn.tolist() == [1, 1]
    assert np.array_equal(batch.planes[0], planes_of(start))
    assert np.array_equal(batch.final[0], planes_of(start.play(5)))
    batch.step([WAIT, WAIT])
    assert batch.winner.tolist() == [0, 0]


@either_way
def test_a_game_can_be_begun_again_with_nobody_winning(kernel: bool) -> None:
    batch = Batch(new_game("knights-duel").start(), 2, kernel=kernel)
    batch.step([7, 7])
    batch.step([AGAIN, 17])
    assert batch.turn.tolist() == [1, 1]
    assert batch.plies.tolist() == [0, 2]
    assert batch.winner.tolist() == [0, 0]
    assert np.array_equal(batch.planes[0], planes_of(batch.start))


@either_way
@pytest.mark.parametrize("square", [2, 5, 12, 25, 64 + 7, 10**12, -4])
def test_an_illegal_move_is_refused_and_nothing_is_played_in_any_game(kernel: bool, square: int) -> None:
    batch = Batch(new_game("knights-duel").start(), 3, kernel=kernel)
    before = all_arrays(batch)
    with pytest.raises(ValueError, match=f"Square {square} is not a legal move in game 1"):
        batch.step([7, square, 7])
    assert all(map(np.array_equal, before, all_arrays(batch)))
    batch.step([7, 11, 7])


@pytest.mark.parametrize(
    "actions", [[7, 7], [[7], [7], [7]], [7.0, 7.0, 7.0], np.full(3, 2**64 - 1, np.uint64), "abc"]
)
def test_actions_are_one_whole_number_for_each_game(actions: object) -> None:
    batch = Batch(new_game("knights-duel").start(), 3)
    with pytest.raises(ValueError, match="takes 3 whole numbers"):
        batch.step(actions)


@pytest.mark.parametrize("kind", [np.int8, np.uint32, np.int64, ">i4"])
def test_actions_may_be_whole_numbers_of_any_kind_and_order(kind: object) -> None:
    batch = Batch(new_game("knights-duel").start(), 3)
    batch.step(np.array([7, 0, 11, 0, 7, 0], kind)[::2])
    assert np.flatnonzero(batch.planes[1, 1]).tolist() == [11]


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda start: Batch(start, 0), "at least one game"),
        (lambda start: Batch(start, 2, seed=[1]), "as many seeds"),
        (lambda start: Batch(new_game("knights-blockade", Board(2, 3)).start(), 1), "is over"),
    ],
)
def test_a_batch_that_cannot_be_is_refused_in_words(make: Callable[[Position], Batch], sentence: str) -> None:
    with pytest.raises(BadSetup, match=sentence):
        make(new_game("blockade").start())


class Plugin(Blockade):
    """A game that tells nothing but its rules."""

    name = "plugin"

    def tables(self) -> None:
        return None


def test_a_game_without_tables_and_a_board_without_bounds_are_played_through_positions() -> None:
    plugin, known = (Batch(rules(4, 5).start(), 6, seed=2) for rules in (Plugin, Blockade))
    plugin.step_random(40), known.step_random(40)
    assert_same(plugin, known)
    large = Batch(new_game("blockade", Board(9, 9)).start(), 2)
    large.step_random(30)
    assert large.planes.shape == (2, 4, 9, 9)


def test_the_stream_is_splitmix64() -> None:
    published = Stream(0)  # 0 is mixed to 0
    assert [published.below(1 << 16) for _ in range(3)] == [0xE220, 0x6E78, 0x06C4]


def test_numpy_is_loaded_only_for_those_who_ask() -> None:
    program = "import sys, cornered, cornered.cli; sys.exit('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
