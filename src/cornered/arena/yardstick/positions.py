"""The position test: each question of a suite is asked once, and its answer compared with the exact values.

So that nothing can be known by heart, the board may be turned or mirrored, its rows and columns renamed.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from copy import copy
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from string import ascii_uppercase
from time import perf_counter
from typing import Any, ClassVar, NamedTuple, cast

from cornered import symmetry
from cornered.arena.agents.text import PROMPT
from cornered.arena.spread import Spread
from cornered.arena.yardstick.asking import Asker, Entrant, NoAnswer, asker, reads_text
from cornered.arena.yardstick.running import Done, Work, results
from cornered.arena.yardstick.runs import POSITIONS, AnsweredQuestion, Header, RunFile
from cornered.arena.yardstick.scores import Scores
from cornered.arena.yardstick.suite import Suite, SuiteQuestion
from cornered.errors import BadSetup
from cornered.game import Position
from cornered.symmetry import Image

_ROW_NAMES = range(10, 100)
_LOOK_EVERY = 100
"""Questions between two looks at whether the interval is narrow enough: the same ones however it is run."""


class Chunk(NamedTuple):
    """Questions with their numbers, who is asked, and how: the board turned or renamed for each."""

    address: str
    seed: int
    turned: bool
    renamed: bool
    numbers: tuple[int, ...]
    questions: tuple[SuiteQuestion, ...]


class Shown(NamedTuple):
    """A position as an agent is shown it, and which square each of its squares really is."""

    position: Position
    really: Image


class Asked(NamedTuple):
    """What a run has found; `complete` if there was nothing more to ask."""

    scores: Scores
    complete: bool


def position_test(
    suite: Suite,
    entrant: Entrant,
    seed: int = 0,
    *,
    turned: bool = False,
    renamed: bool = False,
    limit: int | None = None,
    only: Sequence[str] = (),
    until: float | None = None,
    shard: str | None = None,
) -> Work:
    """The work of asking the questions of a suite: `limit` of them, or those of `only` some games."""
    questions = suite.questions
    if only:
        questions = [question for question in questions if question.game in only]
    if limit is not None:
        questions = questions[:limit]
    reads = reads_text(entrant.address)
    if not questions:
        raise BadSetup(f"The suite {suite.name} has no such questions.")
    if until and shard:
        raise BadSetup("A shard cannot tell when the whole is sure enough: leave out --until or --shard.")
    if renamed and not reads:
        raise BadSetup("Squares are renamed for agents that read text: others are told their numbers.")
    settings: dict[str, Any] = {
        "address": entrant.digest,
        "only": sorted(only),
        "until": until,
        "turned": turned,
        "renamed": renamed,
    }
    if reads:
        settings |= {"prompt": PROMPT, "legal": entrant.shows_legal_moves}
    header = Header(
        POSITIONS, (entrant.name,), suite.name, suite.sha256, seed, len(questions), shard, settings
    )

    def chunk(numbers: Sequence[int]) -> Chunk:
        asked = tuple(questions[number] for number in numbers)
        return Chunk(entrant.address, seed, turned, renamed, tuple(numbers), asked)

    return Work(header, answer_all, chunk)


def ask(work: Work, file: RunFile, spread: Spread, progress: Callable[[int], bool]) -> Asked:
    """Asks what is still to be asked, until the interval of the kept share is as narrow as is wanted."""
    scores, numbers, until = Scores(), work.numbers, work.header.settings["until"]
    counted = 0
    answers = cast(Iterator[AnsweredQuestion], results(work, file, spread, progress))
    for answer in answers:
        scores.add(answer)
        counted += 1
        if until and counted % _LOOK_EVERY == 0 and scores.whole.share().half_width <= until:
            numbers = numbers[:counted]
            break
    complete = counted == len(numbers)
    if complete:
        file.put_in_order(numbers)
    return Asked(scores, complete)


def answer_all(chunk: Chunk) -> Done:
    """The answers to the questions of a chunk, from an agent that this process keeps for the next one."""
    began = perf_counter()
    who, random = _asker(chunk.address)
    answers: list[AnsweredQuestion] = []
    fault = None
    for place in range(len(chunk.numbers)):
        try:
            answers.append(answer_one(chunk, place, who, random))
        except NoAnswer as error:
            fault = str(error)
            break
    return Done(tuple(answers), perf_counter() - began, fault)


@lru_cache(maxsize=1)
def _asker(address: str) -> tuple[Asker, Random]:
    random = Random()
    return asker(address, random), random


@lru_cache(maxsize=4096)
def _as_it_is(question: SuiteQuestion) -> tuple[Shown, tuple[int, ...]]:
    """The position without any disguise, and its legal moves."""
    position = question.position()
    return as_it_is(position), position.moves()


def answer_one(chunk: Chunk, place: int, who: Asker, random: Random) -> AnsweredQuestion:
    """What the agent answers to the question at this place, beside the exact values."""
    number, question = chunk.numbers[place], chunk.questions[place]
    random.seed(chunk.seed << 32 | number)
    shown, moves = _as_it_is(question)
    if chunk.turned or chunk.renamed:
        shown = disguised(shown.position, chunk.turned, chunk.renamed, random)
    began = perf_counter()
    reply = who.ask(shown.position)
    seconds = perf_counter() - began
    square = None if reply.square is None else shown.really[reply.square]
    return AnsweredQuestion(
        number,
        question.game,
        question.code,
        moves,
        question.values,
        square,
        square is not None and question.values[moves.index(square)] > 0,
        reply.refused,
        reply.heard,
        reply.tokens,
        round(seconds, 6),
    )


def as_it_is(position: Position) -> Shown:
    """Without any disguise."""
    return Shown(position, tuple(range(position.game.board.size)))


def disguised(position: Position, turn: bool, rename: bool, random: Random) -> Shown:
    """The position turned and its squares renamed, as is wanted; the same `random`, the same disguise.

    A position with a history, and a game whose symmetries are not known, are not turned.
    """
    shown = as_it_is(position)
    if turn and not position.code_fields():
        image = random.choice(symmetry.rule_symmetries(position.game))
        shown = Shown(symmetry.turned(position, image), symmetry.inverse(image))
    return shown._replace(position=_renamed(shown.position, random)) if rename else shown


@dataclass(frozen=True)
class Names:
    """Rows and columns by names of no order: a letter for the column, two digits for the row.

    >>> names = Names(rows=("47", "12"), cols=("Q", "B", "T"))
    >>> names.write(1, 2), names.read("q47")
    ('T12', (0, 0))
    """

    rows: tuple[str, ...]
    cols: tuple[str, ...]
    largest_side: ClassVar[int] = len(ascii_uppercase)

    def read(self, text: str) -> tuple[int, int] | None:
        found = re.fullmatch(r"([A-Z])\s*(\d{1,3})", text.strip().upper())
        if not found:
            return None
        col, row = found.groups()
        known = row in self.rows and col in self.cols
        return (self.rows.index(row), self.cols.index(col)) if known else (-1, -1)

    def write(self, row: int, col: int) -> str:
        return f"{self.cols[col]}{self.rows[row]}"

    typed = write

    def row_name(self, row: int) -> str:
        return self.rows[row]

    def column_name(self, col: int) -> str:
        return self.cols[col]

    def order(self, row: int, col: int) -> tuple[int, int]:
        return row, col


def _renamed(position: Position, random: Random) -> Position:
    game = position.game
    if max(game.rows, game.cols) > Names.largest_side:
        raise BadSetup(f"A board of {game.board} has too many squares to be renamed.")
    rows = tuple(map(str, random.sample(_ROW_NAMES, game.rows)))
    names = Names(rows, tuple(random.sample(ascii_uppercase, game.cols)))
    renamed = copy(game)
    object.__setattr__(renamed, "notation", names)  # games do not change: this one is for one question only
    return renamed.restore(position.to_move, position.cells(), position.code_fields())
