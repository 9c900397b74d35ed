"""The arguments and options that several commands share, and what they mean: a position, a budget, workers.

Nothing here loads the solver or the arena before a command needs them: other commands need not wait.
"""

import re
from collections.abc import Callable, Mapping
from functools import wraps
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar, cast

import click

from cornered.board import read_board
from cornered.errors import BadSetup
from cornered.game import Position
from cornered.games import GAMES, find_game, opening

if TYPE_CHECKING:
    from cornered.arena.spread import Spread

Command = TypeVar("Command", bound=Callable[..., Any])


def _whole_name(_ctx: click.Context, _param: click.Parameter, typed: Any) -> Any:
    """The whole name of the game that is meant, or of each of several."""
    if isinstance(typed, tuple):
        return tuple(find_game(one).name for one in typed)
    return None if typed is None else find_game(typed).name


def _completed(_ctx: click.Context, _param: click.Parameter, typed: str) -> list[str]:
    return [name for name in GAMES if name.startswith(typed)]


_GAME: dict[str, Any] = {"metavar": "GAME", "callback": _whole_name, "shell_complete": _completed}

game_argument = click.argument("name", **_GAME)


def game_option(
    *key: str, text: str = "Only this game. Default: any.", **more: Any
) -> Callable[[Command], Command]:
    """Adds --game."""
    return click.option(*key, "--game", help=text, **_GAME, **more)


def output_option(text: str = "The file to write.", **more: Any) -> Callable[[Command], Command]:
    """Adds -o and --output."""
    return click.option("output", "-o", "--output", type=click.Path(path_type=Path), help=text, **more)


plain_option = click.option("--plain", is_flag=True, help="No colour, even where the terminal has it.")
json_option = click.option("as_json", "--json", is_flag=True, help="Print JSON instead of text.")


class TypedGame(NamedTuple):
    """A game and its board as they were typed, with the game's own options, such as --start."""

    name: str
    size: str | None
    options: Mapping[str, str]

    def opening(self) -> Position:
        """The first position of the game that is described; `BadSetup` if there is none."""
        return opening(self.name, None if self.size is None else read_board(self.size), self.options)


def typed_game(command: Command) -> Command:
    """Adds GAME, --size and what the games declare, such as --start; the command gets a `game`."""
    declared = {option.name: option for game in GAMES.values() for option in game.options}

    @wraps(command)
    def with_game(*args: Any, name: str, size: str | None, **kwargs: Any) -> Any:
        given = {option: kwargs.pop(_key(option)) for option in declared}
        options = {option: text for option, text in given.items() if text is not None}
        return command(*args, game=TypedGame(name, size, options), **kwargs)

    decorated: Any = with_game
    for option in reversed(declared.values()):
        add = click.option(_key(option.name), f"--{option.name}", metavar=option.value, help=option.help)
        decorated = add(decorated)
    size = click.option("--size", metavar="RxC", help="The board: 5x6, or 6 for 6x6. Default: the book's.")
    return cast(Command, game_argument(size(decorated)))


def _key(name: str) -> str:
    return f"option_{name.replace('-', '_')}"


def budget_options(otherwise: float = inf) -> Callable[[Command], Command]:
    """Adds --seconds and --memory; the command gets a `budget`, of `otherwise` seconds if none are given."""

    def add(command: Command) -> Command:
        @click.option("--seconds", type=click.FloatRange(0), help="Stop after so long, with what is known.")
        @click.option(
            "--memory",
            metavar="SIZE",
            help="The table's size, like 512M or 4G. Default: what the board needs.",
        )
        @wraps(command)
        def with_budget(*args: Any, seconds: float | None, memory: str | None, **kwargs: Any) -> Any:
            from cornered.solve.contract import Budget

            given = None if memory is None else _bytes(memory)
            budget = Budget(otherwise if seconds is None else seconds, given, all=given is not None)
            return command(*args, budget=budget, **kwargs)

        return cast(Command, with_budget)

    return add


def _bytes(text: str) -> int:
    found = re.fullmatch(r"([0-9]+(?:\.[0-9]+)?)\s*([kmgt]?)i?b?", text.strip().lower())
    if not found:
        raise BadSetup(f"{text!r} is not an amount of memory: write it like 512M or 4G.")
    return int(float(found[1]) * 1024 ** " kmgt".index(found[2] or " "))


def spread_options(command: Command) -> Command:
    """Adds --workers and --ray; `spread_over` makes a spread of them."""
    for option in (
        click.option("--ray", metavar="ADDRESS", help="Work on a Ray cluster: HOST:PORT, or auto."),
        click.option("--workers", type=click.IntRange(1), help="Processes at once. Default: a core each."),
    ):
        command = option(command)
    return command


def spread_over(workers: int | None, ray: str | None) -> "Spread":
    """On the cluster, or in so many processes."""
    if ray is not None:
        from cornered.arena.spread.on_ray import OnRay

        return OnRay(ray)
    from cornered.arena.spread import Local

    return Local(workers)
