"""What is offered and said before a game begins: boards worth playing, each with a seat and a level."""

from fractions import Fraction
from typing import NamedTuple

from cornered.facts import WorthPlaying
from cornered.game import Game, Position
from cornered.play.commentary import plies
from cornered.play.players import Kind
from cornered.solve import Budget, Value, Verdict, settle, winner

_GLANCE = Budget(seconds=0.5)
"""What is spent on finding out whether a seat is lost."""

_SEATS = {
    Verdict.WIN: "The seat that can win.",
    Verdict.LOSS: "A lost seat, if the other side plays well.",
}
_EXACT_ENOUGH = 0.005
_NUMBERS = ("no", "one", "two", "three", "four", "five")


class Offer(NamedTuple):
    """A first position, the seat that can win, the level for a casual player there, and what is known."""

    start: Position
    seat: int
    level: Kind
    line: str
    known: WorthPlaying


def offers(rules: type[Game]) -> tuple[Offer, ...]:
    """The boards worth playing, the book's first."""
    known = rules.facts().worth_playing or (WorthPlaying(rules.book_board),)
    return tuple(_offer(rules.opening(one.board, one.options), one) for one in known)


def _offer(start: Position, known: WorthPlaying) -> Offer:
    return Offer(start, known.winner or start.to_move, Kind(known.level), board_line(start, known), known)


def first_game(rules: type[Game]) -> Offer:
    """What a newcomer plays against the computer who chooses nothing."""
    offered = offers(rules)
    return next((offer for offer in offered if offer.known.newcomer), offered[0])


def prospect(start: Position, seat: int, budget: Budget) -> Verdict:
    """Whether this seat is won or lost under best play, from the game's facts, by theorem or by a search.

    >>> from cornered import new_game
    >>> prospect(new_game("knights-duel").start(), seat=1, budget=Budget(1))
    <Verdict.LOSS: 'loss'>
    """
    offered = offers(type(start.game))
    wins = next((offer.known.winner for offer in offered if offer.start == start), None)
    if wins is None:
        wins = Value(_verdict(start, budget)).winner(start.to_move)
    if wins is None:
        return Verdict.UNKNOWN
    return Verdict.WIN if wins == seat else Verdict.LOSS


def _verdict(start: Position, budget: Budget) -> Verdict:
    """Who wins; without any time no search is even begun, since setting one up takes some."""
    settled = settle(start)
    if settled:
        return settled.verdict
    return winner(start, budget) if budget.seconds else Verdict.UNKNOWN


def about_seat(start: Position, seat: int, budget: Budget = _GLANCE) -> str:
    """What someone should know before they sit down there; nothing where nothing is known.

    >>> from cornered import new_game
    >>> about_seat(new_game("blockade").start(), seat=1)
    'A lost seat, if the other side plays well.'
    """
    return f"{role(start, seat)} {seat_line(prospect(start, seat, budget))}".strip()


def board_line(start: Position, known: WorthPlaying) -> str:
    """What is known about a board in one sentence, no more than is certain."""
    if known.winner is None:
        return "Who wins is not known."
    name = role_name(start, known.winner)
    who = f"Player {known.winner}, the {name}," if name else f"Player {known.winner}"
    if known.plies is None:
        return f"{who} can always win."
    matters = "" if known.share is None else f"; {_choices_that_matter(known.share)}"
    return f"{who} wins in {plies(known.plies)} with best play{matters}."


def seat_line(prospect: Verdict) -> str:
    """What someone should know about a seat before they take it; nothing where nothing is known."""
    return _SEATS.get(prospect, "")


def role(position: Position, seat: int) -> str:
    """What the player in this seat is told where only one of the two can ever capture: `You are the …`."""
    roles = position.game.facts().roles
    if roles is None or position.hunter is None:
        return ""
    settled = settle(position) if roles.sure_hunter else None
    if settled and Value(settled.verdict).winner(position.to_move) == position.hunter:
        return roles.sure_hunter if position.hunter == seat else roles.sure_prey
    return roles.hunter if position.hunter == seat else roles.prey


def role_name(position: Position, seat: int) -> str | None:
    """What to call the player in this seat: `hunter`, `prey`, or nothing in particular."""
    roles = position.game.facts().roles
    if roles is None or roles.names is None or position.hunter is None:
        return None
    return roles.names[position.hunter != seat]


def roles_told(position: Position) -> str:
    """Who is the hunter and who the prey, for both players to read."""
    roles, hunter = position.game.facts().roles, position.hunter
    return roles.told.format(hunter=hunter, prey=3 - hunter) if roles and hunter else ""


def _choices_that_matter(share: float) -> str:
    """A share as people say it, in halves, thirds, quarters or fifths: `two choices in five matter`."""
    near = Fraction(share).limit_denominator(len(_NUMBERS) - 1)
    count, of = near.numerator, near.denominator
    if count == 0:
        return "hardly any choice matters" if share else "no choice matters"
    if near == 1:
        return "nearly every choice matters"
    about = "" if abs(share - near) < _EXACT_ENOUGH else "about "
    said = f"{about}{_NUMBERS[count]} {'choice' if count == 1 else 'choices'} in {_NUMBERS[of]}"
    return f"{said} {'matters' if count == 1 else 'matter'}"
