"""Runs side by side: what each agent kept, how two differ on the same questions, and what they missed."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from itertools import chain, combinations, zip_longest
from pathlib import Path
from typing import Any, NamedTuple

from cornered.arena.spread.journal import JournalError
from cornered.arena.yardstick.games import anchors
from cornered.arena.yardstick.runs import AnsweredQuestion, Header, Item, Played, item_in, read_run
from cornered.arena.yardstick.scores import Scores, Standings, estimated
from cornered.arena.yardstick.statistics import Comparison, mcnemar
from cornered.errors import BadSetup, IllegalMove
from cornered.game import Position
from cornered.games import read_position
from cornered.solve import Budget, Value, Verdict, line

_INSPECT_LOGS = (".eval", ".json")
LOGS = (".jsonl", *_INSPECT_LOGS)
"""How the names of files end that a report can be made of: our own runs, and the logs of inspect."""

_NO_SENSE = (ValueError, TypeError, KeyError, IndexError, AttributeError)
"""What lines raise that are JSON, but none of ours."""

_EASY_TO_FOLLOW = 7  # plies: shorter, and there is little to see; longer, and nobody looks so far
_TO_REFUTE = Budget(seconds=1.0)
_MODEL = "model"
"""What the tasks of inspect call the model, whose name only the log knows."""


@dataclass
class Tested:
    """A position test: who was asked, in which file, with what result; `wrong` are the moves that lost."""

    agent: str
    file: str
    header: Header
    scores: Scores = field(default_factory=Scores)
    kept: dict[str, bool] = field(default_factory=dict)
    wrong: list[AnsweredQuestion] = field(default_factory=list)

    def add(self, answer: AnsweredQuestion) -> None:
        """One answer more."""
        self.scores.add(answer)
        self.kept[answer.position] = answer.kept
        if not answer.kept and answer.answer is not None:
            self.wrong.append(answer)

    @property
    def complete(self) -> bool:
        """Whether every question was asked; a run that may stop when it is sure has no fixed number."""
        return bool(self.header.settings.get("until")) or len(self.kept) >= self.header.items

    def summary(self) -> dict[str, Any]:
        """The run and all its figures as JSON has them."""
        run = {
            "agent": self.agent,
            "file": self.file,
            "suite": self.header.suite,
            "sha256": self.header.sha256,
        }
        return run | {"settings": self.header.settings, "complete": self.complete, **self.scores.summary()}


class Pair(NamedTuple):
    """Two agents who were asked the same questions."""

    first: str
    second: str
    result: Comparison

    def summary(self) -> dict[str, Any]:
        """The comparison as JSON has it."""
        questions, only_first, only_second, difference, p = self.result
        return {
            "first": self.first,
            "second": self.second,
            "questions": questions,
            "only_first": only_first,
            "only_second": only_second,
            **estimated("difference", difference),
            "p": p,
        }


class Report:
    """What several runs have found, the best agent first; games from starts of one suite count together."""

    def __init__(self, paths: Iterable[Path], left_out: list[JournalError] | None = None) -> None:
        """Reads the runs; one that cannot be read raises `JournalError`, or goes into `left_out`."""
        self.tested: list[Tested] = []
        self.games: list[dict[str, Any]] = []
        self._standings: dict[str, Standings] = {}
        for path in paths:
            with _noted(left_out):
                self._add(path)
        for suite in self._standings:
            with _noted(left_out):
                self._rate(suite)
        _tell_apart(self.tested)
        self.tested.sort(key=lambda run: -run.scores.whole.share().value)

    def _rate(self, suite: str) -> None:
        standings = self._standings[suite]
        try:
            self.games.append({"suite": suite, **standings.summary(anchors(standings.names))})
        except BadSetup as error:
            raise JournalError(f"The games from starts of {suite} are too few: {error}") from None

    def _add(self, path: Path) -> None:
        """The whole run or nothing of it."""
        try:
            header, items = _read(path)
            tested, games, trial = Tested(header.agents[0], path.name, header), list[Played](), Standings()
            for item in items:
                if isinstance(item, AnsweredQuestion):
                    tested.add(item)
                else:
                    trial.add(item)
                    games.append(item)
        except _NO_SENSE as error:
            raise JournalError(f"{path} is damaged: not every line of it makes sense.") from error
        if tested.kept:
            self.tested.append(tested)
        for game in games:
            self._standings.setdefault(header.suite, Standings()).add(game)

    @property
    def pairs(self) -> list[Pair]:
        """Every two agents on the questions that both were asked."""
        found = (_compared(one, other) for one, other in combinations(self.tested, 2))
        return [pair for pair in found if pair.result.questions]

    def mistakes(self, most: int = 10) -> "list[Mistake]":
        """The most instructive mistakes."""
        return instructive({run.agent: run.wrong for run in self.tested}, most)

    def summary(self) -> dict[str, Any]:
        """Everything but the mistakes, as JSON has it."""
        return {
            "positions": [run.summary() for run in self.tested],
            "games": self.games,
            "comparisons": [pair.summary() for pair in self.pairs],
        }


@contextmanager
def _noted(left_out: list[JournalError] | None) -> Iterator[None]:
    """Adds an error to those `left_out`, if somebody collects them."""
    try:
        yield
    except JournalError as error:
        if left_out is None:
            raise
        left_out.append(error)


def _read(path: Path) -> tuple[Header, Iterable[Item]]:
    if path.suffix in _INSPECT_LOGS:
        return _read_log(path)
    return read_run(path)


def _read_log(path: Path) -> tuple[Header, Iterator[Item]]:
    """The run in a log; samples that have no score, because no answer arrived, are left out."""
    try:
        from inspect_ai.log import read_eval_log
    except ImportError:
        raise JournalError(f"{path} is read by inspect-ai: pip install 'cornered[inspect]'.") from None
    try:
        log = read_eval_log(str(path))
        fields = dict(log.eval.metadata["cornered"])
    except Exception:  # whatever a file may do to its reader
        raise JournalError(f"{path} is no log of cornered/positions or cornered/games.") from None
    header = Header(**{**fields, "agents": tuple(_named(name, log) for name in fields["agents"])})
    return header, _logged(log)


def _named(agent: str, log: Any) -> str:
    return str(log.eval.model) if agent == _MODEL else agent


def _logged(log: Any) -> Iterator[Item]:
    for sample in log.samples or []:
        for score in (sample.scores or {}).values():
            fields = dict(score.metadata["item"])
            if "players" in fields:
                fields["players"] = [_named(name, log) for name in fields["players"]]
            yield item_in(fields)


def _tell_apart(tested: Sequence[Tested]) -> None:
    """An agent that was tested more than once gets the name of the file as well."""
    times = Counter(run.agent for run in tested)
    for run in tested:
        if times[run.agent] > 1:
            run.agent = f"{run.agent} ({Path(run.file).stem})"


def _compared(one: Tested, other: Tested) -> Pair:
    both = one.kept.keys() & other.kept.keys()
    return Pair(one.agent, other.agent, mcnemar((one.kept[code], other.kept[code]) for code in both))


class Mistake(NamedTuple):
    """A move that lost a won game: what kept the win, and how the other player then wins."""

    agents: tuple[str, ...]
    position: Position
    played: int
    values: dict[int, Value]
    refutation: tuple[int, ...]

    @property
    def winning(self) -> list[int]:
        """The moves that keep the win, the soonest first."""
        wins = [square for square, worth in self.values.items() if worth.verdict is Verdict.WIN]
        return sorted(wins, key=lambda square: self.values[square].plies or 0)


def instructive(wrong: Mapping[str, Sequence[AnsweredQuestion]], most: int) -> list[Mistake]:
    """Of these wrong answers the most instructive ones, from one game after another.

    First come those that several agents share; then those that are neither trivial nor too long to follow.
    """
    made: dict[tuple[str, int], list[str]] = {}
    answers: dict[tuple[str, int], AnsweredQuestion] = {}
    for agent, some in wrong.items():
        for answer in some:
            key = answer.position, answer.answer or 0
            made.setdefault(key, []).append(agent)
            answers[key] = answer
    best_first = sorted(answers, key=lambda key: (-len(made[key]), _hard_to_follow(answers[key]), key))
    chosen = _in_turn(best_first, answers)[:most]
    found = []
    for key in chosen:
        with suppress(BadSetup, IllegalMove):  # a file may hold a position that is none
            found.append(_mistake(tuple(made[key]), answers[key]))
    return found


def _hard_to_follow(answer: AnsweredQuestion) -> int:
    return abs(max(map(abs, (answer.distance, answer.played or 0))) - _EASY_TO_FOLLOW)


def _in_turn(
    keys: Sequence[tuple[str, int]], answers: Mapping[tuple[str, int], AnsweredQuestion]
) -> list[tuple[str, int]]:
    """One of each game, then another of each, and never the same position twice."""
    by_game: dict[str, dict[str, tuple[str, int]]] = {}
    for key in keys:
        by_game.setdefault(answers[key].game, {}).setdefault(key[0], key)
    rounds = zip_longest(*(game.values() for game in by_game.values()))
    return [key for key in chain.from_iterable(rounds) if key]


def _mistake(agents: tuple[str, ...], answer: AnsweredQuestion) -> Mistake:
    position, played = read_position(answer.position), answer.answer or 0
    worth = zip(answer.moves, map(_value, answer.values), strict=True)
    return Mistake(agents, position, played, dict(worth), line(position.play(played), _TO_REFUTE))


def _value(number: int) -> Value:
    return Value(Verdict.WIN if number > 0 else Verdict.LOSS, abs(number))
