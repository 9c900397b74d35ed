"""The two facts in which the knights' games differ: each drives the one mechanism."""

import pytest

from cornered import Board
from cornered.errors import IllegalMove, Refusal
from cornered.games.knights import KnightsGame
from cornered.games.knights_blockade import KnightsBlockade
from cornered.games.knights_duel import KnightsDuel


class NothingBlocked(KnightsDuel):
    """Knight's Duel with the first fact turned round."""

    left_squares_block = False


class Peaceful(KnightsDuel):
    """Knight's Duel with the second fact turned round."""

    may_capture = False


class Fierce(KnightsBlockade):
    """Knight's Blockade with the second fact turned round."""

    may_capture = True


BOARD = Board(3, 4)


def facing(rules: type[KnightsGame]):
    """Two knights, each a move away from the other."""
    game = rules(BOARD.rows, BOARD.cols)
    return game.start((0, game.board.cell(1, 2)))


@pytest.mark.parametrize("rules", [KnightsDuel, Fierce])
def test_where_a_knight_may_capture_the_other_ones_square_is_a_move_that_ends_the_game(rules):
    position = facing(rules)
    assert position.other in position.moves()
    assert position.play(position.other).outcome == (1, "capture")


@pytest.mark.parametrize("rules", [KnightsBlockade, Peaceful])
def test_where_it_may_not_that_square_is_occupied(rules):
    position = facing(rules)
    assert position.other not in position.moves()
    with pytest.raises(IllegalMove) as refused:
        position.play(position.other)
    assert refused.value.reason is Refusal.OCCUPIED


@pytest.mark.parametrize(
    ("rules", "blocks"), [(KnightsDuel, True), (Peaceful, True), (NothingBlocked, False)]
)
def test_the_square_that_a_knight_leaves_is_blocked_if_the_game_says_so(rules, blocks):
    start = facing(rules)
    out = next(square for square in start.moves() if square != start.other)
    away = start.play(out)
    back = away.play(next(square for square in away.moves() if square != away.other))
    assert (start.mover not in back.moves()) is blocks
    assert (away.cells()[start.mover] == "x") is blocks
