"""The command completion."""

import click
from click.shell_completion import get_completion_class

from cornered.cli import main


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
    kind = get_completion_class(shell)
    assert kind
    click.echo(kind(main, {}, "cornered", "_CORNERED_COMPLETE").source())
