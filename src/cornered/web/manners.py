"""How each book's board is shown: its coordinates, its pieces, and the sentence that ends a game."""

from string import ascii_uppercase

from cornered.game import Game, Outcome, Reason
from cornered.notation import LetterNumber, RowColumn
from cornered.play.players import Player

_PIECES = {
    "knights-blockade": ("K1", "K2"),
    "blockade": ("X", "O"),
    "block-capture": ("X", "O"),
    "knights-duel": ("1", "2"),
    "trap-the-knight": ("N1", "N2"),
}
_KNIGHTS = ("knights-blockade", "knights-duel", "trap-the-knight")


def with_knights(game: str) -> bool:
    """Whether the game is played with knights rather than marks."""
    return game in _KNIGHTS


def coordinates(game: Game) -> tuple[list[str], list[str]]:
    """What stands above the columns and beside the rows."""
    if isinstance(game.notation, LetterNumber):
        return list(ascii_uppercase[: game.cols]), [str(row + 1) for row in range(game.rows)]
    assert isinstance(game.notation, RowColumn)
    first = game.notation.first
    return [str(first + col) for col in range(game.cols)], [str(first + row) for row in range(game.rows)]


def piece(game: str, player: Player, seat: int) -> str:
    """The sign that a player plays with: `K1`, or the symbol they chose."""
    return player.symbol or _PIECES[game][seat - 1]


def ending(game: Game, players: tuple[Player, Player], outcome: Outcome, plies: int) -> str:
    """How the game ended, in a sentence or two."""
    winner, loser = outcome.winner, 3 - outcome.winner
    won, lost = (players[seat - 1].called(seat) for seat in (winner, loser))
    signs = {seat: piece(game.name, players[seat - 1], seat) for seat in (1, 2)}
    after = f"after {plies} {'ply' if plies == 1 else 'plies'}"
    match outcome.reason:
        case Reason.RESIGNED:
            return f"{lost} resigns. {won} wins {after}."
        case Reason.CAPTURE:
            return f"{signs[winner]} captures {signs[loser]}. {won} wins {after}."
        case Reason.CENTRE:
            return f"{won} claims the centre and wins {after}."
        case Reason.NO_MOVES:
            stuck = signs[loser] if with_knights(game.name) else lost
            return f"{stuck} cannot move. {won} wins {after}."
