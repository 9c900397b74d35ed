"""Who wins one position, found out by many processes or machines together, and kept as it goes.

The top of the tree is here (`solve.proof_tree`). Its leaves are solved elsewhere, each within a slice of time
and with a table of the process's own; a leaf that takes longer is opened, and its replies are leaves then.
Every leaf that comes back is a line of a file, and whoever opens that file again goes on from there: a crash
costs no more than the slices that were going on.
"""

import json
import os
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple, Self

from cornered.arena.journal import Journal, JournalError
from cornered.arena.spread import Spread
from cornered.errors import BadSetup
from cornered.game import Position
from cornered.games import read_position
from cornered.solve import winner
from cornered.solve.contract import Budget, Verdict
from cornered.solve.proof_tree import ProofTree
from cornered.solve.workers import Cores

FORMAT = "cornered-solve-1"


class Leaf(NamedTuple):
    """A position to solve within these seconds and bytes, by so many threads."""

    code: str
    budget: Budget
    threads: int


class Solved(NamedTuple):
    """What a leaf is worth, `UNKNOWN` if the slice was too short, and how many positions were searched."""

    position: str
    verdict: Verdict
    positions: int


class SolveFile(Journal):
    """The leaves that came back, a line each, in the order in which they came; the first names the top."""

    def __init__(self, folder: Path, top: Position) -> None:
        super().__init__(folder / f"{top.code}.jsonl")
        if self.path.stat().st_size == 0:
            self.write([_line({"format": FORMAT, "position": top.code})])

    def add(self, solved: Solved) -> None:
        """Adds a leaf; it is on disk when this returns."""
        self.write([_line(solved._asdict())])

    def earlier(self) -> Iterator[Solved]:
        """What came back before; `JournalError` where the file is damaged."""
        with self.path.open("rb") as lines:
            for number, line in enumerate(lines, 1):
                try:
                    fields = json.loads(line)
                    if number > 1:
                        yield Solved(fields["position"], Verdict(fields["verdict"]), fields["positions"])
                    elif fields["format"] != FORMAT:
                        raise ValueError
                except (ValueError, KeyError, TypeError):
                    raise self.damaged(number) from None

    def damaged(self, line: int) -> JournalError:
        """Says that this line does not make sense."""
        return JournalError(f"{self.path} is damaged: line {line} is not one of {FORMAT}.")


def _line(fields: dict[str, object]) -> str:
    return json.dumps(fields, separators=(",", ":")) + "\n"


class JointSolve:
    """One position in the course of being solved; what is in its folder is known from the beginning.

    `JournalError` where that does not make sense.
    """

    def __init__(self, top: Position, folder: Path) -> None:
        if top.game.positions_come_back:
            raise BadSetup(f"Positions of {top.game.title} come back: it is not solved leaf by leaf.")
        self.tree = ProofTree(top)
        self.positions = 0
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

    def run(self, spread: Spread, a_slice: Budget, go_on: Callable[[], bool]) -> Verdict:
        """Works until it is known who wins, or `go_on()` turns False; each leaf gets a slice of time."""
        width = spread.width
        budget = replace(a_slice, bytes=a_slice.memory // width)
        leaves = _Leaves(self.tree, budget, threads=1 if width > 1 else os.cpu_count() or 1)
        for solved in spread.run(solve_leaf, leaves, lambda: self._unsettled and go_on()):
            self._file.add(solved)
            self._learn(solved)
        return self.tree.verdict

    def _go_on(self) -> None:
        for number, solved in enumerate(self._file.earlier(), 2):
            try:
                self._learn(solved)
            except KeyError:
                raise self._file.damaged(number) from None

    @property
    def _unsettled(self) -> bool:
        return self.tree.verdict is Verdict.UNKNOWN

    def _learn(self, solved: Solved) -> None:
        self.positions += solved.positions
        self.tree.settle(solved.position, solved.verdict)


class _Leaves(Iterator[Leaf]):
    """The leaves to solve next. There may be none for now and some later, when one has come back."""

    def __init__(self, tree: ProofTree, budget: Budget, threads: int) -> None:
        self._tree = tree
        self._budget = budget
        self._threads = threads

    def __next__(self) -> Leaf:
        position = self._tree.next_leaf()
        if position is None:
            raise StopIteration
        return Leaf(position.code, self._budget, self._threads)


def solve_leaf(leaf: Leaf) -> Solved:
    """Runs in any process on any machine."""
    Cores.count = leaf.threads
    searched = [0]

    def progress(positions: int) -> bool:
        searched[0] = positions
        return True

    verdict = winner(read_position(leaf.code), leaf.budget, progress)
    return Solved(leaf.code, verdict, searched[0])
