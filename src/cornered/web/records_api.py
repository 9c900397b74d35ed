"""The API of records: who has won how often, and games as text, to take away and to bring along."""

import asyncio
from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import PlainTextResponse, Response

from cornered import code
from cornered.errors import BadSetup
from cornered.games import GAMES
from cornered.play.record import write_record
from cornered.play.stored import record_of
from cornered.store import SavedGame, now
from cornered.web import jobs
from cornered.web.dependencies import PROBLEMS, Holder, KnownHolder, Server, Services
from cornered.web.limits import Limits
from cornered.web.presentation import imported, tally_view
from cornered.web.schemas import Imported, TallyView
from cornered.web.setups import check_size
from cornered.web.worker_pool import JobGivenUp

router = APIRouter(prefix="/api/records", tags=["records"], responses=PROBLEMS)

_TEXT = {"content": {"text/plain": {"schema": {"type": "string"}}}}

OfGame = Annotated[str | None, Query(max_length=60, description="Only of this game, such as `blockade`.")]


@router.get("")
async def records(server: Server, game: OfGame = None) -> list[TallyView]:
    """Wins and losses per player, game, board and opponent."""
    return [tally_view(tally) for tally in await server.store.tallies(game)]


@router.get("/export", responses={200: _TEXT})
async def export_records(server: Server, holder: Holder, game: OfGame = None) -> Response:
    """Your finished games as text, the oldest first, which `cornered import` reads."""
    found = await server.store.games_of(holder, game, finished=True) if holder else []
    text = await asyncio.to_thread(_written, found[::-1])
    return PlainTextResponse(
        text, headers={"Content-Disposition": 'attachment; filename="cornered-games.txt"'}
    )


@router.post("/import", status_code=201, openapi_extra={"requestBody": {"required": True, **_TEXT}})
async def import_records(request: Request, server: Server, holder: KnownHolder) -> Imported:
    """Takes in the games of a text, all of them or none; those already here are passed over."""
    try:
        games = await _read(await request.body(), server)
    except BadSetup as error:
        raise BadSetup(f"{error} Nothing was taken in.") from None
    return imported(await server.store.take_in(games, holder), len(games))


async def _read(body: bytes, server: Services) -> list[SavedGame]:
    try:
        text = body.decode()
    except UnicodeDecodeError:
        raise BadSetup("This is not text in UTF-8.") from None
    try:
        games = await server.analysts.run(server.limits.review_seconds, jobs.read_games, text, now())
    except JobGivenUp:
        raise BadSetup("These are too many games to be read at once.") from None
    if isinstance(games, str):
        raise BadSetup(games)
    for saved in games:
        _check(saved, server.limits)
    return games


def _written(games: list[SavedGame]) -> str:
    """The text of the games whose rules are still installed."""
    known = (saved for saved in games if code.read(saved.start).name in GAMES)
    return "\n".join(write_record(record_of(saved)) for saved in known)


def _check(saved: SavedGame, limits: Limits) -> None:
    check_size(code.read(saved.start).board, limits)
    if len(saved.squares) > limits.longest_game:
        raise BadSetup(f"A game here has at most {limits.longest_game} moves.")
