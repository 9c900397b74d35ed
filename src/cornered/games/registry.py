"""The games there are: our own, and those of packages with an entry point in the group `cornered.games`.

A package that is broken must not take the others along: it is left out, and named in one sentence.
"""

import os
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from types import TracebackType
from typing import TYPE_CHECKING, NamedTuple

from cornered.game import Game

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "cornered.games"


class _Found(NamedTuple):
    games: dict[str, type[Game]]
    broken: dict[str, str]


class Registry(Mapping[str, type[Game]]):
    """Games by name, our own first. Other packages are looked for when a name is not one of our own."""

    def __init__(self, own: Iterable[type[Game]]) -> None:
        self._own = {game.name: game for game in own}

    def __getitem__(self, name: str) -> type[Game]:
        return self._own[name] if name in self._own else self._added.games[name]

    def __iter__(self) -> Iterator[str]:
        yield from self._own
        yield from self._added.games

    def __len__(self) -> int:
        return len(self._own) + len(self._added.games)

    def like(self, typed: str) -> list[str]:
        """The games that may be meant by a short name such as `duel`.

        It is the one of this very name, or those whose name begins like this, or else a word in their name.
        Our own come first, so that no package changes what a short name means.

        >>> from cornered.games import GAMES
        >>> GAMES.like("duel"), GAMES.like("knights")
        (['knights-duel'], ['knights-blockade', 'knights-duel'])
        """
        letters = _letters(typed)
        if not letters:
            return []
        return [typed] if typed in self else _beginning(letters, self._own) or _beginning(letters, self)

    @property
    def own(self) -> tuple[str, ...]:
        """The names of our own games, which everyone has."""
        return tuple(self._own)

    @property
    def broken(self) -> Mapping[str, str]:
        """The packages' games that cannot be used, each with a sentence that says why."""
        return self._added.broken

    def blamed(self, error: BaseException) -> str | None:
        """The sentence that names the added game whose code raised this error; None if none of them did."""
        modules = {game.__module__.partition(".")[0]: name for name, game in self._added.games.items()}
        name = next((modules[module] for module in _modules(error.__traceback__) if module in modules), None)
        return None if name is None else f"The game '{name}' has failed: {_told(error)}"

    @cached_property
    def _added(self) -> _Found:
        found = _Found({}, {})
        try:
            entries = _entry_points()
        except Exception as error:  # a package may have been installed badly, and Python cannot read its list
            found.broken[GROUP] = f"Games of other packages cannot be looked for: {_told(error)}"
            return found
        for entry in entries:
            try:
                game = _checked(entry.load(), entry.name, {**self._own, **found.games})
            except (Exception, SystemExit) as error:  # whatever a package gets wrong
                found.broken[entry.name] = (
                    f"The game '{entry.name}'{_package(entry)} cannot be used: {_told(error)}"
                )
            else:
                found.games[entry.name] = game
        return found


def _beginning(letters: str, names: Iterable[str]) -> list[str]:
    whole = [name for name in names if _letters(name).startswith(letters)]
    return whole or [name for name in names if f"-{letters}" in name]


def _letters(text: str) -> str:
    return "".join(letter for letter in text.lower() if letter.isalpha())


def _entry_points() -> "Iterable[EntryPoint]":
    """What other packages declare. Most often there is nothing, and then the slow import is spared."""
    if not any(map(_declares_games, sys.path)):
        return ()
    from importlib.metadata import entry_points

    return sorted(entry_points(group=GROUP), key=lambda entry: entry.name)


def _declares_games(folder: str) -> bool:
    """Whether a package that is installed there declares games: a look at the files, in a millisecond."""
    try:
        packages = [entry.path for entry in os.scandir(folder or ".") if entry.name.endswith("-info")]
    except OSError:
        return False
    return any(f"[{GROUP}]".encode() in _contents(f"{package}/entry_points.txt") for package in packages)


def _contents(path: str) -> bytes:
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError:
        return b""


def _checked(game: object, name: str, taken: Mapping[str, type[Game]]) -> type[Game]:
    """The game if it is one that can be played; its own errors come through as they are."""
    if not (isinstance(game, type) and issubclass(game, Game)):
        raise TypeError("it is not a subclass of cornered.Game.")
    for needed in ("name", "title", "notation", "book_board", "smallest_board"):
        if not getattr(game, needed, None):
            raise TypeError(f"it has no {needed}.")
    if game.name != name or not re.fullmatch(r"[a-z]+(-[a-z]+)*", name):
        raise ValueError(
            f"its name is {game.name!r}: it must be the entry point's, in small letters and hyphens."
        )
    if name in taken:
        raise ValueError("there is a game of that name already.")
    game.headline()
    game.facts()
    start = game(game.book_board.rows, game.book_board.cols).start()
    if not start.moves():
        raise ValueError("nobody can move on its own board.")
    _ = start.play(start.moves()[0]).code
    return game


def _told(error: BaseException) -> str:
    words = " ".join(str(error).split()) or "no reason given"
    return words if words.endswith(".") else f"{type(error).__name__}: {words}."


def _package(entry: "EntryPoint") -> str:
    return f" of the package {entry.dist.name}" if entry.dist else ""


def _modules(trace: TracebackType | None) -> Iterator[str]:
    while trace:
        yield str(trace.tb_frame.f_globals.get("__name__", "")).partition(".")[0]
        trace = trace.tb_next
