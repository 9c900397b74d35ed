"""What those who hold a seat may do in a live game by themselves, and what has to hold for it."""

from contextlib import suppress

from cornered.play.players import Player, check_newcomers
from cornered.store import Change
from cornered.store.changes import NotInvited
from cornered.web.config import Limits
from cornered.web.errors import RequestRefused
from cornered.web.identity import hash_of, new_secret
from cornered.web.live import changes
from cornered.web.live.live_game import LiveGame
from cornered.web.live.lobby import Lobby
from cornered.web.storage import Storage
from cornered.web.storage.game_states import begin_next, invite


class Actions:
    """The actions in the games of a lobby; each is on disk when it returns, or refused in a sentence."""

    def __init__(self, lobby: Lobby, storage: Storage, limits: Limits) -> None:
        self._lobby = lobby
        self._storage = storage
        self._limits = limits

    async def move(self, game: LiveGame, holder: str | None, ply: int, text: str) -> None:
        """Plays for the player to move."""

        async def attempt() -> Change:
            seats, to_move = check_going_on(game, holder, ply), game.session.to_move
            if to_move not in seats:
                raise RequestRefused(409, f"It is the turn of {game.session.mover.called(to_move)}.")
            square, longest = game.session.game.square(text), self._limits.longest_game
            return await self._lobby.commit(changes.move(game.state, game.session, square, longest))

        await self._lobby.change(game, attempt)

    async def undo(self, game: LiveGame, holder: str | None, ply: int) -> None:
        """Takes back the player's own last move, in games where nobody else plays."""

        async def attempt() -> Change:
            check_going_on(game, holder, ply)
            if game.state.between_people:
                raise RequestRefused(
                    409, "Against another person a move stands, unless they agree: ask them."
                )
            back = game.session.undoable
            if not back:
                raise RequestRefused(409, "There is no move of yours to take back.")
            return await self._lobby.commit(changes.take_back(game.state, ply - back))

        await self._lobby.change(game, attempt)

    async def resign(self, game: LiveGame, holder: str | None, ply: int) -> None:
        """Resigns the player's own seat, or that of the player to move if both seats are their own."""

        async def attempt() -> Change:
            seats, to_move = check_going_on(game, holder, ply), game.session.to_move
            resigned = game.session.resign(to_move if to_move in seats else seats[0]).ended
            assert resigned
            return await self._lobby.commit(changes.end(game.state, resigned))

        await self._lobby.change(game, attempt)

    async def invite(self, game: LiveGame, holder: str | None) -> str:
        """A new invitation to the free seat; any earlier one no longer holds."""
        check_seated(game, holder)
        check_not_over(game)
        invitation = new_secret()
        if not await self._storage.write(invite, game.id, hash_of(invitation)):
            raise RequestRefused(409, "Both seats are taken.")
        return invitation

    async def join(self, game: LiveGame, holder: str, invitation: str, name: str | None) -> None:
        """Takes the free seat, which uses the invitation up."""

        async def attempt() -> Change:
            if game.seats_of(holder):
                raise RequestRefused(
                    409, "You already have a seat in this game: the other one is for someone else."
                )
            check_not_over(game)
            _check_name(game, name)
            try:
                if None not in game.state.holders.values():
                    raise NotInvited("This invitation has been used, or was never given.")
                taken = changes.take_seat(game.state, holder, hash_of(invitation), name)
                return await self._lobby.commit(taken)
            except NotInvited as refused:
                raise RequestRefused(403, str(refused)) from None

        await self._lobby.change(game, attempt)

    async def next_game(self, game: LiveGame, holder: str | None) -> LiveGame:
        """The next game of the match, or a rematch with seats swapped; the same for both players."""
        check_seated(game, holder)

        async def attempt() -> Change:
            if game.state.next_game:
                raise _HasBegun
            check_over(game)
            if game.state.between_people and not _match_goes_on(game):
                raise RequestRefused(409, "Ask the other player for a rematch.")
            return await self.begin_next(game)

        with suppress(_HasBegun):
            await self._lobby.change(game, attempt)
        assert game.state.next_game
        return await self._lobby.game(game.state.next_game, game.client)

    async def begin_next(self, game: LiveGame) -> Change:
        """Begins the game that follows this one, and returns what changes in this one."""
        return await self._storage.write(begin_next, game.state, game.session.players)


class _HasBegun(Exception):
    """The next game has begun: nothing is left to be done."""


def _match_goes_on(game: LiveGame) -> bool:
    return bool(game.state.match and game.state.match.goes_on)


def _check_name(game: LiveGame, name: str | None) -> None:
    players = game.session.players
    others = [player for seat, player in enumerate(players, 1) if game.state.holders.get(seat)]
    other = Player(name=others[0].name if others else None)
    check_newcomers(game.session.game, (Player(name=name), other))


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
