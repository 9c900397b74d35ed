"""What is said about values, hints, mistakes and reviews, for every front end alike."""

from random import Random
from typing import Any

from cornered.game import Position
from cornered.play.opponents import Perfect
from cornered.play.review import Judgement, MoveReview, Review
from cornered.play.session import Session
from cornered.solve import Budget, Rating, Value, Verdict, analyse, settle

_SIGNS = {Verdict.WIN: "▲", Verdict.LOSS: "▼", Verdict.ENDLESS: "∞", Verdict.UNKNOWN: "?"}
_VERBS = {
    Verdict.WIN: "wins",
    Verdict.LOSS: "loses",
    Verdict.ENDLESS: "endless",
    Verdict.UNKNOWN: "not known",
}
_OFFERED = {Verdict.WIN: "would have won", Verdict.ENDLESS: "would have held the balance"}
_GAVE_AWAY = {Verdict.WIN: "gave the win away", Verdict.ENDLESS: "gave the balance away"}


def sign(value: Value) -> str:
    """A value in short: `▲7` wins in 7, `▼6` loses in 6, `∞` endless, `?` not known."""
    return f"{_SIGNS[value.verdict]}{'' if value.plies is None else value.plies}"


def in_words(value: Value) -> str:
    """A value in words: `wins in 7`."""
    return _VERBS[value.verdict] + (f" in {value.plies}" if value.plies is not None else "")


def who_wins(position: Position, value: Value) -> str:
    """What a position is worth, without a full stop: `Player 1 wins in 7 plies`."""
    winner = value.winner(position.to_move)
    if winner:
        return f"Player {winner} wins{_in_plies(value)}"
    return "Nobody can force the end" if value.verdict is Verdict.ENDLESS else "Not known within the budget"


def plies(count: int) -> str:
    """A number of moves, counting both players': `1 ply`, `7 plies`."""
    return "1 ply" if count == 1 else f"{count} plies"


def hint(session: Session, budget: Budget) -> str:
    """A best move and why, in a sentence or two."""
    best = analyse(session.position, budget).ratings[0]
    label, distance = session.game.label(best.square), _distance(best.value)
    match best.value.verdict:
        case Verdict.WIN if best.value.plies == 1:
            said = f"{label} wins at once."
        case Verdict.WIN:
            said = f"{label} keeps the win{distance}: after it, {_replies(session, best.square)}."
        case Verdict.LOSS:
            said = f"Every move loses; {label} lasts longest{distance}."
        case Verdict.ENDLESS:
            said = f"{label} holds the balance: neither player can force a win."
        case Verdict.UNKNOWN:
            label = session.game.label(Perfect(Random(0), budget.bytes).choose(session.position))
            said = f"The board is too large to be solved now; {label} looks best."
    return f"{said} {_why(session.position, best)}".strip()


def offered(session: Session, move: MoveReview) -> str:
    """What a mistake passed over: `C2, B3 would have won`."""
    return f"{session.game.listed(move.best)} {_OFFERED[move.before.verdict]}"


def gave_away(session: Session, move: MoveReview) -> str:
    """What a mistake cost: `C2 gave the win away`."""
    return f"{session.game.label(move.square)} {_GAVE_AWAY[move.before.verdict]}"


def remark(session: Session, move: MoveReview) -> str:
    """What there is to say about a move that was played."""
    if move.judgement is Judgement.MISTAKE:
        return f"mistake: {offered(session, move)}"
    if move.judgement in (Judgement.SLOWER, Judgement.SOONER):
        best = session.game.listed(move.best)
        verb = in_words(move.before) if len(move.best) == 1 else _plural(move.before)
        return f"{move.judgement}: {best} {verb}"
    return str(move.judgement)


def summary(review: Review) -> str:
    """Which move lost the game, in a sentence."""
    deciding = review.deciding
    unknown = sum(Verdict.UNKNOWN in (move.before.verdict, move.after.verdict) for move in review.moves)
    if deciding:
        name = review.session.players[deciding.player - 1].called(deciding.player)
        label = review.session.game.label(deciding.square)
        return f"{name} lost the game with move {deciding.ply + 1}, {label}."
    if unknown:
        return f"{unknown} of the {len(review.moves)} moves could not be judged in time."
    return "No single move decided the game: whoever was winning kept the win."


def review_data(review: Review) -> dict[str, Any]:
    """The review as JSON, the same from the command and from the site; plies are counted from 1."""
    game = review.session.game
    return {
        "game": game.name,
        "rows": game.rows,
        "cols": game.cols,
        "moves": [_move_data(review, move) for move in review.moves],
        "accuracy": [
            dict(zip(("right", "mattered"), review.accuracy(player), strict=True)) for player in (1, 2)
        ],
        "detail": summary(review),
    }


def _move_data(review: Review, move: MoveReview) -> dict[str, Any]:
    label = review.session.game.label
    return {
        "ply": move.ply + 1,
        "player": move.player,
        "move": label(move.square),
        "before": {"value": move.before.verdict, "plies": move.before.plies},
        "after": {"value": move.after.verdict, "plies": move.after.plies},
        "best": [label(square) for square in move.best],
        "mattered": move.mattered,
        "judgement": move.judgement,
        "lost_the_game": move is review.deciding,
    }


def _in_plies(value: Value) -> str:
    return "" if value.plies is None else f" in {plies(value.plies)}"


def _distance(value: Value) -> str:
    return "" if value.plies is None else f" ({plies(value.plies)})"


def _plural(value: Value) -> str:
    return in_words(value).replace("wins", "win").replace("loses", "lose")


def _replies(session: Session, square: int) -> str:
    after = session.play(square)
    other = after.mover.called(after.to_move)
    moves = after.position.moves()
    if len(moves) == 1:
        return f"{other} has only {after.game.listed(moves)}"
    return f"{other} has {len(moves)} moves and none of them saves the game"


def _why(position: Position, best: Rating) -> str:
    """The theorem behind the hint, if there is one: what the winner does, after the best move or now."""
    if best.value.verdict not in (Verdict.WIN, Verdict.LOSS):
        return ""
    settled = settle(position.play(best.square) if best.value.verdict is Verdict.WIN else position)
    return settled.reason if settled else ""
