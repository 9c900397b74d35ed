"""What holds for every method: budgets, order of moves, lines of best play."""

import pytest

from cornered import GAMES, Board, Position, new_game
from cornered.solve import Budget, Verdict, line, rate, value, winner


@pytest.mark.parametrize("name", GAMES)
def test_the_best_move_is_worth_what_the_position_is(name: str) -> None:
    start = new_game(name).start()
    ratings = rate(start)
    assert {rating.square for rating in ratings} == set(start.moves())
    assert ratings[0].value == value(start)
    assert winner(start) is value(start).verdict


@pytest.mark.parametrize("name", GAMES)
def test_a_line_of_best_play_is_as_long_as_the_value_says(name: str) -> None:
    start = new_game(name).start()
    squares, now = line(start), start
    for square in squares:
        now = now.play(square)
    assert len(squares) == value(start).plies
    assert now.outcome is not None


@pytest.mark.parametrize("name", GAMES)
def test_a_finished_game_is_lost_in_no_plies(name: str) -> None:
    now: Position = new_game(name).start()
    while moves := now.moves():
        now = now.play(moves[0])
    assert value(now) == (Verdict.LOSS, 0)
    assert winner(now) is Verdict.LOSS
    assert rate(now) == line(now) == ()


@pytest.mark.parametrize("name", GAMES)
def test_without_time_no_move_is_rated(name: str) -> None:
    assert {rating.value.verdict for rating in rate(new_game(name).start(), Budget(0))} == {Verdict.UNKNOWN}


def test_the_move_that_a_theorem_recommends_is_rated_first() -> None:
    """There are 1,681 of them, and no time to look at them all."""
    game = new_game("blockade", Board(41, 41))
    best = rate(game.start(), Budget(1))[0]
    assert (best.square, best.value.verdict) == (game.board.centre, Verdict.WIN)


@pytest.mark.parametrize("name", GAMES)
def test_the_largest_boards_are_answered_within_the_budget(name: str) -> None:
    side = new_game(name).notation.largest_side - (name == "trap-the-knight") * 14
    start = new_game(name, Board(side, side)).start()
    after = start.play(start.moves()[0])
    assert value(after, Budget(0.2)).verdict in Verdict
    assert len(rate(after, Budget(0.2))) == len(after.moves())


@pytest.mark.parametrize("name", ["knights-blockade", "knights-duel", "blockade"])
def test_who_watches_may_stop_the_search(name: str) -> None:
    start = new_game(name, Board(9, 11)).start()
    now = start.play(start.moves()[0])
    seen: list[int] = []

    def stop(positions: int) -> bool:
        seen.append(positions)
        return False

    value(now, Budget(seconds=600), stop)
    assert seen
