"""What has to hold of a live game, and of who asks, before something is done in it."""

from cornered.web.errors import RequestRefused
from cornered.web.live.live_game import LiveGame


def check_seated(game: LiveGame, holder: str | None) -> list[int]:
    """The seats of this holder, who is refused without any."""
    seats = game.seats_of(holder)
    if not seats:
        raise RequestRefused(403, "You have no seat in this game: you can watch it.")
    return seats


def check_going_on(game: LiveGame, holder: str | None, ply: int) -> list[int]:
    """As `check_seated`, in a game that goes on here and has had `ply` moves."""
    seats = check_seated(game, holder)
    check_not_over(game)
    if not game.ours:
        raise RequestRefused(409, "The game is being played in another program right now.")
    plies = len(game.session.squares)
    if ply != plies:
        raise RequestRefused(409, f"The game has moved on: it stands after {plies} moves.")
    assert holder
    game.presence.seen(holder)
    return seats


def check_over(game: LiveGame) -> None:
    """Refuses what can only be done after the end."""
    if not game.session.over:
        raise RequestRefused(409, "The game is not over.")


def check_not_over(game: LiveGame) -> None:
    """Refuses what can only be done before the end."""
    if game.session.over:
        raise RequestRefused(409, "The game is over.")
