"""The limits of a search as options: apart from the others, which must not load the solver."""

import re
from math import inf

import click

from cornered.cli.options import Command
from cornered.errors import BadSetup
from cornered.solve.contract import Budget


def budget_options(command: Command) -> Command:
    """Adds --seconds and --memory; `budget` makes a budget of them."""
    for option in (
        click.option(
            "--memory",
            metavar="SIZE",
            help="The table's size, like 512M or 4G. Default: what the board needs.",
        ),
        click.option(
            "--seconds", type=click.FloatRange(min=0), help="Stop after so long, with what is known."
        ),
    ):
        command = option(command)
    return command


def budget(seconds: float | None, memory: str | None, otherwise: float = inf) -> Budget:
    """The limits that these options describe; `otherwise` is the time where none is given."""
    given = None if memory is None else _bytes(memory)
    return Budget(otherwise if seconds is None else seconds, given, all=given is not None)


def _bytes(text: str) -> int:
    found = re.fullmatch(r"([0-9]+(?:\.[0-9]+)?)\s*([kmgt]?)i?b?", text.strip().lower())
    if not found:
        raise BadSetup(f"{text!r} is not an amount of memory: write it like 512M or 4G.")
    return int(float(found[1]) * 1024 ** " kmgt".index(found[2] or " "))
