"""The terminal: lines out, lines in, colour where it can be shown."""

import os
import re
import sys
import textwrap
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from types import FrameType

_WIDEST = 80


class Console:
    """Says lines and asks for lines; what is typed into a pipe is shown, so that the transcript is whole."""

    def __init__(self, plain: bool = False) -> None:
        for stream in (sys.stdin, sys.stdout):
            if hasattr(stream, "reconfigure"):  # a character that cannot be shown must not end a game
                stream.reconfigure(errors="replace")
        self.interactive = bool(sys.stdin and sys.stdin.isatty() and sys.stdout.isatty())
        self.colour = not plain and _shows_colour()
        if self.interactive:
            _load_line_editing()

    def say(self, text: str = "") -> None:
        """One or more lines, as they are."""
        print(text, flush=True)

    def tell(self, text: str, indent: str = "", hanging: str | None = None) -> None:
        """A paragraph, broken to the width of the terminal but never inside a square."""
        self.say(wrapped(text, terminal_width(), indent, indent if hanging is None else hanging))

    def tell_lines(self, text: str) -> None:
        """Lines of which each is broken to the width of the terminal by itself."""
        self.say(self.broken(text))

    def broken(self, text: str) -> str:
        """The lines as `tell_lines` says them, to be coloured before they are said."""
        return "\n".join(wrapped(line, terminal_width(), others="  ") for line in text.split("\n"))

    def confirm(self, question: str) -> bool:
        """Whether the answer is yes; no answer is a no."""
        return self.ask(f"{question} [y/N]: ").lower() in ("y", "yes")

    def complain(self, text: str) -> None:
        """What went wrong, on the stream for errors."""
        sys.stdout.flush()
        print(wrapped(text, terminal_width()), file=sys.stderr, flush=True)

    def ask(self, prompt: str, words: Sequence[str] = ()) -> str:
        """The line typed, where Tab completes one of these words; `EOFError` at the end of input."""
        if self.interactive:
            _complete(words)
        if sys.stdin is None:  # closed from the beginning
            raise EOFError
        above, _, question = self.broken(prompt.rstrip()).rpartition("\n")
        if above:
            self.say(above)
        line = input(f"{question} ")
        if not sys.stdin.isatty():
            self.say("".join(letter if letter.isprintable() else "�" for letter in line.rstrip("\r")))
        return line.strip()

    def ask_or_leave(self, prompt: str) -> str:
        """The line typed; `q`, which leaves, at the end of input."""
        try:
            return self.ask(prompt)
        except EOFError:
            self.say()
            return "q"

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


@contextmanager
def told_to_end() -> Iterator[None]:
    """Meanwhile a signal to end is an exit like any other, so that nothing we started is left running."""
    import signal  # a list of games needs none

    def leave(number: int, _frame: FrameType | None) -> None:
        sys.exit(128 + number)

    ours = [one for one in (signal.SIGTERM, signal.SIGHUP) if signal.getsignal(one) is signal.SIG_DFL]
    for one in ours:
        signal.signal(one, leave)
    try:
        yield
    finally:
        for one in ours:
            signal.signal(one, signal.SIG_DFL)


def _shows_colour() -> bool:
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def program() -> str:
    """The command that starts this program here: its name, or the way to it where it is not on the path."""
    from shutil import which

    path = sys.argv[0]
    return "cornered" if which("cornered") or os.path.basename(path) != "cornered" else os.path.relpath(path)


def terminal_width() -> int | None:
    """How many columns text may fill; None where nobody reads along, and lines are left whole."""
    columns = terminal_columns()
    return None if columns is None else min(columns, _WIDEST)


def terminal_columns() -> int | None:
    """How many columns there are, which a table may fill; None where nobody reads along."""
    if not sys.stdout.isatty():
        return None
    from shutil import get_terminal_size  # costs more to import than a list of games takes to print

    return get_terminal_size().columns


def wrapped(text: str, width: int | None, first: str = "", others: str = "") -> str:
    """The text in lines of at most this width: squares such as `(2, 1)` stay whole, long words too."""
    if width is None:
        return first + text
    whole = re.sub(r"\((\d+), (\d+)\)", "(\\1,\x00\\2)", text)
    lines = textwrap.fill(
        whole,
        width,
        initial_indent=first,
        subsequent_indent=others,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return lines.replace("\x00", " ")


def _complete(words: Sequence[str]) -> None:
    with suppress(ImportError):
        import readline

        readline.set_completer_delims("")  # a move may have spaces in it
        readline.set_completer(
            lambda text, state: [*filter(lambda w: w.startswith(text), words), None][state]
        )
        readline.parse_and_bind("tab: complete")


def _load_line_editing() -> None:
    """Arrow keys and earlier lines at the prompts, where Python was built with them."""
    with suppress(ImportError):
        import readline  # noqa: F401
