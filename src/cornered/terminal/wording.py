"""The facts that a dialogue's lines ask for: who, where, which squares."""

from collections.abc import Iterable
from itertools import groupby

from cornered.board import cells_in
from cornered.game import Game, Position
from cornered.games.blockade import BlockadePosition
from cornered.games.knights import KnightsPosition
from cornered.notation import LetterNumber
from cornered.play.session import Session
from cornered.terminal.dialogues import DIALOGUES, Dialogue

_SYMBOLS = ("X", "O")  # of the games of marks, where the players choose none
_SHORTEST_RUN = 3
_SAID_WITH_AN = "AEFHILMNORSX8"


def dialogue_of(session: Session) -> Dialogue:
    """The lines of the session's game."""
    return DIALOGUES[session.game.name]


def symbols_of(session: Session) -> tuple[str, str] | None:
    """The symbols that the players chose, if they did."""
    first, second = (player.symbol for player in session.players)
    return (first, second) if first and second else None


def turn_facts(session: Session) -> dict[str, str]:
    """What may be told before a move."""
    position, game = session.position, session.game
    moves = position.moves()
    facts = {**_seat_facts(session, position.to_move), **_knight_facts(session)}
    facts["moves"] = squares(game, moves)
    facts["runs"] = runs(game, moves)
    facts["numbers"] = _numbers(game)
    facts["last"] = game.label(session.squares[-1]) if session.squares else ""
    facts["example"] = game.notation.typed(*game.board.place(moves[0])) if moves else ""
    return facts


def move_facts(session: Session) -> dict[str, str]:
    """What may be told after the last move of the session."""
    before, square, game = session.positions[-2], session.squares[-1], session.game
    facts = {**_seat_facts(session, before.to_move), "square": game.label(square)}
    facts["left"] = game.label(before.mover) if isinstance(before, KnightsPosition) else ""
    facts["blocked"] = _ring(before, square)
    return facts


def end_facts(session: Session) -> dict[str, str]:
    """What may be told when the game is over."""
    outcome = session.outcome
    assert outcome
    winner, loser = _seat_facts(session, outcome.winner), _seat_facts(session, 3 - outcome.winner)
    return {
        **turn_facts(session),
        **{"winner": winner["player"], "winner_symbol": winner["symbol"]},
        **{"loser": loser["player"], "loser_symbol": loser["symbol"]},
        "square": session.game.label(session.squares[-1]) if session.squares else "",
    }


def welcome_facts(session: Session) -> dict[str, str]:
    """What may be told when the game begins."""
    first, second = _seat_facts(session, 1), _seat_facts(session, 2)
    return {**_knight_facts(session), "first": first["player"], "second": second["player"]}


def seat(session: Session, number: int) -> str:
    """A player with the sign they play with: `Ada (K1)`."""
    return dialogue_of(session).seat.format(**_seat_facts(session, number))


def squares(game: Game, cells: Iterable[int]) -> str:
    """Squares in the order in which the book lists them."""
    by_column = isinstance(game.notation, LetterNumber)
    places = sorted(map(game.board.place, cells), key=lambda place: place[::-1] if by_column else place)
    return ", ".join(game.notation.write(*place) for place in places)


def runs(game: Game, cells: tuple[int, ...]) -> str:
    """Squares row by row, neighbours in a row as a run, and a free board as one.

    >>> from cornered import new_game
    >>> runs(new_game("blockade"), (3, 7, 12, 13, 14, 15))
    '(1,4), (2,4), (4,1)-(4,4)'
    """
    if len(cells) == game.board.size > 1:
        return _run(game, cells)
    adjoining = groupby(enumerate(cells), key=lambda pair: (pair[1] - pair[0], pair[1] // game.cols))
    return ", ".join(_run(game, tuple(cell for _, cell in run)) for _, run in adjoining)


def _run(game: Game, cells: tuple[int, ...]) -> str:
    if len(cells) < _SHORTEST_RUN:
        return squares(game, cells)
    return f"{game.label(cells[0])}-{game.label(cells[-1])}"


def _seat_facts(session: Session, number: int) -> dict[str, str]:
    player = session.players[number - 1]
    symbol = player.symbol or _SYMBOLS[number - 1]
    article = "an" if symbol.upper() in _SAID_WITH_AN else "a"
    return {
        "player": player.called(number),
        "number": str(number),
        "symbol": symbol,
        "a_symbol": f"{article} '{symbol}'",
    }


def _knight_facts(session: Session) -> dict[str, str]:
    position, label = session.position, session.game.label
    if not isinstance(position, KnightsPosition):
        return {}
    first, second = position.knights
    return {"at": label(position.mover), "first_at": label(first), "second_at": label(second)}


def _ring(before: Position, square: int) -> str:
    if not isinstance(before, BlockadePosition):
        return ""
    return squares(before.game, cells_in(before.game.ring[square])) or "none"


def _numbers(game: Game) -> str:
    rows, cols = f"1-{game.rows}", f"1-{game.cols}"
    return rows if rows == cols else f"{rows}, {cols}"
