"""Positions that are alike: the same to whoever is to move, on a board that is turned or mirrored."""

from functools import cache

from cornered.board import cells_in, mask_of
from cornered.code import EMPTY
from cornered.game import Game, Position
from cornered.tables import Marking, Walking

Image = tuple[int, ...]
"""Where each square goes when the board is laid onto itself."""


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


def turned(position: Position, image: Image) -> Position:
    """The position with each square where the image says; it must have no history."""
    letters = [""] * len(image)
    for square, letter in zip(image, position.cells(), strict=True):
        letters[square] = letter
    return position.game.restore(position.to_move, "".join(letters), ())


def likeness(position: Position) -> str:
    """The same text for all positions that are alike.

    Whose turn it is does not count, but what is one's own and what the other player's; and nothing of that
    where both have the same moves. Games without tables are compared as they stand.

    >>> from cornered import read_position
    >>> one = read_position("knights-duel.5x5.1.a4-5-5-5-4b")
    >>> other = read_position("knights-duel.5x5.2.a4-5-5-5-4b")
    >>> likeness(one) == likeness(other)
    True
    """
    game, (turn, cells) = position.game, _as_the_mover_sees_it(position)
    seen = min("".join(cells[square] for square in image) for image in rule_symmetries(game))
    return ".".join((game.name, f"{game.rows}x{game.cols}", turn, seen, *position.code_fields()))


def _as_the_mover_sees_it(position: Position) -> tuple[str, str]:
    """Whose turn it is, where that matters, and the cells."""
    cells = position.cells()
    match _tables(position.game):
        case Walking():
            return "", cells if position.to_move == 1 else cells.translate(_SWAPPED)
        case Marking():
            return "", "".join("A" if letter.isupper() else _FREE_OR_NOT[letter == EMPTY] for letter in cells)
        case _:
            return str(position.to_move), cells


@cache
def _tables(game: Game) -> Walking | Marking | None:
    return game.tables()


_FREE_OR_NOT = ("x", EMPTY)


_SWAPPED = str.maketrans("ab", "ba")
