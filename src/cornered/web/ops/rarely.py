"""A log that cannot be flooded: what is said again and again is said now and then, with a count."""

import logging
from time import monotonic

_SECONDS = 10.0
_MOST_KINDS = 500


class Rarely(logging.Filter):
    """Lets a message through once in ten seconds, and then tells how many were left out."""

    def __init__(self) -> None:
        super().__init__()
        self._said: dict[str, float] = {}
        self._left_out: dict[str, int] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        kind, now = str(record.msg), monotonic()
        if now - self._said.get(kind, -_SECONDS) < _SECONDS:
            self._left_out[kind] = self._left_out.get(kind, 0) + 1
            return False
        if len(self._said) >= _MOST_KINDS:
            self._said.clear()
        self._said[kind] = now
        left_out = self._left_out.pop(kind, 0)
        if left_out:
            record.msg = f"{record.msg} (and {left_out} times more since it was last said)"
        return True
