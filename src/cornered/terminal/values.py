"""What every move is worth, listed and tinted for the terminal."""

from cornered.play.commentary import best_moves, in_words, sign
from cornered.play.session import Session
from cornered.solve import Budget, Rating, Value, Verdict, analyse
from cornered.terminal.console import BOLD, GREEN, RED, Console

_TINTS = {Verdict.WIN: (GREEN,), Verdict.LOSS: (RED,), Verdict.ENDLESS: (), Verdict.UNKNOWN: ()}


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
