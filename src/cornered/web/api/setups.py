"""A new game as someone asks for it, made into a first position, two players and perhaps a match."""

from collections.abc import Sequence
from dataclasses import dataclass
from secrets import randbelow

from cornered.board import Board
from cornered.errors import BadSetup
from cornered.game import Position
from cornered.games import find_game, opening, read_position
from cornered.play.match import Match
from cornered.play.players import AGENT, Kind, Player, check_newcomers
from cornered.web.config import Limits
from cornered.web.views.requests import Setup


@dataclass(frozen=True)
class PreparedGame:
    """A game about to begin: `yours` are the seats of whoever asked, `open` the one that waits.

    `is_open` tells that two people have agreed to let everybody ask for help.
    """

    start: Position
    players: tuple[Player, Player]
    yours: tuple[int, ...]
    open: int | None
    is_open: bool
    match: Match | None


def prepare(setup: Setup, limits: Limits, agents: Sequence[str]) -> PreparedGame:
    """The game that was asked for; `BadSetup` or `IllegalMove` if there can be no such game.

    `agents` are the names of those that the site offers.
    """
    if setup.opponent == AGENT and setup.agent not in agents:
        raise BadSetup("This site offers no such agent.")
    start = _first_position(setup, limits)
    seat = 1 + randbelow(2) if setup.seat == "toss" else setup.seat
    players = _players(setup, seat)
    check_newcomers(start.game, players)
    return PreparedGame(
        start=start,
        players=players,
        yours=(1, 2) if setup.opponent == "screen" else (seat,),
        open=3 - seat if setup.opponent == "link" else None,
        is_open=setup.open and setup.opponent == "link",
        match=_match(setup, players),
    )


def check_size(board: Board, limits: Limits) -> None:
    """`BadSetup` if the board is larger than this site allows."""
    if max(board.rows, board.cols) > limits.largest_side:
        raise BadSetup(f"{board} is too large for this site: a side has at most {limits.largest_side}.")


def _first_position(setup: Setup, limits: Limits) -> Position:
    if setup.position is not None:
        return _given_position(setup, setup.position, limits)
    if setup.game is None:
        raise BadSetup("Say which game: by its name, or with a position to play on from.")
    book = find_game(setup.game).book_board
    board = Board(setup.rows or book.rows, setup.cols or book.cols)
    check_size(board, limits)
    start = opening(setup.game, board, setup.options)
    if start.outcome:
        raise BadSetup(f"Player {start.to_move} could not move at all from there: choose another start.")
    return start


def _given_position(setup: Setup, code: str, limits: Limits) -> Position:
    start = read_position(code)
    check_size(start.game.board, limits)
    if setup.game not in (None, start.game.name) or setup.rows or setup.cols or setup.options:
        raise BadSetup("A position already says which game it is, on which board: leave those out.")
    if start.outcome:
        raise BadSetup("The game is over in that position: choose an earlier one.")
    return start


def _players(setup: Setup, seat: int) -> tuple[Player, Player]:
    human = setup.opponent in ("link", "screen")
    mine, theirs = setup.symbols or (None, None)
    you = Player(Kind.HUMAN, setup.name or None, mine)
    called = setup.agent if setup.opponent == AGENT else setup.opponent_name
    other = Player(Kind.HUMAN if human else setup.opponent, called or None, theirs)
    return (you, other) if seat == 1 else (other, you)


def _match(setup: Setup, players: tuple[Player, Player]) -> Match | None:
    if setup.games is None and setup.first_to is None:
        return None
    return Match(players, setup.games, setup.first_to, setup.keep_seats)
