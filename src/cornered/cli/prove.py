"""Commands about proofs: prove asks the solver for one, check verifies it and loads nothing of the solver."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from cornered.cli import Failed, Interrupted, NotFound
from cornered.cli.options import TypedGame, budget_options, json_option, output_option, typed_game
from cornered.cli.output import board_data, print_json, write_file
from cornered.proof import Flaw, Proved, check_proof

if TYPE_CHECKING:
    from cornered.solve import Budget


@click.command
@typed_game
@output_option(required=True)
@click.option(
    "--exact", is_flag=True, help="Prove the number of plies too: the loser's best defence as well."
)
@budget_options()
@json_option
def prove(game: TypedGame, output: Path, exact: bool, budget: "Budget", as_json: bool) -> None:
    """Write a winning strategy for GAME as a proof file, for `cornered check`.

    \b
    Examples:
      cornered prove knights-blockade -o kb5.proof
      cornered prove knights-duel --size 4x5 --exact -o duel.proof
      cornered prove trap-the-knight --size 8 -o hunt.proof
    """
    from cornered.solve.strategy import NobodyWins, Unsolved
    from cornered.solve.strategy import prove as proof_of
    from cornered.terminal.meter import Meter

    position = game.opening()
    try:
        with Meter(f"Proving {position.game.title} {position.game.board}") as meter:
            text, proved = proof_of(position, budget, meter, exact)
    except Unsolved as error:
        why = Failed if isinstance(error, NobodyWins) else Interrupted if meter.stopped else NotFound
        raise why(f"No proof was written: {error}") from None
    write_file(output, text)
    _report(proved, as_json)


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
    _report(proved, as_json)


def _report(proved: Proved, as_json: bool) -> None:
    """What a proof shows, as a sentence or as JSON."""
    game = proved.start.game
    if as_json:
        print_json(
            {
                **board_data(game),
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
