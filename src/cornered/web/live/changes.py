"""What may happen in a live game, as values, and the one reducer that applies them in memory."""

from dataclasses import replace

from cornered.game import Ending, Outcome, Reason
from cornered.play.players import Player
from cornered.play.session import Session
from cornered.play.stored import player_of
from cornered.store import Change, ChangeKind, SavedGame, now
from cornered.store.changes import StoredOffer
from cornered.web.storage.game_states import MatchState, StoredState


def move(state: StoredState, session: Session, square: int, longest: int) -> Change:
    """The next move; one that makes the game as long as a game may be ends it."""
    after = session.play(square)
    plies, end = len(after.squares), after.outcome
    winner, reason = end or (None, Reason.TOO_LONG if plies >= longest else None)
    change = _next(state, ChangeKind.MOVE)._replace(plies=plies, square=square)
    return _with_end(state, change, winner, reason)


def take_back(state: StoredState, keep: int) -> Change:
    """The last moves are removed, so that `keep` remain."""
    return _next(state, ChangeKind.TAKE_BACK)._replace(plies=keep)


def end(state: StoredState, ending: Ending | Outcome) -> Change:
    """The game ends otherwise than by a move."""
    return _with_end(state, _next(state, ChangeKind.END), ending.winner, ending.reason)


def offer(state: StoredState, offered: StoredOffer | None) -> Change:
    """One player offers the other something, or nothing is offered any more."""
    return _next(state, ChangeKind.OFFER)._replace(offer=offered)


def take_seat(state: StoredState, holder: str, invitation: str, name: str | None) -> Change:
    """Someone takes the free seat by this invitation."""
    free = next(seat for seat, taken_by in state.holders.items() if taken_by is None)
    change = _next(state, ChangeKind.SEAT)
    return change._replace(seat=free, holder=holder, invitation=invitation, name=name)


def _next(state: StoredState, kind: ChangeKind) -> Change:
    saved = state.saved
    return Change(saved.id, saved.version, kind, now(), len(saved.squares))


def _with_end(state: StoredState, change: Change, winner: int | None, reason: str | None) -> Change:
    """The change with the end of the game, and with that of its match if that is over too."""
    match = state.match
    over = match and winner and _with_winner(match, winner).match.over
    return change._replace(
        winner=winner, reason=reason, ends_match=match.saved.id if match and over else None
    )


def applied(state: StoredState, session: Session, change: Change) -> tuple[StoredState, Session]:
    """The game after a change of the version that it has."""
    session = _session_after(session, change)
    state = replace(state, saved=_saved_after(state.saved, change))
    if change.winner and state.match:
        state = replace(state, match=_with_winner(state.match, change.winner))
    match change.kind:
        case ChangeKind.OFFER | ChangeKind.TAKE_BACK:
            state = replace(state, offer=change.offer)
        case ChangeKind.NEXT_GAME:
            state = replace(state, offer=None, next_game=change.next_game)
        case ChangeKind.SEAT if change.seat:
            state = _with_holder(state, change.seat, change.holder, change.name)
            session = replace(session, players=_players(state.saved))
    return state, session


def _session_after(session: Session, change: Change) -> Session:
    if change.kind is ChangeKind.MOVE and change.square is not None:
        session = session.play(change.square)
    elif change.kind is ChangeKind.TAKE_BACK:
        session = session.back_to(change.plies)
    if change.reason and not session.over:
        session = session.end(Ending(change.winner, change.reason))
    return session


def _saved_after(saved: SavedGame, change: Change) -> SavedGame:
    squares = saved.squares[: change.plies]
    if change.square is not None:
        squares = (*squares, change.square)
    saved = replace(saved, version=change.version + 1, squares=squares)
    if not change.reason:
        return saved
    return replace(saved, ended=change.at, winner=change.winner, reason=change.reason)


def _with_holder(state: StoredState, seat: int, holder: str | None, name: str | None) -> StoredState:
    """The state after someone has taken a seat, in the first game of a match: nobody has swapped seats."""
    state = replace(state, holders={**state.holders, seat: holder})
    if not name:
        return state
    first, second = state.saved.seats
    seats = (first._replace(name=name), second) if seat == 1 else (first, second._replace(name=name))
    state = replace(state, saved=replace(state.saved, seats=seats))
    return replace(state, match=state.match and _with_players(state.match, state.saved))


def _with_winner(match: MatchState, winner: int) -> MatchState:
    if len(match.match.winners) >= match.number:  # it was read after this game had been won
        return match
    return replace(match, match=match.match.with_winner(winner))


def _with_players(match: MatchState, saved: SavedGame) -> MatchState:
    return replace(match, match=replace(match.match, players=_players(saved)))


def _players(saved: SavedGame) -> tuple[Player, Player]:
    first, second = saved.seats
    return player_of(first), player_of(second)
