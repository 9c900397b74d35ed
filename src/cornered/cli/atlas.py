"""The command that tabulates board after board: atlas."""

import click

from cornered.board import read_board
from cornered.cli.options import budget_options, game_argument, json_option
from cornered.cli.output import leave, print_json
from cornered.games import new_game
from cornered.solve import Budget, Verdict
from cornered.solve.atlas import Entry, boards, survey
from cornered.terminal.meter import Meter


@click.command
@game_argument
@click.option("--size", metavar="RxC", help="This board alone.")
@click.option("--cells", default=20, show_default=True, help="Boards of up to this many cells.")
@click.option(
    "--positions",
    default=1_000_000,
    show_default=True,
    help="Count positions where there are at most this many.",
)
@budget_options(otherwise=10)
@json_option
def atlas(name: str, size: str | None, cells: int, positions: int, budget: Budget, as_json: bool) -> None:
    """Tabulate GAME over board sizes: who wins, in how many plies, and how many choices matter.

    A choice is a position with more than one legal move; it matters if it changes who wins. --seconds is
    the time for each board. Ctrl-C leaves with the table so far.

    \b
    Examples:
      cornered atlas knights-blockade
      cornered atlas blockade --cells 36 --seconds 60 --json
      cornered atlas knights-duel --size 5x6 --positions 30000000
    """
    entries, stopped = list[Entry](), False
    if not as_json:
        click.echo(_HEADER)
    for game in boards(name, cells) if size is None else [new_game(name, read_board(size))]:
        with Meter(f"{game.title} {game.board}") as meter:
            entry = survey(game, budget, positions, meter)
        entries.append(entry)
        if not as_json:
            click.echo(_row(entry))
        if stopped := meter.stopped:
            break
    if as_json:
        print_json([_facts(entry) for entry in entries])
    unknown = any(entry.value.verdict is Verdict.UNKNOWN for entry in entries)
    leave(stopped=stopped, found=not unknown)


_HEADER = f"{'board':<8}{'value':<26}{'positions':>14}{'choices that matter':>22}{'seconds':>10}"


def _row(entry: Entry) -> str:
    winner = entry.value.winner(to_move=1)
    worth = f"Player {winner} wins" if winner else str(entry.value.verdict)
    plies = "" if entry.value.plies is None else f" in {entry.value.plies}"
    graph = entry.graph
    positions, share = (f"{graph.positions:,}", f"{graph.share:.0%}") if graph else ("", "")
    return f"{entry.game.board!s:<8}{worth + plies:<26}{positions:>14}{share:>22}{entry.seconds:>10.2f}"


def _facts(entry: Entry) -> dict[str, object]:
    graph = entry.graph
    return {
        "rows": entry.game.rows,
        "cols": entry.game.cols,
        "winner": entry.value.winner(to_move=1),
        "value": entry.value.verdict,
        "plies": entry.value.plies,
        "positions": graph.positions if graph else None,
        "choices": graph.choices if graph else None,
        "decisive": graph.decisive if graph else None,
        "seconds": round(entry.seconds, 3),
    }
