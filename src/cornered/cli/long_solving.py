"""Solving that is kept as it goes: the part of `solve --keep`."""

import time
from pathlib import Path
from typing import NamedTuple

import click

from cornered.arena.spread import Spread, WorkLost
from cornered.arena.spread.joint_solve import JointSolve
from cornered.arena.spread.journal import JournalError
from cornered.cli import Failed
from cornered.game import Position
from cornered.solve import Budget, Verdict
from cornered.terminal.meter import Meter


class Found(NamedTuple):
    """Who wins, as far as is known; the positions searched, earlier ones too; and the time taken."""

    verdict: Verdict
    positions: int
    seconds: float


def solve_and_keep(position: Position, folder: Path, spread: Spread, a_slice: int, limits: Budget) -> Found:
    """Goes on from what is in the folder, and adds to it until it is known who wins or the time is up."""
    try:
        with JointSolve(position, folder) as solving:
            return _found(position, solving, spread, a_slice, limits)
    except (JournalError, WorkLost) as error:
        raise Failed(str(error)) from None


def _found(position: Position, solving: JointSolve, spread: Spread, a_slice: int, limits: Budget) -> Found:
    if solving.positions:
        click.echo(f"Going on from {solving.path}: {solving.positions:,} positions.", err=True)
    ends = time.monotonic() + limits.seconds
    with Meter("") as meter:

        def go_on() -> bool:
            meter.doing = f"Who wins {position.game.title} {position.game.board}? {_left(position, solving)}"
            return meter(solving.positions) and time.monotonic() < ends

        verdict = solving.run(spread, a_slice, limits, go_on)
        seconds = meter.seconds
    told = "Not finished: the same command goes on from" if verdict is Verdict.UNKNOWN else "Kept in"
    click.echo(f"{told} {solving.path}", err=True)
    return Found(verdict, solving.positions, seconds)


def _left(position: Position, solving: JointSolve) -> str:
    """How much is still to be shown, by the search's own estimate, whoever it is that wins."""
    mover, (win, loss) = position.to_move, solving.tree.left
    return f"Left, by estimate: {win:,} if Player {mover} does, {loss:,} if Player {3 - mover}"
