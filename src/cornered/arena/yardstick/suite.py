"""Suites: named lists of questions with exact values, and of starts for games, told apart by their hash.

A file has one JSON value a line: a header, then `[code, values]` for each question, then `[code, value]` for
each start. A value counts plies: 19 wins in 19 for the player to move, −18 loses in 18.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from cornered.errors import BadSetup
from cornered.game import Position
from cornered.games import read_position

FORMAT = "cornered-suite-1"
SHIPPED = ("cornered-1",)
ENDING = ".suite"

BANDS = ("1-4", "5-8", "9-12", "13+")
"""Plies to the win, as the mover counts them who plays best."""

_PLIES_IN_A_BAND = 4


def band_of(plies: int) -> str:
    """The band that this distance falls into.

    >>> [band_of(plies) for plies in (1, 4, 5, 13, 31)]
    ['1-4', '1-4', '5-8', '13+', '13+']
    """
    return BANDS[min((plies - 1) // _PLIES_IN_A_BAND, len(BANDS) - 1)]


class SuiteQuestion(NamedTuple):
    """A position in which the mover has winning and losing moves, and what each of them is worth."""

    code: str
    values: tuple[int, ...]

    @property
    def game(self) -> str:
        """The game's name."""
        return self.code.split(".", 1)[0]

    @property
    def board(self) -> str:
        """The board's size, such as 5x6."""
        return self.code.split(".", 2)[1]

    @property
    def band(self) -> str:
        """The band of the distance to the win."""
        return band_of(min(value for value in self.values if value > 0))

    def position(self) -> Position:
        """The position asked about; `BadSetup` where the values do not fit it."""
        position = read_position(self.code)
        if len(position.moves()) != len(self.values):
            raise BadSetup(f"The suite has {len(self.values)} values for the position {self.code}.")
        return position


class Start(NamedTuple):
    """A position that a game begins from, and what it is worth to the player who moves first."""

    code: str
    value: int


@dataclass(frozen=True)
class Suite:
    """Questions in the order in which they are asked, and starts in the order in which they are played."""

    name: str
    sha256: str
    questions: Sequence[SuiteQuestion]
    starts: Sequence[Start]


def suite_text(name: str, seed: int, questions: Sequence[SuiteQuestion], starts: Sequence[Start]) -> str:
    """The file of a suite with these contents."""
    header = {
        "format": FORMAT,
        "name": name,
        "seed": seed,
        "questions": len(questions),
        "starts": len(starts),
    }
    return "".join(f"{json.dumps(each, separators=(',', ':'))}\n" for each in (header, *questions, *starts))


@cache
def load_suite(name: str) -> Suite:
    """The suite of this name that ships with the package, or the one in the file of this name."""
    path = Path(__file__).with_name(f"{name}{ENDING}") if name in SHIPPED else Path(name)
    try:
        content = path.read_bytes()
    except OSError as error:
        known = f"the suite that ships is called {' or '.join(SHIPPED)}, any other is a file"
        raise BadSetup(f"The suite {name} cannot be read ({error.strerror}): {known}.") from None
    try:
        return _read(content)
    except (ValueError, TypeError, KeyError, IndexError):
        raise BadSetup(f"{name} is not the file of a suite, or is damaged.") from None


def _read(content: bytes) -> Suite:
    header, *rest = map(json.loads, content.decode().splitlines())
    if header["format"] != FORMAT or len(rest) != header["questions"] + header["starts"]:
        raise ValueError
    questions = [_question(each) for each in rest[: header["questions"]]]
    starts = [Start(str(code), int(value)) for code, value in rest[header["questions"] :]]
    return Suite(str(header["name"]), sha256(content).hexdigest(), questions, starts)


def _question(each: Any) -> SuiteQuestion:
    code, values = each
    question = SuiteQuestion(str(code), tuple(map(int, values)))
    if not min(question.values) < 0 < max(question.values):
        raise ValueError
    return question
