"""The top of a game's tree, settled leaf by leaf: proof-number search whose leaves others solve.

Every position has two numbers: how many leaves must still be settled, at the least, to show that the player
to move wins, and how many to show that they lose. A win needs one reply that loses, a loss needs that all
replies win. The leaf to look at next is found from the top by going where the player to move is closest to
having lost. (Allis, van der Meulen and van den Herik found this order; that a leaf may be a whole search on
another machine is due to Wu and others.)
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from cornered.game import Position
from cornered.solve import settle
from cornered.solve.contract import Verdict

_NEVER = 1 << 60


@dataclass(slots=True)
class _Node:
    """A position, where it comes from and what follows it; a leaf as long as nothing does."""

    position: Position
    win: int
    loss: int
    before: list["_Node"] = field(default_factory=list)
    after: list["_Node"] = field(default_factory=list)
    in_work: bool = False

    @property
    def settled(self) -> bool:
        return not (self.win and self.loss)


class ProofTree:
    """Positions are named by their codes; whatever a theorem settles is settled as it comes up."""

    def __init__(self, top: Position) -> None:
        self._nodes: dict[str, _Node] = {}
        self._top = self._node(top)

    @property
    def verdict(self) -> Verdict:
        """What the position at the top is worth, as far as is known."""
        if not self._top.settled:
            return Verdict.UNKNOWN
        return Verdict.LOSS if self._top.win else Verdict.WIN

    @property
    def left(self) -> tuple[int, int]:
        """How many leaves must be settled at the least to show that the top is won, and that it is lost."""
        return self._top.win, self._top.loss

    def next_leaf(self) -> Position | None:
        """The most promising leaf that nobody works on; from now on somebody does. None if there is none."""
        leaf = next(_idle_leaves(self._top), None)
        if leaf is None:
            return None
        leaf.in_work = True
        return leaf.position

    def settle(self, code: str, verdict: Verdict) -> None:
        """This leaf is won or lost for the player to move; where that is not known, it is opened."""
        leaf = self._nodes[code]
        leaf.in_work = False
        if verdict is Verdict.UNKNOWN:
            replies = (leaf.position.play(square) for square in leaf.position.moves())
            leaf.after = [self._node(reply) for reply in replies]
            for reply in leaf.after:
                reply.before.append(leaf)
            _count(leaf)
        else:
            leaf.win, leaf.loss = _numbers(verdict)
        _tell_those_before(leaf)

    def _node(self, position: Position) -> _Node:
        known = self._nodes.get(position.code)
        if known is None:
            known = self._nodes[position.code] = _Node(position, *_at_sight(position))
        return known


def _at_sight(position: Position) -> tuple[int, int]:
    moves = len(position.moves())
    if moves == 0:
        return _numbers(Verdict.LOSS)
    settled = settle(position)
    return _numbers(settled.verdict) if settled else (1, moves)


def _numbers(verdict: Verdict) -> tuple[int, int]:
    return (0, _NEVER) if verdict is Verdict.WIN else (_NEVER, 0)


def _count(node: _Node) -> None:
    node.win = min(reply.loss for reply in node.after)
    node.loss = min(_NEVER, sum(reply.win for reply in node.after))


def _tell_those_before(node: _Node) -> None:
    changed = [node]
    while changed:
        for earlier in changed.pop().before:
            numbers = earlier.win, earlier.loss
            _count(earlier)
            if numbers != (earlier.win, earlier.loss):
                changed.append(earlier)


def _idle_leaves(node: _Node) -> Iterator[_Node]:
    """The leaves below that nobody works on, the most promising first."""
    if node.settled:
        return
    if node.after:
        for reply in sorted(node.after, key=lambda reply: reply.loss):
            yield from _idle_leaves(reply)
    elif not node.in_work:
        yield node
