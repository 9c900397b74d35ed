"""Lessons: what they say is what the rules and the solver find, whatever the reader does."""

import pytest

from cornered import read_position
from cornered.facts import Step
from cornered.games import GAMES
from cornered.play.lessons import Doing, lesson, start
from cornered.solve import rate

STEPS = [pytest.param(step, id=f"{name}-{n}") for name in GAMES.own for n, step in enumerate(lesson(name), 1)]


@pytest.mark.parametrize("name", GAMES.own)
def test_a_lesson_goes_from_the_goal_to_two_puzzles(name: str) -> None:
    steps = lesson(name)
    assert 5 <= len(steps) <= 8
    assert [step.puzzle for step in steps[-2:]] == [True, True]
    assert sum(step.refused for step in steps) == 1
    assert sum(step.resist for step in steps) == 1


@pytest.mark.parametrize("step", STEPS)
def test_every_step_can_be_done_and_what_it_accepts_is_best(step: Step) -> None:
    position = read_position(step.position)
    game, ratings = position.game, rate(position)
    if step.accept:
        verdicts = {game.label(rating.square): rating.value.verdict for rating in ratings}
        assert {verdicts[move] for move in step.accept} == {ratings[0].value.verdict}
        assert start(step).answer(step.accept[0]).done
    elif step.refused:
        legal = [game.label(square) for square in position.moves()]
        assert not start(step).answer(legal[0]).done
        assert not start(step).answer("nonsense").done
        assert start(step).answer(game.label(position.cells().lower().index("a"))).done
    elif not step.resist and not step.puzzle:
        assert start(step).answer(game.label(position.moves()[0])).done


@pytest.mark.parametrize("step", [step for step in STEPS if step.values[0].resist])
def test_nothing_that_the_reader_does_breaks_the_claim(step: Step) -> None:
    """Every line of play that a reader could choose."""
    waiting: list[Doing] = [start(step)]
    ends = 0
    while waiting:
        doing = waiting.pop()
        for square in doing.position.moves():
            after = doing.answer(doing.game.label(square))
            assert "You have won" not in after.said
            assert f"Player {3 - doing.position.to_move} answers" in after.said
            ends += after.done
            if not after.done:
                waiting.append(after)
    assert ends


@pytest.mark.parametrize("step", [step for step in STEPS if step.values[0].puzzle])
def test_a_mistake_in_a_puzzle_is_refuted_and_begins_it_again(step: Step) -> None:
    doing = start(step)
    assert doing.attempt
    right = doing.attempt.puzzle.answers
    wrong = next(square for square in doing.position.moves() if square not in right)
    again = doing.answer(doing.game.label(wrong))
    assert "is not it" in again.said
    assert "Right" not in again.said  # there would be nothing left to find
    assert (again.position, again.done) == (doing.position, False)
    while not doing.done:
        assert doing.attempt
        doing = doing.answer(doing.game.label(doing.attempt.accepted[0]))
    assert doing.said.startswith("Solved")
