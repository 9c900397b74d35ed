"""Tables for the terminal: columns where they fit, else a paragraph a row that names each figure."""

from collections.abc import Sequence

import click

from cornered.terminal.console import terminal_columns, terminal_width, wrapped

Row = Sequence[object]


def print_table(headings: Sequence[str], rows: Sequence[Row]) -> None:
    """The rows under their headings; numbers stand on the right."""
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
