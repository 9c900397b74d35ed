"""The command mcp."""

import click

from cornered.cli.stored import opened_store


@click.command
def mcp() -> None:
    """Let an assistant play, over the Model Context Protocol on standard input and output.

    The assistant can begin games, move, ask for values and reviews; its games are kept like any other.

    \b
    Examples:
      pip install 'cornered[mcp]'
      cornered mcp
    """
    from cornered.cli import CannotDo

    try:
        from cornered.arena.frameworks.mcp import server
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != "mcp":
            raise
        raise CannotDo("The package mcp is missing: pip install 'cornered[mcp]' brings it.") from None
    with opened_store() as store:
        server(store).run()
