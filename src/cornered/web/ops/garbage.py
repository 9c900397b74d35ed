"""Garbage is looked for on purpose, and seldom: a look at everything holds up all games of a crowd at once.

With a thousand games it takes a quarter of a second, and Python would take it every few seconds. Nearly all
that the site lets go is freed without it: of a closed connection a few small objects are left.
"""

import asyncio
import gc
from collections.abc import Iterator
from contextlib import contextmanager

_YOUNG = 5000, 10, 10**9
"""How many objects make Python look at the young ones, the older ones, and all, which it then never does."""

_BETWEEN = 600.0
"""Seconds between two looks at everything."""


@contextmanager
def seldom_looked_for() -> Iterator[None]:
    """Leaves looks at everything to `look_now_and_then`; what is there already is not looked at again."""
    before = gc.get_threshold()
    gc.collect()
    gc.freeze()
    gc.set_threshold(*_YOUNG)
    try:
        yield
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()


async def look_now_and_then() -> None:
    """Looks at everything every few minutes, until it is cancelled."""
    while True:
        await asyncio.sleep(_BETWEEN)
        gc.collect()
