"""The top of a game's tree, settled leaf by leaf: proof-number search whose leaves others solve.

Every position has two numbers: how much must still be shown until it is certain that the player to move
wins, and how much until it is certain that they lose. A win needs one reply that loses, a loss needs that all
replies win. The leaf to look at next is found from the top by going where the player to move is closest to
having lost. (Allis, van der Meulen and van den Herik found this order; that a leaf may be a whole search on
another machine is due to Wu and others.)

A search that did not come to an end has still learnt much: what it settled of the replies is settled here
too, and how far it came with the others are their first numbers. Were that thrown away, Knight's Blockade 7×7
in slices of 2,000 positions would take 29 million of them, and not 1 million.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass, field

from cornered.game import Position
from cornered.solve import settle
from cornered.solve.contract import Effort, Settled, Verdict

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
    """Whatever a theorem settles, by `at_sight`, is settled as it comes up.

    Positions that have the same name by `alike` are one: the first of them stands for all.
    """

    def __init__(
        self,
        top: Position,
        alike: Callable[[Position], Hashable],
        at_sight: Callable[[Position], Settled | None] = settle,
    ) -> None:
        self._alike = alike
        self._at_sight = at_sight
        self._nodes: dict[Hashable, _Node] = {}
        self._top = self._node(top)

    @property
    def verdict(self) -> Verdict:
        """What the position at the top is worth, as far as is known."""
        if not self._top.settled:
            return Verdict.UNKNOWN
        return Verdict.LOSS if self._top.win else Verdict.WIN

    @property
    def left(self) -> tuple[int, int]:
        """How much must be shown until it is certain that the top is won, and until that it is lost."""
        return self._top.win, self._top.loss

    def next_leaf(self) -> Position | None:
        """The most promising leaf that is not in work, which it is from now on; None if there is none."""
        leaf = next(_idle_leaves(self._top), None)
        if leaf is None:
            return None
        leaf.in_work = True
        return leaf.position

    def settle(self, position: Position, verdict: Verdict, outlooks: Iterable[Effort] = ()) -> None:
        """This leaf is won or lost for the player to move; where that is not known, it is opened.

        `outlooks` tell what is left to be shown of each reply, in the order of the moves, if that is known.
        """
        leaf = self._nodes[self._alike(position)]
        leaf.in_work = False
        if leaf.settled:
            return  # by a search of another leaf
        if verdict is Verdict.UNKNOWN:
            self._open(leaf, tuple(outlooks))
        else:
            leaf.win, leaf.loss = _numbers(verdict)
        _tell_those_before(leaf)

    def _open(self, leaf: _Node, outlooks: tuple[Effort, ...]) -> None:
        leaf.after = [self._node(leaf.position.play(square)) for square in leaf.position.moves()]
        for reply, outlook in zip(leaf.after, outlooks, strict=bool(outlooks)):
            _believe(reply, outlook)
        for reply in leaf.after:
            reply.before.append(leaf)
        _count(leaf)

    def _node(self, position: Position) -> _Node:
        name = self._alike(position)
        known = self._nodes.get(name)
        if known is None:
            known = self._nodes[name] = _Node(position, *self._first_numbers(position))
        return known

    def _first_numbers(self, position: Position) -> tuple[int, int]:
        moves = len(position.moves())
        if moves == 0:
            return _numbers(Verdict.LOSS)
        settled = self._at_sight(position)
        return _numbers(settled.verdict) if settled else (1, moves)


def _numbers(verdict: Verdict) -> tuple[int, int]:
    return (0, _NEVER) if verdict is Verdict.WIN else (_NEVER, 0)


def _believe(node: _Node, outlook: Effort) -> None:
    """Takes over what a search has found out, unless more is known of the position."""
    if node.settled:
        return
    if not (outlook.to_win and outlook.to_lose):
        node.win, node.loss = _numbers(Verdict.LOSS if outlook.to_win else Verdict.WIN)
        _tell_those_before(node)
    elif not (node.before or node.after):
        node.win, node.loss = outlook


def _count(node: _Node) -> None:
    node.win = min(reply.loss for reply in node.after)
    # All replies must be refuted, but refutations have much in common: a sum would count that twice.
    still_open = [reply.win for reply in node.after if reply.win]
    node.loss = max(still_open) + len(still_open) - 1 if still_open else 0
    if not node.win:
        node.loss = _NEVER


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
