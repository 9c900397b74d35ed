"""Several games between the same two players, who swap seats after every game."""

from dataclasses import dataclass, replace

from cornered.errors import BadSetup
from cornered.play.players import Player


@dataclass(frozen=True)
class Match:
    """A fixed number of games, or play until someone has won a number of them.

    `players` are in the order of their seats in the first game, and `winners` has for every finished game
    which of the two, 0 or 1, has won it.

    >>> match = Match((Player(name="Ada"), Player(name="Bob")), games=3).with_winner(1)
    >>> [player.name for player in match.seated], match.score
    (['Bob', 'Ada'], (1, 0))
    """

    players: tuple[Player, Player]
    games: int | None = None
    first_to: int | None = None
    keep_seats: bool = False
    winners: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        if (self.games is None) == (self.first_to is None):
            raise BadSetup("A match is a number of games, or first to a number of wins: not both.")
        if (self.games or self.first_to or 0) < 1:
            raise BadSetup("A match has at least one game.")

    @property
    def swapped(self) -> bool:
        """Whether the first player sits in the second seat in the next game."""
        return not self.keep_seats and len(self.winners) % 2 == 1

    @property
    def seated(self) -> tuple[Player, Player]:
        """The players of the next game, Player 1 first."""
        first, second = self.players
        return (second, first) if self.swapped else (first, second)

    def with_winner(self, seat: int) -> "Match":
        """After a game that the player in this seat, 1 or 2, has won."""
        return replace(self, winners=(*self.winners, (seat - 1) ^ self.swapped))

    @property
    def score(self) -> tuple[int, int]:
        """How many games each of the players has won."""
        return self.winners.count(0), self.winners.count(1)

    @property
    def over(self) -> bool:
        """Whether all games are played, or someone has won enough."""
        if self.games:
            return len(self.winners) >= self.games
        return max(self.score) >= (self.first_to or 0)

    @property
    def leader(self) -> int | None:
        """Which of the two, 0 or 1, has won more games; None while they are level."""
        first, second = self.score
        return None if first == second else int(second > first)

    def winning_seat(self, game: int) -> int:
        """The seat, 1 or 2, from which a finished game was won; games are counted from 0."""
        swapped = not self.keep_seats and game % 2 == 1
        return 1 + (self.winners[game] ^ swapped)

    def called(self, which: int) -> str:
        """What to call one of the two: not by the seat, which changes from game to game."""
        player, other = self.players[which], self.players[1 - which]
        if player.name:
            return player.name
        if player.is_human or player.kind == other.kind:
            return f"Player {'AB'[which]}"
        return player.kind_told
