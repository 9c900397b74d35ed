"""Trap the Knight: every placement of the book's board, and what a history of positions changes."""

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cornered import Board, Position
from cornered.games.trap_the_knight import TrapPosition, TrapTheKnight
from cornered.solve import Value, Verdict, rate, value

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


def test_of_the_480_placements_of_the_books_board_104_are_decided() -> None:
    game = TrapTheKnight(4, 4)
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


@pytest.mark.parametrize("repetitions", [0, 3])
@pytest.mark.parametrize("board", BOARDS, ids=str)
def test_every_fresh_placement_has_the_value_that_the_rules_show(board: Board, repetitions: int) -> None:
    """Three plies show all there is: no win takes longer."""
    game = TrapTheKnight(board.rows, board.cols, repetitions)
    for mover in range(board.size):
        for other in range(board.size):
            if mover != other:
                position = placement(game, 1, mover, other)
                assert value(position) == shown(within(position, 3))


def shown(found: Value) -> Value:
    return Value(Verdict.ENDLESS) if found.verdict is Verdict.UNKNOWN else found


@st.composite
def histories(draw: st.DrawFn) -> TrapPosition:
    """A long dance on a small board, so that positions come back and moves become illegal."""
    board = draw(st.sampled_from([Board(2, 4), Board(3, 3), Board(3, 4), Board(4, 4)]))
    game = TrapTheKnight(board.rows, board.cols, draw(st.sampled_from([2, 3])))
    first, second = draw(st.lists(st.integers(0, board.size - 1), min_size=2, max_size=2, unique=True))
    position = game.start((first, second))
    for choice in draw(st.lists(st.integers(0, 7), max_size=60)):
        quiet = [square for square in position.moves() if square != position.other]
        if not quiet:
            break
        position = position.play(quiet[choice % len(quiet)])
    return position


@given(histories())
@settings(max_examples=400)
def test_history_is_taken_into_account(position: TrapPosition) -> None:
    """A distance that is told is exact; none is missed but by prohibitions that are yet to come."""
    found, told = within(position, 5), value(position)
    if told.plies is not None:
        assert found == told
    elif found.plies is not None:
        assert found.plies >= 4


@given(histories())
@settings(max_examples=600)
def test_a_claimed_win_is_won_against_every_defence(position: TrapPosition) -> None:
    if value(position).verdict is not Verdict.WIN:
        return
    winner, waiting = position.to_move, [position]
    while waiting:
        current = waiting.pop()
        if not current.moves():
            assert current.to_move != winner
        elif current.to_move == winner:
            best = rate(current)[0]
            assert best.value.verdict is Verdict.WIN
            waiting.append(current.play(best.square))
        else:
            waiting += [current.play(square) for square in current.moves()]


def test_a_position_that_has_stood_too_often_can_cost_the_win() -> None:
    game = TrapTheKnight(5, 5, repetitions=2)
    fresh = next(
        position
        for mover in range(25)
        for other in range(25)
        if mover != other and value(position := placement(game, 1, mover, other)) == Value(Verdict.WIN, 3)
    )
    winning = [fresh.play(square) for square, worth in rate(fresh) if worth.verdict is Verdict.WIN]
    stood = tuple(sorted((*fresh.seen, *((2, after.mover, after.other) for after in winning))))
    assert value(fresh._replace(seen=stood)) == Value(Verdict.ENDLESS)


def test_the_largest_board_is_answered() -> None:
    assert value(TrapTheKnight(26, 26).start()) == Value(Verdict.ENDLESS)
    game = TrapTheKnight(26, 26)
    corner, attacker = game.square("A1"), game.square("D4")
    assert value(placement(game, 1, corner, attacker)) == Value(Verdict.LOSS, 2)
