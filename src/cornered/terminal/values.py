"""What every move is worth, listed and tinted for the terminal."""

from cornered.play.commentary import in_words, sign
from cornered.play.session import Session
from cornered.solve import Budget, Rating, Value, Verdict, analyse
from cornered.terminal.console import BOLD, GREEN, RED, Console

_TINTS = {Verdict.WIN: (GREEN,), Verdict.LOSS: (RED,), Verdict.ENDLESS: (), Verdict.UNKNOWN: ()}


def listed_values(console: Console, session: Session, budget: Budget) -> str:
    """Every legal move with its exact value, the best first, one to a line."""
    ratings = analyse(session.position, budget).ratings
    labels = [session.game.label(rating.square) for rating in ratings]
    width = max(map(len, labels))
    return "\n".join(
        f"  {label:<{width}}  {_value_line(console, rating, ratings[0])}"
        for label, rating in zip(labels, ratings, strict=True)
    )


def tinted(console: Console, value: Value, text: str) -> str:
    """The text in the tint of the value."""
    return console.styled(text, *_TINTS[value.verdict])


def _value_line(console: Console, rating: Rating, best: Rating) -> str:
    value = rating.value
    text = tinted(console, value, f"{sign(value):<4} {in_words(value)}")
    return text + (console.styled("  best", BOLD) if value == best.value else "")
