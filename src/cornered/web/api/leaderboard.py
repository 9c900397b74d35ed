"""The leaderboard: the report of the runs in a folder, made anew when one of its files has changed."""

import asyncio
from pathlib import Path
from typing import NamedTuple

from fastapi import FastAPI, Response
from fastapi.responses import HTMLResponse, PlainTextResponse

from cornered.web.api.dependencies import Client, Server, Services
from cornered.web.compute import jobs
from cornered.web.problems import PAGE

_SECONDS = 60.0
_LINK = '<a href="/leaderboard">Leaderboard</a>'
_HERE = '<a href="/leaderboard" aria-current="page">Leaderboard</a>'
_END_OF_NAV = "      </nav>"


class _File(NamedTuple):
    """A file of the folder: what it is called, and what changes when it does."""

    name: str
    changed: int
    size: int


class Leaderboard:
    """The page of one folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._seen: list[_File] | None = None
        self._body = ""
        self._making = asyncio.Lock()

    async def body(self, server: Services, client: str) -> str:
        """What the page shows; several visitors at once wait for the same."""
        async with self._making:
            seen = await asyncio.to_thread(self._files)
            if seen != self._seen:
                folder = str(self._folder)
                self._body = await server.analysts.run(client, _SECONDS, jobs.leaderboard, folder)
                self._seen = seen
            return self._body

    def _files(self) -> list[_File]:
        found = jobs.runs_in(str(self._folder))
        stats = [(path.name, path.stat()) for path in found]
        return [_File(name, stat.st_mtime_ns, stat.st_size) for name, stat in stats]


def add_leaderboard(app: FastAPI, folder: Path) -> None:
    """Lets the application show the runs in this folder, and every page link there."""
    board = Leaderboard(folder)
    frame = PAGE.read_text(encoding="utf-8")

    async def leaderboard(server: Server, client: Client) -> HTMLResponse:
        return HTMLResponse(_framed(frame, await board.body(server, client)))

    async def style() -> Response:
        from cornered.arena.yardstick.report_page import STYLE

        return PlainTextResponse(STYLE, media_type="text/css")

    app.add_api_route("/leaderboard", leaderboard, methods=["GET", "HEAD"], include_in_schema=False)
    app.add_api_route("/leaderboard.css", style, methods=["GET", "HEAD"], include_in_schema=False)


def linked(frame: str, link: str = _LINK) -> str:
    """The site's page with a link to the leaderboard."""
    return frame.replace(_END_OF_NAV, f"        {link}\n{_END_OF_NAV}")


def _framed(frame: str, body: str) -> str:
    """The site's page with this in it, and no script: there is nothing to draw any more."""
    head, _, rest = linked(frame, _HERE).partition('<main id="main" tabindex="-1">')
    lines = [line for line in head.splitlines() if "module" not in line and "<title>" not in line]
    style = '<link rel="stylesheet" href="/leaderboard.css">'
    top = "\n".join(lines).replace("</head>", f"<title>Leaderboard · Cornered</title>{style}</head>")
    return (
        f'{top}<main id="main" tabindex="-1" data-ready="yes"><h1>Leaderboard</h1>{body}</main>'
        f"{rest.partition('</main>')[2]}"
    )
