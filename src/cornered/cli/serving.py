"""The command serve."""

from contextlib import suppress

import click


@click.command
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option(
    "--port", default=8000, show_default=True, type=click.IntRange(0, 65535), help="0 takes a free one."
)
@click.option(
    "--name", "names", multiple=True, metavar="HOST", help="A host name that the site is reached under."
)
def serve(host: str, port: int, names: tuple[str, ...]) -> None:
    """Start the site on this machine: play, analyse and review in the browser.

    Only this machine can reach it, unless --host says otherwise.

    \b
    Examples:
      cornered serve
      cornered serve --port 8080
      cornered serve --host 0.0.0.0 --name games.example.org
    """
    from cornered.cli import CannotDo
    from cornered.store import StoreError
    from cornered.web.serve import CannotListen, run

    try:
        with suppress(KeyboardInterrupt):  # the usual way to stop it
            run(host, port, names)
    except (CannotListen, StoreError) as error:
        raise CannotDo(str(error)) from None
