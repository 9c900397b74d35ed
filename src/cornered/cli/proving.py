"""Commands about proofs: prove writes one with the solver, check verifies one without it."""

from pathlib import Path

import click

from cornered.cli import Failed
from cornered.cli.budgets import budget, budget_options
from cornered.cli.options import board_options, game_argument, json_option, opening_of, print_json
from cornered.play.commentary import plies
from cornered.proof import Flaw, Proved, check_proof


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
        return f"in {plies(proved.plies)} at the most"
    if proved.at_least == proved.plies:
        return f"in exactly {plies(proved.plies)}"
    return f"in {proved.at_least} to {plies(proved.plies)}"
