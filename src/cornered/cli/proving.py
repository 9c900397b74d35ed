"""The command that writes proofs with the solver: prove."""

from pathlib import Path

import click

from cornered.cli import Failed
from cornered.cli.budgets import budget, budget_options
from cornered.cli.checking import report
from cornered.cli.options import board_options, game_argument, json_option, opening_of


@click.command
@game_argument
@board_options
@click.option(
    "file", "-o", "--output", required=True, type=click.Path(path_type=Path), help="The file to write."
)
@click.option(
    "--exact", is_flag=True, help="Prove the number of plies too: the loser's best defence as well."
)
@budget_options
@json_option
def prove(
    name: str,
    size: str | None,
    options: dict[str, str],
    file: Path,
    exact: bool,
    seconds: float | None,
    memory: str | None,
    as_json: bool,
) -> None:
    """Write a winning strategy for GAME as a proof file, for `cornered check`.

    \b
    Examples:
      cornered prove knights-blockade -o kb5.proof
      cornered prove knights-duel --size 4x5 --exact -o duel.proof
      cornered prove trap-the-knight --size 8 -o hunt.proof
    """
    from cornered.solve.strategy import Unsolved
    from cornered.solve.strategy import prove as proof_of
    from cornered.terminal.meter import Meter

    position = opening_of(name, size, options)
    try:
        with Meter(f"Proving {position.game.title} {position.game.board}") as meter:
            text, proved = proof_of(position, budget(seconds, memory), meter, exact)
    except Unsolved as error:
        raise Failed(f"No proof was written: {error}") from None
    try:
        file.write_text(text, "utf-8")
    except OSError as error:
        raise Failed(f"{file} cannot be written: {error.strerror}.") from None
    report(proved, as_json)
