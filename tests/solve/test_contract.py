"""What holds for every method: budgets, order of moves, lines of best play."""

import sys
from collections.abc import Callable
from itertools import pairwise
from types import FrameType

import pytest
from click.testing import CliRunner

from cornered import GAMES, Board, Position, new_game
from cornered.cli import main
from cornered.solve import Budget, Value, Verdict, analyse, knights, line, rate, settle, value, winner
from cornered.solve.atlas import survey
from cornered.solve.contract import Progress, Solver, never_stop


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


def test_once_stopped_no_further_move_is_asked_about() -> None:
    """There are 81 of them: were each begun and stopped, it would take as many looks at the progress."""
    looks: list[int] = []
    found = analyse(new_game("blockade", Board(9, 9)).start(), progress=lambda n: bool(looks.append(n)))  # type: ignore[func-returns-value]
    assert len(looks) <= 4
    assert [rating.value.verdict for rating in found.ratings].count(Verdict.UNKNOWN) >= 80
    assert found.value == (Verdict.WIN, None)
    assert found.line == ()


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


@pytest.mark.parametrize("name", GAMES)
def test_an_analysis_tells_what_each_question_alone_would(name: str) -> None:
    start = new_game(name).start()
    found = analyse(start)
    settled = settle(start)
    assert found.value == value(start)
    assert found.ratings == rate(start)
    assert len(found.line) == value(start).plies
    assert found.reason == (settled.reason if settled else None)


class Keeper(Solver[Position]):
    """Answers as the game's own solver does, and keeps how many seconds it was given for each question."""

    def __init__(self, own: Solver[Position]) -> None:
        self._own = own
        self.given: list[float] = []

    def value(self, position: Position, budget: Budget, progress: Progress) -> Value:
        self.given.append(budget.seconds)
        return self._own.value(position, budget, progress)

    def graph(self, start: Position, limit: int, seconds: float, progress: Progress) -> None:
        self.given.append(seconds)


@pytest.mark.parametrize(
    "ask",
    [
        pytest.param(line, id="line"),
        pytest.param(lambda start, budget: survey(start.game, budget, 1000, never_stop), id="survey"),
        pytest.param(
            lambda *_: CliRunner().invoke(main, ["solve", "knights-duel", "--seconds", "60"]), id="command"
        ),
    ],
)
def test_questions_asked_one_after_another_share_one_budget(
    ask: Callable[[Position, Budget], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    start = new_game("knights-duel").start()
    keeper = Keeper(start.game.solver())
    monkeypatch.setattr(type(start.game), "solver", lambda _game: keeper)
    ask(start, Budget(60))
    assert len(keeper.given) > 1
    assert all(later < earlier for earlier, later in pairwise([60, *keeper.given]))


def kernel_questions(position: Position, budget: Budget) -> int:
    """How many searches one analysis asks the kernel for."""
    asked = 0

    def listen(_frame: FrameType, event: str, called: object) -> None:
        nonlocal asked
        name = getattr(called, "__name__", "")
        asked += event == "c_call" and name in ("knights_search_new", "nimber_search_new")

    sys.setprofile(listen)
    try:
        analyse(position, budget)
    finally:
        sys.setprofile(None)
    return asked


@pytest.mark.skipif(knights.kernel_for(Board(5, 5)) is None, reason="the kernel was not built")
@pytest.mark.parametrize("seconds", [2, 0.2])
@pytest.mark.parametrize(
    ("name", "board", "moves"),
    [
        ("knights-blockade", Board(5, 5), ""),
        ("knights-blockade", Board(5, 5), "2 1; 2 3; 3 3"),
        ("knights-blockade", Board(8, 8), "2 1; 6 5; 4 2"),
        ("knights-duel", Board(5, 5), "C2; D3; A3"),
        ("knights-duel", Board(6, 7), "C2; E5"),
        ("blockade", Board(4, 4), ""),
        ("blockade", Board(5, 6), "2 2"),
        ("blockade", Board(10, 11), "5 5"),
    ],
)
def test_an_analysis_asks_the_kernel_one_question_a_move_and_one_for_the_position(
    name: str, board: Board, moves: str, seconds: float
) -> None:
    position: Position = new_game(name, board).start()
    for move in filter(None, moves.split(";")):
        position = position.play(position.game.square(move))
    assert 0 < kernel_questions(position, Budget(seconds)) <= len(position.moves()) + 1
