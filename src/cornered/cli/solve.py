"""Commands that ask for exact values: solve, analyse."""

import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cornered.cli.options import (
    TypedGame,
    budget_options,
    json_option,
    spread_options,
    spread_over,
    typed_game,
)
from cornered.cli.output import board_data, leave, print_json
from cornered.draw import draw
from cornered.errors import BadSetup
from cornered.game import Position
from cornered.games import GAMES, new_game, read_position
from cornered.play.commentary import in_words, sign, who_wins
from cornered.solve import Analysis, Budget, Value, Verdict, line, settle, value, winner
from cornered.solve import analyse as analysed
from cornered.solve.contract import Clock, HasNimbers
from cornered.terminal.console import terminal_width, wrapped
from cornered.terminal.meter import Meter

if TYPE_CHECKING:
    from cornered.arena.spread import Spread
    from cornered.arena.spread.joint_solve import JointSolve


_NO_GRUNDY = (
    "--keep finds out who wins, and no Grundy values: they rest on shapes that all parts of a search share, "
    "not on positions that can be settled one by one."
)


@click.command
@typed_game
@click.option("winner_only", "--winner", is_flag=True, help="Only find out who wins: much faster.")
@click.option("--grundy", is_flag=True, help="Give the Sprague-Grundy value too, in games that have one.")
@click.option(
    "folder",
    "--keep",
    metavar="FOLDER",
    type=click.Path(file_okay=False, path_type=Path),
    help="Find out who wins, and keep what is settled here as it goes: the same command goes on from there.",
)
@click.option(
    "a_slice",
    "--slice",
    type=click.IntRange(min=1),
    metavar="POSITIONS",
    default=10_000_000,
    show_default=True,
    help="With --keep: the least that is searched of one position before it is taken apart.",
)
@spread_options
@budget_options()
@json_option
def solve(
    game: TypedGame,
    winner_only: bool,
    grundy: bool,
    folder: Path | None,
    a_slice: int,
    workers: int | None,
    ray: str | None,
    budget: Budget,
    as_json: bool,
) -> None:
    """Find out who wins GAME under best play, in how many plies, and how.

    First the winner is found, then the number of plies, which on large boards may take for ever: Ctrl-C
    stops the search and prints what is known by then.

    With --keep only the winner is looked for, by --workers processes or a --ray cluster together. Whatever
    ends the command, no more is lost than the searches that were going on, each of --slice positions (some
    ten seconds) or, when that is more, of a 200th part of all that was searched before.

    \b
    Examples:
      cornered solve knights-blockade
      cornered solve knights-blockade --size 7x7 --winner
      cornered solve knights-duel --size 6x7 --seconds 60
      cornered solve blockade --size 8x8 --grundy --memory 4G --json
      cornered solve knights-blockade --size 7x9 --keep long --workers 2
    """
    position = game.opening()
    if folder is not None:
        if grundy:
            raise BadSetup(_NO_GRUNDY)
        _solve_and_keep(position, folder, spread_over(workers, ray), a_slice, budget, as_json)
        return
    if workers or ray:
        raise BadSetup("--workers and --ray work together on what is kept: add --keep FOLDER.")
    solver, heap = position.game.solver(), None
    if grundy and not isinstance(solver, HasNimbers):
        raise BadSetup(
            f"{position.game.title} does not fall into parts: only {_with_nimbers()} Grundy values."
        )
    with Meter(f"Who wins {position.game.title} {position.game.board}?") as meter:
        clock = Clock(budget)
        if grundy and isinstance(solver, HasNimbers):
            heap = solver.nimber(position, clock.left(), meter)
        found = _found(position, winner_only, clock, meter)
        taken, searched = meter.seconds, meter.positions
        best = () if found.plies is None else line(position, clock.left(), meter)
    _say_if_stopped(meter)
    solution = _solution(position, found, best, searched, taken)
    if grundy:
        solution["grundy"] = heap
    _print_solution(position, found, solution, as_json)
    known = found.verdict is not Verdict.UNKNOWN and (heap is not None or not grundy)
    leave(stopped=meter.stopped, found=known)


def _found(position: Position, winner_only: bool, clock: Clock, meter: Meter) -> Value:
    """Who wins and, unless only that is asked for, in how many plies, as far as there is time."""
    found = Value(winner(position, clock.left(), meter))
    if winner_only or meter.stopped:
        return found
    meter.doing = who_wins(position, found)
    return max(found, value(position, clock.left(), meter), key=_how_much_is_known)


def _solve_and_keep(
    position: Position, folder: Path, spread: "Spread", a_slice: int, budget: Budget, as_json: bool
) -> None:
    """Goes on from what is in the folder, and adds to it until it is known who wins or the time is up."""
    from cornered.arena.spread.joint_solve import JointSolve

    ends = time.monotonic() + budget.seconds
    with JointSolve(position, folder) as solving, Meter("") as meter:
        if solving.positions:
            click.echo(f"Going on from {solving.path}: {solving.positions:,} positions.", err=True)

        def go_on() -> bool:
            meter.doing = _doing(position, solving)
            return meter(solving.positions) and time.monotonic() < ends

        verdict = solving.run(spread, a_slice, budget, go_on)
    where = "Kept in" if verdict is not Verdict.UNKNOWN else "Not finished: the same command goes on from"
    click.echo(f"{where} {solving.path}", err=True)
    found = Value(verdict)
    solution = _solution(position, found, (), solving.positions, meter.seconds)
    _print_solution(position, found, solution, as_json)
    leave(stopped=meter.stopped, found=verdict is not Verdict.UNKNOWN)


def _doing(position: Position, solving: "JointSolve") -> str:
    """What the meter shows: how much is still to be shown, by the search's own estimate, for each winner."""
    mover, (win, loss) = position.to_move, solving.tree.left
    return (
        f"Who wins {position.game.title} {position.game.board}? "
        f"Left, by estimate: {win:,} if Player {mover} does, {loss:,} if Player {3 - mover}"
    )


def _say_if_stopped(meter: Meter) -> None:
    if meter.stopped:
        click.echo("Stopped: this is what was found by then.", err=True)


def _solution(
    position: Position, found: Value, line: tuple[int, ...], positions: int, seconds: float
) -> dict[str, Any]:
    settled = settle(position)
    return {
        **board_data(position.game),
        "position": position.code,
        "winner": found.winner(position.to_move),
        "value": found.verdict,
        "plies": found.plies,
        "why": settled.reason if settled else None,
        "line": [position.game.label(square) for square in line],
        "positions": positions,
        "seconds": round(seconds, 3),
    }


def _with_nimbers() -> str:
    games = (new_game(name) for name in GAMES)
    titles = [game.title for game in games if isinstance(game.solver(), HasNimbers)]
    return f"{' and '.join(titles)} {'has' if len(titles) == 1 else 'have'}"


def _how_much_is_known(found: Value) -> tuple[bool, bool]:
    return found.verdict is not Verdict.UNKNOWN, found.plies is not None


def _print_solution(position: Position, found: Value, solution: dict[str, Any], as_json: bool) -> None:
    if as_json:
        print_json(solution)
        return
    click.echo(f"{position.game.title} {position.game.board}: {who_wins(position, found)}.")
    if solution["why"]:
        click.echo(wrapped(solution["why"], terminal_width()))
    if solution["line"]:
        click.echo(wrapped(f"Best line: {'; '.join(solution['line'])}", terminal_width(), others="  "))
    if "grundy" in solution:
        heap = solution["grundy"]
        click.echo("Grundy value not known within the budget." if heap is None else f"Grundy value {heap}.")
    click.echo(f"{solution['positions']:,} positions searched in {solution['seconds']:.2f} s.")


@click.command
@typed_game
@click.option("--moves", default="", metavar="MOVES", help="Moves to play first, as in '2 1; 2 3; 3 3'.")
@click.option("code", "--position", metavar="CODE", help="A position code to begin from.")
@budget_options(otherwise=60)
@json_option
def analyse(game: TypedGame, moves: str, code: str | None, budget: Budget, as_json: bool) -> None:
    """Rate every legal move of a position of GAME, exactly.

    \b
    Examples:
      cornered analyse knights-blockade --moves "2 1; 2 3; 3 3"
      cornered analyse knights-duel --position knights-duel.5x5.1.a4-5-5-5-4b --json
    """
    if code is not None and (game.size or game.options):
        raise BadSetup("A position code says everything: give no --size and no option of the game with it.")
    position = game.opening() if code is None else read_position(code)
    if position.game.name != game.name:
        raise BadSetup(f"The position code is one of {position.game.name}, not of {game.name}.")
    played = []
    for text in filter(str.strip, moves.split(";")):
        square = position.game.square(text)
        position = position.play(square)
        played.append(position.game.label(square))
    with Meter(f"Rating the moves of {position.game.title} {position.game.board}") as meter:
        found = analysed(position, budget, meter)
    _say_if_stopped(meter)
    if as_json:
        print_json(_analysis(position, played, found))
    else:
        _print_analysis(position, found)
    over = position.outcome is not None
    leave(stopped=meter.stopped, found=over or found.value.verdict is not Verdict.UNKNOWN)


def _analysis(position: Position, played: list[str], found: Analysis) -> dict[str, object]:
    game, outcome = position.game, position.outcome
    return {
        **board_data(game),
        "moves": played,
        "position": position.code,
        "to_move": None if outcome else position.to_move,
        "winner": outcome.winner if outcome else None,
        "reason": outcome.reason if outcome else None,
        "value": None if outcome else found.value.verdict,
        "plies": None if outcome else found.value.plies,
        "ratings": [
            {"move": game.label(square), "value": verdict, "plies": plies}
            for square, (verdict, plies) in found.ratings
        ],
    }


def _print_analysis(position: Position, found: Analysis) -> None:
    label = position.game.label
    click.echo(draw(position))
    if outcome := position.outcome:
        click.echo(f"\nThe game is over: Player {outcome.winner} wins ({outcome.reason}).")
        return
    click.echo(f"\nPlayer {position.to_move} to move. {who_wins(position, found.value)}.")
    for square, worth in found.ratings:
        click.echo(f"  {label(square):<10}{sign(worth):<4} {in_words(worth)}")
    if found.line:
        text = f"Best line: {'; '.join(map(label, found.line))}"
        click.echo(wrapped(text, terminal_width(), others="  "))
    click.echo(f"Position: {position.code}")
