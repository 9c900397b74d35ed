"""A game looked at again: each move with its exact value before and after, and the one that decided it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from math import inf
from types import MappingProxyType

from cornered.game import Outcome, Position, Reason
from cornered.play.session import Session
from cornered.solve import Budget, Rating, Value, Verdict, analyse, winner
from cornered.solve.contract import BEST_FIRST, UNKNOWN, Clock

_PATIENCE = 2.0
"""Seconds for one position; beyond that its value is unknown."""

_GLANCE = 1.5
"""Seconds in which it is found out who was winning when: that is often plain where distances are not."""

_ONE_MOVE = 0.5
_IN_PASSING = 0.05
"""Seconds of those for a move that was played, and for one that was not: none may take them all."""

_Verdicts = Mapping[int, tuple[Rating, ...]]
_NONE: _Verdicts = MappingProxyType({})


class Judgement(StrEnum):
    """What there is to say about a move."""

    FORCED = "no choice"
    ONLY = "only move"
    GOOD = "good"
    SLOWER = "slower"
    HELD_OUT = "held out"
    SOONER = "lost sooner"
    MISTAKE = "mistake"
    UNKNOWN = "not known"


@dataclass(frozen=True)
class MoveReview:
    """One move: what the position offered its player, and what they got.

    `best` are the squares that would have been worth the most, `mattered` is whether the choice could
    change who wins, `refutation` is how best play goes on after a mistake, as far as it is known. Both values
    are the mover's, in plies from before the move.
    """

    ply: int
    player: int
    square: int
    before: Value
    after: Value
    best: tuple[int, ...]
    mattered: bool
    judgement: Judgement
    refutation: tuple[int, ...] = ()

    @property
    def kept(self) -> bool:
        """Whether the move kept what the position was worth."""
        return self.before.verdict is self.after.verdict

    @property
    def winning_player(self) -> int | None:
        """Who wins after this move under best play; None if nobody does or it is not known."""
        return self.after.winner(self.player)


@dataclass(frozen=True)
class Review:
    """A whole game reviewed."""

    session: Session
    moves: tuple[MoveReview, ...]
    resigned: Value | None = None  # what the position was worth to the player who gave up, if someone did

    @property
    def gave_up_a_win(self) -> bool:
        """Whether the mistake that lost the game was to resign it."""
        return self.resigned is not None and self.resigned.verdict is Verdict.WIN

    @property
    def deciding(self) -> MoveReview | None:
        """The move that lost the game: the loser's last one that made a position lost which was not."""
        outcome: Outcome | None = self.session.outcome
        if self.gave_up_a_win:
            return None
        for move in reversed(self.moves):
            was_open = move.before.verdict in (Verdict.WIN, Verdict.ENDLESS)
            lost_it = was_open and move.after.verdict is Verdict.LOSS
            if lost_it and (outcome is None or outcome.winner != move.player):
                return move
        return None

    def accuracy(self, player: int) -> tuple[int, int]:
        """How many of a player's decisions were right, out of those where the choice mattered."""
        decisions = [move for move in self.moves if move.player == player and move.mattered]
        return sum(move.kept for move in decisions), len(decisions)

    def mistakes(self) -> tuple[MoveReview, ...]:
        """The moves that gave something away."""
        return tuple(move for move in self.moves if move.judgement is Judgement.MISTAKE)


def review_moves(session: Session) -> Iterator[MoveReview]:
    """The moves of a game one by one, each reviewed when it is asked for."""
    for ply in range(len(session.squares)):
        yield _review_move(session, ply, Budget(_PATIENCE))


def review(session: Session, seconds: float = inf, memory: int | None = None) -> Review:
    """The whole game, from its end, where values are found soonest, as far back as the time allows.

    Where that is not far enough, the moves are judged by who wins alone, if that is known.
    """
    clock = Clock(Budget(seconds, memory))
    verdicts = _verdicts(session, Budget(min(_GLANCE, seconds), memory))
    moves = [
        _review_move(session, ply, _at_most(_PATIENCE, clock), verdicts)
        for ply in reversed(range(len(session.squares)))
    ]
    return Review(session, tuple(reversed(moves)), worth_resigned(session, memory))


def turning_point(session: Session, memory: int | None = None) -> Review:
    """The game judged by who wins alone, as far back from its end as that is soon found out."""
    verdicts = _verdicts(session, Budget(_GLANCE, memory))
    moves = []
    for ply, square in enumerate(session.squares):
        ratings = verdicts.get(ply) or _nothing_known(session, ply)
        moves.append(_reviewed(ply, session.positions[ply].to_move, square, ratings))
    judged = Review(session, tuple(moves), worth_resigned(session, memory))
    if lost := judged.deciding:
        moves[lost.ply] = _with_refutation(session, lost, Budget(_GLANCE / 3, memory), verdicts)
    return replace(judged, moves=tuple(moves))


def _verdicts(session: Session, budget: Budget) -> _Verdicts:
    """By ply, from the last one back: what each move is worth, its distance left aside."""
    clock, known = Clock(budget), {}
    for ply in reversed(range(len(session.squares))):
        played = session.squares[ply]
        ratings = _winners(session.positions[ply], played, clock)
        if UNKNOWN not in (ratings[0].value, *(value for square, value in ratings if square == played)):
            known[ply] = ratings
    return known


def _winners(position: Position, played: int, clock: Clock) -> tuple[Rating, ...]:
    """Every move of a position by who wins after it, best first; those not played are only glanced at."""
    if winner(position, _at_most(_ONE_MOVE, clock)) is Verdict.LOSS:
        return tuple(Rating(square, Value(Verdict.LOSS)) for square in position.moves())
    ratings = []
    for square in position.moves():
        budget = _at_most(_ONE_MOVE if square == played else _IN_PASSING, clock)
        ratings.append(Rating(square, Value(winner(position.play(square), budget)).before()))
    return tuple(sorted(ratings, key=lambda rating: BEST_FIRST.index(rating.value.verdict)))


def _at_most(seconds: float, clock: Clock) -> Budget:
    left = clock.left()
    return replace(left, seconds=min(seconds, left.seconds))


def _nothing_known(session: Session, ply: int) -> tuple[Rating, ...]:
    return tuple(Rating(square, UNKNOWN) for square in session.positions[ply].moves())


def worth_resigned(session: Session, memory: int | None = None) -> Value | None:
    """What the last position was worth to the player who resigned or forfeited there; None if nobody did."""
    ended = session.ended
    if ended is None or ended.reason not in (Reason.RESIGNED, Reason.FORFEIT):
        return None
    worth = analyse(session.position, Budget(_PATIENCE, memory)).value
    return worth if ended.winner != session.to_move else worth.after()


def _review_move(session: Session, ply: int, budget: Budget, verdicts: _Verdicts = _NONE) -> MoveReview:
    position, square = session.positions[ply], session.squares[ply]
    ratings = analyse(position, budget).ratings
    if any(rating.value.verdict is Verdict.UNKNOWN for rating in ratings):
        ratings = verdicts.get(ply, ratings)
    move = _reviewed(ply, position.to_move, square, ratings)
    return _with_refutation(session, move, budget, verdicts) if move.judgement is Judgement.MISTAKE else move


def _with_refutation(session: Session, move: MoveReview, budget: Budget, verdicts: _Verdicts) -> MoveReview:
    """A mistake with what follows under best play, or with the reply alone where only that is known."""
    reply = tuple(rating.square for rating in verdicts.get(move.ply + 1, ())[:1])
    return replace(move, refutation=analyse(session.positions[move.ply + 1], budget).line or reply)


def _reviewed(ply: int, player: int, square: int, ratings: tuple[Rating, ...]) -> MoveReview:
    before = ratings[0].value
    after = next(rating.value for rating in ratings if rating.square == square)
    return MoveReview(
        ply=ply,
        player=player,
        square=square,
        before=before,
        after=after,
        best=tuple(rating.square for rating in ratings if rating.value == before),
        mattered=len({rating.value.verdict for rating in ratings} - {Verdict.UNKNOWN}) > 1,
        judgement=_judged(before, after, ratings),
    )


def _judged(before: Value, after: Value, ratings: tuple[Rating, ...]) -> Judgement:
    if len(ratings) == 1:
        return Judgement.FORCED
    if Verdict.UNKNOWN in (before.verdict, after.verdict):
        return Judgement.UNKNOWN
    if after.verdict is not before.verdict:
        return Judgement.MISTAKE
    as_good = after == before or None in (
        after.plies,
        before.plies,
    )  # nothing is held against it
    if after.verdict is Verdict.LOSS:
        return Judgement.HELD_OUT if as_good else Judgement.SOONER
    if sum(rating.value.verdict is before.verdict for rating in ratings) == 1:
        return Judgement.ONLY
    return Judgement.GOOD if as_good else Judgement.SLOWER
