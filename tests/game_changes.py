"""Changes of stored games, as tests write them: a game that has only had moves has as many versions."""

from cornered.store import Change, ChangeKind, now
from cornered.store.changes import StoredOffer


def move(
    game: int,
    ply: int,
    square: int,
    *,
    winner: int | None = None,
    reason: str | None = None,
    version: int | None = None,
) -> Change:
    """The move after `ply` others."""
    known = ply if version is None else version
    return Change(game, known, ChangeKind.MOVE, now(), ply + 1, square, winner, reason)


def take_back(game: int, keep: int, *, version: int) -> Change:
    """The last moves are removed, so that `keep` remain."""
    return Change(game, version, ChangeKind.TAKE_BACK, now(), keep)


def end(game: int, plies: int, winner: int | None, reason: str, *, version: int | None = None) -> Change:
    """The game ends after `plies` moves otherwise than by a move."""
    known = plies if version is None else version
    return Change(game, known, ChangeKind.END, now(), plies, winner=winner, reason=reason)


def offer(game: int, offered: StoredOffer | None, *, version: int, plies: int = 0) -> Change:
    """Something is offered, or nothing any more."""
    return Change(game, version, ChangeKind.OFFER, now(), plies, offer=offered)


def take_seat(game: int, holder: str, invitation: str, name: str | None, *, version: int) -> Change:
    """Someone takes the second seat."""
    taken = Change(game, version, ChangeKind.SEAT, now(), 0)
    return taken._replace(seat=2, holder=holder, invitation=invitation, name=name)


def next_game(game: int, following: int, *, version: int, plies: int = 0) -> Change:
    """Another game follows."""
    return Change(game, version, ChangeKind.NEXT_GAME, now(), plies, next_game=following)
