"""The API of lessons: the steps of each, and what comes of a move in one."""

from typing import Annotated

from fastapi import APIRouter, Path

from cornered.games import find_game
from cornered.play.lessons import lesson
from cornered.web.api.dependencies import PROBLEMS, Client, Server
from cornered.web.api.each_game import each_game
from cornered.web.errors import RequestRefused
from cornered.web.views.puzzle_schemas import LessonMove, LessonSummary, LessonView, ToldView
from cornered.web.views.puzzle_views import lesson_summary, step_view, told_view

router = APIRouter(prefix="/api/lessons", tags=["lessons"], responses=PROBLEMS)

GameName = Annotated[str, Path(max_length=60, examples=["blockade"])]


@router.get("")
async def list_lessons() -> list[LessonSummary]:
    """Every game, with how many steps its lesson has."""
    return each_game(lesson_summary)


@router.get("/{game}")
async def show_lesson(game: GameName, server: Server, client: Client) -> LessonView:
    """The steps of a game's lesson; what is right in each is told after a try."""
    rules = find_game(game)
    words = await server.puzzler.first_words(client, rules.name)
    steps = [step_view(step, said) for step, said in zip(lesson(rules.name), words, strict=True)]
    return LessonView(name=rules.name, title=rules.title, detail=lesson_summary(rules).detail, steps=steps)


@router.post("/{game}/steps/{number}")
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
    told = await server.puzzler.take_step(client, rules.name, number, body.played, body.move)
    return told_view(steps[number - 1], told)
