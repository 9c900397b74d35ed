"""Answers are remembered, also for positions that only a turn or a mirror of the board sets apart."""

from collections import OrderedDict
from collections.abc import Sequence

from cornered.game import Game, Position
from cornered.solve import Analysis, Rating
from cornered.symmetry import Image, first_image, inverse

_Key = str | tuple[Game, int, str]


class RememberedAnswers:
    """The latest answers. One with a reason in words, which may name squares, holds for one position only.

    >>> from cornered import read_position
    >>> from cornered.solve import Value, Verdict
    >>> answers, win = RememberedAnswers(10), Value(Verdict.WIN, 1)
    >>> one = read_position("blockade.3x3.2.ax1-xx1-3")
    >>> answers.add(one, Analysis(win, (Rating(8, win),), (8,), None))
    >>> answers.get(read_position("blockade.3x3.2.3-1xx-1xa")).line
    (0,)
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._known: OrderedDict[_Key, Analysis] = OrderedDict()

    def get(self, position: Position) -> Analysis | None:
        """What is known about this position."""
        found = self._known.get(position.code)
        if found:
            self._known.move_to_end(position.code)
            return found
        key, image = _likeness(position)
        found = self._known.get(key)
        if not found:
            return None
        self._known.move_to_end(key)
        return _carried(found, inverse(image))

    def add(self, position: Position, found: Analysis) -> None:
        """Keeps an answer, and forgets the one not asked for for longest if there are too many."""
        if found.reason is None:
            key, image = _likeness(position)
            self._known[key] = _carried(found, image)
        else:
            self._known[position.code] = found
        if len(self._known) > self._most:
            self._known.popitem(last=False)


def _likeness(position: Position) -> tuple[_Key, Image]:
    """The same key for all positions that are alike, and where the squares of this one go to be so."""
    if position.code_fields():  # a history, which nobody here can turn
        return position.code, tuple(range(position.game.board.size))
    turned, image = first_image(position.game, position.cells())
    return (position.game, position.to_move, turned), image


def _carried(found: Analysis, image: Sequence[int]) -> Analysis:
    """The answer with each square where the image says; moves of the same worth come in their order."""
    ratings = [Rating(image[rating.square], rating.value) for rating in found.ratings]
    places = {rating.value: place for place, rating in reversed(list(enumerate(found.ratings)))}
    ratings.sort(key=lambda rating: (places[rating.value], rating.square))
    return Analysis(found.value, tuple(ratings), tuple(image[square] for square in found.line), found.reason)
