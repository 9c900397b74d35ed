"""Those who make and judge puzzles, in worker processes, and the puzzles that they have made already."""

from collections import OrderedDict
from collections.abc import Callable, Sequence
from datetime import date
from typing import ParamSpec, TypeVar

from cornered.errors import BadSetup
from cornered.play.puzzles import read_name
from cornered.play.puzzles.choosing import Wish
from cornered.web.compute import puzzle_jobs
from cornered.web.compute.job_refusals import refusing
from cornered.web.compute.pools import Pool
from cornered.web.compute.puzzle_jobs import Judged, Made, Told
from cornered.web.config import Limits

Given = ParamSpec("Given")
Result = TypeVar("Result")

_LARGEST_NUMBER = 1000
_TOO_LONG = "No such puzzle was found in time: try another theme, board or game."
_TOO_HARD = "This took too long. Try again in a moment."


class Puzzler:
    """Makes each puzzle once as long as it is remembered: today's is asked for by everyone."""

    def __init__(self, pool: Pool, limits: Limits) -> None:
        self._pool = pool
        self._limits = limits
        self._made: OrderedDict[str, Made] = OrderedDict()
        self._first_words: dict[str, tuple[str, ...]] = {}

    async def named(self, client: str, name: str) -> Made:
        """The puzzle of this name; `BadSetup` if there is none, or none that is found in time."""
        if read_name(name).number > _LARGEST_NUMBER:
            raise BadSetup(f"This site makes the first {_LARGEST_NUMBER} puzzles of a set.")
        return await self._remembered(name, client, puzzle_jobs.make, name)

    async def of_day(self, client: str, day: date) -> Made:
        """The puzzle of a date."""
        return await self._remembered(day.isoformat(), client, puzzle_jobs.make_of_day, day)

    async def suiting(self, client: str, rating: float, wish: Wish, known: tuple[str, ...]) -> Made:
        """A puzzle that is not known yet, near this rating."""
        made = await self._run(client, _TOO_LONG, puzzle_jobs.make_suiting, rating, wish, known)
        self._remember(str(made.puzzle.name), made)
        return made

    async def judge(self, client: str, made: Made, moves: Sequence[str]) -> Judged:
        """What comes of a try."""
        return await self._run(client, _TOO_HARD, puzzle_jobs.judge, made.puzzle, moves)

    async def give_up(self, client: str, made: Made) -> Judged:
        """The answer."""
        return await self._run(client, _TOO_HARD, puzzle_jobs.give_up, made.puzzle)

    async def first_words(self, client: str, game: str) -> tuple[str, ...]:
        """What the steps of a lesson begin with."""
        if game not in self._first_words:
            self._first_words[game] = await self._run(client, _TOO_HARD, puzzle_jobs.first_words, game)
        return self._first_words[game]

    async def take_step(self, client: str, game: str, number: int, played: Sequence[str], move: str) -> Told:
        """What comes of a move in a lesson."""
        return await self._run(client, _TOO_HARD, puzzle_jobs.take_step, game, number, played, move)

    async def _remembered(
        self, key: str, client: str, work: Callable[Given, Made], *args: Given.args, **kwargs: Given.kwargs
    ) -> Made:
        if key in self._made:
            self._made.move_to_end(key)
            return self._made[key]
        made = await self._run(client, _TOO_LONG, work, *args, **kwargs)
        self._remember(key, made)
        return made

    async def _run(
        self,
        client: str,
        too_long: str,
        work: Callable[Given, Result],
        *args: Given.args,
        **kwargs: Given.kwargs,
    ) -> Result:
        job = self._pool.run(client, self._limits.thinking_seconds, work, *args, **kwargs)
        return await refusing(job, too_long)

    def _remember(self, key: str, made: Made) -> None:
        self._made[key] = made
        if len(self._made) > self._limits.remembered_answers:
            self._made.popitem(last=False)
