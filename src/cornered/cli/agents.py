"""Commands through which other programs play: engine, mcp."""

import sys
from contextlib import closing

import click

from cornered.cli import Failed
from cornered.store import open_store


@click.command
def engine() -> None:
    """Speak UCI or UGI on standard input and output, for match runners and programs that drive engines.

    Every game is a variant, such as knights-duel-5x6; positions are given by their codes. docs/agents.md
    tells how moves are written.

    \b
    Examples:
      cornered engine
      printf 'uci\\nposition startpos\\ngo movetime 500\\n' | cornered engine
    """
    from cornered.arena.agents.uci_server import Engine

    Engine(lambda line: print(line, flush=True)).run(sys.stdin)


@click.command
def mcp() -> None:
    """Let an assistant play, over the Model Context Protocol on standard input and output.

    The assistant can begin games, move, ask for values and reviews; its games are kept like any other.

    \b
    Examples:
      pip install 'cornered[mcp]'
      cornered mcp
    """
    try:
        from cornered.arena.frameworks.mcp import server
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != "mcp":
            raise
        raise Failed("The package mcp is missing: pip install 'cornered[mcp]' brings it.") from None
    with closing(open_store()) as store:
        server(store).run()
