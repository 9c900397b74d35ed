"""The games for assistants: a server of the Model Context Protocol.

An assistant plays against our own levels, or both sides; it cannot name programs to start. What is played is
kept like any other game.
"""

from collections.abc import Callable
from functools import wraps
from random import SystemRandom
from threading import Lock
from typing import Annotated, Literal, ParamSpec, TypeVar

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from pydantic import BaseModel, Field

from cornered.arena.agents import text
from cornered.board import read_board
from cornered.errors import BadSetup, CorneredError
from cornered.games import GAMES, opening
from cornered.play import commentary
from cornered.play.game_log import GameLog
from cornered.play.opponents import opponent
from cornered.play.players import LEVELS, Kind, Player
from cornered.play.review import review
from cornered.play.session import Session, begin
from cornered.play.stored import seats_of, session_of
from cornered.solve import Budget, Value, analyse
from cornered.store import SavedGame, Store

_REVIEW_SECONDS = 20.0
_INSTRUCTIONS = """\
Small two-player games about running out of room. See `games` for what there is, begin with `start_game`, and
play with `move`. `values` tells what every move is worth; `review` finds the move that lost a game."""

Given = ParamSpec("Given")
Result = TypeVar("Result")

Opponent = Literal["random", "easy", "medium", "hard", "perfect", "nobody"]
Seconds = Annotated[float, Field(gt=0, le=30)]


class GameFacts(BaseModel):
    """A game that can be played."""

    name: str
    title: str
    goal: str
    book_board: str
    rules: str = Field(description="The rules, how squares are written, and what a board looks like.")
    options: list[str] = Field(description="What `start_game` takes as options.")


class GameState(BaseModel):
    """How a game stands."""

    id: int
    game: str
    players: list[str]
    board: str = Field(description="Row by row: 1 and 2 are the players' pieces, # is blocked, . is free.")
    position: str = Field(description="The position's code.")
    moves: list[str] = Field(description="What has been played, Player 1's moves and Player 2's in turn.")
    to_move: int | None = Field(description="The player to move; null when the game is over.")
    legal_moves: list[str]
    ending: str | None = Field(description="Who has won and why; null while the game goes on.")


class Worth(BaseModel):
    """What something is worth to the player to move."""

    verdict: Literal["win", "loss", "endless", "unknown"]
    plies: int | None = Field(description="In how many plies it is decided; null where that is not known.")


class MoveWorth(Worth):
    """What a move is worth to the player who makes it."""

    move: str


class Values(BaseModel):
    """What is known about a position under best play."""

    sentence: str
    position: Worth
    moves: list[MoveWorth] = Field(description="The best first.")
    line: list[str] = Field(description="How best play goes on.")
    reason: str | None = Field(description="Why, where a theorem tells.")


class ReviewedMove(BaseModel):
    """A move of a finished or unfinished game, judged."""

    ply: int
    player: int
    move: str
    judgement: str
    remark: str


class ReviewedGame(BaseModel):
    """A game move by move, with exact values as far as they are found in time."""

    sentence: str = Field(description="Which move lost the game.")
    moves: list[ReviewedMove]


def server(store: Store) -> MCPServer:
    """The server for the games in this store."""
    table = _Table(store)
    made = MCPServer("cornered", title="Cornered", instructions=_INSTRUCTIONS)
    for tool in (games, table.start_game, table.see_game, table.move, table.values, table.review,
                 table.list_games):  # fmt: skip
        made.tool()(_with_sentences(tool))
    return made


def _with_sentences(tool: Callable[Given, Result]) -> Callable[Given, Result]:
    """The tool, whose refusals reach the assistant in words."""

    @wraps(tool)
    def told(*args: Given.args, **kwargs: Given.kwargs) -> Result:
        try:
            return tool(*args, **kwargs)
        except CorneredError as error:
            raise ToolError(str(error)) from error

    return told


def games() -> list[GameFacts]:
    """The games that can be played, with their rules."""
    return [
        GameFacts(
            name=name,
            title=rules.title,
            goal=rules.headline().goal,
            book_board=f"{rules.book_board.rows}x{rules.book_board.cols}",
            rules=text.rules(rules(rules.book_board.rows, rules.book_board.cols)),
            options=[f"{option.name}: {option.help}" for option in rules.options],
        )
        for name, rules in GAMES.items()
    ]


class _Table:
    """The tools that need the store; one call at a time."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._turn = Lock()

    def start_game(
        self,
        game: str,
        board: str | None = None,
        opponent: Opponent = "medium",
        seat: Literal[1, 2] = 1,
        options: dict[str, str] | None = None,
        name: str = "Assistant",
    ) -> GameState:
        """Begins a game, on its book's board unless one such as 5x6 is given.

        You have the seat 1 or 2, Player 1 begins; against `nobody` you play both sides.
        """
        start = opening(game, read_board(board) if board else None, options)
        you = Player(name=name)
        other = Player(name="The other side") if opponent == "nobody" else Player(Kind(opponent))
        players = (you, other) if seat == 1 else (other, you)
        session = begin(start, players)
        with self._turn:
            log = GameLog(lambda: self._store, start.code, seats_of(players))
            number = log.begin()
            return _state(number, _answered(session, log))

    def see_game(self, id: int) -> GameState:  # noqa: A002  # what an assistant calls it
        """Shows how a game stands."""
        with self._turn:
            return _state(id, session_of(self._saved(id)))

    def move(self, id: int, square: str) -> GameState:  # noqa: A002
        """Plays a square, written as the game's rules say; if a program is the opponent, it answers."""
        with self._turn:
            saved = self._saved(id)
            session = session_of(saved)
            if not session.outcome and not session.mover.is_human:
                raise BadSetup(f"It is not your turn in game {id}.")
            if not self._store.claim(id):
                raise BadSetup(f"Game {id} is being played elsewhere.")
            log = GameLog.going_on(lambda: self._store, saved)
            return _state(id, _answered(_played(session, log, session.game.square(square)), log))

    def values(self, id: int, seconds: Seconds = 2.0) -> Values:  # noqa: A002
        """What the position and every move is worth under best play, as far as it is found in time."""
        with self._turn:
            session = session_of(self._saved(id))
        label, position = session.game.label, session.position
        found = analyse(position, Budget(seconds))
        return Values(
            sentence=f"{commentary.who_wins(position, found.value)}.",
            position=_worth(found.value),
            moves=[
                MoveWorth(move=label(square), **_worth(value).model_dump()) for square, value in found.ratings
            ],
            line=[label(square) for square in found.line],
            reason=found.reason,
        )

    def review(self, id: int) -> ReviewedGame:  # noqa: A002
        """Looks at a game move by move with exact values, and finds the move that lost it."""
        with self._turn:
            session = session_of(self._saved(id))
        found = review(session, _REVIEW_SECONDS)
        moves = [
            ReviewedMove(
                ply=move.ply + 1,
                player=move.player,
                move=session.game.label(move.square),
                judgement=move.judgement,
                remark=commentary.remark(session, move),
            )
            for move in found.moves
        ]
        return ReviewedGame(sentence=commentary.summary(found), moves=moves)

    def list_games(
        self, unfinished: bool = False, limit: Annotated[int, Field(ge=1, le=100)] = 20
    ) -> list[GameState]:
        """The games that were played, the latest first."""
        with self._turn:
            found = self._store.games(unfinished=unfinished, limit=limit)
        return [_state(saved.id, session_of(saved)) for saved in found]

    def _saved(self, number: int) -> SavedGame:
        saved = self._store.game(number) if 0 < number < 2**62 else None
        if saved is None:
            raise BadSetup(f"There is no game {number}.")
        return saved


def _answered(session: Session, log: GameLog) -> Session:
    """After the program's move, if it is one of ours and its turn."""
    mover = session.mover
    if session.outcome or mover.kind not in LEVELS:
        return session
    return _played(session, log, opponent(Kind(mover.kind), SystemRandom()).choose(session.position))


def _played(session: Session, log: GameLog, square: int) -> Session:
    """After this move, which is on disk."""
    after = session.play(square)
    log.append(square, after.outcome)
    return after


def _state(number: int, session: Session) -> GameState:
    position, outcome = session.position, session.outcome
    return GameState(
        id=number,
        game=session.game.name,
        players=[player.listed(seat) for seat, player in enumerate(session.players, 1)],
        board=text.board(position),
        position=position.code,
        moves=[session.game.label(square) for square in session.squares],
        to_move=None if outcome else position.to_move,
        legal_moves=[] if outcome else [session.game.label(square) for square in position.moves()],
        ending=text.ending(outcome),
    )


def _worth(value: Value) -> Worth:
    return Worth(verdict=value.verdict.value, plies=value.plies)
