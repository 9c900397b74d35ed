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
from cornered.arena.yardstick.runs import POSITIONS, Answer, Header, RunFile
from cornered.arena.yardstick.scores import Scores
from cornered.arena.yardstick.suite import Question, Suite
from cornered.errors import BadSetup

_LOOK_EVERY = 100
"""Questions between two looks at whether the interval is narrow enough: the same ones however it is run."""


class Manner(NamedTuple):
    """Who is asked, and how: the board turned or its squares renamed, anew for every question."""

    address: str
    seed: int
    turned: bool = False
    renamed: bool = False


class _Chunk(NamedTuple):
    manner: Manner
    numbers: tuple[int, ...]
    questions: tuple[Question, ...]


class Asked(NamedTuple):
    """What a run has found; `complete` if there was nothing more to ask."""

    scores: Scores
    complete: bool


def position_test(
    suite: Suite,
    entrant: Entrant,
    manner: Manner,
    *,
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
    if not questions:
        raise BadSetup(f"The suite {suite.name} has no such questions.")
    if until and shard:
        raise BadSetup("A shard cannot tell when the whole is sure enough: leave out --until or --shard.")
    if manner.renamed and not reads_text(manner.address):
        raise BadSetup("Squares are renamed for agents that read text: others are told their numbers.")
    settings: dict[str, Any] = {
        "address": entrant.digest,
        "only": sorted(only),
        "until": until,
        "turned": manner.turned,
        "renamed": manner.renamed,
    }
    if reads_text(manner.address):
        settings |= {"prompt": PROMPT, "legal": entrant.shows_legal_moves}
    header = Header(
        POSITIONS, (entrant.name,), suite.name, suite.sha256, manner.seed, len(questions), shard, settings
    )
    return Work(header, answer_all, lambda numbers: _chunk(manner, questions, numbers))


def _chunk(manner: Manner, questions: Sequence[Question], numbers: Sequence[int]) -> _Chunk:
    return _Chunk(manner, tuple(numbers), tuple(questions[number] for number in numbers))


def ask(
    work: Work, file: RunFile, spread: Spread, progress: Callable[[int], bool], until: float | None = None
) -> Asked:
    """Asks what is still to be asked, until the interval of the kept share is `until` to either side."""
    scores, numbers = Scores(), work.numbers
    counted = 0
    answers = cast(Iterator[Answer], results(work, file, spread, progress))
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


def answer_all(chunk: _Chunk) -> Done:
    """The answers to the questions of a chunk, from an agent that this process keeps for the next one."""
    began = perf_counter()
    who, random = _asker(chunk.manner.address)
    answers: list[Answer] = []
    fault = None
    for number, question in zip(chunk.numbers, chunk.questions, strict=True):
        random.seed(chunk.manner.seed << 32 | number)
        try:
            answers.append(answer_one(who, random, chunk.manner, number, question))
        except NoAnswer as error:
            fault = str(error)
            break
    return Done(tuple(answers), perf_counter() - began, fault)


@lru_cache(maxsize=1)
def _asker(address: str) -> tuple[Asker, Random]:
    random = Random()
    return asker(address, random), random


@lru_cache(maxsize=4096)
def _as_it_is(question: Question) -> Shown:
    return as_it_is(question.position())


@lru_cache(maxsize=4096)
def _moves(question: Question) -> tuple[int, ...]:
    return _as_it_is(question).position.moves()


def answer_one(who: Asker, random: Random, manner: Manner, number: int, question: Question) -> Answer:
    """What the agent answers to this question, beside the truth."""
    shown = _as_it_is(question)
    position, moves = shown.position, _moves(question)
    if manner.turned or manner.renamed:
        shown = disguised(position, manner.turned, manner.renamed, random)
    began = perf_counter()
    reply = who.ask(shown.position)
    seconds = perf_counter() - began
    square = None if reply.square is None else shown.really[reply.square]
    return Answer(
        number,
        position.game.name,
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
