"""What is said about values, threats, hints, mistakes and reviews, for every front end alike."""

from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

from cornered.game import Position, Reason
from cornered.play.opponents import Perfect
from cornered.play.review import Judgement, MoveReview, Review
from cornered.play.session import Session
from cornered.solve import Budget, Rating, Value, Verdict, analyse, settle
from cornered.solve.contract import Clock

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


class Threat(NamedTuple):
    """A move that loses at once, and the reply that wins."""

    square: int
    reply: int


class Caution(NamedTuple):
    """What the other side threatens, in a sentence, and each threat to draw."""

    sentence: str
    threats: tuple[Threat, ...]


class Hint(NamedTuple):
    """A best move and why, in a sentence or two, and the line to draw: that move, and best play after it."""

    sentence: str
    line: tuple[int, ...]


def hint(session: Session, budget: Budget) -> Hint:
    """What to play here, as far as it is known: nothing is claimed that is not."""
    position = session.position
    found = analyse(position, budget)
    best = found.ratings[0]
    if best.value.verdict is Verdict.UNKNOWN:
        square = Perfect(Random(0), budget.bytes).choose(position)
        label = session.game.label(square)
        return Hint(f"The board is too large to be solved now; {label} looks best.", (square,))
    said = f"{_advised(session, found.ratings)} {_why(position, best)}".strip()
    return Hint(said, found.line or (best.square,))


def caution(session: Session, budget: Budget) -> Caution:
    """Which moves would lose at once, and how."""
    found = threats(session.position, budget)
    if found is None:
        return Caution("The board is too large to look for threats now.", ())
    if not found:
        return Caution("Nothing threatens: no move loses at once.", ())
    game, (square, reply) = session.game, found[0]
    other = session.players[2 - session.to_move].called(3 - session.to_move)
    answer = f"{other} plays {game.label(reply)} and wins"
    if len(found) == 1:
        return Caution(f"Careful: {game.label(square)} loses at once: {answer}.", found)
    listed = game.listed([threat.square for threat in found])
    return Caution(f"Careful: {listed} lose at once. After {game.label(square)}, {answer}.", found)


def threats(position: Position, budget: Budget) -> tuple[Threat, ...] | None:
    """All there are, found by looking two plies ahead; None where the time is not enough for that.

    >>> from cornered import new_game
    >>> start = new_game("trap-the-knight").start()
    >>> [start.game.label(threat.square) for threat in threats(start, Budget(1))]
    ['C2', 'B3']
    """
    clock, found = Clock(budget), []
    for square in position.moves():
        if not clock.left().seconds:
            return None
        found += [Threat(square, reply) for reply in _winning_replies(position.play(square))][:1]
    return tuple(found)


def _winning_replies(after: Position) -> Iterator[int]:
    return (reply for reply in after.moves() if not after.play(reply).moves())


def _advised(session: Session, ratings: tuple[Rating, ...]) -> str:
    square, worth = ratings[0]
    label, distance = session.game.label(square), _distance(worth)
    match worth.verdict:
        case Verdict.WIN if worth.plies == 1:
            return f"{label} wins at once."
        case Verdict.WIN:
            return f"{label} keeps the win{distance}: after it, {_replies(session, square)}."
        case Verdict.LOSS:
            return _least_evil(session, ratings)
        case _:
            return f"{label} holds the balance: neither player can force a win."


def _least_evil(session: Session, ratings: tuple[Rating, ...]) -> str:
    """What to say where every move loses: which last longest, if that is known and makes a difference."""
    worth = ratings[0].value
    if any(rating.value.plies is None for rating in ratings):
        return "Every move loses if the other side plays well."
    longest = [rating.square for rating in ratings if rating.value == worth]
    if len(longest) == len(ratings):
        return f"Every move loses{_distance(worth)}: all last equally long."
    verb = "lasts" if len(longest) == 1 else "last"
    return f"Every move loses; {session.game.listed(longest)} {verb} longest{_distance(worth)}."


def best_moves(ratings: tuple[Rating, ...]) -> frozenset[int]:
    """The squares to mark as best: none where nothing is known, or where they are all alike."""
    worth = ratings[0].value
    best = frozenset(rating.square for rating in ratings if rating.value == worth)
    vague = worth.verdict is Verdict.UNKNOWN or (worth.verdict is Verdict.LOSS and worth.plies is None)
    return frozenset() if vague or len(best) == len(ratings) > 1 else best


def offered(session: Session, move: MoveReview) -> str:
    """What a mistake passed over: `C2, B3 would have won`."""
    return f"{session.game.listed(move.best)} {_OFFERED[move.before.verdict]}"


def gave_away(session: Session, move: MoveReview) -> str:
    """What a mistake cost: `C2 gave the win away`."""
    return f"{session.game.label(move.square)} {_GAVE_AWAY[move.before.verdict]}"


def refuted(session: Session, move: MoveReview) -> str:
    """How the other side makes a mistake felt: `After C2, Player 2 plays D3 and wins in 6 plies.`"""
    if not move.refutation:
        return f"{gave_away(session, move)}."
    other = 3 - move.player
    name, reply = session.players[other - 1].called(other), session.game.label(move.refutation[0])
    left = move.after.after()  # counted from the reply on
    ending = "wins at once" if left.plies == 1 else f"wins{_in_plies(left)}"
    return f"After {session.game.label(move.square)}, {name} plays {reply} and {ending}."


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
    deciding, session = review.deciding, review.session
    if review.gave_up_a_win:
        assert session.outcome
        winner, reason = session.outcome
        name = session.players[2 - winner].called(3 - winner)
        how = "resigning it" if reason == Reason.RESIGNED else "making no legal move"
        return f"{name} lost the game by {how}: the position was won."
    unknown = sum(Verdict.UNKNOWN in (move.before.verdict, move.after.verdict) for move in review.moves)
    if deciding:
        name = session.players[deciding.player - 1].called(deciding.player)
        label = session.game.label(deciding.square)
        return f"{name} lost the game with move {deciding.ply + 1}, {label}."
    if unknown:
        return _as_far_as_known(
            review, f"{unknown} of the {len(review.moves)} moves could not be judged in time."
        )
    return "No single move decided the game: whoever was winning kept the win."


def _as_far_as_known(review: Review, left_open: str) -> str:
    """What to say where no move was found that lost the game, but some could not be judged."""
    session, judged = (
        review.session,
        [move for move in review.moves if move.after.verdict is not Verdict.UNKNOWN],
    )
    winning = {move.winning_player for move in judged}
    if session.outcome is None or winning != {session.outcome.winner}:
        return left_open
    winner = session.outcome.winner
    return f"{session.players[winner - 1].called(winner)} was winning whenever it could be told; {left_open}"


def won_or_lost(session: Session, seat: int) -> str:
    """The result for the player in this seat."""
    assert session.outcome
    return "You won." if session.outcome.winner == seat else "You lost."


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
        "before": {"verdict": move.before.verdict, "plies": move.before.plies},
        "after": {"verdict": move.after.verdict, "plies": move.after.plies},
        "best": [label(square) for square in move.best],
        "mattered": move.mattered,
        "judgement": move.judgement,
        "refutation": [label(square) for square in move.refutation],
        "lost_the_game": move is review.deciding,
    }


def _in_plies(value: Value) -> str:
    return "" if value.plies is None else f" in {plies(value.plies)}"


def _distance(value: Value) -> str:
    """In plies, and in words that need no explanation."""
    if value.plies is None:
        return ""
    yours = value.plies - value.plies // 2
    return f" ({plies(value.plies)}: {yours} {'move' if yours == 1 else 'moves'} of yours)"


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
