"""A game looked at again: each move with its exact value before and after, and the one that decided it."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from math import inf

from cornered.game import Outcome, Reason
from cornered.play.session import Session
from cornered.solve import Budget, Rating, Value, Verdict, analyse
from cornered.solve.contract import Clock

_PATIENCE = 2.0
"""Seconds for one position; beyond that its value is unknown."""


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

    `best` are the squares that would have been worth the most, `mattered` tells whether the choice could
    change who wins, `refutation` is how best play goes on after a mistake. Both values are the mover's, in
    plies from before the move.
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
            lost_it = move.after.verdict is Verdict.LOSS and not move.kept
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


def review_moves(session: Session, memory: int | None = None) -> Iterator[MoveReview]:
    """The moves of a game one by one, each reviewed when it is asked for; `memory` limits the searches."""
    for ply in range(len(session.squares)):
        yield _review_move(session, ply, Budget(_PATIENCE, memory))


def review(session: Session, seconds: float = inf, memory: int | None = None) -> Review:
    """The whole game, from its end, where values are found soonest, as far back as the time allows."""
    clock = Clock(Budget(seconds, memory))
    moves = []
    for ply in reversed(range(len(session.squares))):
        left = clock.left()
        moves.append(_review_move(session, ply, Budget(min(_PATIENCE, left.seconds), memory)))
    return Review(session, tuple(reversed(moves)), worth_resigned(session, memory))


def worth_resigned(session: Session, memory: int | None = None) -> Value | None:
    """What the last position was worth to whoever resigned or forfeited there; None if nobody did."""
    ended = session.ended
    if ended is None or ended.reason not in (Reason.RESIGNED, Reason.FORFEIT):
        return None
    worth = analyse(session.position, Budget(_PATIENCE, memory)).value
    return worth if ended.winner != session.to_move else worth.after()


def _review_move(session: Session, ply: int, budget: Budget) -> MoveReview:
    position, square = session.positions[ply], session.squares[ply]
    move = _reviewed(ply, position.to_move, square, analyse(position, budget).ratings)
    if move.judgement is not Judgement.MISTAKE:
        return move
    return replace(move, refutation=analyse(session.positions[ply + 1], budget).line)


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
    if after.verdict is Verdict.LOSS:
        return Judgement.HELD_OUT if after == before else Judgement.SOONER
    if sum(rating.value.verdict is before.verdict for rating in ratings) == 1:
        return Judgement.ONLY
    return Judgement.GOOD if after == before else Judgement.SLOWER
