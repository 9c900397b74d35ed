"""The command engine."""

import sys

import click


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
