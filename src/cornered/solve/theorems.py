"""Four theorems that settle positions on boards of every size, each with its reason in words.

`docs/theorems.md` proves them.

- *The mirror, for knights*: if a mirror of the board exchanges the players, the player to move is lost, since
  every move is answered by its image. In Knight's Blockade no free square may be its own image; in
  Knight's Duel both knights must stand on one colour, so that the mover can never capture.
- *The mirror, for Blockade*: the same by the half turn, if no free square touches its image. On a board with
  two odd sides Player 1 brings that about by marking the centre.
- *Four lines, for Blockade*: on a board four squares wide, with every line across its width wholly free or
  wholly taken, the player to move is lost: a mark is answered in its line, two squares away.
- *The colours, for Block Capture*: an opening wins exactly when it has the colour of the centre.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import TypeVar

from cornered.board import Board, cells_in, mask_of
from cornered.game import Position
from cornered.games.block_capture import BlockCapturePosition
from cornered.games.blockade import Blockade, BlockadePosition
from cornered.games.knights import KnightsPosition
from cornered.solve.contract import Budget, Graph, Progress, Settled, Solver, Value, Verdict

P = TypeVar("P", bound=Position)

_HALF_TURN = "across the centre of the board (a half turn)"

_COPIES = "answers every move with its mirror image {}"
_FILLS = (
    "answers every mark two squares away, across the board's four, so that together they fill whole lines"
)


class TheoremFirst(Solver[P]):
    """Who wins by theorem where one speaks; all else by a search."""

    _search: Solver[P]

    def value(self, position: P, budget: Budget, progress: Progress) -> Value:
        found = self._search.value(position, budget, progress)
        if found.verdict is Verdict.UNKNOWN and (settled := self.settle(position)):
            return Value(settled.verdict)
        return found

    def winner(self, position: P, budget: Budget, progress: Progress) -> Verdict:
        settled = self.settle(position)
        return settled.verdict if settled else self._search.winner(position, budget, progress)

    def line(self, position: P, worth: Value, budget: Budget, progress: Progress) -> tuple[int, ...]:
        return self._search.line(position, worth, budget, progress)

    def graph(self, start: P, limit: int, seconds: float, progress: Progress) -> Graph | None:
        return self._search.graph(start, limit, seconds, progress)

    def forget(self) -> None:
        self._search.forget()


def knights_mirror(position: KnightsPosition) -> Settled | None:
    """What the mirror says of a position of Knight's Blockade or Knight's Duel."""
    return _settled(position, _knights_answer, position.moves())


def blockade_answers(position: BlockadePosition) -> Settled | None:
    """What the four lines and the mirror say of a position of Blockade."""
    by_lines = _settled(position, _filling_answer, _filling_marks(position))
    return by_lines or _settled(position, _copying_answer, _mirroring_marks(position))


def _settled(
    position: P, answer_to_all: Callable[[P], str | None], restoring: Iterable[int]
) -> Settled | None:
    """Lost, if the other player has an answer to everything; won, if a move gives the mover one."""
    mover, other = f"Player {position.to_move}", f"Player {3 - position.to_move}"
    if answer := answer_to_all(position):
        return Settled(Verdict.LOSS, f"{other} {answer}.")
    for square in restoring:
        if answer := answer_to_all(position.play(square)):
            label = position.game.label(square)
            return Settled(Verdict.WIN, f"{mover} plays {label}, and from then on {answer}.", square)
    return None


def _knights_answer(position: KnightsPosition) -> str | None:
    """How the other player answers whatever the player to move does, who is therefore lost."""
    mirrors = position.game.board.mirrors()
    names = (name for name, image in mirrors if _knights_mirrored(position, image))
    return next((_COPIES.format(name) for name in names), None)


def _filling_answer(position: BlockadePosition) -> str | None:
    return _FILLS if _lines_whole(position) else None


def _copying_answer(position: BlockadePosition) -> str | None:
    return _COPIES.format(_HALF_TURN) if _marks_mirrored(position) else None


def _knights_mirrored(position: KnightsPosition, image: Callable[[int], int]) -> bool:
    """Whether this mirror exchanges the players, and leaves the mover no way to break the symmetry."""
    game, mover, other, blocked = position.game, position.mover, position.other, position.blocked
    if mover == other or other != image(mover):
        return False
    if blocked != mask_of(map(image, cells_in(blocked))):
        return False
    if game.may_capture:
        return game.board.colour(mover) == game.board.colour(other)
    return all(image(square) != square for square in range(game.board.size) if not blocked >> square & 1)


def _marks_mirrored(position: BlockadePosition) -> bool:
    game, board = position.game, position.game.board
    if position.free != board.half_turn_of(position.free):
        return False
    touching = (square for square in cells_in(position.free) if _touches_image(game, square))
    return next(touching, None) is None


def _touches_image(game: Blockade, square: int) -> bool:
    image = game.board.half_turn(square)
    return image == square or game.ring[square] >> image & 1 == 1


def _lines_whole(position: BlockadePosition) -> bool:
    lines = _lines_across_four(position.game.board)
    return any(all(position.free & line in (0, line) for line in way) for way in lines)


@cache
def _lines_across_four(board: Board) -> list[list[int]]:
    """The lines of four squares from side to side, on a board that is four wide: one way or both."""
    rows = [mask_of(range(cell, cell + board.cols)) for cell in range(0, board.size, board.cols)]
    columns = [mask_of(range(cell, board.size, board.cols)) for cell in range(board.cols)]
    return [way for way, width in ((columns, board.rows), (rows, board.cols)) if width == 4]


def _filling_marks(position: BlockadePosition) -> Iterator[int]:
    """The few moves after which every line across the four might be wholly free or wholly taken."""
    free, ways = position.free, _lines_across_four(position.game.board)
    broken = (free & line for way in ways for line in way if free & line != line)
    return _moves_that_remove(position, next(filter(None, broken), 0))


def _mirroring_marks(position: BlockadePosition) -> Iterator[int]:
    """The few moves after which the free squares might be their own image."""
    board, free = position.game.board, position.free
    yield from _moves_that_remove(position, free & ~board.half_turn_of(free))
    if board.centre is not None and free >> board.centre & 1:
        yield board.centre


def _moves_that_remove(position: BlockadePosition, squares: int) -> Iterator[int]:
    """The moves that mark or block the last of these squares."""
    if squares:
        last = squares.bit_length() - 1
        yield from cells_in(position.free & (position.game.ring[last] | 1 << last))


def block_capture_colours(position: BlockCapturePosition) -> Settled | None:
    """What the colours say of the first two plies of Block Capture."""
    game, board = position.game, position.game.board
    claimed = position.first | position.second
    light = board.colour(game.winning_square)
    if position.last is None:
        opening = next(square for square in position.moves() if board.colour(square) == light)
        reason = (
            "Player 1 opens on a block of the centre's colour, as on a chessboard, such as "
            f"{game.label(opening)}: then {_PARTNERS.format(2, 1)}."
        )
        return Settled(Verdict.WIN, reason, opening)
    if claimed.bit_count() > 1:
        return None
    if board.colour(position.last) == light:
        return Settled(Verdict.LOSS, f"{_capital(_PARTNERS.format(2, 1))}.")
    reason = f"Player 1 did not open on the centre's colour: now {_PARTNERS.format(1, 2)}."
    return Settled(Verdict.WIN, reason)


_PARTNERS = "every block that Player {} can claim has a partner with which Player {} answers"


def _capital(text: str) -> str:
    return text[0].upper() + text[1:]
