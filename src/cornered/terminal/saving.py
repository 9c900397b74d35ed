"""What is said when the game cannot be saved, and when it can be again: once each."""

from collections.abc import Callable

from cornered.play.keeping import Keeper
from cornered.terminal.console import Console


def save(console: Console, keeper: Keeper, write: Callable[[], bool]) -> None:
    """Writes with the keeper, and tells of a change from bad to good or from good to bad."""
    troubled = keeper.trouble
    kept = write()
    if kept and troubled:
        console.complain("Saving works again: the whole game is on disk.")
    elif not kept and not troubled:
        console.complain(f"The game cannot be saved: {keeper.trouble} It goes on unsaved.")
