"""The C kernel's search for Block Capture's distances, where it was built."""

from functools import partial

from cornered.games.block_capture import BlockCapture
from cornered.solve.watch import OutOfBudget, Watch
from cornered.solve.workers import first_answer, owned

try:
    from cornered.solve._kernel import ffi, lib
except ImportError:
    lib = None

_FEW_BLOCKS = 24
"""A trail over so few blocks is searched sooner than a thread is started."""


def is_built() -> bool:
    """Whether there is a kernel to answer."""
    return lib is not None


class KernelTrails:
    """It remembers nothing from question to question."""

    remembered = 0

    def __init__(self, game: BlockCapture) -> None:
        self._board = game.board

    def plies(self, claimed: int, last: int | None, watch: Watch) -> int:
        """The plies to the end: odd if the player to move wins, even if the other one does."""
        board = self._board
        blocks = bytes(claimed >> block & 1 for block in range(board.size))
        search = owned(ffi, lib.trail_search_new(board.rows, board.cols, blocks), lib.trail_search_free)
        visited = partial(lib.trail_search_visited, search)
        question = (
            partial(lib.trail_opening_plies, search)
            if last is None
            else partial(lib.trail_plies, search, last)
        )
        if board.size - claimed.bit_count() <= _FEW_BLOCKS:
            answer = int(question())
            watch.positions += visited()
        else:
            answer = first_answer(question, partial(lib.trail_search_stop, search), visited, watch, cores=1)
        if answer == lib.TRAIL_STOPPED:
            raise OutOfBudget
        return answer
