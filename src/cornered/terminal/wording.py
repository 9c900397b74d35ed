"""The facts that a dialogue's lines have places for: who, where, which squares."""

from itertools import groupby

from cornered.facts import Dialogue
from cornered.game import Game
from cornered.play.session import Session

_SHORTEST_RUN = 3
_SAID_WITH_AN = "AEFHILMNORSX8"


def dialogue_of(session: Session) -> Dialogue:
    """The lines of the session's game."""
    return session.game.facts().dialogue


def symbols_of(session: Session) -> tuple[str, str] | None:
    """The symbols that the players chose, if they did."""
    first, second = (player.symbol for player in session.players)
    return (first, second) if first and second else None


def turn_facts(session: Session) -> dict[str, str]:
    """What may be told before a move."""
    position, game = session.position, session.game
    moves = position.moves()
    return {
        **_seat_facts(session, position.to_move),
        **position.told(),
        "moves": game.listed(moves),
        "runs": runs(game, moves),
        "numbers": _numbers(game),
        "last": game.label(session.squares[-1]) if session.squares else "",
        "example": game.notation.typed(*game.board.place(moves[0])) if moves else "",
    }


def move_facts(session: Session) -> dict[str, str]:
    """What may be told after the last move of the session."""
    before, square = session.positions[-2], session.squares[-1]
    facts = {**_seat_facts(session, before.to_move), "square": session.game.label(square)}
    return {**facts, **before.told_of(square)}


def end_facts(session: Session) -> dict[str, str]:
    """What may be told when the game is over."""
    outcome = session.outcome
    assert outcome
    winner, loser = _seat_facts(session, outcome.winner), _seat_facts(session, 3 - outcome.winner)
    return {
        **turn_facts(session),
        **{"winner": winner["player"], "winner_sign": winner["sign"]},
        **{"loser": loser["player"], "loser_sign": loser["sign"]},
        "square": session.game.label(session.squares[-1]) if session.squares else "",
    }


def welcome_facts(session: Session) -> dict[str, str]:
    """What may be told when the game begins."""
    first, second = (session.players[seat - 1].called(seat) for seat in (1, 2))
    return {**session.position.told(), "title": session.game.title, "first": first, "second": second}


def seat(session: Session, number: int) -> str:
    """A player with the sign they play with: `Ada (K1)`."""
    return dialogue_of(session).seat.format(**_seat_facts(session, number))


def ending(session: Session) -> str:
    """The lines that end the session's game."""
    outcome = session.outcome
    assert outcome
    by_program = not session.players[outcome.winner - 1].is_human
    return dialogue_of(session).ending(outcome.reason, by_program).format(**end_facts(session))


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
        return game.listed(cells)
    return f"{game.label(cells[0])}-{game.label(cells[-1])}"


def _seat_facts(session: Session, number: int) -> dict[str, str]:
    player = session.players[number - 1]
    sign = player.symbol or session.game.facts().look.signs[number - 1]
    article = "an" if sign.upper() in _SAID_WITH_AN else "a"
    return {
        "player": player.called(number),
        "number": str(number),
        "sign": sign,
        "a_sign": f"{article} '{sign}'",
    }


def _numbers(game: Game) -> str:
    rows, cols = f"1-{game.rows}", f"1-{game.cols}"
    return rows if rows == cols else f"{rows}, {cols}"
