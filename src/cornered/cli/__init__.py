"""The commands. Each is a few lines that call the rooms below, and is loaded only when it is asked for."""

import os
import sys
from importlib import import_module
from keyword import iskeyword
from typing import Any, NamedTuple

import click

from cornered.errors import BadSetup, CorneredError, Exit, IllegalMove


class _Entry(NamedTuple):
    module: str
    summary: str


_GROUPS = {
    "Play": {
        "play": _Entry("play", "Play a game at this terminal."),
        "resume": _Entry("play", "Go on with a game or match that was interrupted."),
        "history": _Entry("records", "List the games that were played."),
        "show": _Entry("records", "Step through a game."),
        "records": _Entry("records", "Count wins and losses."),
        "engine": _Entry("site", "Speak UCI or UGI to programs that drive engines."),
        "mcp": _Entry("site", "Let an assistant play, over the Model Context Protocol."),
    },
    "Learn": {
        "games": _Entry("reference", "List the games and what is known about them."),
        "rules": _Entry("reference", "Show a game's rules, the rulings, and what is known."),
        "learn": _Entry("learn", "Learn a game, step by step on a live board."),
        "puzzle": _Entry("learn", "Solve puzzles with proven answers; print a sheet of them."),
        "review": _Entry("records", "Find the move that lost a game."),
    },
    "Understand": {
        "solve": _Entry("solve", "Find out who wins, in how many plies, and how."),
        "analyse": _Entry("solve", "Rate every move of a position."),
        "prove": _Entry("prove", "Write a winning strategy as a proof file."),
        "check": _Entry("prove", "Verify a proof file by the rules alone."),
        "atlas": _Entry("atlas", "Tabulate who wins on board after board."),
        "perft": _Entry("reference", "Count the move sequences of an exact length."),
    },
    "Measure": {
        "measure": _Entry("measure", "Score an agent against the exact truth."),
        "tournament": _Entry("measure", "Let agents play each other, and rate them."),
        "report": _Entry("report", "Set runs side by side: tables, plots, mistakes."),
        "suite": _Entry("measure", "Make a suite of questions that nobody has seen."),
        "merge": _Entry("measure", "Put the shards of a run together."),
    },
    "Site": {
        "serve": _Entry("site", "Start the site: play and understand in the browser."),
    },
    "Upkeep": {
        "export": _Entry("records", "Write games as text."),
        "import": _Entry("records", "Take in games from a text file."),
        "backup": _Entry("upkeep", "Copy all games and puzzle results to a file, while a site runs too."),
        "restore": _Entry("upkeep", "Put a backup in the place of all that is here."),
        "store": _Entry("upkeep", "Copy a whole store, between a file and Postgres."),
        "completion": _Entry("upkeep", "Let the shell complete commands, options and games."),
    },
}
_COMMANDS = {name: entry for group in _GROUPS.values() for name, entry in group.items()}


class CannotDo(click.ClickException):
    """What the user asked for cannot be done: one line on stderr."""

    exit_code = Exit.WRONG_USE

    def show(self, file: Any = None) -> None:
        from cornered.terminal.console import terminal_width, wrapped

        click.echo(wrapped(f"cornered: {self.message}", terminal_width()), file=file, err=True)


class Failed(CannotDo):
    """Something went wrong on the way, or turned out not to hold."""

    exit_code = Exit.FAILED


class NotFound(CannotDo):
    """The budget was too small for an answer."""

    exit_code = Exit.NOT_FOUND


class Interrupted(CannotDo):
    """Ctrl-C ended the command; what it has shown until then stands."""

    exit_code = Exit.INTERRUPTED


class _Commands(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        entry = _COMMANDS.get(cmd_name)
        if entry is None:
            return None
        module = import_module(f"cornered.cli.{entry.module}")
        command: click.Command = getattr(module, f"{cmd_name}_" if iskeyword(cmd_name) else cmd_name)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """As click does, but from the table above: loading every command would take half a second."""
        width = max(map(len, _COMMANDS))
        for heading, commands in _GROUPS.items():
            with formatter.section(heading):
                formatter.write_dl([(name.ljust(width), entry.summary) for name, entry in commands.items()])

    def main(self, *args: Any, **kwargs: Any) -> Any:
        """As click does, with a sentence where the output itself cannot be written."""
        for name in ("stdout", "stderr"):
            if getattr(sys, name) is None:  # closed from the beginning: nobody listens
                setattr(sys, name, open(os.devnull, "w"))  # noqa: SIM115  # open for as long as we run
            stream = getattr(sys, name)
            if hasattr(stream, "reconfigure"):  # a character that cannot be shown must not end a command
                stream.reconfigure(errors="replace")
        try:
            try:
                return super().main(*args, **kwargs)
            finally:
                sys.stdout.flush()
        except OSError as error:
            # stdout would fail again at the end
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            click.echo(f"cornered: The output cannot be written ({error.strerror}).", err=True)
            sys.exit(Exit.FAILED)

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except (BadSetup, IllegalMove) as error:
            raise CannotDo(str(error)) from None
        except CorneredError as error:
            raise Failed(str(error)) from None
        except KeyboardInterrupt:
            click.echo(err=True)  # the line on which ^C stands ends there
            raise Interrupted("Interrupted.") from None
        except EOFError:
            raise Failed("The input ended where an answer was needed.") from None
        except Exception as error:
            from cornered.games import GAMES

            sentence = GAMES.blamed(error)
            if sentence is None:
                raise
            raise Failed(sentence) from None


@click.group(
    cls=_Commands, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]}
)
@click.version_option(package_name="cornered")
@click.option("--seed", help="Makes the computer's choices in the menu's games repeatable.")
@click.pass_context
def main(ctx: click.Context, seed: str | None) -> None:
    """Five small two-player games about running out of room. Without a command: a menu to play them.

    \b
    Examples:
      cornered
      cornered play knights-blockade --p2 medium
      cornered learn blockade
      cornered puzzle --day
      cornered rules knights-duel
      cornered solve knights-blockade --size 5x6
      cornered analyse knights-duel --moves "C2; D3"
    """
    if os.environ.get("NO_COLOR"):
        ctx.color = False
    if ctx.invoked_subcommand is None:
        import_module("cornered.cli.play").menu(seed=seed)
    elif seed is not None:
        raise click.UsageError(
            "--seed before a command is for the menu: give it after a command that takes one."
        )
