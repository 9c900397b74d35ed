"""The site itself: whether it is alive and ready, and the leaderboard that shows the runs of a folder."""

import asyncio
from pathlib import Path

from fastapi import APIRouter, FastAPI, Response
from fastapi.responses import HTMLResponse, PlainTextResponse
from pydantic import BaseModel

from cornered.store import Store
from cornered.web.api.dependencies import Client, Server, Services
from cornered.web.compute import jobs
from cornered.web.errors import RequestRefused

router = APIRouter(tags=["health"])

_SECONDS = 60.0
_END_OF_NAV = "      </nav>"


class Health(BaseModel):
    """How the server is, in a sentence."""

    detail: str


@router.get("/healthz")
async def alive() -> Health:
    """The server answers; if it does not, start it again."""
    return Health(detail="The server is alive.")


@router.get("/readyz")
async def ready(server: Server) -> Health:
    """The server is there for visitors: it can write to its disk, and is not about to stop."""
    if server.streams.closing:
        raise RequestRefused(503, "The server is about to stop.")
    await server.storage.write(_check)
    return Health(detail="The server is ready.")


def _check(store: Store) -> None:
    """`StoreError` if nothing can be written."""
    with store.together():
        pass


def add_leaderboard(app: FastAPI, folder: Path, frame: str) -> str:
    """Lets the application show the runs in this folder; returns the site's page with a link there."""
    runs = _Runs(folder)

    async def leaderboard(server: Server, client: Client) -> HTMLResponse:
        return HTMLResponse(_framed(frame, await runs.report(server, client)))

    async def style() -> Response:
        from cornered.arena.yardstick.report_page import STYLE

        return PlainTextResponse(STYLE, media_type="text/css")

    app.add_api_route("/leaderboard", leaderboard, methods=["GET", "HEAD"], include_in_schema=False)
    app.add_api_route("/leaderboard.css", style, methods=["GET", "HEAD"], include_in_schema=False)
    return _linked(frame)


class _Runs:
    """The runs of a folder; their report is cached until one of its files changes."""

    def __init__(self, folder: Path) -> None:
        self._folder = str(folder)
        self._seen: list[tuple[str, int, int]] | None = None
        self._report = ""
        self._making = asyncio.Lock()

    async def report(self, server: Services, client: str) -> str:
        """The report as HTML; several visitors at once wait for the same one."""
        async with self._making:
            ask, seconds = server.compute.run, server.limits.reading_seconds
            seen = await ask("records", client, seconds, jobs.stamps_of_runs, self._folder)
            if seen != self._seen:
                self._report = await ask("analysis", client, _SECONDS, jobs.leaderboard, self._folder)
                self._seen = seen
            return self._report


def _linked(frame: str, current: str = "") -> str:
    link = f'<a href="/leaderboard"{current}>Leaderboard</a>'
    return frame.replace(_END_OF_NAV, f"        {link}\n{_END_OF_NAV}")


def _framed(frame: str, body: str) -> str:
    """The site's page with this in it, and without a script: there is nothing left to draw."""
    head, _, rest = _linked(frame, ' aria-current="page"').partition('<main id="main" tabindex="-1">')
    lines = [line for line in head.splitlines() if "module" not in line and "<title>" not in line]
    style = '<link rel="stylesheet" href="/leaderboard.css">'
    top = "\n".join(lines).replace("</head>", f"<title>Leaderboard · Cornered</title>{style}</head>")
    return (
        f'{top}<main id="main" tabindex="-1" data-ready="yes"><h1>Leaderboard</h1>{body}</main>'
        f"{rest.partition('</main>')[2]}"
    )
