"""The API of positions: any line of moves from any position, what it is worth, the rules, the records."""

import re
from typing import Annotated

from fastapi import APIRouter, Query

from cornered.game import Game, Position
from cornered.games import GAMES, find_game, new_game, position
from cornered.games.words import words_of
from cornered.play.players import Player
from cornered.refusal import BadSetup
from cornered.solve.contract import Value, Verdict
from cornered.web import questions
from cornered.web.context import PROBLEMS, Server
from cornered.web.demos import demo_line
from cornered.web.games_api import value_view
from cornered.web.limits import Limits
from cornered.web.manners import piece, with_knights
from cornered.web.setups import check_size
from cornered.web.table import board_view, made_moves, square_view, step
from cornered.web.thinking import OverBudget
from cornered.web.views import (
    AnalysisView,
    PositionView,
    RatedMove,
    RulesSummary,
    RulesView,
    RulingView,
    Section,
    TallyView,
)

router = APIRouter(prefix="/api", responses=PROBLEMS)

_PLAIN = r"^[ -~]*$"  # ASCII, so that the longest of them still fit into an address

Start = Annotated[
    str,
    Query(
        max_length=8000,
        pattern=_PLAIN,
        description="The code of a position.",
        examples=["knights-duel.5x5.1.a4-5-5-5-4b"],
    ),
]
Moves = Annotated[
    str,
    Query(
        max_length=6000,
        pattern=_PLAIN,
        description="Moves from there as the book writes them, with `_` or `;` between them.",
        examples=["C2_D3"],
    ),
]

_NOBODY = (Player(), Player())


@router.get("/positions", tags=["positions"])
async def show_position(server: Server, start: Start, moves: Moves = "") -> PositionView:
    """The way from a position along a line of moves: what stands where, and what may be played."""
    return _position_view(*_line_of(start, moves, server.limits))


@router.get("/analysis", tags=["positions"])
async def analyse(server: Server, start: Start, moves: Moves = "") -> AnalysisView:
    """What a position is worth, what each move is, and how best play goes on: within a budget."""
    positions, squares = _line_of(start, moves, server.limits)
    reached, limits = positions[-1], server.limits
    try:
        found = await server.analysts.ask(
            limits.thinking_seconds,
            questions.analyse,
            positions[0].code,
            squares,
            limits.thinking_seconds,
            limits.thinking_bytes,
        )
    except OverBudget:
        found = questions.Insight(Value(Verdict.UNKNOWN), (), (), None)
    return _analysis_view(reached, found, limits)


@router.get("/rules", tags=["rules"])
async def list_rules(server: Server) -> list[RulesSummary]:
    """The five games in short."""
    return [_rules_summary(game, server.limits) for game in GAMES.values()]


@router.get("/rules/{name}", tags=["rules"])
async def show_rules(name: str, server: Server) -> RulesView:
    """The rules of a game, the rulings on its book, and what is known about it."""
    game, words = find_game(name), words_of(find_game(name).name)
    return RulesView(
        **dict(_rules_summary(game, server.limits)),
        squares=words.squares,
        rules=[Section(**section._asdict()) for section in words.rules],
        rulings=[RulingView(**ruling._asdict()) for ruling in words.rulings],
        known=list(words.known),
        advice=words.advice,
    )


@router.get("/records", tags=["records"])
async def records(
    server: Server, game: Annotated[str | None, Query(max_length=60)] = None
) -> list[TallyView]:
    """Wins and losses per player, game, seat and opponent."""
    tallies = await server.archive.tallies(game)
    return [TallyView(**tally._asdict(), title=find_game(tally.game).title) for tally in tallies]


def _line_of(start: str, moves: str, limits: Limits) -> tuple[list[Position], tuple[int, ...]]:
    first = position(start)
    check_size(first.game.board, limits)
    texts = [text for text in re.split("[;_]", moves) if text.strip()]
    if len(texts) > limits.longest_game:
        raise BadSetup(f"The line is too long: this site follows {limits.longest_game} moves.")
    positions, squares = [first], []
    for text in texts:
        squares.append(first.game.square(text))
        positions.append(positions[-1].play(squares[-1]))
    return positions, tuple(squares)


def _position_view(positions: list[Position], squares: tuple[int, ...]) -> PositionView:
    first = positions[0]
    return PositionView(
        game=first.game.name,
        title=first.game.title,
        board=board_view(first.game),
        signs=[piece(first.game.name, Player(), seat) for seat in (1, 2)],
        start=first.code,
        code=positions[-1].code,
        history=made_moves(positions, squares),
        steps=[step(position, _NOBODY, plies) for plies, position in enumerate(positions)],
    )


def _analysis_view(reached: Position, found: questions.Insight, limits: Limits) -> AnalysisView:
    best = found.ratings[0].value if found.ratings else None
    return AnalysisView(
        code=reached.code,
        to_move=reached.to_move,
        value=value_view(found.value),
        moves=[
            RatedMove(
                **dict(square_view(reached, rating.square)),
                value=value_view(rating.value),
                best=rating.value == best and rating.value.verdict is not Verdict.UNKNOWN,
            )
            for rating in found.ratings
        ],
        line=[square_view(reached, square) for square in found.line],
        why=found.why,
        detail=_verdict(reached, found.value, limits),
    )


def _verdict(reached: Position, value: Value, limits: Limits) -> str:
    mover, other = f"Player {reached.to_move}", f"Player {3 - reached.to_move}"
    distance = "" if value.plies is None else f" in {value.plies} {'ply' if value.plies == 1 else 'plies'}"
    match value.verdict:
        case Verdict.WIN:
            return f"{mover} wins{distance} with best play."
        case Verdict.LOSS if value.plies == 0:
            return f"The game is over: {other} has won."
        case Verdict.LOSS:
            return f"{other} wins{distance} with best play."
        case Verdict.ENDLESS:
            return "Neither player can force a win: with best play it goes on for ever."
        case Verdict.UNKNOWN:
            return f"Not solved within the budget of {limits.thinking_seconds:g} seconds."


def _rules_summary(game: type[Game], limits: Limits) -> RulesSummary:
    start = new_game(game.name).start()
    code, moves = demo_line(game.name)
    return RulesSummary(
        name=game.name,
        title=game.title,
        line=words_of(game.name).line,
        rows=game.book_board.rows,
        cols=game.book_board.cols,
        smallest=[game.smallest_board.rows, game.smallest_board.cols],
        largest_side=min(limits.largest_side, game.notation.largest_side),
        odd_sides=game.name == "block-capture",
        knights=with_knights(game.name),
        example=start.game.example,
        start=start.code,
        demo=_position_view(*_line_of(code, moves, limits)),
    )
