"""Commands that look after what is stored, and after the shell: backup, restore, store, completion."""

import os
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cornered.cli.output import confirm

if TYPE_CHECKING:
    from cornered.store import Store


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

    with closing(_store()) as store:
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
        confirm("All games and puzzle results here are replaced. Go on?")
    with closing(_store()) as store:
        kept = put_back(store, file)
    click.echo(f"What {file} holds is here now. What was here before is in {kept}.")


def _store() -> "Store":
    """The site's store, or else the user's own."""
    from cornered.store import Store, open_store

    address = os.environ.get("CORNERED_STORE")
    return Store(address) if address else open_store()


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
    from cornered.store.copying import copy_all
    from cornered.store.database import FILE, Address, StoreError, data_folder, is_postgres, open_database

    def address(text: str) -> Address:
        if is_postgres(text):
            return text
        return data_folder() / FILE if text == "OWN" else Path(text)

    start = address(source)
    if isinstance(start, Path) and not start.exists():
        raise StoreError(f"There is no file {start}.")
    with closing(open_database(start)) as opened, closing(open_database(address(target))) as made:
        copy_all(opened, made, _report_copied)
        click.echo(f"All that {opened.where} holds is in {made.where} too.")


def _report_copied(table: str, rows: int) -> None:
    click.echo(f"{table.replace('_', ' ')}: {rows:,}", err=True)


@click.command
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    """Print what makes SHELL complete commands, options and games when Tab is pressed.

    \b
    Examples:
      cornered completion bash >> ~/.bashrc
      cornered completion zsh >> ~/.zshrc
      cornered completion fish > ~/.config/fish/completions/cornered.fish
    """
    from click.shell_completion import get_completion_class

    from cornered.cli import main

    kind = get_completion_class(shell)
    assert kind
    click.echo(kind(main, {}, "cornered", "_CORNERED_COMPLETE").source())
