"""A change of a game as a value: what happens, and in which version of the game.

`Store.apply` commits it. On Postgres the commit also notifies the other processes, with the change as text.
"""

import json
from enum import StrEnum
from typing import Any, NamedTuple

from cornered.store.database import StoreError


class ChangeKind(StrEnum):
    """What may happen in a game, or around it."""

    MOVE = "move"
    TAKE_BACK = "take-back"
    END = "end"
    OFFER = "offer"
    SEAT = "seat"
    NEXT_GAME = "next-game"
    REMOVE = "remove"


AFTER_THE_END = frozenset((ChangeKind.OFFER, ChangeKind.SEAT, ChangeKind.NEXT_GAME))
"""What may happen in a game that has ended."""


class StoredOffer(NamedTuple):
    """What one player has offered the other after `ply` moves, and whether that was refused."""

    kind: str
    player: int
    ply: int
    refused: bool


class Change(NamedTuple):
    """One change: it makes `version` of the game the next one, in which the game has `plies` moves.

    A move has a `square`; it may end the game, as an end does, with a `winner` and a `reason`. An offer takes
    the place of the last one, or withdraws it if it is None. Who takes a `seat` is its `holder`, by the hash
    of their secret, and had this `invitation`. `next_game` is the number of the game that follows, and
    `ends_match` that of the match that is over with the game.
    """

    game: int
    version: int
    kind: ChangeKind
    at: str
    plies: int
    square: int | None = None
    winner: int | None = None
    reason: str | None = None
    offer: StoredOffer | None = None
    seat: int | None = None
    holder: str | None = None
    invitation: str | None = None
    name: str | None = None
    next_game: int | None = None
    ends_match: int | None = None

    def text(self) -> str:
        """The change as one line of JSON, which names no invitation.

        >>> Change(7, 3, ChangeKind.MOVE, "2026-11-02T18:00:00Z", 4, square=12).text()
        '{"game": 7, "version": 3, "kind": "move", "at": "2026-11-02T18:00:00Z", "plies": 4, "square": 12}'
        """
        given = self._replace(invitation=None)._asdict().items()
        return json.dumps({name: value for name, value in given if value is not None})

    @classmethod
    def of(cls, fields: dict[str, Any]) -> "Change":
        """The change of such a JSON object; an error of any kind if it describes none."""
        offer = fields.get("offer")
        given = {**fields, "kind": ChangeKind(fields["kind"]), "offer": offer and StoredOffer(*offer)}
        return cls(**given)


class MovedOn(StoreError):
    """The game has another version by now: someone else has moved, taken back or ended it."""

    def __init__(self, game: int) -> None:
        super().__init__(f"Game {game} was continued elsewhere in the meantime.")


class NotInvited(StoreError):
    """The seat is taken, or the invitation is not for it."""
