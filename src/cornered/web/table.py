"""A table: one game in progress, whoever holds its seats, and everyone who looks on."""

import asyncio
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import lru_cache
from hmac import compare_digest
from time import time_ns

from cornered.game import Game, Position
from cornered.games.block_capture import BlockCapture
from cornered.play.keeping import session_of
from cornered.play.match import Match
from cornered.play.players import Player
from cornered.play.session import Session
from cornered.store import SavedGame
from cornered.web.manners import coordinates, ending, piece, with_knights
from cornered.web.views import BoardView, GameView, MadeMove, MatchView, OutcomeView, SeatView, Square, Step

_GONE_AFTER = 2.0
"""Seconds until someone whose page has closed counts as gone: enough to load a page again."""


@dataclass(frozen=True)
class MatchState:
    """The match so far, and which of its games this one is, from 1."""

    match: Match
    number: int


@dataclass(frozen=True)
class Standing:
    """All that the store knows about one game."""

    saved: SavedGame
    holders: dict[int, str | None]
    match: MatchState | None
    next_game: int | None


@dataclass(eq=False)
class Table:
    """One game that someone plays or watches. `ours` tells that this server may write its moves."""

    standing: Standing
    session: Session
    ours: bool
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    listening: Counter[str | None] = field(default_factory=Counter)
    version: int = field(default_factory=lambda: time_ns() // 1000)  # higher than before a restart
    _bells: set[asyncio.Event] = field(default_factory=set)
    _text: str | None = None

    @property
    def id(self) -> int:
        """The number of the game."""
        return self.standing.saved.id

    @property
    def as_saved(self) -> SavedGame:
        """The game as the store would keep it, up to the last move."""
        outcome = self.session.outcome
        return replace(
            self.standing.saved,
            squares=self.session.squares,
            winner=outcome.winner if outcome else None,
            reason=outcome.reason if outcome else None,
        )

    @property
    def is_watched(self) -> bool:
        """Whether anyone listens."""
        return bool(self._bells)

    @property
    def is_idle(self) -> bool:
        """Whether nothing is lost by forgetting the table: all that matters is in the store."""
        program_moves = not self.session.outcome and not self.session.mover.is_human
        return not self.is_watched and not self.lock.locked() and not program_moves

    def seats_of(self, holder: str | None) -> list[int]:
        """The seats that belong to whoever has this hash."""
        held = self.standing.holders.items()
        return [seat for seat, owner in held if owner and holder and compare_digest(owner, holder)]

    def renew(self, standing: Standing) -> None:
        """Takes over what the store knows, if it is news."""
        if standing != self.standing:
            self.standing = standing
            self.session = session_of(standing.saved)
            self.announce()

    def announce(self) -> None:
        """Tells everyone who listens that there is something new."""
        self.version += 1
        self._text = None
        for bell in self._bells:
            bell.set()

    @contextmanager
    def listener(self, holder: str | None) -> Iterator[asyncio.Event]:
        """A bell that rings whenever there is something new; whoever listens counts as present."""
        bell = asyncio.Event()
        self._bells.add(bell)
        self.listening[holder] += 1
        if self.seats_of(holder):
            self.announce()
        try:
            yield bell
        finally:
            self._bells.discard(bell)
            self.listening[holder] -= 1
            self.listening += Counter()  # forgets those of whom none is left
            if self.seats_of(holder):
                asyncio.get_running_loop().call_later(_GONE_AFTER, self.announce)

    def text(self) -> str:
        """The view as JSON, made once for all who listen."""
        if self._text is None:
            self._text = self.view().model_dump_json()
        return self._text

    def view(self) -> GameView:
        """The game as the API shows it."""
        session, standing = self.session, self.standing
        game = session.game
        return GameView(
            id=self.id,
            version=self.version,
            game=game.name,
            title=game.title,
            board=board_view(game),
            start=session.start.code,
            code=session.position.code,
            ply=len(session.squares),
            position=step(session.position, session.players, len(session.squares), session),
            history=made_moves(session.positions, session.squares),
            seats=[self._seat(number) for number in (1, 2)],
            match=_match_view(standing),
            next_game=standing.next_game,
            elsewhere=not standing.holders,
            begun=standing.saved.begun,
        )

    def _seat(self, number: int) -> SeatView:
        player = self.session.players[number - 1]
        holder = self.standing.holders.get(number)
        return SeatView(
            player=number,
            name=player.called(number),
            kind=player.kind.value,
            sign=piece(self.session.game.name, player, number),
            taken=not player.is_human or not self.standing.holders or holder is not None,
            present=not player.is_human or (holder is not None and self.listening[holder] > 0),
        )


def square_view(position: Position, square: int) -> Square:
    """A square of the position's board."""
    return Square(square=square, label=position.game.label(square))


def made_moves(positions: Sequence[Position], squares: Sequence[int]) -> list[MadeMove]:
    """The moves from the first of these positions on, each made in the next of them."""
    return [
        MadeMove(square=square, label=position.game.label(square), player=position.to_move)
        for position, square in zip(positions, squares, strict=False)
    ]


@lru_cache(maxsize=256)
def board_view(game: Game) -> BoardView:
    """The board that a game is played on: the same for every position, so it is made once."""
    columns, rows = coordinates(game)
    return BoardView(
        rows=game.rows,
        cols=game.cols,
        column_names=columns,
        row_names=rows,
        squares=[game.label(square) for square in range(game.board.size)],
        knights=with_knights(game.name),
        centre=game.centre if isinstance(game, BlockCapture) else None,
        example=game.example,
    )


def step(
    position: Position, players: tuple[Player, Player], plies: int, session: Session | None = None
) -> Step:
    """One position on the way; `session` adds an outcome that is not the board's, a resignation."""
    outcome = session.outcome if session else position.outcome
    return Step(
        cells=position.cells(),
        to_move=position.to_move,
        moves=[] if outcome else [square_view(position, square) for square in position.moves()],
        outcome=OutcomeView(
            winner=outcome.winner,
            reason=outcome.reason.value,
            sentence=ending(position.game, players, outcome, plies),
        )
        if outcome
        else None,
    )


def _match_view(standing: Standing) -> MatchView | None:
    if standing.match is None:
        return None
    match = standing.match.match
    first, second = match.score
    return MatchView(
        number=standing.match.number,
        games=match.games,
        first_to=match.first_to,
        score=[second, first] if standing.saved.swapped else [first, second],
        over=match.over,
    )
