"""The ideas behind an answer, each found by a rule of its own, so that one can train them.

They are asked of the position after the best answer. What squares a piece can walk to, and which squares a
mark takes, is read from the game's tables; a game without tables has those themes that need none.
"""

from collections.abc import Callable
from enum import StrEnum
from typing import NamedTuple

from cornered.board import Board, cells_in
from cornered.errors import BadSetup
from cornered.game import Position, Reason
from cornered.play.puzzles.regions import Region, falls_into_pairs, is_corridor, parts, trail, walks
from cornered.play.puzzles.tasks import ENDLESSLY, NEXT_REPLY, Task, rate_moves
from cornered.solve import Rating, Verdict, settle, winner
from cornered.symmetry import EXCHANGED
from cornered.tables import Marking, Walking

_PLIES_TO_A_CAPTURE = 5
"""A capture further away is not what one sees first in a puzzle."""


class Theme(StrEnum):
    """An idea that answers a puzzle."""

    CUT_OFF = "cut-off"
    LAST_EXIT = "last-exit"
    MIRROR = "mirror"
    WRONG_COLOUR = "wrong-colour"
    PARITY = "parity"
    PAIRING = "pairing"
    TEMPO = "tempo"
    CAPTURE = "capture"


class Scene(NamedTuple):
    """What a theme looks at: the position, its task, all moves' values, and the position after the answer."""

    position: Position
    task: Task
    answers: tuple[int, ...]
    ratings: tuple[Rating, ...]
    after: Position


def themes_of(
    position: Position, task: Task, answers: tuple[int, ...], ratings: tuple[Rating, ...]
) -> tuple[Theme, ...]:
    """Every idea that the best answer shows."""
    best = next(rating.square for rating in ratings if rating.square in answers)
    scene = Scene(position, task, answers, ratings, position.play(best))
    return tuple(theme for theme, holds in _RULES.items() if holds(scene))


def cuts_off(scene: Scene) -> bool:
    """The answer bars the other piece from squares it could walk to, or breaks the free squares apart."""
    before, after, tables = scene.position, scene.after, scene.position.game.tables()
    if not after.moves():
        return False
    if isinstance(tables, Walking):
        lost = walks(before, tables).other & ~walks(after, tables).mover
        return tables.leaves_blocked and lost.bit_count() > 2
    if isinstance(tables, Marking) and (way := trail(before, tables)):
        left = trail(after, tables)
        return left is not None and (way.ahead & ~left.ahead).bit_count() > 2
    return isinstance(tables, Marking) and len(parts(after, tables)) > len(parts(before, tables))


def takes_last_exit(scene: Scene) -> bool:
    """After the answer the other player has one move left, or none."""
    shut_in = len(scene.after.moves()) <= 1 and not _seized(scene.after)
    return scene.task is Task.WIN and shut_in


def mirrors(scene: Scene) -> bool:
    """After the answer the board is its own mirror image, and a theorem says that this decides the game."""
    settled = settle(scene.after)
    return settled is not None and settled.verdict is Verdict.LOSS and _is_own_image(scene.after)


def wrong_colour(scene: Scene) -> bool:
    """Colours decide: the winner can never capture; or one colour wins and the other loses.

    The second is so where marks follow each other. Where they may stand anywhere it would be a coincidence.
    """
    position, board, tables = scene.position, scene.position.game.board, scene.position.game.tables()
    if scene.task is Task.WIN and position.hunter == 3 - position.to_move:
        return True
    if not isinstance(tables, Marking) or any(tables.blocks):
        return False
    right = [board.colour(square) for square in scene.answers]
    wrong = [board.colour(rating.square) for rating in scene.ratings if rating.square not in scene.answers]
    several = min(len(right), len(wrong)) > 2
    return several and not {*right} & {*wrong}


def counts_parity(scene: Scene) -> bool:
    """After the answer only counting is left: the walks never meet, or there is one way to fill the board."""
    after, tables = scene.after, scene.position.game.tables()
    if not after.moves():
        return False
    if isinstance(tables, Walking):
        mine, theirs = walks(after, tables)
        return tables.leaves_blocked and not mine & theirs and (mine | theirs).bit_count() > 2
    if isinstance(tables, Marking) and (way := trail(after, tables)):
        return way.ahead.bit_count() > 1 and is_corridor(way, tables)
    return isinstance(tables, Marking) and len(after.moves()) > 1 and _each_takes_one(after, tables)


def pairs_up(scene: Scene) -> bool:
    """After the answer the free squares fall into pairs: of equal parts, or of blocks side by side."""
    after, tables = scene.after, scene.position.game.tables()
    if not isinstance(tables, Marking) or scene.task is not Task.WIN or len(after.moves()) < 2:
        return False
    if way := trail(after, tables):
        return falls_into_pairs(way.ahead, tables.follows, after.game.board)
    shapes = [_shape(part, after.game.board) for part in parts(after, tables)]
    return all(shapes.count(shape) % 2 == 0 for shape in shapes)


def waits(scene: Scene) -> bool:
    """After the answer the player to move loses, and so would the winner if it were their turn again."""
    after = scene.after
    if scene.task is not Task.WIN or len(after.moves()) < 2:
        return False
    try:
        passed = after.game.restore(3 - after.to_move, after.cells(), ())
    except BadSetup:
        return False  # whose turn it is shows on the board: nobody could have waited
    return bool(passed.moves()) and winner(passed, ENDLESSLY) is Verdict.LOSS


def captures(scene: Scene) -> bool:
    """The best line ends soon in a capture; or, to survive, one must not be captured at once."""
    if scene.task is Task.SURVIVE:
        lost = [rating.square for rating in scene.ratings if rating.value.plies == NEXT_REPLY]
        return any(_may_seize(scene.position.play(square)) for square in lost)
    plies, game = scene.ratings[0].value.plies, scene.position.game
    may = scene.position.hunter == scene.position.to_move or game.winning_square is not None
    if not may or plies is None or plies > _PLIES_TO_A_CAPTURE:
        return False
    last = scene.after
    for _ in range(plies - 1):
        last = last.play(rate_moves(last)[0].square)
    return _seized(last)


_RULES: dict[Theme, Callable[[Scene], bool]] = {
    Theme.CUT_OFF: cuts_off,
    Theme.LAST_EXIT: takes_last_exit,
    Theme.MIRROR: mirrors,
    Theme.WRONG_COLOUR: wrong_colour,
    Theme.PARITY: counts_parity,
    Theme.PAIRING: pairs_up,
    Theme.TEMPO: waits,
    Theme.CAPTURE: captures,
}


def _may_seize(position: Position) -> bool:
    """Whether the player to move can capture at once."""
    return any(_seized(position.play(square)) for square in position.moves())


def _seized(position: Position) -> bool:
    return not position.moves() and position.end_reason() in (Reason.CAPTURE, Reason.CENTRE)


def _is_own_image(position: Position) -> bool:
    """Whether a mirror of the board exchanges the players, and its image answers every move but its own."""
    cells = position.cells().lower()
    if position.game.facts().look.piece == "mark":
        cells = cells.replace("a", "x").replace("b", "x")
    exchanged = cells.translate(EXCHANGED)
    return any(
        all(exchanged[image(cell)] == letter for cell, letter in enumerate(cells))
        and all(image(square) in (square, *position.play(square).moves()) for square in position.moves())
        for _, image in position.game.board.mirrors()
    )


def _each_takes_one(position: Position, tables: Marking) -> bool:
    """Whether a mark anywhere fills the whole of its part."""
    return all(
        not part & ~(tables.blocks[cell] | 1 << cell)
        for part in parts(position, tables)
        for cell in cells_in(part)
    )


def _shape(part: Region, board: Board) -> tuple[tuple[int, int], ...]:
    """The part's squares as seen from its own corner: equal for parts that a shift lays onto each other."""
    places = [board.place(cell) for cell in cells_in(part)]
    top, left = min(row for row, _ in places), min(col for _, col in places)
    return tuple((row - top, col - left) for row, col in places)
