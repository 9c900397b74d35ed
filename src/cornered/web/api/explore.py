"""The API of what was found by looking at every position of a board: made by `tools/make_explored.py`."""

import json
from functools import cache, lru_cache
from pathlib import Path as File
from typing import Annotated, Any

from fastapi import APIRouter, Path, Response

from cornered.game import Game
from cornered.games import find_game, read_position
from cornered.play.commentary import plies
from cornered.web.api.dependencies import PROBLEMS
from cornered.web.api.each_game import each_game_as_json
from cornered.web.errors import RequestRefused
from cornered.web.views.lines import follow
from cornered.web.views.presentation import line_view
from cornered.web.views.puzzle_schemas import (
    BoardSize,
    DepthRow,
    Example,
    ExploredBoard,
    ExploredGame,
    Figures,
)

router = APIRouter(prefix="/api/explore", tags=["explore"], responses=PROBLEMS)

_FOUND = File(__file__).parent / "explored.json"


@router.get("", response_model=list[ExploredGame])
async def list_explored() -> Response:
    """Every game, the boards that were looked at whole, and the larger ones that are solved."""
    return Response(_all_explored(), media_type="application/json")


@router.get("/{game}/{size}", response_model=ExploredBoard)
async def show_explored(
    game: Annotated[str, Path(max_length=60, examples=["blockade"])],
    size: Annotated[str, Path(max_length=9, examples=["4x4"])],
) -> Response:
    """How many moves keep the win at each depth of a board, the longest resistance, the rarest win."""
    return Response(_board(find_game(game), size), media_type="application/json")


@lru_cache(maxsize=100)
def _board(rules: type[Game], size: str) -> str:
    """What is known of a board as JSON, made once: it never changes."""
    found = _explored().get(rules.name, {}).get(size)
    if found is None:
        raise RequestRefused(404, f"Nothing was computed for {rules.title} on this board.")
    figures = found["figures"]
    board = ExploredBoard(
        rows=found["rows"],
        cols=found["cols"],
        start=rules(found["rows"], found["cols"]).start().code,
        detail=_who_wins(found),
        figures=figures and _figures(figures),
    )
    return board.model_dump_json()


@cache
def _all_explored() -> str:
    return each_game_as_json(_explored_game)


@cache
def _explored() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(_FOUND.read_text("utf-8"))
    return found


def _explored_game(rules: type[Game]) -> ExploredGame:
    boards = [*_explored().get(rules.name, {}).values()]
    return ExploredGame(
        name=rules.name,
        title=rules.title,
        detail=rules.headline().line if boards else f"Nothing was computed for {rules.title}.",
        boards=[_size(board) for board in boards if board["figures"]],
        larger=[_size(board) for board in boards if not board["figures"]],
    )


def _size(board: dict[str, Any]) -> BoardSize:
    return BoardSize(rows=board["rows"], cols=board["cols"])


def _who_wins(found: dict[str, Any]) -> str:
    far = f" in {plies(found['plies'])}" if found["plies"] is not None else ""
    return f"Player {found['winner']} wins{far} with best play."


def _figures(found: dict[str, Any]) -> Figures:
    rows = [DepthRow(**{**row, "example": _example(row["example"])}) for row in found["rows"]]
    longest, rarest = _example(found["longest"]), _example(found["rarest"])
    return Figures(**{**found, "rows": rows, "longest": longest, "rarest": rarest})


def _example(found: dict[str, Any] | None) -> Example | None:
    if found is None:
        return None
    return Example(**found, position=line_view(follow(read_position(found["code"]), ())))
