"""The board of a session as its book draws it, and what its moves are worth, in colour where it is shown."""

from collections.abc import Mapping, Sequence

from cornered.draw import draw
from cornered.play.commentary import best_moves, in_words, sign
from cornered.play.session import Session
from cornered.solve import Budget, Rating, Value, Verdict, analyse
from cornered.terminal.console import BOLD, DIM, GREEN, PLAYER_COLOURS, RED, UNDERLINED, Console
from cornered.terminal.wording import symbols_of

_TINTS = {Verdict.WIN: (GREEN,), Verdict.LOSS: (RED,), Verdict.ENDLESS: (), Verdict.UNKNOWN: ()}


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


def listed_values(console: Console, session: Session, budget: Budget) -> str:
    """Every legal move with its exact value, one to a line; the best come last, where the eye is."""
    ratings = analyse(session.position, budget).ratings
    best = best_moves(ratings)
    labels = [session.game.label(rating.square) for rating in ratings]
    width = max(map(len, labels))
    return "\n".join(
        f"  {label:<{width}}  {_value_line(console, rating, rating.square in best)}"
        for label, rating in reversed(list(zip(labels, ratings, strict=True)))
    )


def tinted(console: Console, value: Value, text: str) -> str:
    """The text in the tint of the value."""
    return console.styled(text, *_TINTS[value.verdict])


def _value_line(console: Console, rating: Rating, best: bool) -> str:
    text = tinted(console, rating.value, f"{sign(rating.value):<4} {in_words(rating.value)}")
    return text + (console.styled("  best", BOLD) if best else "")
