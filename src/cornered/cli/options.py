"""The arguments and options that several commands share, turned into positions."""

from collections.abc import Callable
from typing import Any, TypeVar

import click

from cornered.board import read_board
from cornered.game import Game, Position
from cornered.games import new_game
from cornered.refusal import BadSetup

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
