"""The API of lessons, and of what was found by looking at every position of a board.

The second is made by `tools/make_explored.py`.
"""

import json
from functools import cache, lru_cache
from pathlib import Path as File
from typing import Annotated, Any

from fastapi import APIRouter, Path, Response

from cornered.game import Game
from cornered.games import find_game
from cornered.play.commentary import plies
from cornered.play.lessons import lesson
from cornered.web.api.dependencies import Client, Server, each_game, each_game_as_json, json_response
from cornered.web.errors import RequestRefused
from cornered.web.views.puzzle_views import (
    ExploredBoard,
    ExploredGame,
    LessonMove,
    LessonSummary,
    LessonView,
    ToldView,
    lesson_step,
    lesson_summary,
    step_taken_view,
)

router = APIRouter(prefix="/api")

GameName = Annotated[str, Path(max_length=60, examples=["blockade"])]

_EXPLORED = File(__file__).parent / "explored.json"


@router.get("/lessons", tags=["lessons"])
async def list_lessons() -> list[LessonSummary]:
    """Every game, with how many steps its lesson has."""
    return each_game(lesson_summary)


@router.get("/lessons/{game}", tags=["lessons"])
async def show_lesson(game: GameName, server: Server, client: Client) -> LessonView:
    """The steps of a game's lesson; what is right in each is told after a try."""
    rules = find_game(game)
    words = await server.puzzler.first_words(client, rules.name)
    steps = [lesson_step(step, said) for step, said in zip(lesson(rules.name), words, strict=True)]
    return LessonView(name=rules.name, title=rules.title, detail=lesson_summary(rules).detail, steps=steps)


@router.post("/lessons/{game}/steps/{number}", tags=["lessons"])
async def take_step(
    game: GameName,
    number: Annotated[int, Path(ge=1, le=99, description="Which step, from 1.")],
    body: LessonMove,
    server: Server,
    client: Client,
) -> ToldView:
    """Makes a move in a step. A refused one is told in `said` like any other: it may be what is asked for."""
    rules = find_game(game)
    steps = lesson(rules.name)
    if number > len(steps):
        raise RequestRefused(404, f"The lesson of {rules.title} has {len(steps)} steps.")
    taken = await server.puzzler.take_step(client, rules.name, number, body.played, body.move)
    return step_taken_view(steps[number - 1], taken)


@router.get("/explore", tags=["explore"], response_model=list[ExploredGame])
async def list_explored() -> Response:
    """Every game, the boards that were looked at whole, and the larger ones that are solved."""
    return json_response(_all_explored())


@router.get("/explore/{game}/{size}", tags=["explore"], response_model=ExploredBoard)
async def show_explored(
    game: GameName, size: Annotated[str, Path(max_length=9, examples=["4x4"])]
) -> Response:
    """How many moves keep the win at each depth of a board, the longest resistance, the rarest win."""
    return json_response(_board(find_game(game), size))


@cache
def _explored() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(_EXPLORED.read_text("utf-8"))
    return found


@cache
def _all_explored() -> str:
    return each_game_as_json(_explored_game)


def _explored_game(rules: type[Game]) -> ExploredGame:
    boards = [*_explored().get(rules.name, {}).values()]
    return ExploredGame(
        name=rules.name,
        title=rules.title,
        detail=rules.headline().line if boards else f"Nothing was computed for {rules.title}.",
        boards=[board for board in boards if board["figures"]],
        larger=[board for board in boards if not board["figures"]],
    )


@lru_cache(maxsize=100)
def _board(rules: type[Game], size: str) -> str:
    """What is known of a board as JSON, made once: it never changes."""
    found = _explored().get(rules.name, {}).get(size)
    if found is None:
        raise RequestRefused(404, f"Nothing was computed for {rules.title} on this board.")
    far = f" in {plies(found['plies'])}" if found["plies"] is not None else ""
    board = ExploredBoard(
        **found,
        start=rules(found["rows"], found["cols"]).start().code,
        detail=f"Player {found['winner']} wins{far} with best play.",
    )
    return board.model_dump_json()
