"""The command that verifies proofs, by the rules alone: check. Nothing here loads the solver."""

from pathlib import Path

import click

from cornered.cli import Failed
from cornered.cli.options import json_option, print_json
from cornered.proof import Flaw, Proved, check_proof


@click.command
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@json_option
def check(file: Path, as_json: bool) -> None:
    """Verify the proof in FILE by the rules alone, and say what it proves.

    \b
    Examples:
      cornered check kb5.proof
    """
    try:
        proved = check_proof(file.read_bytes().decode("utf-8"))
    except UnicodeDecodeError:
        raise Failed(f"{file} is not a proof: it is not text.") from None
    except Flaw as flaw:
        raise Failed(f"{file} is not a proof. {flaw}") from None
    report(proved, as_json)


def report(proved: Proved, as_json: bool) -> None:
    """What a proof shows, as a sentence or as JSON."""
    game = proved.start.game
    if as_json:
        print_json(
            {
                "game": game.name,
                "rows": game.rows,
                "cols": game.cols,
                "position": proved.start.code,
                "opening": proved.from_the_opening,
                "winner": proved.winner,
                "plies": proved.plies,
                "at_least": proved.at_least,
                "positions": proved.positions,
            }
        )
        return
    whence = "from the opening" if proved.from_the_opening else "NOT from the opening"
    click.echo(
        f"Proved, {whence}: from {proved.start.code}, Player {proved.winner} wins {game.title} {game.board} "
        f"{_length(proved)} ({proved.positions:,} positions)."
    )


def _length(proved: Proved) -> str:
    if proved.at_least is None:
        return f"in {proved.plies} plies at the most"
    if proved.at_least == proved.plies:
        return f"in exactly {proved.plies} plies"
    return f"in {proved.at_least} to {proved.plies} plies"
