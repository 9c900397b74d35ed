"""What lists, menus and cards say of a game: the top of its `.toml`, read without what follows.

A list of games asks for nothing else, and reading five whole files would take longer than all the rest of it.
"""

from collections.abc import Callable
from itertools import takewhile
from typing import Any, NamedTuple, TypeVar

from cornered.errors import BadSetup

_Told = TypeVar("_Told")


class Headline(NamedTuple):
    """A game's goal, a line about it, how its squares are written, what is known of it, and what to play."""

    goal: str
    line: str
    squares: str = ""
    known: tuple[str, ...] = ()
    advice: str = ""


def read_headline(path: str) -> Headline:
    """The headline in this file; `BadSetup` says what is wrong with it."""
    return read_told(path, _headline, only_top=True)


def read_told(path: str, make: Callable[[dict[str, Any]], _Told], only_top: bool = False) -> _Told:
    """What `make` makes of the file, or of what stands above its first table; `BadSetup` if it cannot."""
    import tomllib  # most commands never ask what is told of a game

    name = path.rpartition("/")[2]
    try:
        with open(path, encoding="utf-8") as file:
            lines = takewhile(lambda line: not line.startswith("["), file) if only_top else file
            return make(tomllib.loads("".join(lines)))
    except OSError as error:
        raise BadSetup(f"{name} cannot be read ({error.strerror}).") from None
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise BadSetup(f"{name} is not what a game's facts must be: {str(error).rstrip('.')}.") from None


def _headline(told: dict[str, Any]) -> Headline:
    for needed in ("goal", "line"):
        if not told.get(needed):
            raise ValueError(f"it has no {needed}")
    words = {name: told[name] for name in Headline._fields if name in told}
    return Headline(**{**words, "known": tuple(told.get("known", ()))})
