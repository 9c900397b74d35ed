"""Who wins one position, found out by many processes or machines together, and kept as it goes.

The top of the tree is here (`solve.proof_tree`). Its leaves are solved elsewhere, each within a slice of so
many positions and with an empty table; a leaf that takes more is opened, and its replies are leaves then.
Every leaf that comes back is a line of a file, and a run that opens that file again goes on from there: a
crash costs no more than the slices that were being searched.

Which leaf is next depends on nothing but the leaves before it, never on which of them came back first: what
comes back early waits for its turn. So with as many workers every run does the same, however often it is
killed, but for what is still going on when the winner is known.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from math import inf
from pathlib import Path
from typing import Any, NamedTuple, Self

from cornered.arena.spread import Spread
from cornered.arena.spread.journal import Journal, JournalError, damaged, line_of, objects
from cornered.errors import BadSetup
from cornered.game import Position
from cornered.games import read_position
from cornered.solve.contract import Budget, Effort, Solver, Verdict
from cornered.solve.native import Cores
from cornered.solve.proof_tree import ProofTree
from cornered.symmetry import likeness

FORMAT = "cornered-solve-2"
_SLICES_AT_LEAST = 200
"""A slice is as large as this part of all that was searched before it: so few leaves are opened in vain."""

_LOST = Effort(1, 0)


class Leaf(NamedTuple):
    """A position to solve within this budget."""

    code: str
    budget: Budget


class Solved(NamedTuple):
    """What a leaf is worth, and how many positions were searched.

    Where the slice was too short it is `UNKNOWN`. Then `replies` say what is left to be shown of each reply,
    in the order of the moves, unless the solver does not know.
    """

    position: str
    verdict: Verdict
    positions: int
    replies: tuple[Effort, ...] = ()


class Slicing(NamedTuple):
    """How leaves are handed out: so many ahead of what has come back, and each with so many positions."""

    ahead: int
    slice: int


class SolveFile(Journal):
    """The leaves that came back, a line each, in the order in which they came; the first names the top.

    A line of its own has the `Slicing` by which the leaves after it are handed out.
    """

    def __init__(self, folder: Path, top: Position) -> None:
        super().__init__(folder / f"{top.code}.jsonl")
        self._head = {"format": FORMAT, "position": top.code}
        if self.path.stat().st_size == 0:
            self.write([line_of(self._head)])

    def add(self, event: Solved | Slicing) -> None:
        """Adds a leaf, or a new manner; it is on disk when this returns."""
        self.write([line_of(event._asdict())])

    def earlier(self) -> Iterator[Solved | Slicing]:
        """What was added before; `JournalError` where the file is damaged."""
        with self.path.open("rb") as file:
            for number, fields in objects(file, self.path):
                if number == 1 and fields == self._head:
                    continue
                try:
                    event = _event(fields)
                except (ValueError, KeyError, TypeError):
                    raise damaged(self.path, number) from None
                yield event


def _event(fields: dict[str, Any]) -> Solved | Slicing:
    if "ahead" in fields:
        return Slicing(int(fields["ahead"]), int(fields["slice"]))
    replies = tuple(Effort(*map(int, numbers)) for numbers in fields["replies"])
    return Solved(fields["position"], Verdict(fields["verdict"]), int(fields["positions"]), replies)


class JointSolve:
    """One position in the course of being solved; what is in its folder is known from the beginning.

    `JournalError` where that does not make sense.
    """

    def __init__(self, top: Position, folder: Path) -> None:
        if top.game.positions_come_back:
            raise BadSetup(f"Positions of {top.game.title} come back: it is not solved leaf by leaf.")
        self.tree = ProofTree(top, likeness)
        self._turns = _Turns(self.tree)
        self._file = SolveFile(folder, top)
        try:
            self._go_on()
        except JournalError:
            self._file.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    @property
    def path(self) -> Path:
        """Where it is kept."""
        return self._file.path

    @property
    def positions(self) -> int:
        """How many were searched so far, earlier ones too."""
        return self._turns.positions

    def run(self, spread: Spread, a_slice: int, limits: Budget, go_on: Callable[[], bool]) -> Verdict:
        """Works until it is known who wins, or `go_on()` turns False.

        A leaf gets a slice of so many positions at the least, and a worker its part of the limits' memory.
        """
        width = spread.width
        # With one leaf more than workers, a worker that is done early need not wait for the others.
        manner = Slicing(width + (width > 1), a_slice)
        if self._unsettled and manner != self._turns.manner:
            self._file.add(manner)
            self._turns.change(manner)
        leaves = _Leaves(self._turns, replace(limits, seconds=inf, bytes=limits.memory // width))
        for solved in spread.run(solve_leaf, leaves, lambda: self._unsettled and go_on()):
            self._file.add(solved)
            self._turns.receive(solved)
        return self.tree.verdict

    def _go_on(self) -> None:
        for number, event in enumerate(self._file.earlier(), 2):
            try:
                if isinstance(event, Slicing):
                    self._turns.change(event)
                else:
                    self._turns.receive(event)
            except (KeyError, ValueError):
                raise damaged(self._file.path, number) from None

    @property
    def _unsettled(self) -> bool:
        return self.tree.verdict is Verdict.UNKNOWN


class _Turns:
    """The leaves that were handed out, in that order; what comes back is learnt in that order too."""

    def __init__(self, tree: ProofTree) -> None:
        self.manner = Slicing(0, 0)
        self._tree = tree
        self._waiting: dict[str, tuple[Position, int]] = {}
        self._early: dict[str, Solved] = {}
        self._learnt = 0

    @property
    def positions(self) -> int:
        return self._learnt + sum(solved.positions for solved in self._early.values())

    @property
    def wanted(self) -> dict[str, int]:
        """The positions that have not come back, the first first, and the slice of each."""
        return {code: size for code, (_, size) in self._waiting.items() if code not in self._early}

    def change(self, manner: Slicing) -> None:
        self.manner = manner
        self._hand_out()

    def receive(self, solved: Solved) -> None:
        """`KeyError` where this was not asked for, `ValueError` where it is not about all replies."""
        if solved.position not in self.wanted:
            raise KeyError(solved.position)
        self._early[solved.position] = solved
        while self._waiting and (first := next(iter(self._waiting))) in self._early:
            self._learn(self._early.pop(first))

    def _learn(self, solved: Solved) -> None:
        position, _ = self._waiting.pop(solved.position)
        self._learnt += solved.positions
        self._tree.settle(position, solved.verdict, solved.replies)
        self._hand_out()

    def _hand_out(self) -> None:
        while len(self._waiting) < self.manner.ahead and (leaf := self._tree.next_leaf()):
            self._waiting[leaf.code] = leaf, max(self.manner.slice, self._learnt // _SLICES_AT_LEAST)


class _Leaves(Iterator[Leaf]):
    """The leaves to solve next. There may be none for now and some later, when one has come back."""

    def __init__(self, turns: _Turns, budget: Budget) -> None:
        self._turns = turns
        self._budget = budget
        self._begun: set[str] = set()

    def __next__(self) -> Leaf:
        for code, size in self._turns.wanted.items():
            if code not in self._begun:
                self._begun.add(code)
                return Leaf(code, replace(self._budget, positions=size))
        raise StopIteration


def solve_leaf(leaf: Leaf) -> Solved:
    """Runs in any process on any machine, and costs the same in each."""
    Cores.count = 1
    position = read_position(leaf.code)
    solver = position.game.solver()
    solver.forget()
    searched = [0]

    def progress(positions: int) -> bool:
        searched[0] = positions
        return True

    verdict = solver.winner(position, leaf.budget, progress)
    replies = _outlooks(solver, position, leaf.budget) if verdict is Verdict.UNKNOWN else ()
    return Solved(leaf.code, verdict, searched[0], replies)


def _outlooks(solver: Solver[Any], position: Position, budget: Budget) -> tuple[Effort, ...]:
    replies = (position.play(square) for square in position.moves())
    outlooks = [solver.outlook(reply, budget) if reply.moves() else _LOST for reply in replies]
    return () if None in outlooks else tuple(filter(None, outlooks))
