"""The yardstick for language models, as tasks of inspect-ai: `cornered/positions` and `cornered/games`.

    inspect eval cornered/positions --model openai/gpt-4o --limit 200
    inspect eval cornered/games --model ollama/llama3 -T starts=10

Suites, prompts, parser and scores are those of `cornered measure`. Every sample's score holds what a run file
has a line for, so that `cornered report` reads the log. inspect-ai knows every provider, asks again where an
answer did not arrive, and counts tokens; keys come from the environment, and it keeps them to itself.
"""

from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from threading import Lock
from typing import Any

from anyio import from_thread, to_thread
from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import ChatMessageAssistant, ChatMessageUser, Model, ModelOutput, get_model
from inspect_ai.scorer import Metric, SampleScore, Score, Scorer, Target, metric, scorer
from inspect_ai.solver import Generate, Solver, TaskState, solver

from cornered.arena.agents.text_player import TextPlayer
from cornered.arena.yardstick.asking import Asker, Entrant, Refused, Reply, asker, why_refused
from cornered.arena.yardstick.games import Scheduled, against_the_ladder, anchors, play_game
from cornered.arena.yardstick.games import games as games_of
from cornered.arena.yardstick.positions import Chunk, answer_one, position_test
from cornered.arena.yardstick.running import Work
from cornered.arena.yardstick.runs import AnsweredQuestion, Item, Played, item_in
from cornered.arena.yardstick.scores import Scores, Standings
from cornered.arena.yardstick.suite import load_suite
from cornered.arena.yardstick.truth import Truth
from cornered.errors import BadSetup
from cornered.game import Position
from cornered.games import read_position

MODEL = "model"
"""The model's name while a task is made: only the log knows which one it is."""

_CUT_OFF = ("max_tokens", "model_length")
_thinking = Lock()  # solvers and levels remember what they found: one thread at a time


@task
def positions(
    suite: str = "cornered-1",
    seed: int = 0,
    legal: bool = True,
    turned: bool = False,
    renamed: bool = False,
    only: str | None = None,
) -> Task:
    """Of the decisions that matter, how many does the model keep? One question a sample."""
    work = position_test(
        load_suite(suite), _entrant(legal), seed, turned=turned, renamed=renamed, only=_names(only)
    )
    return Task(
        dataset=_samples(work, lambda chunk: f"Which move wins? {chunk.questions[0].code}"),
        solver=_answers(work, legal),
        scorer=kept(),
        metadata=_header(work),
    )


@task
def games(
    suite: str = "cornered-1", seed: int = 0, legal: bool = True, starts: int = 10, only: str | None = None
) -> Task:
    """Both seats of each start against the five levels; one game a sample."""
    work = games_of(
        load_suite(suite), against_the_ladder(_entrant(legal)), seed, starts=starts, only=_names(only)
    )
    return Task(
        dataset=_samples(work, lambda chunk: f"{' against '.join(e.name for e in chunk[0].seats)}"),
        solver=_plays(work, legal),
        scorer=won(),
        metadata=_header(work),
    )


def _entrant(legal: bool) -> Entrant:
    return Entrant(MODEL, f"text:inspect:model;legal={'yes' if legal else 'no'}")


def _names(only: str | None) -> list[str]:
    return only.split("+") if only else []


def _header(work: Work) -> dict[str, Any]:
    return {"cornered": work.header._asdict()}


def _samples(work: Work, told: Callable[[Any], str]) -> MemoryDataset:
    numbers = work.numbers
    return MemoryDataset([Sample(input=told(work.chunk([number])), id=number) for number in numbers])


@solver
def _answers(work: Work, legal: bool) -> Solver:
    async def solve(state: TaskState, generate: Generate) -> TaskState:
        chunk: Chunk = work.chunk([int(state.sample_id)])
        model = _OfModel(get_model(), legal)
        found = await to_thread.run_sync(partial(answer_one, chunk, 0, model, Random()))
        return _finished(state, model, found)

    return solve


@solver
def _plays(work: Work, legal: bool) -> Solver:
    async def solve(state: TaskState, generate: Generate) -> TaskState:
        game: Scheduled = work.chunk([int(state.sample_id)])[0]
        model = _OfModel(get_model(), legal)
        seats = [
            model if entrant.name == MODEL else _OneAtATime(entrant.address, game.seed << 2 | seat)
            for seat, entrant in enumerate(game.seats, 1)
        ]
        found = await to_thread.run_sync(partial(play_game, game, seats, _SharedTruth(game)))
        return _finished(state, model, found)

    return solve


def _finished(state: TaskState, model: "_OfModel", found: Item) -> TaskState:
    """The state with the whole conversation, and what a run file has a line for."""
    state.messages = model.said
    if model.output is not None:
        state.output = model.output
    state.store.set("item", found._asdict())
    return state


class _OfModel:
    """Asks the model from a thread of its own; whatever keeps an answer from arriving ends the sample."""

    def __init__(self, model: Model, legal: bool) -> None:
        self._model = model
        self._player = TextPlayer(self._answer, {"legal": "yes" if legal else "no"})
        self._tokens: int | None = None
        self.said: list[Any] = []
        self.output: ModelOutput | None = None

    def ask(self, position: Position) -> Reply:
        self._tokens = None
        heard = self._player.ask(position)
        refused = None if heard.refusal is None else why_refused(heard.refusal)
        if refused in (Refused.UNREADABLE, Refused.EMPTY) and self._cut_off():
            refused = Refused.TRUNCATED
        return Reply(heard.square, refused, heard.answers, self._tokens)

    def close(self) -> None:
        """A model holds on to nothing."""

    def _answer(self, question: str) -> str:
        asked = ChatMessageUser(content=question)
        self.output = from_thread.run(self._model.generate, [asked])
        if self.output.usage is not None:
            self._tokens = (self._tokens or 0) + self.output.usage.total_tokens
        self.said += [asked, ChatMessageAssistant(content=self.output.completion)]
        return str(self.output.completion)

    def _cut_off(self) -> bool:
        return self.output is not None and self.output.stop_reason in _CUT_OFF


class _OneAtATime:
    """A level, which may think while no other does."""

    def __init__(self, address: str, seed: int) -> None:
        self._asker: Asker = asker(address, Random(seed))

    def ask(self, position: Position) -> Reply:
        with _thinking:
            return self._asker.ask(position)

    def close(self) -> None:
        self._asker.close()


class _SharedTruth(Truth):
    def __init__(self, game: Scheduled) -> None:
        super().__init__(read_position(game.start.code).game)

    def of_moves(self, position: Position) -> tuple[int, ...]:
        with _thinking:
            return super().of_moves(position)


@metric
def of_questions() -> Metric:
    """The figures of a position test."""

    def figures(scores: list[SampleScore]) -> dict[str, float]:
        counted = Scores()
        for answer in _items(scores):
            if isinstance(answer, AnsweredQuestion):
                counted.add(answer)
        told = counted.summary()
        return {name: told[name] for name in ("kept", "chance", "skill", "beta") if told[name] is not None}

    return figures


@metric
def of_games() -> Metric:
    """The figures of games."""

    def figures(scores: list[SampleScore]) -> dict[str, float]:
        standings = Standings()
        for game in _items(scores):
            if isinstance(game, Played):
                standings.add(game)
        won = sum(count for (winner, _), count in standings.won.items() if winner == MODEL)
        decided = standings.decisions[MODEL]
        told = {"won": won / max(1, standings.played)}
        if decided.decisions:
            told |= {"kept": decided.share().value, "beta": decided.ability().value}
        try:
            told["rating"] = standings.summary(anchors((), MODEL))["agents"][MODEL]["rating"]
        except BadSetup:  # it met nobody whose rating is known
            return told
        return told

    return figures


def _items(scores: Sequence[SampleScore]) -> list[Item]:
    return [item_in(score.score.metadata["item"]) for score in scores if score.score.metadata]


@scorer(metrics=[of_questions()])
def kept() -> Scorer:
    """Whether the win was kept."""
    return _scored(lambda item: bool(item["kept"]))


@scorer(metrics=[of_games()])
def won() -> Scorer:
    """Whether the model has won the game."""
    return _scored(lambda item: item["players"][item["winner"] - 1] == MODEL)


def _scored(good: Callable[[dict[str, Any]], bool]) -> Scorer:
    async def score(state: TaskState, target: Target) -> Score:
        item = state.store.get("item")
        told = item.get("refused") or ("kept" if good(item) else "lost")
        return Score(
            value=int(good(item)), answer=str(item.get("answer")), explanation=told, metadata={"item": item}
        )

    return score
