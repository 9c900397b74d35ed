"""One game in progress: who plays, what has been played, and what may be done next."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from cornered.errors import Refusal
from cornered.game import Ending, Game, Outcome, Position, Reason
from cornered.play.players import Player, check_players
from cornered.play.record import Record


@dataclass(frozen=True)
class Session:
    """A game between two players, as an immutable value: each step gives another session.

    `ended` is an end without a move: someone resigned, or it was called off.

    >>> from cornered import new_game
    >>> session = begin(new_game("blockade").start(), (Player(), Player())).play(5).play(13)
    >>> session.to_move, session.undo().squares, session.resign(2).outcome
    (1, (5,), Outcome(winner=1, reason=<Reason.RESIGNED: 'resigned'>))
    """

    positions: tuple[Position, ...]
    players: tuple[Player, Player]
    squares: tuple[int, ...] = ()
    ended: Ending | None = None

    @property
    def game(self) -> Game:
        """The rules and the board."""
        return self.position.game

    @property
    def start(self) -> Position:
        """Where the game began."""
        return self.positions[0]

    @property
    def position(self) -> Position:
        """Where the game stands."""
        return self.positions[-1]

    @property
    def to_move(self) -> int:
        """The player to move, 1 or 2."""
        return self.position.to_move

    @property
    def mover(self) -> Player:
        """Who is to move."""
        return self.players[self.to_move - 1]

    @property
    def outcome(self) -> Outcome | None:
        """Who won and why; None while nobody has."""
        if self.ended:
            return Outcome(self.ended.winner, self.ended.reason) if self.ended.winner else None
        return self.position.outcome

    @property
    def over(self) -> bool:
        """Whether the game has ended, with a winner or without."""
        return bool(self.ended or self.position.outcome)

    @property
    def resigned(self) -> int | None:
        """The player who gave up, if someone did."""
        ended = self.ended
        return 3 - ended.winner if ended and ended.winner and ended.reason == Reason.RESIGNED else None

    def play(self, square: int) -> "Session":
        """After this move; `IllegalMove` if a rule refuses it or the game is over."""
        if self.ended:
            raise self.game.refuse(Refusal.GAME_OVER, square=self.game.label(square))
        after = self.position.play(square)
        return replace(self, positions=(*self.positions, after), squares=(*self.squares, square))

    def resign(self, player: int) -> "Session":
        """After this player has given up."""
        return self.end(Ending(3 - player, Reason.RESIGNED))

    def forfeit(self, player: int) -> "Session":
        """After this player, a program, has failed to make a legal move."""
        return self.end(Ending(3 - player, Reason.FORFEIT))

    def end(self, ending: Ending) -> "Session":
        """After an end that is not a move."""
        return replace(self, ended=ending)

    @property
    def undoable(self) -> int:
        """How many plies `undo` takes back: one between people, against a program back to one's own turn."""
        plies = len(self.squares)
        return next(
            (back for back in range(1, plies + 1) if self._decided_by_human(plies - back)),
            0,
        )

    def undo(self) -> "Session":
        """Before the last move that a person made; the same session if there is none."""
        return self.back_to(len(self.squares) - self.undoable)

    def back_to(self, plies: int) -> "Session":
        """When it had so many moves."""
        return replace(self, positions=self.positions[: plies + 1], squares=self.squares[:plies])

    def _decided_by_human(self, ply: int) -> bool:
        return self.players[self.positions[ply].to_move - 1].is_human

    def record(self, **headers: str) -> Record:
        """The game as a record, with these further headers."""
        return Record(self.start, self.squares, self.ended, headers)


def begin(
    start: Position, players: tuple[Player, Player], squares: Iterable[int] = (), ended: Ending | None = None
) -> Session:
    """A session that has come this far; `BadSetup` or `IllegalMove` if it could not have."""
    check_players(start.game, players)
    session = Session((start,), players)
    for square in squares:
        session = session.play(square)
    return session.end(ended) if ended else session
