"""Addresses of agents: what may be written wherever a level may be.

`module:name` is a function from position to square, `text:module:name` one from text to text, `cmd:COMMAND` a
command that reads a question and prints an answer, `uci:COMMAND` and `ugi:COMMAND` are engines. Settings
follow after semicolons: `uci:fairy-stockfish;movetime=200;Threads=1`.
"""

import shlex
from pathlib import PurePath
from typing import NamedTuple

from cornered.errors import BadSetup
from cornered.play.players import LEVELS

_PROGRAMS = ("cmd", "uci", "ugi")
_WAYS = (*_PROGRAMS, "text")
_LONGEST_TITLE = 40


class Address(NamedTuple):
    """An agent's address in its parts: `way` is empty for a function from position to square."""

    way: str
    target: str
    settings: dict[str, str]

    @property
    def reads_text(self) -> bool:
        """Whether the agent reads and writes text."""
        return self.way in ("cmd", "text")


def read_address(text: str) -> Address:
    """The parts of an agent's address; `BadSetup` where it is not one.

    >>> read_address("uci:fairy-stockfish;movetime=200")
    Address(way='uci', target='fairy-stockfish', settings={'movetime': '200'})
    """
    target, *rest = (part.strip() for part in text.split(";"))
    way, colon, after = target.partition(":")
    if not colon:
        raise BadSetup(
            f"There is no level '{text}': choose one of {', '.join(LEVELS)}, or write module:name."
        )
    if not (way and after):
        raise BadSetup(f"'{text}' is no agent: write module:name, or uci:COMMAND for an engine.")
    if way not in _WAYS:
        way, after = "", target
    return Address(way, after, dict(_setting(part) for part in rest if part))


def _setting(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals:
        raise BadSetup(f"'{text}' sets nothing: write it like movetime=200.")
    return name.strip(), value.strip()


def title(text: str) -> str:
    """What to call the agent at this address: without path, arguments and settings, which may be private.

    >>> title("uci:/opt/engines/fairy-stockfish --quiet;movetime=200")
    'fairy-stockfish'
    """
    way, target, _ = read_address(text)
    called = PurePath(target.split()[0]).name if way in _PROGRAMS else target
    return called if len(called) <= _LONGEST_TITLE else f"{called[: _LONGEST_TITLE - 1]}…"


def runs_a_program(text: str) -> bool:
    """Whether the agent at this address is a program of its own, and not a function."""
    return read_address(text).way in _PROGRAMS


def command_of(where: Address) -> list[str]:
    """The command to run; `BadSetup` where there is no such program."""
    from shutil import which

    try:
        command = shlex.split(where.target)
    except ValueError as error:
        raise BadSetup(f"'{where.target}' is not a command: {error}.") from None
    if not command or not which(command[0]):
        raise BadSetup(f"There is no program '{''.join(command[:1])}' to run.")
    return command


def number_in(settings: dict[str, str], name: str, otherwise: float) -> float:
    """A positive number among the settings, or what holds without it."""
    try:
        number = float(settings[name]) if name in settings else otherwise
    except ValueError:
        number = 0
    if not 0 < number < 1e9:
        raise BadSetup(f"{name}={settings[name]} is not a positive number.")
    return number
