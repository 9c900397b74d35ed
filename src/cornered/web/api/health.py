"""For whoever keeps the site running: whether it lives, and whether it can serve."""

from fastapi import APIRouter

from cornered.web.api.dependencies import PROBLEMS, Server
from cornered.web.errors import RequestRefused
from cornered.web.views.schemas import Health

router = APIRouter(tags=["health"], responses=PROBLEMS)


@router.get("/healthz")
async def alive() -> Health:
    """The server answers; if it does not, start it again."""
    return Health(detail="The server is alive.")


@router.get("/readyz")
async def ready(server: Server) -> Health:
    """The server is there for visitors: it can write to its disk, and is not about to stop."""
    if server.streams.closing:
        raise RequestRefused(503, "The server is about to stop.")
    await server.store.check()
    return Health(detail="The server is ready.")
