"""The command store, for what concerns a whole store."""

from contextlib import closing
from pathlib import Path

import click

from cornered.store.database import Address, StoreError, is_postgres, open_database


@click.group
def store() -> None:
    """Move a whole store: all games, seats, matches and puzzle results.

    \b
    Examples:
      cornered store copy games.sqlite3 postgresql://cornered@db.example.org/games
    """


@store.command
@click.argument("source", metavar="FROM")
@click.argument("target", metavar="TO")
def copy(source: str, target: str) -> None:
    """Copy all that FROM holds to TO, which must be new or empty.

    Each is a file or postgresql://USER@HOST/DATABASE, and OWN is the user's own file. FROM may be in use
    meanwhile: what is copied is how everything stands at one moment.

    \b
    Examples:
      cornered store copy OWN postgresql://cornered@db.example.org/games
      cornered store copy postgresql://cornered@db.example.org/games games.sqlite3
    """
    from cornered.cli import Failed
    from cornered.store.copying import copy_all

    try:
        start, end = _address(source), _address(target)
        if isinstance(start, Path) and not start.exists():
            raise StoreError(f"There is no file {start}.")
        with closing(open_database(start)) as opened, closing(open_database(end)) as made:
            copy_all(opened, made, _tell)
            click.echo(f"All that {opened.where} holds is in {made.where} too.")
    except StoreError as error:
        raise Failed(str(error)) from None


def _address(text: str) -> Address:
    from cornered.store.database import FILE, data_folder

    if is_postgres(text):
        return text
    return data_folder() / FILE if text == "OWN" else Path(text)


def _tell(table: str, rows: int) -> None:
    click.echo(f"{table.replace('_', ' ')}: {rows:,}", err=True)
