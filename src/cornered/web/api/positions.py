"""The API of positions: any line of moves from any position, what it is worth, the rules."""

from functools import lru_cache
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response

from cornered.game import Game, Position
from cornered.games import find_game, read_position
from cornered.web.api.dependencies import (
    Client,
    Server,
    Services,
    each_game_as_json,
    json_response,
    run_record_job,
    while_connected,
)
from cornered.web.compute import jobs
from cornered.web.config import Limits
from cornered.web.views.position_views import AnalysisView, PositionView, analysis_view, line_view, read_line
from cornered.web.views.rules import RulesSummary, RulesView, rules_summary, rules_view

router = APIRouter(prefix="/api")

_SHORT = 300
"""Characters of a position's code and the moves from there that are read where the question arrives."""

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


@router.get("/positions", tags=["positions"], response_model=PositionView)
async def show_position(server: Server, client: Client, start: Start, moves: Moves = "") -> Any:
    """The positions along a line of moves: what stands where, and what may be played."""
    if _is_short(start, moves):
        return line_view(read_line(start, moves, server.limits))
    return json_response(await run_record_job(server, client, jobs.show_line, start, moves, server.limits))


@router.get("/analysis", tags=["positions"])
async def analyse(
    server: Server,
    client: Client,
    request: Request,
    start: Start,
    moves: Moves = "",
) -> AnalysisView:
    """What a position and each of its moves are worth, and how best play goes on, within a budget."""
    position = await _reached(server, client, start, moves)
    found = await while_connected(request, server.analyses.analyse(client, position))
    return analysis_view(position, found, server.limits)


@router.get("/rules", tags=["rules"], response_model=list[RulesSummary])
async def list_rules(server: Server) -> Response:
    """Every game in short."""
    return json_response(_all_rules(server.limits))


@router.get("/rules/{name}", tags=["rules"], response_model=RulesView)
async def show_rules(name: str, server: Server) -> Response:
    """The rules of a game, the rulings on its book, and what is known about it."""
    return json_response(_rules(find_game(name), server.limits))


@router.get("/agents", tags=["games"])
async def list_agents(server: Server) -> list[str]:
    """The agents from elsewhere that this site offers to play against, by name."""
    return server.agents.names


@lru_cache(maxsize=1)
def _all_rules(limits: Limits) -> str:
    return each_game_as_json(lambda rules: rules_summary(rules, limits))


@lru_cache(maxsize=100)
def _rules(rules: type[Game], limits: Limits) -> str:
    return rules_view(rules, limits).model_dump_json()


def _is_short(start: str, moves: str) -> bool:
    """Whether a line is read in a few milliseconds at most."""
    return len(start) + len(moves) <= _SHORT


async def _reached(server: Services, client: str, start: str, moves: str) -> Position:
    """The position that a line leads to."""
    if _is_short(start, moves):
        return read_line(start, moves, server.limits).positions[-1]
    return read_position(await run_record_job(server, client, jobs.end_of_line, start, moves, server.limits))
