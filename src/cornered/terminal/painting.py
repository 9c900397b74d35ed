"""The board of a session, drawn as its book draws it and coloured where the terminal has colour."""

from collections.abc import Mapping, Sequence

from cornered.draw import draw
from cornered.play.session import Session
from cornered.terminal.console import DIM, PLAYER_COLOURS, UNDERLINED, Console
from cornered.terminal.wording import symbols_of


def board(console: Console, session: Session, marks: Mapping[int, str] | None = None) -> str:
    """The board: each player's pieces in their colour, blocked squares dim, the last move underlined.

    `marks` stand on empty squares.
    """
    cells = session.position.cells().lower()
    last = session.squares[-1] if session.squares else None
    styles = {"a": (PLAYER_COLOURS[0],), "b": (PLAYER_COLOURS[1],), "x": (DIM,)}

    def paint(cell: int, text: str) -> str:
        underlined = (UNDERLINED,) if cell == last else ()
        return console.styled(text, *styles.get(cells[cell], ()), *underlined)

    return draw(session.position, symbols_of(session), paint, marks)


def numbered(session: Session, line: Sequence[int]) -> dict[int, str]:
    """Marks for the first moves of a line, letters where the players' own signs are numbers.

    A square that comes twice keeps its first mark.
    """
    by_number = any(sign.isdecimal() for sign in session.game.facts().look.signs)
    marks: dict[int, str] = {}
    for mark, square in zip("abcdefghi" if by_number else "123456789", line, strict=False):
        marks.setdefault(square, mark)
    return marks
