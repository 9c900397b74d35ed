"""The API of puzzles: one that suits you, today's, any by its name; tries that the server judges; rushes."""

from collections.abc import Callable
from datetime import UTC, date, datetime
from random import choice
from typing import Annotated, TypeVar

from fastapi import APIRouter, Depends, Path, Query
from pydantic import Field

from cornered.board import Board
from cornered.games import GAMES
from cornered.play.puzzles import Status, Theme, wording
from cornered.play.puzzles.choosing import Wish, rush_rating
from cornered.play.puzzles.standing import standing
from cornered.store.solvers import SavedRush, Solvers
from cornered.web.api.dependencies import NEEDS_ROOM, Client, Holder, KnownHolder, Server, Services, each_game
from cornered.web.errors import RequestRefused
from cornered.web.views.puzzle_views import (
    Catalogue,
    Idea,
    JudgedTry,
    MadePuzzle,
    ProgressView,
    PuzzleView,
    RushView,
    ThemeView,
    Try,
    TryView,
    progress_view,
    puzzle_game,
    puzzle_view,
    rush_view,
    try_view,
)

router = APIRouter(prefix="/api", tags=["puzzles"])

Result = TypeVar("Result")

_SIZE = r"^[1-9]\d?x[1-9]\d?$"

Day = Annotated[date, Query(description="The date where you are.", examples=["2026-11-02"])]
Number = Annotated[int, Path(ge=1, le=2**62, description="The number of the rush.")]


async def _named(
    name: Annotated[
        str, Path(max_length=120, description="The puzzle's name.", examples=["knights-duel.5x5.spring.1"])
    ],
    server: Server,
    client: Client,
) -> MadePuzzle:
    return await server.puzzler.named(client, name)


Named = Annotated[MadePuzzle, Depends(_named)]


@router.get("/puzzles")
async def list_puzzles() -> Catalogue:
    """The games and boards that have puzzles, and the themes that one can train."""
    themes = [ThemeView(name=theme, title=title) for theme, title in wording.THEMES.items()]
    return Catalogue(games=each_game(puzzle_game), themes=themes)


@router.get("/puzzles/next")
async def next_puzzle(
    server: Server,
    client: Client,
    holder: Holder,
    game: Annotated[str | None, Query(max_length=60, examples=["blockade"])] = None,
    size: Annotated[str | None, Query(pattern=_SIZE, description="With a game.", examples=["5x5"])] = None,
    theme: Theme | None = None,
    rush: Annotated[int | None, Query(ge=1, le=2**62, description="The rush that it is for.")] = None,
    besides: Annotated[
        list[Annotated[str, Field(max_length=120)]] | None,
        Query(max_length=20, description="Puzzles that you have seen and do not want now, the latest last."),
    ] = None,
) -> PuzzleView:
    """A puzzle that looks like none that you have tried, near your rating; in a rush they begin easily.

    Where there is no other left, the one comes again that you tried longest ago.
    """
    wish = _wish(game, size, theme)
    if rush is not None:
        going = await _own_rush(server, holder, rush)
        rating, known = rush_rating(going.solved), (*going.tries, *going.likenesses)
    else:
        now = await _read(server, lambda kept: standing(kept.tried(holder or "")))
        rating, known = now.strength.rating, now.known
    seen = [(await server.puzzler.named(client, name)).puzzle.likeness for name in besides or ()]
    return puzzle_view(await server.puzzler.suiting(client, rating, wish, (*known, *seen)))


@router.get("/puzzles/today")
async def todays_puzzle(server: Server, client: Client, day: Day) -> PuzzleView:
    """The puzzle of the day, the same for everyone on that date. Those of other days have names too."""
    if not _is_now(day):
        raise RequestRefused(404, "That is not today, wherever you are.")
    return puzzle_view(await server.puzzler.of_day(client, day))


@router.get("/puzzles/{name}")
async def show_puzzle(made: Named) -> PuzzleView:
    """The puzzle of this name."""
    return puzzle_view(made)


@router.get("/puzzles/{name}/idea")
async def idea(made: Named) -> Idea:
    """The idea behind the answer, in a word or two."""
    return Idea(sentence=wording.hint(made.idea))


@router.post("/puzzles/{name}/tries")
async def try_puzzle(made: Named, body: Try, server: Server, client: Client, holder: KnownHolder) -> TryView:
    """Judges your moves so far. A right one is met by the best defence, a mistake by its refutation.

    The first try that comes to an end counts for your rating, and is on disk when you get the answer. In
    a rush it counts for that instead.
    """
    judged = await server.puzzler.judge(client, made, body.moves)
    return await _kept(server, holder, made, judged, body.rush)


@router.post("/puzzles/{name}/answer")
async def give_up(made: Named, server: Server, client: Client, holder: KnownHolder) -> TryView:
    """The answer, if you give up: for your rating that is a mistake."""
    return await _kept(server, holder, made, await server.puzzler.give_up(client, made), None)


@router.post("/rushes", status_code=201, dependencies=NEEDS_ROOM)
async def begin_rush(server: Server, holder: KnownHolder) -> RushView:
    """Begins a rush: its three minutes run from now on."""
    return rush_view(await _write(server, lambda kept: kept.begin_rush(holder)))


@router.get("/rushes/{number}")
async def show_rush(number: Number, server: Server, holder: Holder) -> RushView:
    """One of your rushes as it stands."""
    return rush_view(await _own_rush(server, holder, number))


@router.get("/progress")
async def progress(server: Server, holder: Holder, day: Day) -> ProgressView:
    """Your rating and how it went, your streak and your best rush. Nobody else can see them."""
    return await _progress(server, holder or "", day)


@router.delete("/progress")
async def reset(server: Server, holder: KnownHolder, day: Day) -> ProgressView:
    """Forgets all your tries and rushes; your games stay."""
    await _write(server, lambda kept: kept.forget(holder))
    return await _progress(server, holder, day)


async def _read(server: Services, ask: Callable[[Solvers], Result]) -> Result:
    """What solvers have done so far, as `ask` finds it."""
    return await server.storage.browse(lambda store: ask(Solvers(store)))


async def _write(server: Services, act: Callable[[Solvers], Result]) -> Result:
    """What `act` returns, once what it wrote about solvers is on disk."""
    return await server.storage.write(lambda store: act(Solvers(store)))


async def _progress(server: Services, holder: str, day: date) -> ProgressView:
    def ask(kept: Solvers) -> ProgressView:
        return progress_view(kept.tried(holder), kept.best_rush(holder), day)

    return await _read(server, ask)


async def _kept(
    server: Services, holder: str, made: MadePuzzle, judged: JudgedTry, rush: int | None
) -> TryView:
    """The try as it is shown, once it is on disk if it is over."""
    if rush is not None:
        return try_view(made, judged, going=await _in_rush(server, holder, made, judged, rush))
    if judged.status is Status.OPEN:
        return try_view(made, judged)
    solved, name = judged.status is Status.SOLVED, str(made.puzzle.name)
    day = made.day if made.day and _is_now(date.fromisoformat(made.day)) else None
    tried = name, made.rating, solved, day, made.puzzle.likeness
    counted = await _write(server, lambda kept: kept.add(holder, *tried))
    return try_view(made, judged, counted=counted)


async def _in_rush(
    server: Services, holder: str, made: MadePuzzle, judged: JudgedTry, number: int
) -> RushView:
    """A rush after a try in it; what comes too late is not counted."""
    going = rush_view(await _own_rush(server, holder, number))
    if judged.status is Status.OPEN or going.over:
        return going
    solved, name = judged.status is Status.SOLVED, str(made.puzzle.name)
    like = made.puzzle.likeness
    await _write(server, lambda kept: kept.add_to_rush(number, name, solved, like))
    return rush_view(await _own_rush(server, holder, number))


async def _own_rush(server: Services, holder: str | None, number: int) -> SavedRush:
    found = await _read(server, lambda kept: kept.rush(holder or "", number))
    if found is None:
        raise RequestRefused(404, "There is no such rush of yours.")
    return found


def _wish(game: str | None, size: str | None, theme: Theme | None) -> Wish:
    """What is to be trained; without any wish one of our own games, which all have puzzles."""
    if game is None:
        if size:
            raise RequestRefused(422, "A size needs a game as well: boards are named by game.")
        return Wish(None if theme else choice(GAMES.own), None, theme)
    board = Board(*map(int, size.split("x"))) if size else None
    return Wish(game, board, theme)


def _is_now(day: date) -> bool:
    """Whether it is this day somewhere on earth."""
    return abs(datetime.now(UTC).date() - day).days <= 1
