"""Lines of moves, positions and what they are worth: the shapes of their JSON, and how they are filled.

The shapes are also the documentation of the API. What is special about a game, the game says.
"""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Literal, NamedTuple

from pydantic import BaseModel, Field

from cornered.board import Board
from cornered.errors import BadSetup
from cornered.game import Ending, Game, Outcome, Position, Reason
from cornered.games import read_position
from cornered.play.commentary import Caution, Hint, best_moves, plies, who_wins
from cornered.play.players import Player
from cornered.solve import Analysis, Value, Verdict
from cornered.web.config import Limits

VerdictName = Literal["win", "loss", "endless", "unknown"]
Players = tuple[Player, Player]

_NOBODY = Player(), Player()

_UNWON = {
    Reason.CALLED_OFF: "The game was called off: it counts for nobody.",
    Reason.TOO_LONG: "Nobody has won {after}: the game ends here, and counts for nobody.",
}


class Square(BaseModel):
    """A square: its number, counted row by row from 0 at the top left, and as the book writes it."""

    square: int
    label: str


class MadeMove(Square):
    """A move that was made, and by whom."""

    player: int


class BoardView(BaseModel):
    """The board, as the book numbers it."""

    rows: int
    cols: int
    column_names: list[str]
    row_names: list[str]
    squares: list[str] = Field(description="Every square as the book writes it, row by row.")
    knights: bool = Field(description="Played with knights; otherwise with marks.")
    winning_square: int | None = Field(
        description="The square that wins for whoever takes it, in games that have one."
    )
    example: str = Field(description="A square as a player types it.")


class OutcomeView(BaseModel):
    """How a game ended."""

    winner: int | None = Field(description="Null if it ended without one.")
    reason: str = Field(
        description="As data: `no-moves`, `resigned`, `left`, or what the game itself calls it; without a "
        "winner `called-off` or `too-long`."
    )
    sentence: str


class PositionStep(BaseModel):
    """One position: what stands on the board, and what may be played."""

    code: str
    cells: str = Field(
        description="One letter a square: `a` and `b` for the players' pieces, `x` blocked, `.` empty. "
        "A game may write a capital where it matters that a piece was placed last."
    )
    to_move: int
    moves: list[Square]
    outcome: OutcomeView | None


class PositionView(BaseModel):
    """A line of moves, and the positions along it."""

    game: str
    title: str
    board: BoardView
    signs: list[str] = Field(description="What the players play with: K1 and K2, X and O …")
    start: str = Field(description="The code of the first position.")
    code: str = Field(description="The code of the position reached.")
    history: list[MadeMove] = Field(description="The moves from the first position.")
    steps: list[PositionStep] = Field(description="The first position and the one after each move.")


class ValueView(BaseModel):
    """What a position or a move is worth to the player to move."""

    verdict: VerdictName
    plies: int | None


class RatedMove(Square):
    """A legal move, and what it is worth to the player who makes it."""

    value: ValueView
    best: bool


class AnalysisView(BaseModel):
    """What is known about a position."""

    code: str
    to_move: int
    value: ValueView
    moves: list[RatedMove] = Field(description="The best first.")
    line: list[Square] = Field(description="Best play, as far as it is known.")
    why: str | None
    detail: str = Field(description="All of it in a sentence.")


class ThreatView(BaseModel):
    """A move that loses at once, and the reply that wins."""

    move: Square
    reply: Square


class ThreatsView(BaseModel):
    """What the other side threatens: in a sentence, and to be drawn."""

    sentence: str
    threats: list[ThreatView]


class HintView(BaseModel):
    """A best move and why."""

    sentence: str
    line: list[Square] = Field(description="That move, and best play after it, as far as it is known.")


class Line(NamedTuple):
    """The first position and the one after each move, and the moves."""

    positions: tuple[Position, ...]
    squares: tuple[int, ...]


def line_along(start: Position, squares: Iterable[int] = ()) -> Line:
    """The line along these moves; `IllegalMove` if a rule refuses one."""
    positions, played = [start], []
    for square in squares:
        positions.append(positions[-1].play(square))
        played.append(square)
    return Line(tuple(positions), tuple(played))


def typed_line(start: Position, moves: Iterable[str]) -> Line:
    """The same along moves as the book writes them."""
    return line_along(start, (start.game.square(text) for text in moves))


def read_line(start: str, moves: str, limits: Limits) -> Line:
    """The line from the position that has this code, if it is not too long or too large for this site."""
    first = read_position(start)
    check_size(first.game.board, limits)
    texts = [text for text in re.split("[;_]", moves) if text.strip()]
    if len(texts) > limits.longest_game:
        raise BadSetup(f"The line is too long: this site follows at most {limits.longest_game} moves.")
    return typed_line(first, texts)


def check_size(board: Board, limits: Limits) -> None:
    """`BadSetup` if the board is larger than this site allows."""
    if max(board.rows, board.cols) > limits.largest_side:
        raise BadSetup(f"{board} is too large for this site: a side has at most {limits.largest_side}.")


def line_view(line: Line) -> PositionView:
    """A line of moves that does not belong to a game."""
    positions, first = line.positions, line.positions[0]
    return PositionView(
        game=first.game.name,
        title=first.game.title,
        board=board_view(first.game),
        signs=[sign_of(first.game, player, seat) for seat, player in enumerate(_NOBODY, 1)],
        start=first.code,
        code=positions[-1].code,
        history=history_view(positions, line.squares),
        steps=[step_view(one, one.outcome, _NOBODY, played) for played, one in enumerate(positions)],
    )


def analysis_view(position: Position, found: Analysis, limits: Limits) -> AnalysisView:
    """What was found out about a position within these limits."""
    game = position.game
    best = best_moves(found.ratings) if found.ratings else ()
    return AnalysisView(
        code=position.code,
        to_move=position.to_move,
        value=_value(found.value),
        moves=[
            RatedMove(
                square=rating.square,
                label=game.label(rating.square),
                value=_value(rating.value),
                best=rating.square in best,
            )
            for rating in found.ratings
        ],
        line=[_square(game, square) for square in found.line],
        why=found.reason,
        detail=_verdict(position, found.value, limits),
    )


def hint_view(game: Game, hint: Hint) -> HintView:
    """A hint, with the line that can be drawn."""
    return HintView(sentence=hint.sentence, line=[_square(game, square) for square in hint.line])


def threats_view(game: Game, found: Caution) -> ThreatsView:
    """What threatens the player to move."""
    threats = [
        ThreatView(move=_square(game, one.square), reply=_square(game, one.reply)) for one in found.threats
    ]
    return ThreatsView(sentence=found.sentence, threats=threats)


@lru_cache(maxsize=256)
def board_view(game: Game) -> BoardView:
    """The board that a game is played on: the same for every position, so it is made once."""
    return BoardView(
        rows=game.rows,
        cols=game.cols,
        column_names=[game.notation.column_name(col) for col in range(game.cols)],
        row_names=[game.notation.row_name(row) for row in range(game.rows)],
        squares=[game.label(square) for square in range(game.board.size)],
        knights=game.facts().look.piece == "knight",
        winning_square=game.winning_square,
        example=game.example,
    )


def history_view(positions: Sequence[Position], squares: Sequence[int]) -> list[MadeMove]:
    """The moves that were made in these positions."""
    made = zip(positions, squares, strict=False)  # nothing was played in the last position
    return [_made_move(position.game, square, position.to_move) for position, square in made]


def step_view(
    position: Position, end: Outcome | Ending | None, players: Players, played: int
) -> PositionStep:
    """A position after `played` moves; the end need not be on the board: someone may have resigned."""
    return PositionStep(
        code=position.code,
        cells=position.cells(),
        to_move=position.to_move,
        moves=[] if end else [_square(position.game, square) for square in position.moves()],
        outcome=_outcome(position.game, end, players, played) if end else None,
    )


def sign_of(game: Game, player: Player, seat: int) -> str:
    """What a player plays with: `K1`, or the symbol they chose."""
    return player.symbol or game.facts().look.signs[seat - 1]


@lru_cache(maxsize=4096)
def _square(game: Game, square: int) -> Square:
    return Square(square=square, label=game.label(square))


@lru_cache(maxsize=4096)
def _made_move(game: Game, square: int, player: int) -> MadeMove:
    return MadeMove(square=square, label=game.label(square), player=player)


def _outcome(game: Game, end: Outcome | Ending, players: Players, played: int) -> OutcomeView:
    words = {"after": f"after {plies(played)}"}
    if end.winner is None:
        sentence = _UNWON[Reason(end.reason)].format(**words)
        return OutcomeView(winner=None, reason=end.reason, sentence=sentence)
    for side, seat in (("winner", end.winner), ("loser", 3 - end.winner)):
        player = players[seat - 1]
        words |= {side: player.called(seat), f"{side}_sign": sign_of(game, player, seat)}
    sentence = game.facts().dialogue.site_ending(end.reason).format(**words)
    return OutcomeView(winner=end.winner, reason=end.reason, sentence=sentence)


def _value(value: Value) -> ValueView:
    return ValueView(verdict=value.verdict.value, plies=value.plies)


def _verdict(position: Position, value: Value, limits: Limits) -> str:
    if value.plies == 0:
        return f"The game is over: Player {3 - position.to_move} has won."
    match value.verdict:
        case Verdict.UNKNOWN:
            return f"Not solved within the budget of {limits.thinking_seconds:g} seconds."
        case Verdict.ENDLESS:
            return "Neither player can force a win: with best play it goes on for ever."
        case _:
            return f"{who_wins(position, value)} with best play."
