"""The commands backup and restore, for the user's own games or those of a site in `CORNERED_STORE`."""

import os
from pathlib import Path

import click

from cornered.cli.stored import opened_store


@click.command
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
def backup(file: Path) -> None:
    """Copy all games and puzzle results to a new FILE, as they stand at one moment.

    A site or a terminal may go on meanwhile.

    \b
    Examples:
      cornered backup games-monday.sqlite3
    """
    from cornered.store.upkeep import back_up

    with opened_store(os.environ.get("CORNERED_STORE")) as store:
        back_up(store, file)
    click.echo(f"All games and puzzle results are in {file}.")


@click.command
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--yes", is_flag=True, help="Do not ask first.")
def restore(file: Path, yes: bool) -> None:
    """Put the games and puzzle results of a backup FILE in the place of all that are here.

    It refuses while a site runs or a game goes on. What was here is kept in a file beside it, which is
    named at the end.

    \b
    Examples:
      cornered restore games-monday.sqlite3
    """
    from cornered.store.upkeep import restore as put_back

    if not yes:
        click.confirm("All games and puzzle results here are replaced. Go on?", abort=True)
    with opened_store(os.environ.get("CORNERED_STORE")) as store:
        kept = put_back(store, file)
    click.echo(f"What {file} holds is here now. What was here before is in {kept}.")
