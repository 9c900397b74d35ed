"""The arguments and options that several commands share, turned into positions."""

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, TypeVar, cast

import click

from cornered.board import read_board
from cornered.errors import BadSetup
from cornered.game import Position
from cornered.games import GAMES, games_like, opening

Command = TypeVar("Command", bound=Callable[..., Any])


def _chosen(_ctx: click.Context, _param: click.Parameter, typed: str) -> str:
    """The one game that is meant: a few letters of its name will do."""
    fitting = games_like(typed)
    if len(fitting) > 1:
        raise BadSetup(f"'{typed}' could be {' or '.join(fitting)}: type more of it.")
    return fitting[0] if fitting else typed


def _completed(_ctx: click.Context, _param: click.Parameter, typed: str) -> list[str]:
    return [name for name in GAMES if name.startswith(typed)]


game_argument = click.argument("name", metavar="GAME", callback=_chosen, shell_complete=_completed)

game_option = click.option(
    "name",
    "--game",
    metavar="GAME",
    callback=lambda ctx, param, typed: typed and _chosen(ctx, param, typed),
    shell_complete=_completed,
    help="Which game. Default: any.",
)

plain_option = click.option("--plain", is_flag=True, help="No colour, even where the terminal has it.")

json_option = click.option("as_json", "--json", is_flag=True, help="Print JSON instead of text.")


def board_options(command: Command) -> Command:
    """Adds --size and what the games declare, such as --start; `opening_of` makes a position of them.

    A command gets the games' own options together, as `options`.
    """

    @wraps(command)
    def with_options(*args: Any, **kwargs: Any) -> Any:
        given = {name: kwargs.pop(_key(name)) for name in declared}
        options = {name: text for name, text in given.items() if text is not None}
        return command(*args, options=options, **kwargs)

    declared = {option.name: option for game in GAMES.values() for option in game.options}
    decorated: Any = with_options
    for option in reversed(declared.values()):
        decorated = click.option(
            _key(option.name), f"--{option.name}", metavar=option.value, help=option.help
        )(decorated)
    return cast(
        Command,
        click.option("--size", metavar="RxC", help="The board: 5x6, or 6 for 6x6. Default: the book's.")(
            decorated
        ),
    )


def _key(name: str) -> str:
    return f"option_{name.replace('-', '_')}"


def opening_of(name: str, size: str | None, options: Mapping[str, str]) -> Position:
    """The first position of the game that these options describe."""
    return opening(name, None if size is None else read_board(size), options)


def print_json(data: object) -> None:
    """What every --json prints: one document, readable by people too."""
    import json

    click.echo(json.dumps(data, ensure_ascii=False, indent=2))
