"""What two people who play each other may ask of one another, or do when the other has gone."""

from cornered.game import Ending, Reason
from cornered.play.session import Session
from cornered.store import Change
from cornered.store.changes import StoredOffer
from cornered.web.errors import RequestRefused
from cornered.web.live import changes
from cornered.web.live.actions import Actions, check_going_on, check_over, check_seated
from cornered.web.live.live_game import LiveGame
from cornered.web.live.lobby import Lobby
from cornered.web.views.game_views import Offered


class Agreements:
    """Offers and answers. They are stored with the game: those who come back find them."""

    def __init__(self, lobby: Lobby, actions: Actions) -> None:
        self._lobby = lobby
        self._actions = actions

    async def call_off(self, game: LiveGame, holder: str | None, ply: int) -> None:
        """Ends a game that has hardly begun; it counts for nobody."""

        async def attempt() -> Change:
            check_going_on(game, holder, ply)
            if not game.state.between_people:
                raise RequestRefused(409, "Only a game between two people can be called off.")
            if ply >= 2:
                raise RequestRefused(409, "After the second move a game can no longer be called off.")
            return await self._lobby.commit(changes.end(game.state, Ending(None, Reason.CALLED_OFF)))

        await self._lobby.change(game, attempt)

    async def claim(self, game: LiveGame, holder: str | None, ply: int) -> None:
        """Wins a game that the other player has left."""

        async def attempt() -> Change:
            [seat, *_] = check_going_on(game, holder, ply)
            if not game.can_be_claimed_from(3 - seat):
                raise RequestRefused(
                    409,
                    "A game between two people can be claimed after its second move, "
                    f"once the other player has been gone for {game.patience:g} seconds.",
                )
            return await self._lobby.commit(changes.end(game.state, Ending(seat, Reason.LEFT)))

        await self._lobby.change(game, attempt)

    async def offer(self, game: LiveGame, holder: str | None, kind: Offered, ply: int) -> None:
        """Asks the other player for a rematch, or to let the asker's last move be taken back."""

        async def attempt() -> Change:
            if kind == "rematch":
                [seat, *_] = check_seated(game, holder)
                check_over(game)
            else:
                [seat, *_] = check_going_on(game, holder, ply)
                if _before_last_move_of(game.session, seat) is None:
                    raise RequestRefused(409, "There is no move of yours to take back.")
            _check_can_ask(game, seat, kind)
            offer = StoredOffer(kind, seat, len(game.session.squares), refused=False)
            return await self._lobby.commit(changes.offer(game.state, offer))

        await self._lobby.change(game, attempt)

    async def answer(self, game: LiveGame, holder: str | None, accept: bool, ply: int) -> None:
        """Accepts or refuses what the other player offers; one's own offer can be withdrawn."""

        async def attempt() -> Change:
            seats, offer = check_seated(game, holder), game.offer
            if offer is None or offer.refused or offer.ply != ply:
                raise RequestRefused(409, "There is no offer to answer.")
            own = offer.player in seats
            if own and accept:
                raise RequestRefused(409, "It is for the other player to accept.")
            if not accept:
                refused = StoredOffer(offer.kind, offer.player, offer.ply, refused=True)
                return await self._lobby.commit(changes.offer(game.state, None if own else refused))
            if offer.kind == "rematch":
                return await self._actions.begin_next(game)
            keep = _before_last_move_of(game.session, offer.player)
            assert keep is not None
            return await self._lobby.commit(changes.take_back(game.state, keep))

        await self._lobby.change(game, attempt)


def _check_can_ask(game: LiveGame, seat: int, kind: Offered) -> None:
    if not game.state.between_people:
        raise RequestRefused(409, "There is nobody to ask: you decide alone.")
    if None in game.state.holders.values():
        raise RequestRefused(409, "There is nobody to ask: the other seat is free.")
    if game.state.next_game:
        raise RequestRefused(409, "The next game has begun.")
    asked = game.offer
    if asked is None or asked.kind != kind:
        return
    if asked.player == seat and asked.refused:
        raise RequestRefused(409, "The other player has refused.")
    if asked.player != seat and not asked.refused:
        raise RequestRefused(409, "The other player has already asked you.")


def _before_last_move_of(session: Session, seat: int) -> int | None:
    """How many moves had been made before this player's last one; None if there is no such move."""
    plies = reversed(range(len(session.squares)))
    return next((ply for ply in plies if session.positions[ply].to_move == seat), None)
