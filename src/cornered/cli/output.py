"""How commands put out, ask and end: JSON, tables, files, questions and exit codes."""

import sys
from collections.abc import Sequence
from pathlib import Path

import click

from cornered.cli import Failed
from cornered.errors import Exit
from cornered.game import Game
from cornered.terminal.console import Console, terminal_columns, terminal_width, wrapped


def print_json(data: object) -> None:
    """What --json prints: one document, readable by people too."""
    import json  # not at the beginning: most often text is asked for

    click.echo(json.dumps(data, ensure_ascii=False, indent=2))


def board_data(game: Game) -> dict[str, object]:
    """How JSON names a game on its board."""
    return {"game": game.name, "rows": game.rows, "cols": game.cols}


def write_file(path: Path, content: str | bytes) -> None:
    """Writes what -o asks for; `Failed` says why it cannot."""
    try:
        path.write_bytes(content.encode() if isinstance(content, str) else content)
    except OSError as error:
        raise Failed(f"{path} cannot be written ({error.strerror}).") from None


def confirm(question: str) -> None:
    """Asks before anything is lost; `Failed` if the answer is not yes."""
    if not Console().confirm(question):
        raise Failed("Nothing was changed.")


def leave(*, stopped: bool, found: bool = True) -> None:
    """Ends a command whose results are printed but not whole: by Ctrl-C, or for want of time or memory."""
    if stopped:
        sys.exit(Exit.INTERRUPTED)
    if not found:
        sys.exit(Exit.NOT_FOUND)


def print_table(headings: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    """The rows under their headings, numbers on the right; where columns do not fit, a paragraph a row."""
    texts = [[str(cell) for cell in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(headings, *texts, strict=True)]
    room = terminal_columns()
    if room is not None and sum(widths) + 2 * (len(widths) - 1) > room:
        for first, *rest in texts:
            named = ", ".join(f"{name} {cell}" for name, cell in zip(headings[1:], rest, strict=True) if cell)
            click.echo(wrapped(f"{first}: {named}", terminal_width(), others="  "))
        return
    right = [isinstance(cell, int) for cell in rows[0]]
    click.secho(_line(headings, widths, right), bold=True)
    for row in texts:
        click.echo(_line(row, widths, right))


def _line(cells: Sequence[str], widths: Sequence[int], right: Sequence[bool]) -> str:
    columns = zip(cells, widths, right, strict=True)
    return "  ".join(
        cell.rjust(width) if on_right else cell.ljust(width) for cell, width, on_right in columns
    ).rstrip()
