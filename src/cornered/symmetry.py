"""Positions that are alike: the same to the player to move, on a board that is turned or mirrored."""

from collections.abc import Callable
from functools import cache
from operator import itemgetter

from cornered.board import cells_in, mask_of
from cornered.game import Game, Position
from cornered.tables import Marking, Walking

Image = tuple[int, ...]
"""Where each square goes when the board is laid onto itself."""

EXCHANGED = str.maketrans("ab", "ba")
"""Each player's piece instead of the other's."""


@cache
def rule_symmetries(game: Game) -> tuple[Image, ...]:
    """The ways to lay the board onto itself that no rule can tell apart, the first of which changes nothing.

    They are found by the game's tables; a game without tables has only the first.

    >>> from cornered import Board, new_game
    >>> [len(rule_symmetries(game)) for game in (new_game("blockade"), new_game("blockade", Board(5, 6)))]
    [8, 4]
    """
    return tuple(image for image in game.board.symmetries() if _changes_nothing(image) or _kept(game, image))


def _changes_nothing(image: Image) -> bool:
    return image == tuple(range(len(image)))


def _kept(game: Game, image: Image) -> bool:
    match game.tables():
        case Walking(steps=steps):
            return _agree(steps, image)
        case Marking(blocks, follows):
            first = mask_of(game.start().moves())
            return _agree(blocks, image) and _agree(follows, image) and _moved(first, image) == first
        case _:
            return False


def _agree(sets: tuple[int, ...], image: Image) -> bool:
    return all(sets[image[square]] == _moved(reached, image) for square, reached in enumerate(sets))


def _moved(mask: int, image: Image) -> int:
    return mask_of(image[square] for square in cells_in(mask))


def inverse(image: Image) -> Image:
    """The way back: which square has gone to each.

    >>> inverse((1, 2, 0))
    (2, 0, 1)
    """
    return tuple(sorted(range(len(image)), key=image.__getitem__))


def turned(position: Position, image: Image) -> Position:
    """The position with each square where the image puts it; it must have no history."""
    cells = position.cells()
    return position.game.restore(position.to_move, "".join(cells[square] for square in inverse(image)), ())


def first_image(game: Game, cells: str) -> tuple[str, Image]:
    """The first in alphabetical order of all the ways in which these cells look alike, and how it is reached.

    >>> from cornered import Board, new_game
    >>> first_image(new_game("blockade", Board(3, 3)), "a.x......")
    ('......a.x', (6, 7, 8, 3, 4, 5, 0, 1, 2))
    """
    return min([("".join(arrange(cells)), image) for arrange, image in _arrangements(game)])


@cache
def _arrangements(game: Game) -> tuple[tuple[Callable[[str], tuple[str, ...]], Image], ...]:
    """How each symmetry arranges cells: prepared, because puzzles ask for the likeness of every position."""
    return tuple((itemgetter(*inverse(image)), image) for image in rule_symmetries(game))


def likeness(position: Position) -> str:
    """The same text for all positions that are alike.

    Whose turn it is does not count, but what is one's own and what the other player's; and nothing of that
    where both have the same moves. Games without tables are compared as they stand.

    >>> from cornered import read_position
    >>> likeness(read_position("knights-duel.5x5.1.a4-5-5-5-4b"))
    'knights-duel 5×5 ....a...............b....'
    >>> likeness(read_position("knights-duel.5x5.2.4a-5-5-5-b4"))
    'knights-duel 5×5 ....a...............b....'
    """
    game = position.game
    whose, cells = _as_the_mover_sees_it(position)
    return " ".join(
        (game.name, str(game.board), *whose, first_image(game, cells)[0], *position.code_fields())
    )


def _as_the_mover_sees_it(position: Position) -> tuple[tuple[str, ...], str]:
    """Whose turn it is, where that matters, and the cells."""
    cells = position.cells()
    match _tables(position.game):
        case Walking():
            return (), cells if position.to_move == 1 else cells.translate(EXCHANGED)
        case Marking():
            return (), cells.translate(_MARKS)
        case _:
            return (str(position.to_move),), cells


@cache
def _tables(game: Game) -> Walking | Marking | None:
    return game.tables()


_MARKS = str.maketrans("abAB", "xxLL")
"""It does not matter whose mark it was; a capital is the last one."""
