"""Positions, games, values and rules as the API shows them; what is special about a game, the game says."""

from collections.abc import Collection, Sequence
from functools import lru_cache
from typing import NamedTuple

from cornered import code
from cornered.game import Ending, Game, Outcome, Position, Reason
from cornered.games import GAMES, read_position
from cornered.play.commentary import Caution, Hint, best_moves, plies, roles_told, who_wins
from cornered.play.offers import Offer, about_seat, offers
from cornered.play.players import Player
from cornered.play.session import Session
from cornered.solve import Analysis, Budget, Value, Verdict
from cornered.store import SavedGame, Tally
from cornered.store.seats import Holders
from cornered.web.config import Limits
from cornered.web.storage.game_state import StoredState
from cornered.web.views.lines import Line, follow
from cornered.web.views.schemas import (
    AnalysisView,
    BoardOffer,
    BoardView,
    GameSummary,
    GameView,
    HintView,
    Imported,
    MadeMove,
    MatchView,
    OfferView,
    OpenGame,
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
    ThreatsView,
    ThreatView,
    ValueView,
)

Players = tuple[Player, Player]

_NOBODY = Player(), Player()

_UNWON = {
    Reason.CALLED_OFF: "The game was called off: it counts for nobody.",
    Reason.TOO_LONG: "Nobody has won {after}: the game ends here, and counts for nobody.",
}


class Company(NamedTuple):
    """Who is there: the seats of people who are, of those who have been gone for long, and onlookers."""

    present: Collection[int]
    claimable: Collection[int]
    onlookers: int


def game_view(
    state: StoredState, session: Session, version: int, company: Company, offer: OfferView | None
) -> GameView:
    """A game as it stands."""
    game, end = session.game, session.outcome or session.ended
    return GameView(
        id=state.saved.id,
        version=version,
        game=game.name,
        title=game.title,
        goal=game.headline().goal,
        roles=roles_told(session.positions[0]),
        board=_board(game),
        start=state.saved.start,
        code=session.position.code,
        ply=len(session.squares),
        position=_step(session.position, end, session.players, len(session.squares)),
        history=_history(session.positions, session.squares),
        seats=[_seat(state, session, seat, company) for seat in (1, 2)],
        match=_match(state),
        next_game=state.next_game,
        elsewhere=not state.holders,
        open=state.is_open if state.between_people else None,
        help=state.is_open or not state.between_people or session.over,
        offer=offer,
        onlookers=company.onlookers,
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


def hint_view(session: Session, hint: Hint) -> HintView:
    """A hint, with the line that can be drawn."""
    return HintView(sentence=hint.sentence, line=[_square(session.game, square) for square in hint.line])


def threats_view(session: Session, found: Caution) -> ThreatsView:
    """What threatens the player to move."""
    threats = [
        ThreatView(move=_square(session.game, one.square), reply=_square(session.game, one.reply))
        for one in found.threats
    ]
    return ThreatsView(sentence=found.sentence, threats=threats)


def imported(numbers: list[int], sent: int) -> Imported:
    """What became of the games that someone sent."""
    known = sent - len(numbers)
    taken = f"{_games(len(numbers))} taken in." if numbers else "Nothing new."
    passed = f" {_games(known)} already here." if known else ""
    return Imported(numbers=numbers, known=known, detail=taken + passed)


def _games(count: int) -> str:
    return "1 game was" if count == 1 else f"{count} games were"


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


def open_game_view(state: StoredState) -> OpenGame:
    """A game in the list of those that anyone may join."""
    listed = game_summary(state.saved, state.holders, None)
    free = next(seat for seat, holder in state.holders.items() if holder is None)
    return OpenGame(
        **listed.model_dump(include={"id", "game", "title", "rows", "cols", "begun"}),
        host=listed.names[2 - free],
        seat=free,
        help=state.is_open,
    )


def tally_view(tally: Tally) -> TallyView:
    """A line of the records."""
    return TallyView(**tally._asdict(), title=_title(tally.game))


def rules_summary(rules: type[Game], limits: Limits) -> RulesSummary:
    """A game in short."""
    facts, headline = rules.facts(), rules.headline()
    book, smallest = rules.book_board, rules.smallest_board
    start = rules(book.rows, book.cols).start()
    return RulesSummary(
        name=rules.name,
        title=rules.title,
        goal=headline.goal,
        line=headline.line,
        rows=book.rows,
        cols=book.cols,
        smallest=[smallest.rows, smallest.cols],
        largest_side=min(limits.largest_side, rules.notation.largest_side),
        odd_sides=rules.odd_sides,
        boards=[_board_offer(offer) for offer in offers(rules)],
        options=[OptionView(name=one.name, value=one.value, help=one.help) for one in rules.options],
        own_symbols=facts.look.own_symbols,
        coin_toss=facts.coin_toss,
        example=start.game.example,
        start=start.code,
        demo=_demo(rules, start),
    )


def rules_view(rules: type[Game], limits: Limits) -> RulesView:
    """A game with all that there is to read about it."""
    facts, headline = rules.facts(), rules.headline()
    return RulesView(
        **dict(rules_summary(rules, limits)),
        squares=headline.squares,
        rules=[Section(**section._asdict()) for section in facts.rules],
        rulings=[RulingView(**ruling._asdict()) for ruling in facts.rulings],
        known=list(headline.known),
        advice=headline.advice,
    )


def _board_offer(offer: Offer) -> BoardOffer:
    start, known = offer.start, offer.known
    game = start.game
    return BoardOffer(
        rows=game.rows,
        cols=game.cols,
        options=dict(known.options),
        book=game.board == game.book_board and not known.options,
        usual=known.newcomer,
        line=offer.line,
        seat=offer.seat,
        seats=[_about_seat(start, seat) for seat in (1, 2)],
        level=offer.level.value,
    )


@lru_cache(maxsize=256)
def _about_seat(start: Position, seat: int) -> str:
    """What someone in this seat should know, as far as no search is needed for it."""
    return about_seat(start, seat, Budget(seconds=0))


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


def _step(position: Position, end: Outcome | Ending | None, players: Players, played: int) -> Step:
    """A position after `played` moves; the end need not be on the board: someone may have resigned."""
    return Step(
        code=position.code,
        cells=position.cells(),
        to_move=position.to_move,
        moves=[] if end else [_square(position.game, square) for square in position.moves()],
        outcome=_outcome(position.game, end, players, played) if end else None,
    )


def _outcome(game: Game, end: Outcome | Ending, players: Players, played: int) -> OutcomeView:
    told = {"after": f"after {plies(played)}"}
    if end.winner is None:
        return OutcomeView(winner=None, reason=end.reason, sentence=_UNWON[Reason(end.reason)].format(**told))
    for side, seat in (("winner", end.winner), ("loser", 3 - end.winner)):
        player = players[seat - 1]
        told |= {side: player.called(seat), f"{side}_sign": _sign(game, player, seat)}
    sentence = game.facts().dialogue.site_ending(end.reason).format(**told)
    return OutcomeView(winner=end.winner, reason=end.reason, sentence=sentence)


def _sign(game: Game, player: Player, seat: int) -> str:
    """What a player plays with: `K1`, or the symbol they chose."""
    return player.symbol or game.facts().look.signs[seat - 1]


def _seat(state: StoredState, session: Session, seat: int, company: Company) -> SeatView:
    player = session.players[seat - 1]
    return SeatView(
        player=seat,
        name=player.called(seat),
        kind=player.kind_told,
        sign=_sign(session.game, player, seat),
        role=_about_seat(session.positions[0], seat),
        taken=not player.is_human or not state.holders or state.holders.get(seat) is not None,
        present=not player.is_human or seat in company.present,
        claimable=seat in company.claimable,
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
