"""The API of records: who has won how often, and games as text, to take away and to bring along."""

from collections.abc import AsyncIterator
from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response, StreamingResponse
from pydantic import Field

from cornered.errors import BadSetup
from cornered.store import SavedGame, Store, now
from cornered.web.api.dependencies import (
    NEEDS_ROOM,
    TEXT,
    Client,
    Holder,
    KnownHolder,
    OfGame,
    Server,
    Services,
    name_next_page,
    run_record_job,
)
from cornered.web.compute import jobs
from cornered.web.storage.game_states import finished_games_of, those
from cornered.web.views.game_views import Imported, TallyView, imported, tally_view

router = APIRouter(prefix="/api/records", tags=["records"])

_AT_A_TIME = 50
"""Games that are written out together."""


@router.get("")
async def records(
    server: Server,
    request: Request,
    response: Response,
    game: OfGame = None,
    after: Annotated[
        list[Annotated[str, Field(max_length=200)]] | None,
        Query(min_length=4, max_length=4, description="Player, game, board and opponent of the last line."),
    ] = None,
    limit: Annotated[int, Query(ge=1, le=200)] = 100,
) -> list[TallyView]:
    """Wins and losses per player, game, board and opponent; the header `Link` names the next page."""
    tallies = await server.storage.browse(Store.tallies, game=game, after=after or (), limit=limit)
    if len(tallies) == limit:
        name_next_page(request, response, after=list(map(str, tallies[-1][:4])))
    return [tally_view(tally) for tally in tallies]


@router.get("/export", responses={200: TEXT})
async def export_records(server: Server, client: Client, holder: Holder, game: OfGame = None) -> Response:
    """Your finished games as text, the oldest first, which `cornered import` reads."""
    name = {"Content-Disposition": 'attachment; filename="cornered-games.txt"'}
    return StreamingResponse(_written(server, client, holder, game), headers=name, media_type="text/plain")


@router.post(
    "/import",
    status_code=201,
    dependencies=NEEDS_ROOM,
    openapi_extra={"requestBody": {"required": True, **TEXT}},
)
async def import_records(request: Request, server: Server, client: Client, holder: KnownHolder) -> Imported:
    """Takes in the games of a text if all of them make sense; those already here are passed over."""
    try:
        games = await _read(await request.body(), server, client)
    except BadSetup as error:
        raise BadSetup(f"{error} Nothing was taken in.") from None
    return imported(await server.imports.take_in(games, holder), len(games))


async def _read(body: bytes, server: Services, client: str) -> list[SavedGame]:
    try:
        text = body.decode()
    except UnicodeDecodeError:
        raise BadSetup("This is not text in UTF-8.") from None
    return await run_record_job(server, client, jobs.read_games, text, now(), server.limits)


async def _written(server: Services, client: str, holder: str | None, game: str | None) -> AsyncIterator[str]:
    """The text of someone's games, a few at a time."""
    if holder is None:
        return
    numbers = await server.storage.browse(finished_games_of, holder, game)
    for first in range(0, len(numbers), _AT_A_TIME):
        games = await server.storage.browse(those, numbers[first : first + _AT_A_TIME])
        yield ("\n" if first else "") + await run_record_job(server, client, jobs.write_games, games)
