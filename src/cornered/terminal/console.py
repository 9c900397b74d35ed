"""The terminal: lines out, lines in, colour where it can be shown."""

import os
import shutil
import sys
import textwrap
from contextlib import suppress

_WIDEST = 80

INTERRUPTED = 130
"""The exit code of a program that Ctrl-C has ended."""


class Console:
    """Says lines and asks for lines; what is typed into a pipe is shown, so that the transcript is whole."""

    def __init__(self, plain: bool = False) -> None:
        for stream in (sys.stdin, sys.stdout):
            if hasattr(stream, "reconfigure"):  # a character that cannot be shown must not end a game
                stream.reconfigure(errors="replace")
        self.interactive = sys.stdin.isatty() and sys.stdout.isatty()
        self.colour = not plain and _shows_colour()
        if self.interactive:
            _load_line_editing()

    @property
    def width(self) -> int:
        """How many columns text may fill."""
        return min(shutil.get_terminal_size().columns, _WIDEST)

    def say(self, text: str = "") -> None:
        """One or more lines, as they are."""
        print(text, flush=True)

    def tell(self, text: str, indent: str = "") -> None:
        """A paragraph, broken to the width of the terminal."""
        self.say(textwrap.fill(text, self.width, initial_indent=indent, subsequent_indent=indent))

    def complain(self, text: str) -> None:
        """What went wrong, on the stream for errors."""
        sys.stdout.flush()
        print(textwrap.fill(text, self.width, break_long_words=False), file=sys.stderr, flush=True)

    def ask(self, prompt: str) -> str:
        """The line typed; `EOFError` at the end of input."""
        line = input(prompt)
        if not sys.stdin.isatty():
            self.say("".join(letter if letter.isprintable() else "�" for letter in line))
        return line.strip()

    def styled(self, text: str, *codes: int) -> str:
        """The text with these ANSI attributes, if the terminal has colour."""
        if not self.colour or not text or not codes:
            return text
        return f"\x1b[{';'.join(map(str, codes))}m{text}\x1b[0m"

    def player(self, number: int, text: str) -> str:
        """The text in a player's colour."""
        return self.styled(text, BOLD, PLAYER_COLOURS[number - 1])


BOLD, DIM, UNDERLINED, RED, GREEN = 1, 2, 4, 31, 32
PLAYER_COLOURS = (34, 33)


def _shows_colour() -> bool:
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def _load_line_editing() -> None:
    """Arrow keys and earlier lines at the prompts, where Python was built with them."""
    with suppress(ImportError):
        import readline  # noqa: F401
