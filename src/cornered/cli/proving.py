"""Commands about proofs: prove writes one with the solver, check verifies one without it."""

from pathlib import Path

import click

from cornered.cli import Failed
from cornered.cli.budgets import budget, budget_options
from cornered.cli.options import board_options, game_argument, json_option, opening_of, print_json
from cornered.proof import Flaw, Proved, check_proof, write_proof


@click.command
@game_argument
@board_options
@click.option(
    "file", "-o", "--output", required=True, type=click.Path(path_type=Path), help="The file to write."
)
@budget_options
@json_option
def prove(
    name: str,
    size: str | None,
    options: dict[str, str],
    file: Path,
    seconds: float | None,
    memory: str | None,
    as_json: bool,
) -> None:
    """Write a winning strategy for GAME as a proof file, for `cornered check`.

    \b
    Examples:
      cornered prove knights-blockade -o kb5.proof
      cornered prove knights-duel --size 4x5 -o duel.proof
    """
    from cornered.solve.strategy import Unsolved, winning_strategy
    from cornered.terminal.meter import Meter

    position = opening_of(name, size, options)
    try:
        with Meter(f"Proving {position.game.title} {position.game.board}") as meter:
            winner, choose = winning_strategy(position, budget(seconds, memory), meter)
            text, proved = write_proof(position, winner, choose)
    except Unsolved as error:
        raise Failed(f"No proof was written: {error}") from None
    try:
        file.write_text(text, "utf-8")
    except OSError as error:
        raise Failed(f"{file} cannot be written: {error.strerror}.") from None
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
        proved = check_proof(file.read_text("utf-8"))
    except UnicodeDecodeError:
        raise Failed(f"{file} is not a proof: it is not text.") from None
    except Flaw as flaw:
        raise Failed(f"{file} is not a proof. {flaw}") from None
    _report(proved, as_json)


def _report(proved: Proved, as_json: bool) -> None:
    game = proved.start.game
    if as_json:
        print_json(
            {
                "game": game.name,
                "rows": game.rows,
                "cols": game.cols,
                "position": proved.start.code,
                "winner": proved.winner,
                "plies": proved.plies,
                "positions": proved.positions,
            }
        )
        return
    click.echo(
        f"Proved: from {proved.start.code}, Player {proved.winner} wins {game.title} {game.board} "
        f"in {proved.plies} plies at the most ({proved.positions:,} positions)."
    )
