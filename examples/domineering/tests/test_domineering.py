"""Domineering: like any other game, and by its own rules."""

import pytest

from cornered import IllegalMove, Position
from cornered.solve import Value, Verdict, rate, value
from cornered.testing import check_game
from cornered_domineering import Domineering

GAME = Domineering(4, 4)


def after(*moves: str) -> Position:
    position: Position = GAME.start()
    for move in moves:
        position = position.play(GAME.square(move))
    return position


def test_it_is_a_game_like_any_other() -> None:
    check_game(Domineering)


def test_player_1_lays_dominoes_upright_and_player_2_flat() -> None:
    assert after("A2", "B4").cells() == "....a...a....bb."


def test_the_number_of_lines_of_each_length() -> None:
    counts, level = [], [after()]
    for _ in range(5):
        level = [position.play(square) for position in level for square in position.moves()]
        counts.append(len(level))
    assert counts == [12, 108, 756, 3628, 11904]


@pytest.mark.parametrize(
    ("played", "move", "sentence"),
    [
        ((), "C4", "An upright domino on C4 needs a free square below it."),
        (("A2",), "D1", "A flat domino on D1 needs a free square to the right of it."),
        (("B2",), "A3", "A flat domino on A3 needs a free square to the right of it."),
        (("A2",), "A3", "A3 is occupied."),
    ],
)
def test_a_domino_needs_two_free_squares(played: tuple[str, ...], move: str, sentence: str) -> None:
    with pytest.raises(IllegalMove) as refused:
        after(*played).play(GAME.square(move))
    assert str(refused.value) == sentence


def test_player_1_wins_across_the_middle_and_nowhere_else() -> None:
    assert value(after()) == Value(Verdict.WIN, 7)
    winning = {GAME.label(square) for square, worth in rate(after()) if worth.verdict is Verdict.WIN}
    assert winning == {"A2", "B2", "C2", "D2"}
