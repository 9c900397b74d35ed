"""The arguments and options that several commands share, turned into positions."""

import re
from collections.abc import Callable
from math import inf
from typing import Any, TypeVar

import click

from cornered.board import read_board
from cornered.game import Game, Position
from cornered.games import new_game
from cornered.refusal import BadSetup
from cornered.solve.contract import Budget

Command = TypeVar("Command", bound=Callable[..., Any])

game_argument = click.argument("name", metavar="GAME")

json_option = click.option("as_json", "--json", is_flag=True, help="Print JSON instead of text.")


def board_options(command: Command) -> Command:
    """Adds --size, --start and --repetitions; `opening` makes a position of them."""
    for option in (
        click.option("--repetitions", type=int, help="Trap the Knight: 2 to 5, or 0 to turn the rule off."),
        click.option(
            "--start", metavar="SQUARES", help="The knights' squares, as in '0 1; 4 3' or 'A2; E4'."
        ),
        click.option("--size", metavar="RxC", help="The board: 5x6, or 6 for 6x6. Default: the book's."),
    ):
        command = option(command)
    return command


def budget_options(command: Command) -> Command:
    """Adds --seconds and --memory; `budget` makes a budget of them."""
    for option in (
        click.option(
            "--memory", metavar="SIZE", help="Like 512M or 4G. Default: a quarter of this machine's."
        ),
        click.option(
            "--seconds", type=click.FloatRange(min=0), help="Stop after so long, with what is known."
        ),
    ):
        command = option(command)
    return command


def budget(seconds: float | None, memory: str | None, otherwise: float = inf) -> Budget:
    """The limits that these options describe; `otherwise` is the time where none is given."""
    return Budget(otherwise if seconds is None else seconds, None if memory is None else _bytes(memory))


def _bytes(text: str) -> int:
    found = re.fullmatch(r"([0-9]+(?:\.[0-9]+)?)\s*([kmgt]?)i?b?", text.strip().lower())
    if not found:
        raise BadSetup(f"{text!r} is not an amount of memory: write it like 512M or 4G.")
    return int(float(found[1]) * 1024 ** " kmgt".index(found[2] or " "))


def opening(name: str, size: str | None, start: str | None, repetitions: int | None) -> Position:
    """The first position of the game that these options describe."""
    game = new_game(name, None if size is None else read_board(size), repetitions=repetitions)
    return game.start(None if start is None else _two_squares(game, start))


def _two_squares(game: Game, text: str) -> tuple[int, int]:
    squares = [game.square(part) for part in text.split(";")]
    if len(squares) != 2:
        raise BadSetup("The start is two squares with a ';' between them, Player 1's knight first.")
    return squares[0], squares[1]


def print_json(data: object) -> None:
    """What every --json prints: one document, readable by people too."""
    import json

    click.echo(json.dumps(data, ensure_ascii=False, indent=2))
