"""Block Capture by a maximum matching: who wins on any board, in polynomial time.

Stepping beside the centre loses, so who wins is decided on the board without the centre and its four
neighbours: there the last player to find an unclaimed block beside the last one wins, which is undirected
vertex geography. The trail ends in block *v*, and the graph is *v* with the blocks still unclaimed: the
player to move wins exactly when every maximum matching of it covers *v* (Fraenkel, Scheinerman and Ullman,
1993), that is when the largest one without *v* is smaller, and an augmenting path begins in *v*.
`docs/theorems.md` proves it. Only if the last block itself lies beside the centre is there nothing to decide:
the player to move takes the centre.

At the start of a game the colours alone tell (`solve.theorems`). The number of plies is found by search, one
ply deeper at a time, on boards where that ends in time.
"""

from collections.abc import Iterator
from functools import partial
from itertools import count

from cornered.board import SIDES, Board, cells_in
from cornered.games.block_capture import BlockCapture, BlockCapturePosition
from cornered.solve.contract import (
    DEFAULT_BUDGET,
    Budget,
    OutOfBudget,
    Progress,
    Settled,
    Solver,
    Value,
    Verdict,
    Watch,
    never_stop,
)
from cornered.solve.flow import Flow
from cornered.solve.native import ask, owned
from cornered.solve.theorems import block_capture_colours

try:
    from cornered.solve._kernel import ffi, lib
except ImportError:  # it was not built
    lib = None

PLAIN_BLOCKS, KERNEL_BLOCKS = 85, 169
"""With more unclaimed blocks than this, no distance is looked for by plain Python or by the kernel."""

_FEW_BLOCKS = 24
"""A trail over so few blocks is searched sooner than a thread is started."""


class BlockCaptureSolver(Solver[BlockCapturePosition]):
    """Who wins takes no search; how soon is searched for where that may end in time.

    >>> game = BlockCapture(5, 5)
    >>> BlockCaptureSolver(game).value(game.start(), Budget(), lambda _: True)
    Value(verdict=<Verdict.WIN: 'win'>, plies=5)
    >>> game = BlockCapture(101, 101)
    >>> BlockCaptureSolver(game).value(game.start(), Budget(), lambda _: True)
    Value(verdict=<Verdict.WIN: 'win'>, plies=None)
    """

    def __init__(self, game: BlockCapture) -> None:
        self._trails = KernelTrails(game) if lib else TrailSearch(game)
        self._searchable = KERNEL_BLOCKS if lib else PLAIN_BLOCKS

    def settle(self, position: BlockCapturePosition) -> Settled | None:
        return block_capture_colours(position)

    def value(self, position: BlockCapturePosition, budget: Budget, progress: Progress) -> Value:
        claimed = position.first | position.second
        if position.game.board.size - claimed.bit_count() <= self._searchable:
            with Watch(budget, progress, self._trails.remembered) as watch:
                try:
                    plies = self._trails.plies(claimed, position.last, watch)
                    return Value(Verdict.WIN if plies % 2 else Verdict.LOSS, plies)
                except OutOfBudget:
                    pass
        return Value(self.winner(position, budget, progress))

    def winner(self, position: BlockCapturePosition, budget: Budget, progress: Progress) -> Verdict:
        if settled := self.settle(position):
            return settled.verdict
        return Verdict.WIN if mover_wins(position) else Verdict.LOSS


def mover_wins(position: BlockCapturePosition) -> bool:
    """What the theorem says, of any position after the opening."""
    game, last = position.game, position.last
    if last is None or last == game.winning_square:
        raise ValueError("the theorem needs a trail that goes on")
    if game.beside[last] >> game.winning_square & 1:
        return True
    closed = position.first | position.second | game.beside[game.winning_square] | 1 << game.winning_square
    return _enlarges_matching(game.board, last, _reach(game.board, set(cells_in(closed)), last))


def _enlarges_matching(board: Board, last: int, reach: set[int]) -> bool:
    """Whether one more pair of adjacent blocks fits if the last block is added to those within reach."""
    coloured = sorted(block for block in reach if board.colour(block) == board.colour(last))
    near = {block: tuple(_beside(board, block)) for block in (last, *coloured)}
    pairs = Flow(near, dict.fromkeys(reach - near.keys(), 1))
    # Taking whatever is free comes first: paths that make room for a block are then few and short.
    single = [block for block in coloured if not any(pairs.send(block, other, 1) for other in near[block])]
    for block in single:
        pairs.send_anywhere(block)
    return pairs.send_anywhere(last)


def _reach(board: Board, closed: set[int], last: int) -> set[int]:
    """The blocks that the trail may still come to."""
    reached: set[int] = set()
    waiting = [last]
    while waiting:
        new = set(_beside(board, waiting.pop())) - reached - closed
        reached |= new
        waiting += new
    return reached


def _beside(board: Board, block: int) -> Iterator[int]:
    """The adjacent blocks, at a cost that does not grow with the board."""
    row, col = board.place(block)
    places = ((row + down, col + right) for down, right in SIDES)
    return (board.cell(*place) for place in places if board.holds(*place))


class TrailSearch:
    """Distances by looking one ply deeper at a time, until the game is decided: the kernel's reference."""

    def __init__(self, game: BlockCapture) -> None:
        self._game = game
        self._watch = Watch(DEFAULT_BUDGET, never_stop)
        self._decided: dict[tuple[int, int], int] = {}
        self._open: dict[tuple[int, int], int] = {}

    @property
    def remembered(self) -> int:
        """How many positions this search holds."""
        return len(self._decided) + len(self._open)

    def plies(self, claimed: int, last: int | None, watch: Watch) -> int:
        """The plies to the end: odd if the player to move wins, even if the other one does."""
        self._watch = watch
        if last is None:
            return 1 + self._shortest_opening()
        return next(plies for plies in count() if self._ends_within(claimed, last, plies))

    def _shortest_opening(self) -> int:
        openings = _different_openings(self._game)
        return next(
            plies
            for plies in count(0, 2)
            if any(self._ends_within(1 << block, block, plies) for block in openings)
        )

    def _ends_within(self, claimed: int, last: int, plies: int) -> bool:
        """Whether the player to move wins, if `plies` is odd, or loses, if it is even, within `plies`."""
        near = self._game.beside[last]
        if last == self._game.winning_square:
            return plies % 2 == 0
        if near >> self._game.winning_square & 1:
            return plies % 2 == 1
        steps = near & ~claimed
        if not steps:
            return plies % 2 == 0
        return plies > 0 and self._remembered(claimed, last, steps, plies)

    def _remembered(self, claimed: int, last: int, steps: int, plies: int) -> bool:
        place = claimed, last << 1 | plies & 1  # winning and losing are two questions
        if self._decided.get(place, plies + 1) <= plies:
            return True
        if self._open.get(place, -1) >= plies:
            return False
        self._watch.count()
        # A step beside the centre loses in the next ply: no way to win, and soon enough a way to lose.
        # Along the walls and along the trail the other player has the fewest ways out: that is tried first.
        beside, unclaimed = self._game.beside, ~(claimed | self._game.beside_centre)
        blocks = sorted(
            cells_in(steps & unclaimed), key=lambda block: (beside[block] & unclaimed).bit_count()
        )
        ends = (self._ends_within(claimed | 1 << block, block, plies - 1) for block in blocks)
        found = any(ends) if plies % 2 else all(ends)
        (self._decided if found else self._open)[place] = plies
        return found


def _different_openings(game: BlockCapture) -> list[int]:
    """One block of the edge for all that are alike by symmetry."""
    images = list(game.board.symmetries())
    return [block for block in cells_in(game.edge) if block == min(image[block] for image in images)]


class KernelTrails:
    """Distances by the C kernel; it remembers nothing from question to question."""

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
        few = board.size - claimed.bit_count() <= _FEW_BLOCKS
        return ask(question, partial(lib.trail_search_stop, search), visited, watch, at_once=few, cores=1)
