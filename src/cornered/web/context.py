"""What every request works with: the hall, the archive, the thinkers, and whoever is asking."""

from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import Depends, Path, Request

from cornered.web.archive import Archive
from cornered.web.hall import Hall
from cornered.web.identity import holder, known_holder
from cornered.web.limits import Limits
from cornered.web.streams import Streams
from cornered.web.table import Table
from cornered.web.thinking import Thinkers
from cornered.web.views import Problem


@dataclass(frozen=True)
class Context:
    """The parts of a running server."""

    limits: Limits
    archive: Archive
    hall: Hall
    analysts: Thinkers
    streams: Streams


def context(request: Request) -> Context:
    """The server that answers this request."""
    found: Context = request.app.state.context
    return found


Server = Annotated[Context, Depends(context)]
Holder = Annotated[str | None, Depends(holder)]
KnownHolder = Annotated[str, Depends(known_holder)]


async def table_of(
    number: Annotated[int, Path(description="The number of the game.", examples=[1])], server: Server
) -> Table:
    """The table that the address names."""
    return await server.hall.table(number)


OpenTable = Annotated[Table, Depends(table_of)]

_SENTENCES = {
    400: "The body is not text.",
    403: "The seat is not yours, or the request comes from another site.",
    404: "There is no such thing.",
    408: "The body took too long.",
    409: "The game is not where the request takes it to be.",
    413: "The body is too large.",
    421: "The server does not answer under that name.",
    422: "The request makes no sense, or a rule refuses the move.",
    429: "Too many requests from one client.",
    503: "The server is busy, or cannot write to its disk.",
}

PROBLEMS: dict[int | str, dict[str, Any]] = {
    status: {"model": Problem, "description": sentence} for status, sentence in _SENTENCES.items()
}
