"""Proofs: a winning strategy in a file, and its verification by the rules alone.

A strategy gives one move wherever the winner is to move, against every move of the other player. The file
lists the winner's moves in the order in which `walk` asks for them, so it needs no positions but the first:
a line each for format, position and winner, then one to three characters a move.

Nothing here knows the solver. Whoever trusts the rules in `games/` and this module can trust a proof.
"""

from collections.abc import Callable
from itertools import count
from string import ascii_letters, digits
from typing import NamedTuple

from cornered.errors import BadSetup, CorneredError, IllegalMove
from cornered.game import Position
from cornered.games import read_position

_FORMAT = "cornered proof 1"
_ALPHABET = digits + ascii_letters + "+/"
_LINE_LENGTH = 72

Choose = Callable[[Position], int]
"""A strategy: the square that the winner plays in a position where they are to move."""


class Flaw(CorneredError, ValueError):
    """A proof that does not prove what it says; `str()` tells the place and the reason."""


class Proved(NamedTuple):
    """What a strategy achieves: who wins, within how many plies, over how many positions."""

    start: Position
    winner: int
    plies: int
    positions: int


def walk(start: Position, winner: int, choose: Choose) -> Proved:
    """Play the strategy against every defence, depth first; `Flaw` where it does not win.

    The defender's moves come in ascending order, and a position is looked at once only.
    """
    longest: dict[Position, int | None] = {}  # None: on the line being played

    def plies(current: Position) -> int:
        if current in longest:
            known = longest[current]
            if known is None:
                raise Flaw("the strategy goes round in circles")
            return known
        longest[current] = None
        moves = current.moves()
        if not moves and current.to_move == winner:
            raise Flaw(f"Player {winner} has lost")
        if current.to_move == winner:
            moves = (choose(current),)
        length = max((1 + plies(current.play(square)) for square in moves), default=0)
        longest[current] = length
        return length

    return Proved(start, winner, plies(start), len(longest))


def write_proof(start: Position, winner: int, choose: Choose) -> tuple[str, Proved]:
    """The strategy as the text of a proof file, and what it proves."""
    width = _width(start)
    written: list[str] = []

    def note(current: Position) -> int:
        square = choose(current)
        written.append(_encoded(square, width))
        return square

    proved = walk(start, winner, note)
    moves = "".join(written)
    lines = [moves[at : at + _LINE_LENGTH] for at in range(0, len(moves), _LINE_LENGTH)]
    return "\n".join([_FORMAT, start.code, str(winner), *lines, ""]), proved


def check_proof(text: str) -> Proved:
    """What a proof file proves, by the rules alone; `Flaw` with the place where it fails."""
    start, winner, moves = _parts(text)
    width = _width(start)
    places = count(0, width)
    at = 0

    def read(current: Position) -> int:
        nonlocal at
        at = next(places)
        square = _decoded(moves[at : at + width], width)
        if square not in current.moves():
            raise current.refusal(square)
        return square

    try:
        proved = walk(start, winner, read)
    except (Flaw, IllegalMove) as error:
        raise Flaw(f"{_place(at)}: {error}") from None
    if next(places) != len(moves):
        raise Flaw(f"{_place(at + width)}: the proof was complete before this.")
    return proved


def _parts(text: str) -> tuple[Position, int, str]:
    head, code, winner, *lines = [*text.split("\n"), "", ""]
    if head != _FORMAT:
        raise Flaw(f"Line 1: a proof file begins with '{_FORMAT}'.")
    try:
        start = read_position(code)
    except BadSetup as error:
        raise Flaw(f"Line 2: {error}") from None
    if winner not in ("1", "2"):
        raise Flaw("Line 3: the winner is 1 or 2.")
    return start, int(winner), "".join(lines)


def _place(at: int) -> str:
    line, column = divmod(at, _LINE_LENGTH)
    return f"Line {line + 4}, column {column + 1}"


def _width(start: Position) -> int:
    """How many characters name a square of this board."""
    return next(width for width in count(1) if len(_ALPHABET) ** width >= start.game.board.size)


def _encoded(square: int, width: int) -> str:
    letters = []
    for _ in range(width):
        square, letter = divmod(square, len(_ALPHABET))
        letters.append(_ALPHABET[letter])
    return "".join(reversed(letters))


def _decoded(letters: str, width: int) -> int:
    if len(letters) < width:
        raise Flaw("the proof ends too soon")
    square = 0
    for letter in letters:
        if letter not in _ALPHABET:
            raise Flaw(f"{letter!r} names no square")
        square = square * len(_ALPHABET) + _ALPHABET.index(letter)
    return square
