"""What is said about each game: the data files beside the rules, read when asked for."""

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import NamedTuple


class Section(NamedTuple):
    """A part of the rules, in our own words."""

    heading: str
    text: str


class Ruling(NamedTuple):
    """Where a book's example contradicts its rule: what each says, and what holds."""

    example: str
    rule: str
    ruling: str


@dataclass(frozen=True)
class Words:
    """Everything that is said about one game."""

    line: str
    advice: str
    squares: str
    known: tuple[str, ...]
    rules: tuple[Section, ...]
    rulings: tuple[Ruling, ...]


@cache
def words_of(name: str) -> Words:
    """The words for the game of this name."""
    data = tomllib.loads((Path(__file__).parent / f"{name.replace('-', '_')}.toml").read_text("utf-8"))
    return Words(
        line=data["line"],
        advice=data["advice"],
        squares=data["squares"],
        known=tuple(data["known"]),
        rules=tuple(Section(**section) for section in data["rules"]),
        rulings=tuple(Ruling(**ruling) for ruling in data["rulings"]),
    )
