"""Where long work is done, as options: --workers and --ray."""

from typing import TYPE_CHECKING

import click

from cornered.cli.options import Command

if TYPE_CHECKING:
    from cornered.arena.spread import Spread


def spread_options(command: Command) -> Command:
    """Adds --workers and --ray; `spread_over` makes a spread of them."""
    for option in (
        click.option("--ray", metavar="ADDRESS", help="Work on a Ray cluster: HOST:PORT, or auto."),
        click.option("--workers", type=click.IntRange(1), help="Processes at once. Default: a core each."),
    ):
        command = option(command)
    return command


def spread_over(workers: int | None, ray: str | None) -> "Spread":
    """On the cluster, or in so many processes."""
    if ray is not None:
        from cornered.arena.spread.on_ray import OnRay

        return OnRay(ray)
    from cornered.arena.spread.local import Local

    return Local(workers)
