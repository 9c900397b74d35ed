"""The position test: each question of a suite is asked once, and its answer set beside the exact values."""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from random import Random
from time import perf_counter
from typing import Any, NamedTuple, cast

from cornered.arena.agents.text import PROMPT
from cornered.arena.spread import Spread
from cornered.arena.yardstick.asking import Asker, Entrant, NoAnswer, asker, reads_text
from cornered.arena.yardstick.disguise import Shown, as_it_is, disguised
from cornered.arena.yardstick.running import Done, Work, results
from cornered.arena.yardstick.runs import POSITIONS, AnsweredQuestion, Header, RunFile
from cornered.arena.yardstick.scores import Scores
from cornered.arena.yardstick.suite import Suite, SuiteQuestion
from cornered.errors import BadSetup

_LOOK_EVERY = 100
"""Questions between two looks at whether the interval is narrow enough: the same ones however it is run."""


class Chunk(NamedTuple):
    """Questions with their numbers, who is asked, and how: the board turned or renamed anew for each."""

    address: str
    seed: int
    turned: bool
    renamed: bool
    numbers: tuple[int, ...]
    questions: tuple[SuiteQuestion, ...]


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
