"""The routes, one module a subject."""

from typing import Any

from fastapi import APIRouter
from pydantic import BaseModel, Field

from cornered.web.api import events, games, learning, positions, puzzles, records, site


class Problem(BaseModel):
    """Why a request was refused, in a sentence."""

    detail: str
    reason: str | None = Field(
        None, description="The rule that refuses a move, as data: `blocked`, `occupied` …"
    )


_SENTENCES = {
    400: "The body is not text.",
    403: "The seat is not yours, nobody gets help, or the request comes from another site.",
    404: "There is no such thing.",
    408: "The body took too long.",
    409: "The game is not where the request takes it to be.",
    413: "The body is too large.",
    421: "The server does not answer under that name.",
    422: "The request makes no sense, or a rule refuses the move.",
    429: "Too many requests from one client.",
    503: "The server is busy, cannot write to its disk, or a game of another package has failed.",
    507: "The store of the site has reached its limit: no new games.",
}

_PROBLEMS: dict[int | str, dict[str, Any]] = {
    status: {"model": Problem, "description": sentence} for status, sentence in _SENTENCES.items()
}

router = APIRouter(responses=_PROBLEMS)
for _subject in (games, events, positions, records, puzzles, learning, site):
    router.include_router(_subject.router)
