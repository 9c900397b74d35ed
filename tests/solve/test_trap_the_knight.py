"""Trap the Knight: captures by force, what a history of positions changes, and the hunter who always wins."""

from collections.abc import Callable
from functools import cache
from itertools import permutations
from math import inf
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cornered import Board, Position
from cornered.board import Steps, cells_in
from cornered.games.trap_the_knight import TrapPosition, TrapTheKnight
from cornered.play.opponents import opponent
from cornered.play.players import Kind
from cornered.proof import check_proof
from cornered.solve import Budget, Value, Verdict, rate, settle, value
from cornered.solve.contract import never_stop
from cornered.solve.strategy import prove
from cornered.solve.trap_the_knight import value_at_sight

BOARDS = [Board(rows, cols) for rows in range(2, 6) for cols in range(3, 7)]


def placement(game: TrapTheKnight, to_move: int, mover: int, other: int) -> TrapPosition:
    """The knights stand like this, and nothing was before."""
    stood = ((to_move, mover, other),) if game.repetitions else ()
    return TrapPosition(game, to_move, mover, other, blocked=0, seen=stood)


@cache
def within(position: Position, plies: int) -> Value:
    """By the rules and nothing else, as far as so many plies show."""
    if not position.moves():
        return Value(Verdict.LOSS, 0)
    if plies == 0:
        return Value(Verdict.UNKNOWN)
    after = [within(position.play(square), plies - 1).before() for square in position.moves()]
    wins = [found.plies for found in after if found.verdict is Verdict.WIN and found.plies is not None]
    if wins:
        return Value(Verdict.WIN, min(wins))
    if any(found.verdict is Verdict.UNKNOWN for found in after):
        return Value(Verdict.UNKNOWN)
    return Value(Verdict.LOSS, max(found.plies for found in after if found.plies is not None))


def test_player_2_captures_on_ply_2_of_the_books_game() -> None:
    start = TrapTheKnight(4, 4).start()
    assert value(start) == Value(Verdict.LOSS, 2)
    assert {rating.value for rating in rate(start)} == {Value(Verdict.LOSS, 2)}


def test_without_the_rule_on_repetition_104_of_the_480_placements_of_the_books_board_are_decided() -> None:
    game = TrapTheKnight(4, 4, repetitions=0)
    squares = range(game.board.size)
    values = [
        value(placement(game, to_move, mover, other))
        for to_move in (1, 2)
        for mover in squares
        for other in squares
        if mover != other
    ]
    assert len(values) == 480
    assert sum(found.verdict is not Verdict.ENDLESS for found in values) == 104
    assert values.count(Value(Verdict.WIN, 1)) == 96
    assert values.count(Value(Verdict.LOSS, 2)) == 8


@pytest.mark.parametrize("board", BOARDS, ids=str)
def test_every_fresh_placement_has_the_value_that_the_rules_show(board: Board) -> None:
    """Three plies show all there is on these boards: no capture by force takes longer."""
    game = TrapTheKnight(board.rows, board.cols)
    free = TrapTheKnight(board.rows, board.cols, repetitions=0)
    for mover, other in permutations(range(board.size), 2):
        found = within(placement(game, 1, mover, other), 3)
        endless = found.verdict is Verdict.UNKNOWN
        assert value(placement(free, 1, mover, other)) == (Value(Verdict.ENDLESS) if endless else found)
        told = value_at_sight(placement(game, 1, mover, other))
        assert told is None or told.verdict is not Verdict.ENDLESS
        assert endless or told == found


@st.composite
def histories(draw: st.DrawFn, boards: tuple[Board, ...], counts: tuple[int, ...]) -> TrapPosition:
    """A long dance on a small board, so that positions come back and moves become illegal."""
    board = draw(st.sampled_from(boards))
    game = TrapTheKnight(board.rows, board.cols, draw(st.sampled_from(counts)))
    first, second = draw(st.lists(st.integers(0, board.size - 1), min_size=2, max_size=2, unique=True))
    position = game.start((first, second))
    for choice in draw(st.lists(st.integers(0, 7), max_size=60)):
        quiet = [square for square in position.moves() if square != position.other]
        if not quiet:
            break
        position = position.play(quiet[choice % len(quiet)])
    return position


@given(histories((Board(2, 4), Board(3, 3), Board(3, 4), Board(4, 4)), (2, 3)))
@settings(max_examples=400)
def test_history_is_taken_into_account(position: TrapPosition) -> None:
    """A distance that is told is exact; none is missed but by prohibitions that are yet to come."""
    found, told = within(position, 5), value_at_sight(position)
    if told and told.plies is not None:
        assert found == told or told.plies > 5
    elif found.plies is not None:
        assert found.plies >= 4


@given(histories((Board(2, 9), Board(2, 15)), (2, 3, 4, 5)))
@settings(max_examples=200)
def test_a_distance_is_told_only_if_no_placement_can_come_back_too_often_on_the_way(
    position: TrapPosition,
) -> None:
    """With two rows a knight has two ways to go at the most, and captures by force may take long."""
    told = value_at_sight(position)
    if told and told.plies is not None:
        assert within(position, told.plies) == told


@cache
def wins(position: Position) -> bool:
    """By the rules and nothing else, to the end of every line; captures are tried first."""
    after = sorted(
        (position.play(square) for square in position.moves()), key=lambda after: bool(after.moves())
    )
    return any(not wins(following) for following in after)


@given(histories((Board(2, 4), Board(2, 5), Board(3, 3), Board(3, 4)), (2,)))
@settings(max_examples=150, deadline=None)
def test_whoever_is_said_to_win_does_win(position: TrapPosition) -> None:
    told = value_at_sight(position) if position.moves() else None
    if told:
        assert told.verdict is (Verdict.WIN if wins(position) else Verdict.LOSS), position.code


@cache
def best(position: Position) -> Value:
    """By the rules and nothing else, to the end of every line, with the distance."""
    after = [best(position.play(square)).before() for square in position.moves()]
    wins = [found for found in after if found.verdict is Verdict.WIN]
    return min(wins) if wins else max(after, default=Value(Verdict.LOSS, 0))


def late_position(random: Random, board: Board, count: int, left: float) -> TrapPosition:
    """Of all times that placements may stand only this share is left: any such history has a code."""
    to_move, (mover, other) = random.choice((1, 2)), random.sample(range(board.size), 2)
    pairs = permutations(range(board.size), 2)
    placements = [(turn, *pair) for pair in pairs for turn in (1, 2) if pair != (mover, other)]
    stood = [placement for placement in placements for _ in range(count - 1) if random.random() > left]
    seen = tuple(sorted([*stood, (to_move, mover, other)]))
    return TrapPosition(
        TrapTheKnight(board.rows, board.cols, count), to_move, mover, other, blocked=0, seen=seen
    )


@pytest.mark.parametrize(
    ("rows", "cols", "count", "left"),
    [
        *((3, 3, *late) for late in ((2, 0.4), (3, 0.3), (5, 0.2))),
        *((3, 4, *late) for late in ((2, 0.4), (3, 0.3), (5, 0.1))),
        *((4, 4, *late) for late in ((2, 0.4), (3, 0.2), (5, 0.1))),
    ],
)
def test_late_in_a_game_where_theorems_are_silent_a_search_tells_who_wins_and_when(
    rows: int, cols: int, count: int, left: float
) -> None:
    random, silent = Random(14), 0
    while silent < 5:
        position = late_position(random, Board(rows, cols), count, left)
        if position.moves() and not value_at_sight(position):
            silent += 1
            assert value(position) == best(position), position.code


def test_a_search_tells_distances_beyond_the_ply_on_which_a_prohibition_may_be_met() -> None:
    start = TrapTheKnight(2, 15).start()
    assert value_at_sight(start) == Value(Verdict.WIN)
    assert value(start) == Value(Verdict.WIN, 11) == within(start, 11)


def test_a_search_for_the_winner_keeps_to_its_budget() -> None:
    start = TrapTheKnight(2, 26).start()
    searched: list[int] = []
    budget = Budget(seconds=5, positions=50)
    assert start.game.solver().winner(start, budget, lambda n: not searched.append(n)) is Verdict.UNKNOWN  # type: ignore[func-returns-value]
    assert searched[-1] <= 51
    assert value(start, Budget(seconds=5, bytes=1 << 16)).verdict is Verdict.UNKNOWN


def way_between(leaps: Steps, first: int, last: int) -> list[int]:
    """The squares of a shortest knight's way."""
    came_from, waiting = {last: last}, [last]
    for square in waiting:
        new = [near for near in cells_in(leaps[square]) if near not in came_from]
        came_from.update(dict.fromkeys(new, square))
        waiting += new
    way = [first]
    while way[-1] != last:
        way.append(came_from[way[-1]])
    return way


def tried_first(start: TrapPosition) -> Callable[[int, int], int | None]:
    """The theorem's answer, by the squares of hunter and prey: to and fro, or on along a way to the prey."""
    leaps = start.game.leaps
    if start.hunter == start.to_move:
        way = [start.mover, cells_in(leaps[start.mover])[0]]
    else:
        way = way_between(leaps, start.other, start.mover)
    to_and_fro = dict(zip(way[::2], way[1::2], strict=False))
    to_and_fro |= {after: before for before, after in to_and_fro.items()}
    onwards = dict(zip(way[1::2], way[2::2], strict=False))
    return lambda hunter, prey: (onwards if prey == way[-1] else to_and_fro).get(hunter)


def hunter_wins(start: TrapPosition) -> bool:
    """By the rules and nothing else, to the end of every line: what is tried first only makes it short."""
    first_try = tried_first(start)

    @cache
    def wins(position: TrapPosition) -> bool:
        best = first_try(position.mover, position.other) if position.to_move == start.hunter else None
        moves = sorted(position.moves(), key=lambda square: (square != position.other, square != best))
        return any(not wins(position.play(square)) for square in moves)

    return wins(start) == (start.to_move == start.hunter)


@pytest.mark.parametrize(
    ("rows", "cols", "count"),
    [
        *((2, cols, 3) for cols in (3, 5, 7)),
        (2, 9, 2),
        *((3, cols, 2) for cols in range(3, 9)),
        *((4, cols, 2) for cols in range(4, 8)),
        *((5, cols, 2) for cols in (5, 6)),
        *((3, cols, 3) for cols in range(3, 7)),
        *((4, cols, 3) for cols in (4, 5)),
        (5, 6, 3),
        (3, 3, 5),
        (3, 4, 5),
    ],
)
def test_every_line_of_play_shows_that_the_hunter_wins(rows: int, cols: int, count: int) -> None:
    assert hunter_wins(TrapTheKnight(rows, cols, count).start())


@pytest.mark.parametrize("board", [Board(3, 4), Board(4, 4), Board(4, 5)], ids=str)
def test_every_line_of_play_from_every_pair_of_squares_shows_it_too(board: Board) -> None:
    game = TrapTheKnight(board.rows, board.cols, repetitions=2)
    assert all(hunter_wins(game.start(pair)) for pair in permutations(range(board.size), 2))


@pytest.mark.parametrize(("cols", "count"), [(4, 2), (4, 3), (6, 2), (6, 3), (8, 2), (10, 2)])
def test_with_two_rows_the_prey_may_win_and_a_search_finds_out(cols: int, count: int) -> None:
    start = TrapTheKnight(2, cols, count).start()
    assert start.hunter == 2
    assert wins(start)
    assert value(start).verdict is Verdict.WIN
    assert settle(start) is None


@pytest.mark.parametrize("cols", range(4, 15, 2))
@pytest.mark.parametrize("count", [2, 3])
def test_with_two_rows_a_proof_shows_that_the_prey_wins(cols: int, count: int) -> None:
    text, _ = prove(TrapTheKnight(2, cols, count).start(), Budget(inf), never_stop)
    assert check_proof(text).winner == 1


@pytest.mark.parametrize("board", [Board(3, 4), Board(3, 5), Board(4, 4), Board(5, 5)], ids=str)
def test_from_three_rows_on_the_hunter_wins_from_every_pair_of_starting_squares(board: Board) -> None:
    game = TrapTheKnight(board.rows, board.cols)
    for pair in permutations(range(board.size), 2):
        start = game.start(pair)
        settled = settle(start)
        assert settled
        assert (settled.verdict is Verdict.WIN) == (start.hunter == start.to_move)


@pytest.mark.parametrize(("count", "largest"), [(2, 26), (3, 10), (5, 10)])
def test_from_the_corners_the_hunter_wins_on_every_board_but_those_with_two_rows_and_even_sides(
    count: int, largest: int
) -> None:
    boards = [(rows, cols) for rows in range(2, largest + 1) for cols in range(max(3, rows), largest + 1)]
    silent = [board for board in boards if not settle(TrapTheKnight(*board, count).start())]
    assert silent == [(2, cols) for cols in range(4, largest + 1, 2)]


QUICK = [Kind.RANDOM, Kind.EASY, Kind.MEDIUM]  # a prey that thinks long makes hunts of hundreds of moves


@pytest.mark.parametrize(
    ("board", "prey"),
    [
        *((Board(4, 5), kind) for kind in Kind if kind is not Kind.HUMAN),
        *((board, kind) for board in (Board(6, 6), Board(8, 8)) for kind in QUICK),
    ],
    ids=str,
)
def test_perfect_hunts_every_kind_of_prey_down(board: Board, prey: Kind) -> None:
    random = Random(7)
    position = TrapTheKnight(board.rows, board.cols, repetitions=2).start()
    hunter = position.hunter
    players = {hunter: opponent(Kind.PERFECT, random), 3 - hunter: opponent(prey, random)}
    while position.moves():
        position = position.play(players[position.to_move].choose(position))
    assert position.outcome
    assert position.outcome.winner == hunter


def test_a_theorem_recommends_the_hunters_move_and_it_keeps_the_win() -> None:
    """Against a prey that lives as long as it can, all the way to the end."""
    random = Random(1)
    position = TrapTheKnight(4, 5, repetitions=2).start()
    hunter = position.hunter
    while position.moves():
        settled = settle(position)
        assert settled
        assert (settled.verdict is Verdict.WIN) == (position.to_move == hunter)
        leaps = position.game.leaps[position.other]
        safe = [square for square in position.moves() if not leaps >> square & 1]
        square = settled.move if settled.move is not None else random.choice(safe or position.moves())
        position = position.play(square)
    assert position.to_move != hunter


def test_a_position_that_has_stood_too_often_can_cost_the_capture() -> None:
    game = TrapTheKnight(5, 5, repetitions=2)
    fresh = next(
        position
        for mover, other in permutations(range(25), 2)
        if value(position := placement(game, 1, mover, other)) == Value(Verdict.WIN, 3)
    )
    winning = [fresh.play(square) for square, worth in rate(fresh) if worth.plies == 3]
    stood = tuple(sorted((*fresh.seen, *((2, after.mover, after.other) for after in winning))))
    assert value(fresh._replace(seen=stood)).plies is None


def test_distances_are_told_as_far_as_they_go_where_nothing_is_counted() -> None:
    start = TrapTheKnight(2, 15, repetitions=0).start()
    assert value(start) == Value(Verdict.WIN, 11) == within(start, 11)


def test_the_largest_board_is_answered() -> None:
    game = TrapTheKnight(26, 26)
    assert value(game.start()) == Value(Verdict.LOSS)
    assert value(TrapTheKnight(26, 26, repetitions=0).start()) == Value(Verdict.ENDLESS)
    corner, attacker = game.square("A1"), game.square("D4")
    assert value(placement(game, 1, corner, attacker)) == Value(Verdict.LOSS, 2)


def test_placements_are_counted_only_where_histories_make_no_difference() -> None:
    free, counted = TrapTheKnight(4, 4, repetitions=0), TrapTheKnight(4, 4)
    graph = free.solver().graph(free.start(), 1000, 1, never_stop)
    assert graph is not None
    assert graph.positions == 480
    assert counted.solver().graph(counted.start(), 1000, 1, never_stop) is None
