"""What is offered before a game begins: boards worth playing, each with a seat and a level."""

from typing import NamedTuple

from cornered.facts import WorthPlaying
from cornered.game import Game, Position
from cornered.play.commentary import board_line, role, seat_line
from cornered.play.players import Kind
from cornered.solve import Budget, Value, Verdict, settle, winner

_GLANCE = Budget(seconds=0.5)
"""What is spent on finding out whether a seat is lost."""


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
