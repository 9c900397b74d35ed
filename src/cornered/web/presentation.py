"""Positions, games, values and rules as the API shows them; what is special about a game, the game says."""

from collections.abc import Collection, Sequence
from functools import lru_cache

from cornered import code
from cornered.game import Game, Outcome, Position
from cornered.games import GAMES, read_position
from cornered.play.commentary import plies, who_wins
from cornered.play.players import Player
from cornered.play.session import Session
from cornered.solve import Analysis, Value, Verdict
from cornered.store import SavedGame, Tally
from cornered.store.seats import Holders
from cornered.web.async_store import StoredState
from cornered.web.limits import Limits
from cornered.web.lines import Line, follow
from cornered.web.schemas import (
    AnalysisView,
    BoardView,
    GameSummary,
    GameView,
    MadeMove,
    MatchView,
    OptionView,
    OutcomeView,
    PositionView,
    RatedMove,
    RulesSummary,
    RulesView,
    RulingView,
    SeatView,
    Section,
    Square,
    Step,
    TallyView,
    ValueView,
)

Players = tuple[Player, Player]

_NOBODY = Player(), Player()


def game_view(state: StoredState, session: Session, version: int, present: Collection[int]) -> GameView:
    """A game as it stands; `present` are the seats of people who are there."""
    game = session.game
    return GameView(
        id=state.saved.id,
        version=version,
        game=game.name,
        title=game.title,
        board=_board(game),
        start=state.saved.start,
        code=session.position.code,
        ply=len(session.squares),
        position=_step(session.position, session.outcome, session.players, len(session.squares)),
        history=_history(session.positions, session.squares),
        seats=[_seat(state, session, seat, seat in present) for seat in (1, 2)],
        match=_match(state),
        next_game=state.next_game,
        elsewhere=not state.holders,
        begun=state.saved.begun,
    )


def line_view(line: Line) -> PositionView:
    """A line of moves that belongs to no game."""
    positions, first = line.positions, line.positions[0]
    return PositionView(
        game=first.game.name,
        title=first.game.title,
        board=_board(first.game),
        signs=[_sign(first.game, player, seat) for seat, player in enumerate(_NOBODY, 1)],
        start=first.code,
        code=positions[-1].code,
        history=_history(positions, line.squares),
        steps=[_step(one, one.outcome, _NOBODY, played) for played, one in enumerate(positions)],
    )


def analysis_view(position: Position, found: Analysis, limits: Limits) -> AnalysisView:
    """What was found out about a position within these limits."""
    game = position.game
    best = found.ratings[0].value if found.ratings else None
    return AnalysisView(
        code=position.code,
        to_move=position.to_move,
        value=_value(found.value),
        moves=[
            RatedMove(
                square=rating.square,
                label=game.label(rating.square),
                value=_value(rating.value),
                best=rating.value == best and rating.value.verdict is not Verdict.UNKNOWN,
            )
            for rating in found.ratings
        ],
        line=[_square(game, square) for square in found.line],
        why=found.reason,
        detail=_verdict(position, found.value, limits),
    )


def game_summary(saved: SavedGame, holders: Holders, holder: str | None) -> GameSummary:
    """A stored game in a list, which also shows games whose package is no longer installed."""
    name, board, *_ = code.read(saved.start)
    seats = [Player(seat.kind, seat.name) for seat in saved.seats]
    return GameSummary(
        id=saved.id,
        game=name,
        title=_title(name),
        rows=board.rows,
        cols=board.cols,
        names=[player.listed(seat) for seat, player in enumerate(seats, 1)],
        kinds=[player.kind_told for player in seats],
        plies=len(saved.squares),
        winner=saved.winner,
        reason=saved.reason,
        begun=saved.begun,
        yours=holder is not None and holder in holders.values(),
    )


def tally_view(tally: Tally) -> TallyView:
    """A line of the records."""
    return TallyView(**tally._asdict(), title=_title(tally.game))


def rules_summary(rules: type[Game], limits: Limits) -> RulesSummary:
    """A game in short."""
    facts, book, smallest = rules.facts(), rules.book_board, rules.smallest_board
    start = rules(book.rows, book.cols).start()
    return RulesSummary(
        name=rules.name,
        title=rules.title,
        goal=facts.goal,
        line=facts.line,
        rows=book.rows,
        cols=book.cols,
        smallest=[smallest.rows, smallest.cols],
        largest_side=min(limits.largest_side, rules.notation.largest_side),
        odd_sides=rules.odd_sides,
        worth_playing=[f"{known.board.rows}x{known.board.cols}" for known in facts.worth_playing],
        options=[OptionView(name=one.name, value=one.value, help=one.help) for one in rules.options],
        own_symbols=facts.look.own_symbols,
        coin_toss=facts.coin_toss,
        example=start.game.example,
        start=start.code,
        demo=_demo(rules, start),
    )


def rules_view(rules: type[Game], limits: Limits) -> RulesView:
    """A game with all that there is to read about it."""
    facts = rules.facts()
    return RulesView(
        **dict(rules_summary(rules, limits)),
        squares=facts.squares,
        rules=[Section(**section._asdict()) for section in facts.rules],
        rulings=[RulingView(**ruling._asdict()) for ruling in facts.rulings],
        known=list(facts.known),
        advice=facts.advice,
    )


@lru_cache(maxsize=256)
def _board(game: Game) -> BoardView:
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


@lru_cache(maxsize=4096)
def _square(game: Game, square: int) -> Square:
    return Square(square=square, label=game.label(square))


@lru_cache(maxsize=4096)
def _made_move(game: Game, square: int, player: int) -> MadeMove:
    return MadeMove(square=square, label=game.label(square), player=player)


def _history(positions: Sequence[Position], squares: Sequence[int]) -> list[MadeMove]:
    made = zip(positions, squares, strict=False)  # nothing was played in the last position
    return [_made_move(position.game, square, position.to_move) for position, square in made]


def _step(position: Position, outcome: Outcome | None, players: Players, played: int) -> Step:
    """A position after `played` moves; the outcome need not be the board's: someone may have resigned."""
    return Step(
        cells=position.cells(),
        to_move=position.to_move,
        moves=[] if outcome else [_square(position.game, square) for square in position.moves()],
        outcome=_outcome(position.game, outcome, players, played) if outcome else None,
    )


def _outcome(game: Game, outcome: Outcome, players: Players, played: int) -> OutcomeView:
    told = {"after": f"after {plies(played)}"}
    for role, seat in (("winner", outcome.winner), ("loser", 3 - outcome.winner)):
        player = players[seat - 1]
        told |= {role: player.called(seat), f"{role}_sign": _sign(game, player, seat)}
    sentence = game.facts().dialogue.site_ending(outcome.reason).format(**told)
    return OutcomeView(winner=outcome.winner, reason=outcome.reason, sentence=sentence)


def _sign(game: Game, player: Player, seat: int) -> str:
    """What a player plays with: `K1`, or the symbol they chose."""
    return player.symbol or game.facts().look.signs[seat - 1]


def _seat(state: StoredState, session: Session, seat: int, present: bool) -> SeatView:
    player = session.players[seat - 1]
    return SeatView(
        player=seat,
        name=player.called(seat),
        kind=player.kind_told,
        sign=_sign(session.game, player, seat),
        taken=not player.is_human or not state.holders or state.holders.get(seat) is not None,
        present=not player.is_human or present,
    )


def _match(state: StoredState) -> MatchView | None:
    if state.match is None:
        return None
    match = state.match.match
    first, second = match.score
    return MatchView(
        number=state.match.number,
        games=match.games,
        first_to=match.first_to,
        score=[second, first] if state.saved.swapped else [first, second],
        over=match.over,
    )


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


def _title(name: str) -> str:
    return GAMES[name].title if name in GAMES else name


def _demo(rules: type[Game], start: Position) -> PositionView:
    """The game's own good game, or just its first position where it has none."""
    demo = rules.facts().demo
    return line_view(follow(read_position(demo.start), demo.moves) if demo else follow(start, ()))
