"""Random numbers that are the same in Python and in the kernel, one stream a game."""

from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")

_WORD = 2**64 - 1
_STRIDE = 0x9E3779B97F4A7C15


class Stream:
    """Splitmix64, begun at the mixed seed so that neighbouring seeds have nothing in common.

    >>> stream = Stream(7)
    >>> [stream.below(6) for _ in range(8)]
    [3, 1, 5, 5, 3, 2, 2, 3]
    """

    def __init__(self, seed: int) -> None:
        self._state = _mixed(seed & _WORD)

    def below(self, limit: int) -> int:
        """The next number, from 0 up to but without `limit`, which is less than 2³²."""
        self._state = self._state + _STRIDE & _WORD
        return (_mixed(self._state) >> 32) * limit >> 32

    def choice(self, among: Sequence[T]) -> T:
        """One of these, each as likely as any other."""
        return among[self.below(len(among))]


def _mixed(word: int) -> int:
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 & _WORD
    word = (word ^ word >> 27) * 0x94D049BB133111EB & _WORD
    return word ^ word >> 31
