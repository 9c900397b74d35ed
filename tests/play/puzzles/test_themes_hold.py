"""Themes looked at a second time, by other means: what a theme claims is tried out on the board."""

from collections.abc import Callable
from functools import cache
from itertools import islice

import pytest

from check_puzzles import Referee
from cornered import new_game
from cornered.board import read_board
from cornered.game import Position
from cornered.play.puzzles import Puzzle, Task, Theme, puzzles

SETS = [
    ("knights-blockade", "4x5"),
    ("knights-blockade", "5x5"),
    ("knights-duel", "3x7"),
    ("knights-duel", "5x5"),
    ("blockade", "5x5"),
    ("block-capture", "5x5"),
]


@cache
def sample() -> tuple[Puzzle, ...]:
    """Twenty puzzles of each of these boards."""
    return tuple(
        one
        for name, board in SETS
        for one in islice(puzzles(new_game(name, read_board(board)), "themes"), 20)
    )


def after_best(puzzle: Puzzle) -> Position:
    return puzzle.position.play(next(r.square for r in puzzle.ratings if r.square in puzzle.answers))


def mover_loses(position: Position) -> bool:
    """By trying every line of play."""
    referee = Referee(position.game)
    return all((referee.plies_of(position, square) or 1) % 2 == 0 for square in position.moves())


def ever_stood_on(position: Position, player: int) -> set[int]:
    """Every square that this player's knight comes to in any line of play."""
    found, waiting, known = set[int](), [position], {position}
    while waiting:
        now = waiting.pop()
        for square in now.moves():
            if now.to_move == player:
                found.add(square)
            if (following := now.play(square)) not in known:
                known.add(following)
                waiting.append(following)
    return found


def bars_or_breaks(one: Puzzle) -> bool:
    """The other knight or the trail has lost squares, and not only the one just taken; or marks lie apart."""
    after = after_best(one)
    if one.game.name == "blockade":
        return components(after) > components(one.position)
    if one.game.name == "block-capture":
        return len(trail_ahead(one.position) - trail_ahead(after)) > 1
    return len(walked_to(one.position, after.to_move) - walked_to(after, after.to_move)) > 1


def trail_ahead(position: Position) -> set[tuple[int, int]]:
    """The blocks that the trail can come to without a step beside the centre."""
    rows, cols, cells = position.game.rows, position.game.cols, position.cells()
    last = divmod(next(cell for cell, letter in enumerate(cells) if letter.isupper()), cols)
    free = {divmod(cell, cols) for cell, letter in enumerate(cells) if letter == "."}
    free = {(row, col) for row, col in free if abs(row - rows // 2) + abs(col - cols // 2) > 1}
    found, waiting = set[tuple[int, int]](), [last]
    while waiting:
        row, col = waiting.pop()
        near = {place for place in free - found if abs(place[0] - row) + abs(place[1] - col) == 1}
        found |= near
        waiting += near
    return found


def walked_to(position: Position, player: int) -> set[tuple[int, int]]:
    """The free squares that this player's knight could walk to if the other one stood still."""
    cols, cells = position.game.cols, position.cells()
    free = {divmod(cell, cols) for cell, letter in enumerate(cells) if letter == "."}
    found, waiting = set[tuple[int, int]](), [divmod(cells.index("ab"[player - 1]), cols)]
    while waiting:
        row, col = waiting.pop()
        near = {place for place in free - found if abs((place[0] - row) * (place[1] - col)) == 2}
        found |= near
        waiting += near
    return found


def components(position: Position) -> int:
    """How many groups of free squares there are that do not touch, not even at a corner."""
    cols = position.game.cols
    free = {divmod(cell, cols) for cell, letter in enumerate(position.cells()) if letter == "."}
    groups = 0
    while free:
        groups += 1
        waiting = [free.pop()]
        while waiting:
            row, col = waiting.pop()
            near = {(row + down, col + right) for down in (-1, 0, 1) for right in (-1, 0, 1)} & free
            free -= near
            waiting += near
    return groups


def shuts_in(one: Puzzle) -> bool:
    return one.task is Task.WIN and len(after_best(one).moves()) < 2


def copies(one: Puzzle) -> bool:
    """Some mirror of the board answers every move to the end."""
    return any(_copied(after_best(one), image) for _, image in one.game.board.mirrors())


def _copied(position: Position, image: Callable[[int], int]) -> bool:
    """Whether the image of every move is a legal answer, or a capture of who went to the mirror itself."""
    return all(
        image(square) in (answers := position.play(square)).moves()
        and _copied(answers.play(image(square)), image)
        for square in position.moves()
    )


def colours_decide(one: Puzzle) -> bool:
    """The winner can capture in no line of play; or the answers have a colour that no other move has."""
    board, player = one.game.board, one.position.to_move
    if one.game.facts().look.piece == "knight":
        return not any(_captures(end, player) for end in _ends(one.position))
    right = {board.colour(square) for square in one.answers}
    return not right & {board.colour(s) for s in one.position.moves() if s not in one.answers}


def _ends(position: Position, plies: int = 11) -> set[Position]:
    """The positions in which lines of at most so many plies end."""
    ends, now = set[Position](), {position}
    for _ in range(plies):
        now = {following for one in now for following in map(one.play, one.moves())}
        ends |= {one for one in now if not one.moves()}
    return ends


def _captures(end: Position, player: int) -> bool:
    return end.end_reason() == "capture" and end.to_move != player


def only_counting(one: Puzzle) -> bool:
    """Knights never come to a square that both could have; or all lines are of the same length."""
    after = after_best(one)
    if one.game.facts().look.piece == "knight":
        return not ever_stood_on(after, 1) & ever_stood_on(after, 2)
    return mover_loses(after)


def second_loses(one: Puzzle) -> bool:
    return mover_loses(after_best(one))


def nobody_wants_to_move(one: Puzzle) -> bool:
    after = after_best(one)
    passed = one.game.restore(3 - after.to_move, after.cells(), ())
    return mover_loses(after) and mover_loses(passed)


def something_is_taken(one: Puzzle) -> bool:
    """The best line ends in a capture or at the centre; or a wrong move loses to a capture at once."""
    taken = ("capture", "centre")
    if one.task is Task.SURVIVE:
        wrong = [one.position.play(s) for s in one.position.moves() if s not in one.answers]
        return any(now.play(s).end_reason() in taken for now in wrong for s in now.moves())
    return any(
        end.end_reason() in taken and end.to_move != one.position.to_move
        for end in _ends(one.position, one.plies or 0)
    )


CLAIMS: dict[Theme, Callable[[Puzzle], bool]] = {
    Theme.CUT_OFF: bars_or_breaks,
    Theme.LAST_EXIT: shuts_in,
    Theme.MIRROR: copies,
    Theme.WRONG_COLOUR: colours_decide,
    Theme.PARITY: only_counting,
    Theme.PAIRING: second_loses,
    Theme.TEMPO: nobody_wants_to_move,
    Theme.CAPTURE: something_is_taken,
}


@pytest.mark.parametrize("theme", Theme)
def test_what_a_theme_claims_holds_on_the_board(theme: Theme) -> None:
    claimed = [one for one in sample() if theme in one.themes]
    assert claimed
    assert [str(one.name) for one in claimed if not CLAIMS[theme](one)] == []
