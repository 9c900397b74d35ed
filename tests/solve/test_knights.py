"""The knights' games: known values, kernel and plain Python alike, and searches that are stopped."""

from functools import cache
from threading import active_count

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cornered import Board
from cornered.game import Position
from cornered.games.knights import KnightsGame, KnightsPosition
from cornered.games.knights_blockade import KnightsBlockade
from cornered.games.knights_duel import KnightsDuel
from cornered.solve import Budget, Value, Verdict, knights, rate, value, winner
from cornered.solve.atlas import explore
from cornered.solve.contract import DEFAULT_BUDGET, Graph, Solver, never_stop
from cornered.solve.knights import KnightsSolver
from cornered.solve.plain import PlainSolver

WITHOUT_END = Budget(seconds=float("inf"), bytes=1 << 24)
FIRST, SECOND = Verdict.WIN, Verdict.LOSS

needs_kernel = pytest.mark.skipif(knights.kernel_for(Board(5, 5)) is None, reason="the kernel was not built")


def blockade(rows: int, cols: int, squares: tuple[int, int] | None = None) -> KnightsPosition:
    return start(KnightsBlockade(rows, cols), squares)


def duel(rows: int, cols: int) -> KnightsPosition:
    return start(KnightsDuel(rows, cols))


def start(game: KnightsGame, squares: tuple[int, int] | None = None) -> KnightsPosition:
    position = game.start(squares)
    assert isinstance(position, KnightsPosition)
    return position


class Answers:
    """What a solver says of one position after another, without limits of time."""

    def __init__(self, solver: Solver[KnightsPosition], size: int | None = None) -> None:
        self._solver = solver
        self._budget = Budget(seconds=float("inf"), bytes=size)

    def wins(self, position: KnightsPosition) -> bool:
        return self._solver.winner(position, self._budget, never_stop) is Verdict.WIN

    def plies(self, position: KnightsPosition) -> int | None:
        return self._solver.value(position, self._budget, never_stop).plies


def plain() -> Answers:
    return Answers(PlainSolver())


def kernel(board: Board, theorems: bool = True, size: int = 1 << 20) -> Answers:
    built = knights.kernel_for(board)
    assert built
    return Answers(knights.KernelKnights(built, theorems), size)


def searched_winner(position: KnightsPosition, budget: Budget = DEFAULT_BUDGET) -> Verdict:
    """Without the theorems."""
    return KnightsSolver(position.game, theorems=False).winner(position, budget, never_stop)


def whole_graph(position: KnightsPosition, limit: int = 10**6) -> Graph | None:
    return KnightsSolver(position.game).graph(position, limit, 10, never_stop)


SMALL = [
    (blockade(3, 4), SECOND, 10),
    (blockade(4, 4), SECOND, 12),
    (blockade(3, 5), FIRST, 9),
    (duel(3, 4), FIRST, 7),
]
MIDDLING = [
    (blockade(4, 5), SECOND, 14),
    (blockade(3, 7), FIRST, 15),
    (blockade(5, 5), FIRST, 19),
    (blockade(5, 6), SECOND, 20),
    (blockade(6, 6), SECOND, 34),
    (duel(5, 5), SECOND, 14),
    (duel(4, 5), FIRST, 13),
    (duel(6, 6), SECOND, 18),
]


@pytest.mark.parametrize(("position", "verdict", "plies"), SMALL)
def test_the_plain_search_knows_small_boards(position: KnightsPosition, verdict: Verdict, plies: int) -> None:
    assert plain().plies(position) == plies
    assert plain().wins(position) == (verdict is Verdict.WIN)


@needs_kernel
@pytest.mark.parametrize(("position", "verdict", "plies"), SMALL + MIDDLING)
def test_boards_have_their_known_values(position: KnightsPosition, verdict: Verdict, plies: int) -> None:
    assert value(position, WITHOUT_END) == Value(verdict, plies)
    assert searched_winner(position, WITHOUT_END) is verdict


@needs_kernel
@pytest.mark.parametrize("board", [(5, 7), (7, 5), (7, 7)])
def test_player_1_wins_blockade_on_boards_with_two_odd_sides(board: tuple[int, int]) -> None:
    assert winner(blockade(*board), WITHOUT_END) is FIRST


@needs_kernel
@pytest.mark.parametrize("board", [(6, 7), (7, 6), (7, 8)])
def test_player_1_wins_duel_where_rows_and_columns_add_up_to_an_odd_number(board: tuple[int, int]) -> None:
    assert winner(duel(*board), WITHOUT_END) is FIRST


@needs_kernel
def test_search_alone_finds_what_the_theorem_says() -> None:
    assert searched_winner(blockade(6, 7), WITHOUT_END) is SECOND
    assert searched_winner(duel(7, 7), WITHOUT_END) is SECOND


def test_a_theorem_tells_the_winner_of_boards_beyond_any_search() -> None:
    assert value(blockade(20, 20), Budget(seconds=0.1)) == Value(SECOND, None)
    assert value(duel(21, 9), Budget(seconds=0.1)) == Value(SECOND, None)


def test_a_lost_knight_has_no_moves_to_search() -> None:
    captured = duel(5, 6).play(8).play(16).play(16)
    assert winner(captured) is Verdict.LOSS
    assert value(captured) == Value(Verdict.LOSS, 0)


SHAPES = [Board(rows, cols) for rows in range(2, 11) for cols in range(2, 11) if 6 <= rows * cols <= 20]


@st.composite
def positions(draw: st.DrawFn) -> KnightsPosition:
    """Two knights anywhere, and any squares blocked."""
    board = draw(st.sampled_from(SHAPES))
    game = draw(st.sampled_from([KnightsBlockade, KnightsDuel]))(board.rows, board.cols)
    cells = st.integers(0, board.size - 1)
    mover, other = draw(st.lists(cells, min_size=2, max_size=2, unique=True))
    blocked = draw(st.integers(0, (1 << board.size) - 1)) & draw(st.integers(0, (1 << board.size) - 1))
    knights = 1 << mover | 1 << other
    return KnightsPosition(game, draw(st.sampled_from([1, 2])), mover, other, blocked & ~knights)


reference = cache(lambda _game: plain())


@given(positions())
@settings(max_examples=300)
def test_the_plain_search_follows_the_rules(position: KnightsPosition) -> None:
    """Checked one move deep: by induction, and because every position may be drawn, that is enough."""
    search = reference(position.game)
    after = [search.plies(position.play(square)) for square in position.moves()]
    lost = [length for length in after if length % 2 == 0]
    assert search.plies(position) == (
        1 + min(lost) if lost else max((1 + length for length in after), default=0)
    )
    assert search.wins(position) == bool(lost)


@needs_kernel
@given(positions(), st.booleans())
@settings(max_examples=3000)
def test_kernel_and_plain_python_agree_on_every_shape_of_up_to_twenty_squares(
    position: KnightsPosition, theorems: bool
) -> None:
    expected, search = reference(position.game), kernel(position.game.board, theorems)
    assert search.wins(position) == expected.wins(position)
    assert search.plies(position) == expected.plies(position)


@needs_kernel
@given(st.data())
def test_they_agree_on_thinly_filled_large_boards(data: st.DataObject) -> None:
    game = data.draw(st.sampled_from([KnightsBlockade(8, 8), KnightsDuel(8, 8), KnightsBlockade(2, 32)]))
    words = st.integers(0, (1 << 64) - 1)
    mover, other = data.draw(st.lists(st.integers(0, 63), min_size=2, max_size=2, unique=True))
    open_squares = data.draw(words) & data.draw(words) | data.draw(words) & data.draw(words) & data.draw(
        words
    )
    blocked = (1 << 64) - 1 & ~(open_squares | 1 << mover | 1 << other)
    position = KnightsPosition(game, 1, mover, other, blocked)
    expected = Answers(PlainSolver(), size=1 << 22).plies(position)
    if expected is not None:
        assert kernel(game.board).plies(position) == expected


@needs_kernel
def test_a_table_without_room_makes_the_kernel_slow_but_not_wrong() -> None:
    assert kernel(Board(4, 5), size=1).plies(blockade(4, 5)) == 14
    assert kernel(Board(5, 5), size=1).plies(duel(5, 5)) == 14


@needs_kernel
def test_the_whole_graph_of_the_books_board() -> None:
    assert whole_graph(blockade(5, 5)) == Graph(477_187, 134_097, 54_285)


@needs_kernel
@pytest.mark.parametrize("position", [blockade(3, 5), blockade(4, 4, (5, 6)), duel(3, 4), duel(4, 4)])
def test_the_whole_graph_counts_what_following_every_move_does(position: KnightsPosition) -> None:
    assert whole_graph(position) == explore(position, limit=10**6)


@needs_kernel
def test_a_graph_beyond_the_memory_or_a_position_beyond_the_kernel_is_not_told() -> None:
    assert whole_graph(blockade(5, 5), limit=20_000) is None
    assert whole_graph(blockade(7, 7)) is None


def test_every_move_of_the_books_board_is_rated() -> None:
    ratings = rate(blockade(4, 4), WITHOUT_END)
    assert [rating.value for rating in ratings] == [Value(Verdict.LOSS, 12)] * 2


HARD = blockade(8, 8, (0, 58))  # no theorem tells, and no search is done soon


def test_a_search_whose_watcher_wants_no_more_answers_unknown() -> None:
    assert value(HARD, WITHOUT_END, lambda _positions: False) == Value(Verdict.UNKNOWN)
    assert winner(HARD, WITHOUT_END, lambda _positions: False) is Verdict.UNKNOWN


def test_a_search_whose_time_is_up_answers_unknown() -> None:
    assert value(HARD, Budget(seconds=0.1)) == Value(Verdict.UNKNOWN)
    assert winner(HARD, Budget(seconds=0.1)) is Verdict.UNKNOWN


def test_the_winner_is_told_where_there_is_no_time_for_the_distance() -> None:
    assert value(blockade(8, 8), Budget(seconds=0.1)) == Value(SECOND, None)


def test_an_interrupted_search_leaves_no_thread_behind() -> None:
    def interrupt(_positions: int) -> bool:
        raise KeyboardInterrupt

    before = active_count()
    with pytest.raises(KeyboardInterrupt):
        value(HARD, WITHOUT_END, interrupt)
    assert active_count() == before


def test_progress_ends_with_the_number_of_positions_searched() -> None:
    told: list[int] = []

    def listen(positions: int) -> bool:
        told.append(positions)
        return True

    value(blockade(4, 5), WITHOUT_END, listen)
    assert told[-1] == max(told) > 0


def test_without_the_kernel_the_same_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(knights, "kernel_for", lambda _board: None)
    assert value(blockade(4, 5)) == Value(SECOND, 14)
    assert value(duel(4, 5)) == Value(FIRST, 13)
    assert winner(blockade(3, 5)) is FIRST
    assert whole_graph(blockade(3, 5)) == explore(blockade(3, 5), limit=10**6)


def test_a_plain_search_stops_when_its_memory_is_full() -> None:
    little = Budget(seconds=float("inf"), bytes=1 << 18)
    assert PlainSolver().value(HARD, little, never_stop) == Value(Verdict.UNKNOWN)


@needs_kernel
def test_the_kernel_agrees_with_easy_ai() -> None:
    easy_ai = pytest.importorskip("easyAI")

    class Game(easy_ai.TwoPlayerGame):  # type: ignore[misc, name-defined]
        """Knight's Blockade as easyAI wants it told."""

        def __init__(self, position: Position) -> None:
            self.position = position
            self.history: list[Position] = []
            self.players = [easy_ai.Human_Player(), easy_ai.Human_Player()]
            self.current_player = 1

        def possible_moves(self) -> list[int]:
            return list(self.position.moves())

        def make_move(self, move: int) -> None:
            self.history.append(self.position)
            self.position = self.position.play(move)

        def unmake_move(self, _move: int) -> None:
            self.position = self.history.pop()

        def lose(self) -> bool:
            return not self.position.moves()

        def is_over(self) -> bool:
            return self.lose()

        def scoring(self) -> int:
            return -100 if self.lose() else 0

        def ttentry(self) -> Position:
            return self.position

        def show(self) -> None: ...

    from easyAI.AI import solve_with_depth_first_search

    for position in (blockade(3, 4), blockade(3, 5), blockade(4, 4), blockade(4, 4, (0, 5)), blockade(4, 5)):
        found = solve_with_depth_first_search(Game(position), win_score=90)
        assert (found > 0) == (searched_winner(position) is Verdict.WIN)
