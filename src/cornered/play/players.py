"""Who plays: people with names, programs of several strengths, and agents from elsewhere."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from itertools import islice

from cornered.errors import BadSetup
from cornered.game import Game

_LONGEST_NAME = 40
_SEATS = ("Player 1", "Player 2")


class Kind(StrEnum):
    """A person, or one of our own programs, from the weakest to the strongest."""

    HUMAN = "human"
    RANDOM = "random"
    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"
    PERFECT = "perfect"


AGENT = "agent"
"""What is told of a player from elsewhere. The agents that a site offers are kept so, by their names."""

LEVELS = tuple(kind for kind in Kind if kind is not Kind.HUMAN)


@dataclass(frozen=True)
class Player:
    """Someone at the board: the name they gave, if any, what they are, and the symbol they chose, if any.

    `kind` is one of `Kind`, or the address of an agent from elsewhere: see `arena.agents`.
    """

    kind: str = Kind.HUMAN
    name: str | None = None
    symbol: str | None = None

    def __post_init__(self) -> None:
        if self.name in _SEATS:  # a seat's name is not a player's: players change seats
            object.__setattr__(self, "name", None)
        if self.name is not None and not _is_name(self.name):
            raise BadSetup(f"A name is 1 to {_LONGEST_NAME} printable characters, without spaces around it.")

    @property
    def is_human(self) -> bool:
        """Whether a person decides the moves."""
        return self.kind == Kind.HUMAN

    @property
    def kind_told(self) -> str:
        """The kind as anyone may be told: an agent's address can hold paths, and keys to other services."""
        return self.kind if self.kind in list(Kind) else AGENT

    def called(self, seat: int) -> str:
        """What to call the player who sits there: the name, or `Player 1`."""
        return self.name or f"Player {seat}"

    def listed(self, seat: int) -> str:
        """What to call the player in lists of games: a nameless program goes by its kind."""
        return self.name or (f"Player {seat}" if self.is_human else self.kind_told)


def check_name(name: str | None) -> None:
    """`BadSetup` for a name that nobody new may take: records tell a level by its name."""
    if name in LEVELS:
        raise BadSetup(f"'{name}' is the name of a level: choose another name.")


def check_newcomers(game: Game, players: Iterable[Player]) -> None:
    """`BadSetup` unless these two may begin a game."""
    players = tuple(players)
    for player in players:
        check_name(player.name)
    check_players(game, players)


def check_players(game: Game, players: Iterable[Player]) -> None:
    """`BadSetup` unless the two can be told apart, by name and on the board."""
    first, second = islice(players, 2)
    if first.name and first.name == second.name:
        raise BadSetup(f"Both players are called {first.name}: give them different names.")
    if first.symbol is None and second.symbol is None:
        return
    look = game.facts().look
    if not look.own_symbols:
        raise BadSetup(f"{game.title} is played with {look.piece}s: its players choose no symbols.")
    for symbol in (first.symbol or "", second.symbol or ""):
        if not look.allows(symbol):
            raise BadSetup(
                f"{symbol!r} cannot be a symbol: it must be one character that the board does not use."
            )
    if first.symbol == second.symbol:
        raise BadSetup(f"Both symbols are {first.symbol!r}: they must differ.")


def _is_name(text: str) -> bool:
    return 0 < len(text) <= _LONGEST_NAME and text.isprintable() and text == text.strip()
