"""The number of move sequences of each length: one wrong rule anywhere changes a count."""

import pytest

from cornered import Position, new_game

COUNTS = {
    "knights-blockade": [2, 4, 20, 92, 208, 428, 1034, 2124],
    "knights-duel": [2, 4, 20, 100, 208, 460, 1034, 2472],
    "trap-the-knight": [2, 4, 8, 32, 72, 184, 536, 1880],
    "blockade": [16, 156, 840, 1896, 0],
    "block-capture": [16, 44, 92, 216, 408],
}


def lines(position: Position, depth: int) -> list[int]:
    """How many lines of each length from 1 to the depth follow the position."""
    counts, level = [], [position]
    for _ in range(depth):
        level = [before.play(square) for before in level for square in before.moves()]
        counts.append(len(level))
    return counts


@pytest.mark.parametrize("name", COUNTS)
def test_the_lines_of_each_length_on_the_books_board(name):
    game = new_game(name, **({"repetitions": 0} if name == "trap-the-knight" else {}))
    assert lines(game.start(), len(COUNTS[name])) == COUNTS[name]


@pytest.mark.parametrize("repetitions", [2, 3, 4])
def test_the_rule_on_repetition_leaves_out_just_the_lines_that_repeat_too_often(repetitions):
    endless = new_game("trap-the-knight", repetitions=0)
    levels = [[(endless.start(),)]]
    for _ in range(8):
        levels.append([(*line, line[-1].play(square)) for line in levels[-1] for square in line[-1].moves()])
        levels[-1] = [line for line in levels[-1] if line.count(line[-1]) < repetitions]
    counted = lines(new_game("trap-the-knight", repetitions=repetitions).start(), 8)
    assert counted == [len(level) for level in levels[1:]]
