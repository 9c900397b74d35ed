"""Plain search: what the definition of best play says, in a small part of the positions."""

from functools import cache
from random import Random

import pytest

from cornered import Board, new_game
from cornered.game import Position
from cornered.solve import Value, Verdict
from cornered.solve.contract import DEFAULT_BUDGET, Budget, never_stop
from cornered.solve.plain import PlainSolver

BOARDS = {
    "knights-blockade": Board(4, 5),
    "knights-duel": Board(4, 5),
    "blockade": Board(3, 6),
    "block-capture": Board(3, 7),
}
ENDLESSLY = Budget(seconds=float("inf"))


@cache
def length(position: Position) -> int:
    """The definition: the winner hurries, and the loser holds out."""
    after = [length(position.play(square)) for square in position.moves()]
    lost = [plies for plies in after if plies % 2 == 0]
    return 1 + (min(lost) if lost else max(after, default=-1))


@pytest.mark.parametrize("name", BOARDS)
def test_values_are_those_of_the_definition_whatever_was_asked_before(name: str) -> None:
    random, solver = Random(14), PlainSolver()
    for _ in range(30):
        position: Position = new_game(name, BOARDS[name]).start()
        while moves := position.moves():
            plies = length(position)
            found = solver.value(position, ENDLESSLY, never_stop)
            assert found == Value(Verdict.WIN if plies % 2 else Verdict.LOSS, plies)
            assert type(found.plies) is int  # and not a truth value, which JSON would tell as one
            position = position.play(random.choice(moves))


@pytest.mark.parametrize(("name", "plies"), [("knights-blockade", 19), ("knights-duel", 14)])
def test_5x5_takes_a_small_part_of_its_half_million_positions(name: str, plies: int) -> None:
    searched: list[int] = []
    found = PlainSolver().value(new_game(name).start(), DEFAULT_BUDGET, lambda n: not searched.append(n))  # type: ignore[func-returns-value]
    assert found.plies == plies
    assert searched[-1] < 25_000
