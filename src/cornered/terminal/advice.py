"""What a player may ask for: a hint, and the exact value of every move."""

from random import Random

from cornered.play.opponents import Perfect
from cornered.play.session import Session
from cornered.solve import Budget, Rating, Value, Verdict, rate, why
from cornered.terminal.console import BOLD, GREEN, RED, Console
from cornered.terminal.wording import squares

_PATIENCE = 2.0  # seconds that someone who asks will wait

_SIGNS = {Verdict.WIN: "▲", Verdict.LOSS: "▼", Verdict.ENDLESS: "∞", Verdict.UNKNOWN: "?"}
_TINTS = {Verdict.WIN: (GREEN,), Verdict.LOSS: (RED,), Verdict.ENDLESS: (), Verdict.UNKNOWN: ()}


def hint(session: Session) -> str:
    """A best move and why, in a sentence or two."""
    best = rate(session.position, Budget(_PATIENCE))[0]
    label = session.game.label(best.square)
    match best.value.verdict:
        case Verdict.WIN if best.value.plies == 1:
            said = f"{label} wins at once."
        case Verdict.WIN:
            said = (
                f"{label} keeps the win{_distance(best.value)}: after it, {_replies(session, best.square)}."
            )
        case Verdict.LOSS:
            said = f"Every move loses; {label} lasts longest{_distance(best.value)}."
        case Verdict.ENDLESS:
            said = f"{label} holds the balance: neither player can force a win."
        case Verdict.UNKNOWN:
            label = session.game.label(Perfect(Random(0)).choose(session.position))
            said = f"The board is too large to be solved now; {label} looks best."
    return f"{said} {_why(session, best)}".strip()


def values(console: Console, session: Session) -> str:
    """Every legal move with its exact value, the best first, one to a line."""
    ratings = rate(session.position, Budget(_PATIENCE))
    labels = [session.game.label(rating.square) for rating in ratings]
    width = max(map(len, labels))
    return "\n".join(
        f"  {label:<{width}}  {_value_line(console, rating, ratings[0])}"
        for label, rating in zip(labels, ratings, strict=True)
    )


def sign(value: Value) -> str:
    """A value in short: `▲7` wins in 7, `▼6` loses in 6, `∞` endless, `?` not known."""
    return f"{_SIGNS[value.verdict]}{'' if value.plies is None else value.plies}"


def in_words(value: Value) -> str:
    """A value in words: `wins in 7`."""
    verb = {
        Verdict.WIN: "wins",
        Verdict.LOSS: "loses",
        Verdict.ENDLESS: "endless",
        Verdict.UNKNOWN: "not known",
    }
    return verb[value.verdict] + (f" in {value.plies}" if value.plies is not None else "")


def tinted(console: Console, value: Value, text: str) -> str:
    """The text in the tint of the value."""
    return console.styled(text, *_TINTS[value.verdict])


def _value_line(console: Console, rating: Rating, best: Rating) -> str:
    value = rating.value
    text = tinted(console, value, f"{sign(value):<4} {in_words(value)}")
    return text + (console.styled("  best", BOLD) if value == best.value else "")


def _why(session: Session, best: Rating) -> str:
    """The theorem behind the hint, if there is one: what the winner does, after the best move or now."""

    if best.value.verdict is Verdict.WIN:
        return why(session.position.play(best.square)) or ""
    return (why(session.position) or "") if best.value.verdict is Verdict.LOSS else ""


def _distance(value: Value) -> str:
    return "" if value.plies is None else f" ({value.plies} plies)"


def _replies(session: Session, square: int) -> str:
    after = session.play(square)
    other = after.mover.called(after.to_move)
    moves = after.position.moves()
    if len(moves) == 1:
        return f"{other} has only {squares(after.game, moves)}"
    return f"{other} has {len(moves)} moves and none of them saves the game"
